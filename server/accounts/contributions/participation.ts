/** The contributions of a person's profiles by project, with opt-outs and unclaimed contributions. */
import { sql } from 'kysely';
import { openIn } from '../../projects/visibility.ts';
import type { Database } from '../../db/store.ts';
import { contributionTables } from '../../db/unfinished-acts.ts';
import { theirEvents } from './contributed.ts';
import { doubtfulOf } from './contributed-days.ts';

export type ProjectParticipation = {
  project_id: number;
  name: string;
  isOpen: boolean;
  events: number;
  /** Seconds, without doubtful ones. */
  duration: number;
  last_at: number | null;
  isOptedOut: boolean;
  /** Reported before the person joined, and neither claimed nor removed: a row of its own. */
  isUnclaimed: boolean;
};

type ParticipationSums = Omit<ProjectParticipation, 'isOpen' | 'isOptedOut' | 'isUnclaimed'> & {
  is_open: number;
};

const isOpen = sql.raw(`case when ${openIn('p')} then 1 else 0 end`);

export async function participationOf(db: Database, profileIds: number[]): Promise<ProjectParticipation[]> {
  if (profileIds.length === 0) return [];
  const list = sql.join(profileIds);
  const tables = await contributionTables(db, profileIds);
  const { areSettled, events, participation } = tables;
  const all = await sql<ParticipationSums & { opted_out: number }>`
    select p.project_id, p.name, ${isOpen} as is_open, cast(coalesce(sum(q.events), 0) as bigint) as events,
      coalesce(sum(q.duration), 0) as duration, max(q.last_at) as last_at,
      max(case when o.profile_id is null then 0 else 1 end) as opted_out
    from (
      select project_id, profile_id from ${participation} every_part where profile_id in (${list})
      union select project_id, profile_id from opt_outs where profile_id in (${list})
    ) mine
    join projects p on p.project_id = mine.project_id
    left join ${participation} q on q.project_id = mine.project_id and q.profile_id = mine.profile_id
    left join opt_outs o on o.project_id = mine.project_id and o.profile_id = mine.profile_id
    group by p.project_id, p.name, p.state, p.is_withheld order by max(q.last_at) desc, p.project_id`.execute(
    db,
  );
  const unclaimed = await sql<ParticipationSums>`
    select p.project_id, p.name, ${isOpen} as is_open, count(*) as events, coalesce(sum(e.duration), 0) as duration,
      max(e.happened_at) as last_at
    from participation q
    join profiles r on r.profile_id = q.profile_id
    join projects p on p.project_id = q.project_id
    ${areSettled ? theirEvents : sql`join ${events} e on e.project_id = q.project_id and e.profile_id = q.profile_id`}
    and e.arrived_at < r.joined_at
    and q.profile_id in (${list}) and q.claimed_at is null
    group by p.project_id, p.name, p.state, p.is_withheld order by max(e.happened_at) desc, p.project_id`.execute(
    db,
  );
  const doubtful = Map.groupBy(await doubtfulOf(db, profileIds, tables), ({ project_id }) => project_id);
  const doubtfulIn = (projectId: number) =>
    (doubtful.get(Number(projectId)) ?? []).reduce((sum, { seconds }) => sum + seconds, 0);
  const earlier = new Map(unclaimed.rows.map((row) => [row.project_id, row]));
  const theirs = all.rows.map(({ opted_out, is_open, ...row }) => ({
    ...row,
    isOpen: is_open === 1,
    events: row.events - (earlier.get(row.project_id)?.events ?? 0),
    duration: row.duration - (earlier.get(row.project_id)?.duration ?? 0) - doubtfulIn(row.project_id),
    isOptedOut: opted_out === 1,
    isUnclaimed: false,
  }));
  return [
    ...unclaimed.rows.map(({ is_open, ...row }) => ({
      ...row,
      isOpen: is_open === 1,
      isOptedOut: false,
      isUnclaimed: true,
    })),
    ...theirs.filter(({ events, isOptedOut }) => events > 0 || isOptedOut),
  ];
}
