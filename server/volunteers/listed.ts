/** The rules for the participants whom the managers of a project see, and for the members to whom a partner may write, in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../db/store.ts';

/**
 * Joins a table with project and profile, under the alias `v`, with the person: `r` profile, `a` account, `c` choices
 * (null without any).
 */
export const withPerson = sql`join profiles r on r.profile_id = v.profile_id
  join accounts a on a.account_id = r.account_id
  left join volunteer_choices c on c.project_id = v.project_id and c.account_id = r.account_id`;

/** A profile in a project. */
type ParticipantRow = { project_id: number; profile_id: number };

/**
 * A common table expression `v` of participants, who were read in a statement of their own: Citus does not join their
 * roll-ups, which are on its workers, with tables about people.
 */
export const amongParticipants = (participants: ParticipantRow[]): RawBuilder<unknown> =>
  sql`with v (project_id, profile_id) as (values ${sql.join(
    participants.map(({ project_id, profile_id }) => sql`(${sql.lit(project_id)}, ${sql.lit(profile_id)})`),
  )})`;

/**
 * Whether a person's own act lets the managers see them: on their own page, by a grant, or by authorizing a site of the
 * project (which concerns their main address). They said that they are old enough, have not opted out, and do not wait for
 * the end of their account. It is
 * queried at each look, so that everybody who ends it is gone at once.
 */
export const isListed = (
  now: number,
): RawBuilder<boolean> => sql`(a.of_age_at is not null and a.ends_at is null
  and not exists (select 1 from opt_outs o where o.project_id = v.project_id and o.profile_id = v.profile_id)
  and (c.is_listed = 1 or (c.is_listed is null and (
    exists (select 1 from grants g where g.profile_id = v.profile_id and g.project_id = v.project_id
      and g.is_told = 1 and g.revoked_at is null and g.expires_at > ${now})
    or exists (select 1 from oauth_consents k join oauth_clients l on l.client_id = k.client_id
      join addresses m on m.account_id = k.account_id and m.is_main = 1 and m.profile_id = v.profile_id
      where k.account_id = r.account_id and k.is_told = 1 and l.project_id = v.project_id
      and l.disabled_at is null)))))`;

/** Whether a listed person gets mail of the managers. */
export const isMailed = sql`coalesce(c.is_mailed, 1) = 1`;

/** Whether an account still gets the mailings of a project: asked again when each mail is sent. */
export async function stillWants(
  db: Database,
  { projectId, accountId }: { projectId: number; accountId: number },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from volunteers v ${withPerson}
    where v.project_id = ${projectId} and r.account_id = ${accountId} and ${isListed(now)} and ${isMailed}
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whether a member of a programme gets mail of its managers: `m` membership, `a` account. They said that they are old enough, have no guardian, and do
 * not wait for the end of their account.
 */
export const getsMailOfProgramme = sql<boolean>`(m.is_mailed = 1 and a.of_age_at is not null and a.guardian is null
  and a.ends_at is null)`;

type MailedMember = { programmeId: number; accountId: number };

/** Whether an account still gets the mailings of a programme: asked again when each mail is sent. */
export const isMailedMember = async (
  db: Database,
  { programmeId, accountId }: MailedMember,
): Promise<boolean> =>
  (await db
    .selectFrom('programme_members as m')
    .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
    .select('m.account_id')
    .where('m.programme_id', '=', programmeId)
    .where('m.account_id', '=', accountId)
    .where(getsMailOfProgramme)
    .executeTakeFirst()) !== undefined;
