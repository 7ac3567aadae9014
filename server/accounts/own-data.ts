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

/** The contributions of some profiles, oldest first. */
export async function* contributionsIn(db: Database, profiles: number[]): AsyncGenerator<OwnContribution[]> {
  if (profiles.length === 0) return;
  let last = -1;
  for (;;) {
    const { events } = await contributionTables(db, profiles);
    const { rows } = await sql<OwnContribution>`
      select e.event_id, e.project_id, p.name as project, e.type, e.source, e.happened_at, e.arrived_at, e.is_late,
        e.duration, e.magnitude, e.place, e.extra,
        case when q.claimed_at is not null or e.arrived_at >= r.joined_at then 1 else 0 end as is_credited
      from ${events} e join profiles r on r.profile_id = e.profile_id join projects p on p.project_id = e.project_id
      left join participation q on q.project_id = e.project_id and q.profile_id = e.profile_id
      where e.profile_id in (${sql.join(profiles)}) and e.event_id > ${last}
      order by e.event_id limit ${sql.lit(chunk)}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.event_id);
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
