/** The choices of participants for one project: whether its managers see them, by which name, and may mail them. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import { openIn } from '../db/standing.ts';
import type { Tables } from '../db/schema.ts';
import { amongParticipants, isListed, isMailed, withPerson } from './listed.ts';

type ChoiceChange = { is_listed?: number; shows_name?: number; is_mailed?: number };
export type ChoiceStore = ReturnType<typeof choiceStore>;

export type ShownRow = Omit<Tables['volunteers'], 'profile_id' | 'project_id' | 'pseudonym'> & {
  project_id: number;
  title: string;
  is_listed: number;
  is_opted_out: number;
  shows_name: number;
  is_mailed: number;
  /** Null until the figures of the next day. */
  pseudonym: string | null;
};

/** Where the profiles of an account have contributions. */
async function participationOf(db: Database, accountId: number) {
  const profiles = await db
    .selectFrom('profiles')
    .select('profile_id')
    .where('account_id', '=', accountId)
    .execute();
  if (profiles.length === 0) return [];
  return db
    .selectFrom('participation')
    .select(['project_id', 'profile_id'])
    .where(
      'profile_id',
      'in',
      profiles.map(({ profile_id }) => profile_id),
    )
    .execute();
}

export function choiceStore(db: Database) {
  return {
    async choose(accountId: number, projectId: number, choice: ChoiceChange, now: number): Promise<void> {
      await db
        .insertInto('volunteer_choices')
        .values({
          ...{ project_id: projectId, account_id: accountId, updated_at: now },
          ...{ is_listed: null, shows_name: 0, is_mailed: 1, ...choice },
        })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'account_id']).doUpdateSet({ ...choice, updated_at: now }),
        )
        .execute();
    },

    /** The person as the managers of each project see them: a row for each address with claimed contributions. */
    async shownOf(accountId: number, now: number): Promise<ShownRow[]> {
      const theirs = await participationOf(db, accountId);
      if (theirs.length === 0) return [];
      const { rows } = await sql<ShownRow>`${amongParticipants(theirs)}
        select p.project_id, p.name as title, case when ${isListed(now)} then 1 else 0 end as is_listed,
          case when exists (select 1 from opt_outs o where o.project_id = v.project_id
            and o.profile_id = v.profile_id) then 1 else 0 end as is_opted_out,
          coalesce(c.shows_name, 0) as shows_name, coalesce(c.is_mailed, 1) as is_mailed,
          s.pseudonym, s.events, s.unvouched, s.duration, s.magnitude, s.first_day, s.last_day, s.types
        from v ${withPerson}
        join projects p on p.project_id = v.project_id
        left join volunteers s on s.project_id = v.project_id and s.profile_id = v.profile_id
        where r.account_id = ${accountId} and ${sql.raw(openIn('p'))}
        order by lower(p.name), p.project_id, v.profile_id`.execute(db);
      return rows;
    },

    /** The projects whose managers may mail this account, for the page of a mail's reader. */
    async mailing(accountId: number, now: number): Promise<{ project_id: number; title: string }[]> {
      const theirs = await participationOf(db, accountId);
      if (theirs.length === 0) return [];
      const { rows } = await sql<{ project_id: number; title: string }>`${amongParticipants(theirs)}
        select distinct p.project_id, p.name as title
        from v ${withPerson}
        join projects p on p.project_id = v.project_id
        where r.account_id = ${accountId} and ${sql.raw(openIn('p'))} and ${isListed(now)}
          and ${isMailed}
        order by p.name, p.project_id limit 100`.execute(db);
      return rows;
    },

    /** Deletes the figures of people who are not listed any more. */
    async sweep(now: number): Promise<void> {
      await sql`delete from volunteers where not exists (select 1 from volunteers v
        ${withPerson} where v.project_id = volunteers.project_id and v.profile_id = volunteers.profile_id
          and ${isListed(now)})`.execute(db);
    },
  };
}
