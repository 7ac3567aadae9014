/** Limits of stored rows: counted and inserted in one transaction, after every other one about the same owner. */
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

/** The tables of owners, each with its key and a column that the lock writes as it is. */
const owners = {
  account: ['accounts', 'account_id', 'name'],
  project: ['projects', 'project_id', 'state'],
  widget: ['saved_widgets', 'widget_id', 'name'],
  programme: ['programmes', 'programme_id', 'name'],
  group: ['groups', 'group_id', 'name'],
} as const;
type OwnerKind = keyof typeof owners;

/** The owner of rows that have a limit. */
export type LimitedOwner = { [Kind in OwnerKind]: Record<Kind, number> }[OwnerKind];

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
  act: (trx: Transaction<Tables>, hasRoom: HasRoom) => Promise<Answer>,
): Promise<Answer | undefined> =>
  db.transaction().execute(async (trx) => ((await lockOwner(trx, owner)) ? act(trx, hasRoom) : undefined));

const hasRoom: HasRoom = async (rows, max) => {
  const { count } = await rows
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return Number(count) < max;
};

/**
 * Locks an owner until the transaction ends; false if there is none. Without it, two requests at once would both find
 * the last place of a list free, and an account that is ended or joined at this moment would leave new rows behind.
 */
export async function lockOwner(trx: Database, owner: LimitedOwner): Promise<boolean> {
  const [kind, id] = Object.entries(owner)[0] as [OwnerKind, number];
  const [table, key, column] = owners[kind];
  const [as, by] = [sql.ref(column), sql.ref(key)];
  const { numAffectedRows } =
    await sql`update ${sql.table(table)} set ${as} = ${as} where ${by} = ${id}`.execute(trx);
  return numAffectedRows === 1n;
}
