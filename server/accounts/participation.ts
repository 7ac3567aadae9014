/** What a person's profiles did, by project, with what they opted out of. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';

export type Participation = {
  project_id: number;
  name: string;
  events: number;
  duration: number;
  last_at: number | null;
  claimed_at: number | null;
  opted_out: number;
};

export async function participationOf(db: Database, profileIds: number[]): Promise<Participation[]> {
  const list = sql.join(profileIds);
  const { rows } = await sql<Participation>`
    select p.project_id, p.name, cast(coalesce(sum(q.events), 0) as bigint) as events,
      coalesce(sum(q.duration), 0) as duration, max(q.last_at) as last_at, min(coalesce(q.claimed_at, 0)) as claimed,
      case when min(coalesce(q.claimed_at, 0)) = 0 then null else min(q.claimed_at) end as claimed_at,
      max(case when o.profile_id is null then 0 else 1 end) as opted_out
    from (
      select project_id, profile_id from participation where profile_id in (${list})
      union select project_id, profile_id from opt_outs where profile_id in (${list})
    ) mine
    join projects p on p.project_id = mine.project_id
    left join participation q on q.project_id = mine.project_id and q.profile_id = mine.profile_id
    left join opt_outs o on o.project_id = mine.project_id and o.profile_id = mine.profile_id
    group by p.project_id, p.name order by max(q.last_at) desc, p.project_id`.execute(db);
  return rows;
}
