/** Limits of stored rows: counted and inserted in one transaction, after every other one about the same owner. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

/** The owner of rows that have a limit. */
export type LimitedOwner =
  { account: number } | { project: number } | { widget: number } | { programme: number };

/** Whether fewer than `max` of the rows are stored. Only `inTurn` makes one: a count without the lock proves nothing. */
export type HasRoom = <From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  max: number,
) => Promise<boolean>;

/**
 * Runs `act` in a transaction that no other one of the same owner can interleave: of requests at once, each finds the
 * rows of those before it. Undefined if the owner is gone, whose rows nothing would delete. The lock is a statement of
 * its own: PostgreSQL counts what was committed before a statement began.
 */
export const inTurn = <Answer>(
  db: Database,
  owner: LimitedOwner,
  act: (trx: Database, hasRoom: HasRoom) => Promise<Answer>,
): Promise<Answer | undefined> =>
  db.transaction().execute(async (trx) => ((await lock(trx, owner)) ? act(trx, hasRoom) : undefined));

const hasRoom: HasRoom = async (rows, max) => {
  const { count } = await rows
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return Number(count) < max;
};

async function lock(trx: Database, owner: LimitedOwner): Promise<boolean> {
  if ('account' in owner) return lockAccount(trx, owner.account);
  const statement =
    'project' in owner
      ? sql`update projects set state = state where project_id = ${owner.project}`
      : 'widget' in owner
        ? sql`update saved_widgets set name = name where widget_id = ${owner.widget}`
        : sql`update programmes set name = name where programme_id = ${owner.programme}`;
  return (await statement.execute(trx)).numAffectedRows === 1n;
}

/**
 * Locks an account until the transaction ends; false if there is none. Without it, two requests at once would both find
 * the last place of a list free, and an account that is ended or joined at this moment would leave new rows behind.
 */
export async function lockAccount(trx: Database, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set((account) => ({ name: account.ref('name') }))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
