/**
 * Two accounts of one person become one. The person is signed in to one of them and has opened a mail of the other,
 * which is all that signing in to it takes.
 */
import { sql } from 'kysely';
import type { JoinObstacle } from '../../src/contract/pages/account.ts';
import { lockOwner } from '../db/in-turn.ts';
import type { Database, Store } from '../db/store.ts';
import { maxAddresses } from './address-store.ts';
import type { Tables } from '../db/schema.ts';

export type VolunteerChoice = Pick<Tables['volunteer_choices'], 'is_listed' | 'shows_name' | 'is_mailed'>;

/** `choice` is absent if the account never chose; `takesPart`: it has contributions to the project. */
type Side = { choice: VolunteerChoice | undefined; takesPart: boolean };

/** The rule without a choice: listed only by an earlier act, without the name, and with mail. */
const usual: VolunteerChoice = { is_listed: null, shows_name: 0, is_mailed: 1 };

/** Joins the choices about one project: anything that either account hid stays hidden. */
export function stricterChoice(one: Side, other: Side): VolunteerChoice {
  // An account that neither chose nor took part has nothing to keep from others.
  const choices = [one, other].flatMap(({ choice, takesPart }) =>
    choice || takesPart ? [choice ?? usual] : [],
  );
  const listed = choices.map(({ is_listed }) => is_listed);
  return {
    is_listed: listed.includes(0) ? 0 : listed.includes(null) || listed.length === 0 ? null : 1,
    shows_name: Math.min(...choices.map(({ shows_name }) => shows_name), 1),
    is_mailed: Math.min(...choices.map(({ is_mailed }) => is_mailed), 1),
  };
}

/** Tables of which an account may have any number of rows. */
const plainlyMoved = [
  ...(['keys', 'certificates', 'project_drafts', 'project_acts', 'project_versions'] as const),
  ...(['oauth_requests', 'mailings', 'profiles', 'invitations'] as const),
];

/** How somebody gets into the joined account, and what other sites were shown of it. */
const endedWithIt = [
  ...(['sessions', 'passkeys', 'passkey_challenges', 'oauth_artifacts', 'oauth_consents'] as const),
  'trial_lookups' as const,
];

/** Moves everything that belongs to an account to another one, and deletes it. Each table is named here once. */
async function moveAccount(trx: Database, accounts: Accounts, now: number): Promise<void> {
  const { kept, ended } = accounts;
  // Both read the profiles of each account: they come before the profiles move.
  await stricterOptOuts(trx, accounts, now);
  await stricterChoices(trx, accounts, now);
  await trx
    .updateTable('addresses')
    .set({ account_id: kept, is_main: 0 })
    .where('account_id', '=', ended)
    .execute();
  // The public page of the kept account shows what its person chose there.
  await trx.updateTable('certificates').set({ is_shown: 0 }).where('account_id', '=', ended).execute();
  for (const table of plainlyMoved)
    await trx.updateTable(table).set({ account_id: kept }).where('account_id', '=', ended).execute();
  await trx.updateTable('project_acts').set({ subject: kept }).where('subject', '=', ended).execute();
  for (const table of ['mailings', 'oauth_requests'] as const)
    await trx.updateTable(table).set({ decided_by: kept }).where('decided_by', '=', ended).execute();
  await trx.updateTable('saved_widgets').set({ made_by: kept }).where('made_by', '=', ended).execute();
  await trx.updateTable('oauth_clients').set({ owner_id: kept }).where('owner_id', '=', ended).execute();
  await joinManagers(trx, accounts);
  await joinFollows(trx, accounts);
  await joinMemberships(trx, accounts, now);
  for (const table of endedWithIt) await trx.deleteFrom(table).where('account_id', '=', ended).execute();
  await trx.deleteFrom('accounts').where('account_id', '=', ended).execute();
}

const profilesOf = (trx: Database, accountId: number) =>
  trx.selectFrom('profiles').select('profile_id').where('account_id', '=', accountId);

/** A project that one account opted out of gets nothing more for the other, either. */
async function stricterOptOuts(trx: Database, { kept, ended }: Accounts, now: number): Promise<void> {
  await sql`insert into opt_outs (project_id, profile_id, created_at)
    select distinct o.project_id, r.profile_id, cast(${now} as bigint) from opt_outs o
    join profiles own on own.profile_id = o.profile_id and own.account_id in (${kept}, ${ended})
    join profiles r on r.account_id in (${kept}, ${ended})
    where true on conflict do nothing`.execute(trx);
}

async function stricterChoices(trx: Database, { kept, ended }: Accounts, now: number): Promise<void> {
  const sidesOf = async (accountId: number) => {
    const chosen = await trx
      .selectFrom('volunteer_choices')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    const profiles = await profilesOf(trx, accountId).execute();
    const parts = await trx
      .selectFrom('participation')
      .select('project_id')
      .where('profile_id', 'in', [0, ...profiles.map(({ profile_id }) => profile_id)])
      .execute();
    const choices = new Map(chosen.map((row) => [row.project_id, row]));
    const takingPart = new Set(parts.map((row) => row.project_id));
    const side = (id: number): Side => ({ choice: choices.get(id), takesPart: takingPart.has(id) });
    return { projects: choices.keys(), side };
  };
  const [one, other] = [await sidesOf(kept), await sidesOf(ended)];
  const rows = [...new Set([...one.projects, ...other.projects])].map((id) => ({
    project_id: id,
    account_id: kept,
    updated_at: now,
    ...stricterChoice(one.side(id), other.side(id)),
  }));
  await trx.deleteFrom('volunteer_choices').where('account_id', 'in', [kept, ended]).execute();
  for (const row of rows) await trx.insertInto('volunteer_choices').values(row).execute();
}

