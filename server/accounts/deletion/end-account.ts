import { sql } from 'kysely';
import type { Database } from '../../db/store.ts';

/**
 * Deletes a person. The profile ids stay, anonymous again; they are returned. Their contributions are deleted afterwards
 * (events/unfinished-acts.ts): nobody can see them from here on.
 */
export async function endAccount(trx: Database, accountId: number, now: number): Promise<number[]> {
  // The profiles first: contributions that the person removes or takes back at this moment wait, and then find no
  // profile of theirs (events/removals.ts).
  const profiles = await trx
    .updateTable('profiles')
    .set({ account_id: null, joined_at: null })
    .where('account_id', '=', accountId)
    .returning('profile_id')
    .execute();
  const theirs = [0, ...profiles.map((row) => row.profile_id)];
  for (const { profile_id } of profiles)
    await trx
      .insertInto('unfinished_acts')
      .values({
        profile_id,
        project_id: 0,
        act: 'delete',
        from_at: 0,
        to_at: null,
        acted_at: now,
        is_claimed: 0,
        done_to: -1,
        leaves_unclaimed: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx.deleteFrom('volunteers').where('profile_id', 'in', theirs).execute();
  const grants = trx.selectFrom('grants').select('grant_id').where('profile_id', 'in', theirs);
  await trx.deleteFrom('grant_tokens').where('grant_id', 'in', grants).execute();
  await trx.deleteFrom('grants').where('profile_id', 'in', theirs).execute();
  await trx.deleteFrom('addresses').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('oauth_artifacts').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('oauth_consents').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('oauth_requests').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('project_drafts').where('account_id', '=', accountId).execute();
  const widgets = trx
    .selectFrom('widget_managers')
    .select('widget_id')
    .where('account_id', '=', accountId)
    .where('is_owner', '=', 1);
  await trx.deleteFrom('widget_counts').where('widget_id', 'in', widgets).execute();
  await trx.deleteFrom('saved_widgets').where('widget_id', 'in', widgets).execute();
  await trx.deleteFrom('invitations').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('widget_managers').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  // After the account, whose lock those hold that are made at this moment (db/in-turn.ts).
  for (const table of ['volunteer_choices', 'project_follows', 'programme_members', 'group_members'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
  await trx
    .updateTable('certificates')
    .set({ ended_at: now, account_id: null, sealed: null, content: null, is_shown: 0 })
    .where('account_id', '=', accountId)
    .execute();
  // Those of addresses that the person had taken off the account: nothing leads to them any more.
  await sql`delete from profiles where profile_id in (${sql.join(theirs)}) and not exists
    (select 1 from digests d where d.profile_id = profiles.profile_id)`.execute(trx);
  return profiles.map((row) => row.profile_id);
}
