/**
 * Two accounts of one person become one. The person is signed in to one of them and has opened a mail of the other,
 * which is all that signing in to it takes.
 */
import { sql } from 'kysely';
import type { JoinObstacle } from '../../src/contract/account-page.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Database, Store } from '../db/store.ts';
import { moveAccount } from './move-account.ts';

type Joined = 'joined' | 'gone' | JoinObstacle;
export type AccountJoining = ReturnType<typeof accountJoining>;

type Deps = {
  store: Pick<Store, 'db'>;
  maxAddresses: number;
  /** Ends what other parts remember of the keys of an account. */
  forgetKeys: () => void;
};

/** `kept`: the account that stays; `ended`: the one whose contents it gets. */
export type Accounts = { kept: number; ended: number };

export function accountJoining({ store: { db }, maxAddresses, forgetKeys }: Deps) {
  return {
    /** Why the accounts cannot be joined. */
    obstacle: (accounts: Accounts) => obstacleOf(db, accounts, maxAddresses),

    /** Joins the accounts in one transaction. `gone`: one of them was joined or deleted meanwhile. */
    async join(accounts: Accounts, now: number): Promise<Joined> {
      const joined = await db.transaction().execute(async (trx): Promise<Joined> => {
        // In one order: each of two accounts may be joined to the other at the same moment.
        for (const id of [accounts.kept, accounts.ended].sort((one, other) => one - other))
          if (!(await lockAccount(trx, id))) return 'gone';
        const obstacle = await obstacleOf(trx, accounts, maxAddresses);
        if (obstacle !== undefined) return obstacle;
        await moveAccount(trx, accounts, now);
        return 'joined';
      });
      if (joined === 'joined') forgetKeys();
      return joined;
    },
  };
}

async function obstacleOf(
  trx: Database,
  { kept, ended }: Accounts,
  maxAddresses: number,
): Promise<JoinObstacle | undefined> {
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
