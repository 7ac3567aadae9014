/** The things that people manage together, and the rows of their managers. */
import { sql, type Transaction } from 'kysely';
import type { ManagedKind } from '../../src/contract/pages/people.ts';
import { memberName } from '../db/member-name.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';

/** A thing that people manage together. */
export type Managed = { kind: ManagedKind; id: number };

/** An act for the history of a thing, by one person or about another one. */
export type ManagingAct = {
  act: 'invited' | 'uninvited' | 'refused' | 'joined' | 'removed' | 'left' | 'handed_over';
  accountId?: number | undefined;
  subject?: number | undefined;
};

export type Trx = Transaction<Tables>;
/** How the managers of one kind of thing are stored. */
export type StoredKind = {
  table: 'project_managers' | 'widget_managers' | 'programme_managers' | 'group_managers';
  key: 'project_id' | 'widget_id' | 'programme_id' | 'group_id';
  /** Locks a thing until the transaction ends. */
  lock: (trx: Trx, id: number) => Promise<unknown>;
  note?: (trx: Trx, id: number, act: ManagingAct, now: number) => Promise<unknown>;
};

/** `name`: what the other managers read. */
export type ManagerRow = { account_id: number; is_owner: number; name: string };

/** The rows of managers, in the table of their kind. */
export function storedManagers(kinds: Record<ManagedKind, StoredKind>) {
  const names = ({ kind }: Managed) => ({
    table: sql.table(kinds[kind].table),
    key: sql.ref(kinds[kind].key),
  });
  return {
    of: async (db: Database, thing: Managed): Promise<ManagerRow[]> => {
      const { table, key } = names(thing);
      const { rows } = await sql<ManagerRow>`select m.account_id, m.is_owner, ${memberName('a')} as name
        from ${table} m join accounts a on a.account_id = m.account_id where ${key} = ${thing.id} order by m.is_owner desc, m.account_id`.execute(
        db,
      );
      return rows;
    },
    has: async (db: Database, thing: Managed, accountId: number): Promise<boolean> => {
      const { table, key } = names(thing);
      const { rows } = await sql`select 1 from ${table}
        where ${key} = ${thing.id} and account_id = ${accountId}`.execute(db);
      return rows.length > 0;
    },
    add: (trx: Database, thing: Managed, accountId: number, isOwner: 0 | 1) => {
      const { table, key } = names(thing);
      return sql`insert into ${table} (${key}, account_id, is_owner)
        values (${thing.id}, ${accountId}, ${isOwner}) on conflict do nothing`.execute(trx);
    },
    /** With the invitations that the person made. Returns whether they managed it. */
    remove: async (trx: Database, thing: Managed, accountId: number): Promise<boolean> => {
      const { table, key } = names(thing);
      await invitationsOf(trx, thing).where('account_id', '=', accountId).execute();
      const { numAffectedRows } =
        await sql`delete from ${table} where ${key} = ${thing.id} and account_id = ${accountId}`.execute(trx);
      return numAffectedRows === 1n;
    },
  };
}

/** Deletes invitations of a thing. */
export const invitationsOf = (trx: Database, { kind, id }: Managed) =>
  trx.deleteFrom('invitations').where('kind', '=', kind).where('thing_id', '=', id);

export const owns = (managers: ManagerRow[], accountId: number): boolean =>
  managers.some((one) => one.account_id === accountId && one.is_owner === 1);
