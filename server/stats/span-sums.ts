/** Sums over contributions of a project between two days, and its first day. */
import { sql, type RawBuilder } from 'kysely';
import type { Disclosed } from '../../src/contract/api/disclosed.ts';
import type { Database } from '../db/store.ts';
import { contributed } from './disclosure.ts';

/** `embedded`: contributions not from the API; `shown`: displays of the message. */
export type SpanSums = Record<'events' | 'hours' | 'magnitude' | 'embedded' | 'shown', Disclosed>;

export function spanSums(db: Database) {
  const rowsOf = async <Found>(query: RawBuilder<unknown>): Promise<Found[]> =>
    (await query.execute(db)).rows as Found[];

  return {
    async firstDay(projectId: number): Promise<string | undefined> {
      const [row] = await rowsOf<{ first: string | null }>(
        sql`select min(day) as first from daily where project_id = ${projectId} and is_test = 0`,
      );
      return row?.first ?? undefined;
    },

    /** Sums between two days, the second excluded. */
    async sumsBetween(projectId: number, from: string, to: string): Promise<SpanSums> {
      const days = sql`project_id = ${projectId} and day >= ${from} and day < ${to}`;
      const [row] = await rowsOf<Record<'events' | 'duration' | 'magnitude' | 'embedded' | 'shown', number>>(
        sql`select coalesce(sum(events), 0) as events, coalesce(sum(duration), 0) as duration,
        coalesce(sum(magnitude), 0) as magnitude,
        coalesce(sum(case when source <> 'api' then events end), 0) as embedded,
        (select coalesce(sum(count), 0) from shown where ${days}) as shown
        from daily where ${days} and is_test = 0`,
      );
      const of = (name: keyof NonNullable<typeof row>) => contributed(Number(row?.[name] ?? 0));
      return {
        events: of('events'),
        hours: contributed(Number(row?.duration ?? 0) / 3600),
        magnitude: of('magnitude'),
        embedded: of('embedded'),
        shown: of('shown'),
      };
    },
  };
}
