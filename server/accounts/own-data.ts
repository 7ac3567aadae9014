/** Everything that is stored about a person, for them to save: read from the store piece by piece. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { contributionTables } from '../db/unfinished-acts.ts';
import { ownLists } from './own-lists.ts';

/** Contributions that are read at once. */
const chunk = 1000;

export type OwnContribution = {
  event_id: number;
  project_id: number;
  project: string;
  type: string;
  source: string;
  happened_at: number;
  arrived_at: number;
  is_late: number;
  duration: number | null;
  magnitude: number | null;
  place: string | null;
  extra: string | null;
  /** 0: reported before the person joined, and not taken yet. */
  is_credited: number;
};

/** The contributions of some profiles by project, oldest first: in the order of an index, so that each is read once. */
export async function* contributionsIn(db: Database, profiles: number[]): AsyncGenerator<OwnContribution[]> {
  for (const profile of profiles) {
    let last: Pick<OwnContribution, 'project_id' | 'event_id'> | undefined = { project_id: 0, event_id: 0 };
    while (last) {
      const { events } = await contributionTables(db, [profile]);
      const { rows }: { rows: OwnContribution[] } = await sql<OwnContribution>`
        select e.event_id, e.project_id, p.name as project, e.type, e.source, e.happened_at, e.arrived_at, e.is_late,
          e.duration, e.magnitude, e.place, e.extra,
          case when e.claimed_at is not null or e.arrived_at >= r.joined_at then 1 else 0 end as is_credited
        from (select t.*, q.claimed_at from ${events} t
          left join participation q on q.project_id = t.project_id and q.profile_id = t.profile_id
          where t.profile_id = ${profile} and (t.project_id, t.event_id) > (${last.project_id}, ${last.event_id})
          order by t.project_id, t.event_id limit ${sql.lit(chunk)}) e
        join profiles r on r.profile_id = e.profile_id join projects p on p.project_id = e.project_id
        order by e.project_id, e.event_id`.execute(db);
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
    }
  }
}

/** Each list with its rows. */
export async function* listsOf(
  db: Database,
  accountId: number,
  profiles: number[],
): AsyncGenerator<[name: string, rows: Record<string, unknown>[]]> {
  const tables = await contributionTables(db, profiles);
  for (const { name, columns, rest } of ownLists(accountId, profiles, tables))
    yield [name, (await sql<Record<string, unknown>>`select ${sql.raw(columns)} ${rest}`.execute(db)).rows];
}
