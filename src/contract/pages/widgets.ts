/** The data of the pages where people manage their saved finder widgets. */

import type { Disclosed } from '../api/disclosed.ts';

export const widgetsPath = '/widgets';

export type WidgetLine = { id: number; name: string; isOwner: boolean; changed: string };

export type WidgetsPage = {
  widgets: WidgetLine[];
  /** Deleted ones, which their owner can put back until then. */
  deleted: (WidgetLine & { until: string })[];
};

export type WidgetPage = WidgetLine & {
  /** The address of the builder with its settings. */
  edit: string;
  /** The settings as the builder reads them. */
  query: Record<string, string>;
  pinned: Record<string, { file: string; integrity: string }>;
  /** The last days, newest first; `site` is empty for pages that named none. */
  counts: { day: string; site: string; views: Disclosed; clicks: Disclosed }[];
  /** Identifies the form that copies it. */
  form: string;
  /** The act that led here. */
  done?: 'saved' | 'copied' | 'restored';
};

/** Asks before a widget is deleted. */
export type EndWidgetPage = { id: number; name: string; views: Disclosed; sites: string[]; days: number };
