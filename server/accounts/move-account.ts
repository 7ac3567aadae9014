/** Moves everything that belongs to an account to another one, and deletes it. Each table is named here once. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import type { Accounts } from './join-accounts.ts';
import { type Side, stricterChoice } from './stricter-choice.ts';

/** Tables of which an account may have any number of rows. */
const plainlyMoved = [
  ...(['keys', 'certificates', 'project_drafts', 'project_acts', 'project_versions'] as const),
  ...(['oauth_requests', 'mailings', 'profiles'] as const),
];

/** How somebody gets into the joined account, and what other sites were shown of it. */
const endedWithIt = [
  ...(['sessions', 'passkeys', 'passkey_challenges', 'oauth_artifacts', 'oauth_consents'] as const),
  'trial_lookups' as const,
];

export async function moveAccount(trx: Database, accounts: Accounts, now: number): Promise<void> {
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
    ...{ project_id: id, account_id: kept, updated_at: now },
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
  ] as const) {
    const [of, id] = [sql.table(table), sql.ref(key)];
    await sql`insert into ${of} (${id}, account_id, is_owner)
      select ${id}, cast(${kept} as bigint), is_owner from ${of} where account_id = ${ended}
      on conflict (${id}, account_id) do update
      set is_owner = case when excluded.is_owner = 1 then 1 else ${of}.is_owner end`.execute(trx);
    await sql`delete from ${of} where account_id = ${ended}`.execute(trx);
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
