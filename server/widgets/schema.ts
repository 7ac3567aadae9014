/** The tables of saved finder widgets. schema.ts says how values are written. */
export type WidgetTables = {
  saved_widgets: {
    widget_id: number;
    /** For its managers only. */
    name: string;
    /** The attributes and custom properties that differ from the usual ones, JSON. */
    built: string;
    /** Counts the changes: a change to an older version than this one overwrites nothing. */
    version: number;
    /** The form that made it, so that sending it twice makes one widget. */
    form: string | null;
    made_by: number;
    created_at: number;
    updated_at: number;
    /** A deleted widget can be put back for a while. */
    deleted_at: number | null;
  };
  /** Settings of the builder that wait for a sign-in or a decision; nothing about a person. */
  unsaved_widgets: { token_digest: string; built: string; name: string; expires_at: number };
  /** The people who may edit a widget; one of them owns it. */
  widget_managers: { widget_id: number; account_id: number; is_owner: number };
  /** Views and clicks by day and site; nothing about a visitor. `site` is empty for pages that name no origin. */
  widget_counts: { widget_id: number; day: string; site: string; views: number; clicks: number };
};
