/** Views and clicks of saved widgets, per site and day. They are counts: no visitor is told apart. */
import type { Disclosed } from '../../../src/contract/api/disclosed.ts';
import { contributed } from '../../stats/disclosure.ts';
import { sql } from 'kysely';
import { dayOf } from '../../text/day.ts';
import { inTurn } from '../../db/in-turn.ts';
import { summedCommit } from '../../db/group-commit.ts';
import type { Database } from '../../db/store.ts';
import type { StoredBytes } from '../../limits/stored-bytes.ts';

export type WidgetAct = 'view' | 'click';
export type DailyWidgetCount = { day: string; site: string; views: Disclosed; clicks: Disclosed };

/** Sites of one widget and day with a row of their own: anybody can forge an origin, and so fill the table. */
const maxSites = 50;
const maxRows = 500;

/** The site that a page says it is on, and who asked. */
type SeenFrom = { origin: string | undefined; ip: string; now: number };

type Seen = { id: number; day: string; site: string; act: WidgetAct };

export type WidgetCounts = ReturnType<typeof widgetCounts>;

export function widgetCounts(db: Database, storing: Pick<StoredBytes, 'mayStore'>) {
  /** Counts for a widget that exists; further sites of a day are counted together. */
  const count = (trx: Database, { id, day, site, act, count: times }: Seen & { count: number }) => {
    const [views, clicks] = act === 'view' ? [times, 0] : [0, times];
    return sql`
      insert into widget_counts (widget_id, day, site, views, clicks)
      select cast(${id} as bigint), cast(${day} as text), case when (select count(*) from widget_counts c where c.widget_id = ${id}
          and c.day = ${day} and c.site <> ${site}) < cast(${maxSites} as bigint) then cast(${site} as text) else '' end,
        cast(${views} as bigint), cast(${clicks} as bigint)
      from saved_widgets where widget_id = ${id} and deleted_at is null
      on conflict (widget_id, day, site) do update set
        views = widget_counts.views + excluded.views, clicks = widget_counts.clicks + excluded.clicks`.execute(
      trx,
    );
  };
  const countKnown = summedCommit<Seen>(
    (seen) => JSON.stringify(seen),
    async (sums) => {
      for (const sum of sums) await count(db, sum);
    },
  );

  return {
    async add(id: number, { origin, ip, now }: SeenFrom, act: WidgetAct): Promise<void> {
      const seen = { id, day: dayOf(now), site: siteOf(origin), act };
      const known = await db
        .selectFrom('widget_counts')
        .select('site')
        .where('widget_id', '=', id)
        .where('day', '=', seen.day)
        .where('site', '=', seen.site)
        .executeTakeFirst();
      if (known) await countKnown(seen);
      // The first of a site takes its turn, as sites have a limit. Somebody may forge an origin for each of all widgets.
      else if (storing.mayStore('signs', ip, 0, now))
        await inTurn(db, { widget: id }, async (trx) => void (await count(trx, { ...seen, count: 1 })));
    },

    /** The last days with counts, newest first. */
    ofWidget: async (id: number): Promise<DailyWidgetCount[]> => {
      const rows = await db
        .selectFrom('widget_counts')
        .select(['day', 'site', 'views', 'clicks'])
        .where('widget_id', '=', id)
        .orderBy('day', 'desc')
        .orderBy('views', 'desc')
        .orderBy('site')
        .limit(maxRows)
        .execute();
      return rows.map(({ day, site, views, clicks }) => ({
        day,
        site,
        views: contributed(Number(views)),
        clicks: contributed(Number(clicks)),
      }));
    },
  };
}

/** An origin as browsers send it; empty for `null` and for anything else. */
const siteOf = (origin: string | undefined): string =>
  origin !== undefined && origin.length <= 255 && /^https?:\/\/[\w.[\]:-]+$/.test(origin) ? origin : '';
