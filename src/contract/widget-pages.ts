/** The data of the pages where people manage their saved finder widgets. */

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
  counts: { day: string; site: string; views: number; clicks: number }[];
  managers: { id: number; name: string; isOwner: boolean; isYou: boolean }[];
  maxManagers: number;
  /** Identifies the form that copies it. */
  form: string;
  /** An invitation that was just made: the address to give to a co-manager. */
  invitation?: string;
  /** The act that led here. */
  done?: 'saved' | 'copied' | 'joined' | 'restored';
};

/** Asks before a widget is deleted. */
export type EndWidgetPage = { id: number; name: string; views: number; sites: string[]; days: number };

/** Asks whether the invited person wants to manage a widget; without one, the invitation has ended. */
export type JoinWidgetPage = { token: string; name?: string };