/** An owner of a project or a widget in one of the accounts stays its owner. */
async function joinManagers(trx: Database, { kept, ended }: Accounts): Promise<void> {
  for (const [table, key] of [
    ['project_managers', 'project_id'],
    ['widget_managers', 'widget_id'],
    ['programme_managers', 'programme_id'],
    ['group_managers', 'group_id'],
  ] as const) {
    const [of, id] = [sql.table(table), sql.ref(key)];
    await sql`insert into ${of} (${id}, account_id, is_owner)
      select ${id}, cast(${kept} as bigint), is_owner from ${of} where account_id = ${ended}
      on conflict (${id}, account_id) do update
      set is_owner = case when excluded.is_owner = 1 then 1 else ${of}.is_owner end`.execute(trx);
    await sql`delete from ${of} where account_id = ${ended}`.execute(trx);
  }
}

/**
 * In a programme or a group that both joined, the part of the kept account stays. The other award ends: one person has
 * one, which the next look at the programme makes if it is due. The partner writes only if neither ended that.
 */
async function joinMemberships(trx: Database, { kept, ended }: Accounts, now: number): Promise<void> {
  const both = trx.selectFrom('programme_members').select('programme_id').where('account_id', '=', kept);
  const awards = trx
    .selectFrom('programme_members')
    .select('certificate_id')
    .where('account_id', '=', ended)
    .where('programme_id', 'in', both);
  await trx
    .updateTable('certificates')
    .set({ ended_at: now, account_id: null, sealed: null, content: null, is_shown: 0 })
    .where('certificate_id', 'in', awards)
    .execute();
  await sql`update programme_members set is_mailed = 0 where account_id = ${kept} and programme_id in
    (select programme_id from programme_members where account_id = ${ended} and is_mailed = 0)`.execute(trx);
  for (const [table, members, key] of [
    ['programmes', 'programme_members', 'programme_id'],
    ['groups', 'group_members', 'group_id'],
  ] as const) {
    await trx.updateTable(table).set({ made_by: kept }).where('made_by', '=', ended).execute();
    const [of, id] = [sql.table(members), sql.ref(key)];
    await sql`delete from ${of} where account_id = ${ended}
      and ${id} in (select ${id} from ${of} where account_id = ${kept})`.execute(trx);
    await sql`update ${of} set account_id = ${kept} where account_id = ${ended}`.execute(trx);
  }
}

/** Joins the follows of two accounts; if both follow a project, mail is sent only if both wanted it. */
async function joinFollows(trx: Database, { kept, ended }: Accounts): Promise<void> {
  const both = trx.selectFrom('project_follows').select('project_id').where('account_id', '=', kept);
  const without = trx
    .selectFrom('project_follows')
    .select('project_id')
    .where('account_id', '=', ended)
    .where('by_mail', '=', 0);
  await trx
    .updateTable('project_follows')
    .set({ by_mail: 0 })
    .where('account_id', '=', kept)
    .where('project_id', 'in', without)
    .execute();
  await trx
    .deleteFrom('project_follows')
    .where('account_id', '=', ended)
    .where('project_id', 'in', both)
    .execute();
  await trx
    .updateTable('project_follows')
    .set({ account_id: kept })
    .where('account_id', '=', ended)
    .execute();
}

type Joined = 'joined' | 'gone' | JoinObstacle;
export type AccountJoining = ReturnType<typeof accountJoining>;

type Deps = {
  store: Pick<Store, 'db'>;
  /** Ends what other parts remember of the keys of an account. */
  forgetKeys: () => void;
};

/** `kept`: the account that stays; `ended`: the one whose contents it gets. */
export type Accounts = { kept: number; ended: number };

export function accountJoining({ store: { db }, forgetKeys }: Deps) {
  return {
    /** Why the accounts cannot be joined. */
    obstacle: (accounts: Accounts) => obstacleOf(db, accounts),

    /** Joins the accounts in one transaction. `gone`: one of them was joined or deleted meanwhile. */
    async join(accounts: Accounts, now: number): Promise<Joined> {
      const joined = await db.transaction().execute(async (trx): Promise<Joined> => {
        // In one order: each of two accounts may be joined to the other at the same moment.
        for (const id of [accounts.kept, accounts.ended].sort((one, other) => one - other))
          if (!(await lockOwner(trx, { account: id }))) return 'gone';
        const obstacle = await obstacleOf(trx, accounts);
        if (obstacle !== undefined) return obstacle;
        await moveAccount(trx, accounts, now);
        return 'joined';
      });
      if (joined === 'joined') forgetKeys();
      return joined;
    },
  };
}

async function obstacleOf(trx: Database, { kept, ended }: Accounts): Promise<JoinObstacle | undefined> {
  const rows = await trx
    .selectFrom('accounts')
    .select(['account_id', 'role', 'guardian', 'ends_at'])
    .where('account_id', 'in', [kept, ended])
    .execute();
  // A guardian agreed to one account, which they can end; joining would take it out of their hands.
  if (rows.some(({ guardian }) => guardian !== null)) return 'guardian';
  if (rows.some(({ ends_at }) => ends_at !== null)) return 'ending';
  // Operators give roles, and the audit says to whom.
  if (rows.some(({ account_id, role }) => account_id === ended && role !== 'none')) return 'role';
  const { addresses } = await trx
    .selectFrom('addresses')
    .select(sql<number>`cast(count(*) as bigint)`.as('addresses'))
    .where('account_id', 'in', [kept, ended])
    .executeTakeFirstOrThrow();
  return addresses > maxAddresses ? 'addresses' : undefined;
}
