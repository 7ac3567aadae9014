/** The choices of participants for one project: whether its managers see them, by which name, and may mail them. */
import { sql, type Selectable } from 'kysely';
import type { Sender } from '../../src/contract/pages/volunteers.ts';
import { lockOwner } from '../db/in-turn.ts';
import type { Database, Store } from '../db/store.ts';
import { openIn } from '../projects/visibility.ts';
import type { Tables } from '../db/schema.ts';
import { nameRows } from './figures.ts';
import { amongParticipants, getsMailOfProgramme, isListed, isMailed, withPerson } from './listed.ts';

type ChoiceChange = { is_listed?: number; shows_name?: number; is_mailed?: number };
export type ChoiceStore = ReturnType<typeof choiceStore>;

export type ShownRow = Omit<
  Selectable<Tables['volunteers']>,
  'profile_id' | 'project_id' | 'pseudonym' | 'sort_name'
> & {
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

type NamedSender = Sender & { title: string };

async function mailingProjects(db: Database, accountId: number, now: number): Promise<NamedSender[]> {
  const theirs = await participationOf(db, accountId);
  if (theirs.length === 0) return [];
  const { rows } = await sql<NamedSender>`${amongParticipants(theirs)}
    select distinct 'project' as kind, p.project_id as id, p.name as title
    from v ${withPerson}
    join projects p on p.project_id = v.project_id
    where r.account_id = ${accountId} and ${sql.raw(openIn('p'))} and ${isListed(now)} and ${isMailed}
    order by p.name, p.project_id limit 100`.execute(db);
  return rows;
}

async function mailingProgrammes(db: Database, accountId: number): Promise<NamedSender[]> {
  const { rows } = await sql<NamedSender>`select 'programme' as kind, p.programme_id as id, p.name as title
    from programme_members m join accounts a on a.account_id = m.account_id
    join programmes p on p.programme_id = m.programme_id
    where m.account_id = ${accountId} and p.state = 'open' and ${getsMailOfProgramme} order by p.name`.execute(
    db,
  );
  return rows;
}

const rowsPerSweep = 1_000;

export function choiceStore({ db, searching }: Pick<Store, 'db' | 'searching'>) {
  return {
    /** Does nothing for an account that has ended. */
    async choose(accountId: number, projectId: number, choice: ChoiceChange, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, { account: accountId }))) return;
        await trx
          .insertInto('volunteer_choices')
          .values({
            project_id: projectId,
            account_id: accountId,
            updated_at: now,
            is_listed: null,
            shows_name: 0,
            is_mailed: 1,
            ...choice,
          })
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'account_id']).doUpdateSet({ ...choice, updated_at: now }),
          )
          .execute();
      });
      // A name that is hidden is in no row from now on.
      if (choice.shows_name !== undefined)
        await nameRows(
          db,
          sql`project_id = ${projectId} and profile_id in (select profile_id from profiles
            where account_id = ${accountId})`,
        );
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

    /** The projects and programmes whose managers may mail this account, for the page of a mail's reader. */
    mailing: async (accountId: number, now: number): Promise<NamedSender[]> => [
      ...(await mailingProjects(db, accountId, now)),
      ...(await mailingProgrammes(db, accountId)),
    ],

    /** Deletes the figures of people who are not listed any more, a part after the other. */
    async sweep(now: number): Promise<void> {
      for (let last = { project_id: 0, profile_id: 0 }; ;) {
        const part = await searching
          .selectFrom('volunteers')
          .select(['project_id', 'profile_id'])
          .where(sql<boolean>`(project_id, profile_id) > (${last.project_id}, ${last.profile_id})`)
          .orderBy('project_id')
          .orderBy('profile_id')
          .limit(rowsPerSweep)
          .execute();
        const end = part.at(-1);
        if (!end) return;
        await sweepPart({ db, searching }, part, now);
        last = end;
      }
    },
  };
}

/** Only what has to go is deleted: other writers wait for no reading. */
async function sweepPart(
  { db, searching }: Pick<Store, 'db' | 'searching'>,
  part: { project_id: number; profile_id: number }[],
  now: number,
): Promise<void> {
  const { rows } = await sql<{ project_id: number; profile_id: number }>`${amongParticipants(part)}
    select v.project_id, v.profile_id from v ${withPerson} where ${isListed(now)}`.execute(searching);
  const listed = new Set(rows.map((row) => `${row.project_id} ${row.profile_id}`));
  for (const { project_id, profile_id } of part)
    if (!listed.has(`${project_id} ${profile_id}`))
      await sql`delete from volunteers where project_id = ${project_id} and profile_id = ${profile_id}
        and not exists (select 1 from volunteers v ${withPerson} where v.project_id = ${project_id}
          and v.profile_id = ${profile_id} and ${isListed(now)})`.execute(db);
}
