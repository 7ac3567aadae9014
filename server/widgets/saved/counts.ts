/** Views and clicks of saved widgets, per site and day. They are counts: no visitor is told apart. */
import { sql } from 'kysely';
import { dayOf } from '../../day.ts';
import type { Database } from '../../db/store.ts';

export type WidgetAct = 'view' | 'click';
export type DailyWidgetCount = { day: string; site: string; views: number; clicks: number };

/** Sites of one widget and day with a row of their own: anybody can forge an origin, and so fill the table. */
const maxSites = 50;
const maxRows = 500;

export type WidgetCounts = ReturnType<typeof widgetCounts>;

export const widgetCounts = (db: Database) => ({
  /** Counts for a widget that exists; further sites of a day are counted together. */
  async add(id: number, origin: string | undefined, act: WidgetAct, now: number): Promise<void> {
    const [views, clicks] = act === 'view' ? [1, 0] : [0, 1];
    const [day, site] = [dayOf(now), siteOf(origin)];
    // One statement: concurrent counts each add one.
    await sql`
      insert into widget_counts (widget_id, day, site, views, clicks)
      select cast(${id} as bigint), cast(${day} as text), case when (select count(*) from widget_counts c where c.widget_id = ${id}
          and c.day = ${day} and c.site <> ${site}) < cast(${maxSites} as bigint) then cast(${site} as text) else '' end,
        cast(${views} as bigint), cast(${clicks} as bigint)
      from saved_widgets where widget_id = ${id} and deleted_at is null
      on conflict (widget_id, day, site) do update set
        views = widget_counts.views + excluded.views, clicks = widget_counts.clicks + excluded.clicks`.execute(
      db,
    );
  },

  /** The last days with counts, newest first. */
  ofWidget: (id: number): Promise<DailyWidgetCount[]> =>
    db
      .selectFrom('widget_counts')
      .select(['day', 'site', 'views', 'clicks'])
      .where('widget_id', '=', id)
      .orderBy('day', 'desc')
      .orderBy('views', 'desc')
      .orderBy('site')
      .limit(maxRows)
      .execute(),
});

/** An origin as browsers send it; empty for `null` and for anything else. */
const siteOf = (origin: string | undefined): string =>
  origin !== undefined && origin.length <= 255 && /^https?:\/\/[\w.[\]:-]+$/.test(origin) ? origin : '';
