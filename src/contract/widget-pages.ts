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
  /** An invitation that was just made, for the account with an address: the link to give to that person. */
  invitation?: { link: string; address: string } | { fault: string };
  /** The act that led here. */
  done?: 'saved' | 'copied' | 'joined' | 'restored';
};

/** Asks before a widget is deleted. */
export type EndWidgetPage = { id: number; name: string; views: number; sites: string[]; days: number };

/**
 * Asks whether the invited person wants to manage a widget. `invited`: the account of the reader does not have the
 * address that was invited; without this and a name, the invitation has ended.
 */
export type JoinWidgetPage = { token: string; name?: string; invited?: string; account?: string };
