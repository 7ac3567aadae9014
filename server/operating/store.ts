/** The queries of the operator's pages: people with a role, and the audit log of their acts. */
import { sql } from 'kysely';
import type { Role } from '../db/account-schema.ts';
import { publishedIn } from '../db/standing.ts';
import type { Store } from '../db/store.ts';

/** `stays`: nothing was changed, because nobody would be an operator any more. */
export type ChangedRole = { before: Role; stays: boolean };

export type OperatorStore = ReturnType<typeof operatorStore>;

export function operatorStore({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    /** People with a role, and their main addresses. */
    people: (): Promise<{ account_id: number; name: string; role: Role; address: string | null }[]> =>
      db
        .selectFrom('accounts as a')
        .leftJoin('addresses as m', (join) =>
          join.onRef('m.account_id', '=', 'a.account_id').on('m.is_main', '=', 1),
        )
        .select(['a.account_id', 'a.name', 'a.role', 'm.address'])
        .where('a.role', '!=', 'none')
        .orderBy('a.role', 'desc')
        .orderBy('a.account_id')
        .execute(),

    /** `keepsOperator`: the role of the only operator stays. */
    changeRole: (accountId: number, role: Role, keepsOperator: boolean): Promise<ChangedRole> =>
      db.transaction().execute(async (trx) => {
        // Serialized by the rows of all operators: otherwise two who end each other's role at the same moment both
        // succeed. SQLite has one writer anyway.
        const operators = await trx
          .selectFrom('accounts')
          .select('account_id')
          .where('role', '=', 'operator')
          .orderBy('account_id')
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .execute();
        const isOnly = operators.length === 1 && operators[0]?.account_id === accountId;
        if (keepsOperator && isOnly && role !== 'operator') return { before: 'operator', stays: true };
        const row = await trx
          .selectFrom('accounts')
          .select('role')
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        await trx.updateTable('accounts').set({ role }).where('account_id', '=', accountId).execute();
        return { before: row?.role ?? 'none', stays: false };
      }),

    async isOnlyOperator(accountId: number): Promise<boolean> {
      const two = await db
        .selectFrom('accounts')
        .select('account_id')
        .where('role', '=', 'operator')
        .limit(2)
        .execute();
      return two.length === 1 && two[0]?.account_id === accountId;
    },

    /** Whether there is a published project, an editor, an owner without a role, and a message that was shown. */
    async firstSteps() {
      const { rows } = await sql<
        Record<'project' | 'editor' | 'owner' | 'embed', number | bigint | string>
      >`select
        (select count(*) from (select 1 from projects where ${sql.raw(publishedIn('projects'))} limit 1) one) as project,
        (select count(*) from (select 1 from accounts where role = 'editor' limit 1) one) as editor,
        (select count(*) from (select 1 from project_managers join accounts using (account_id)
          where role = 'none' limit 1) one) as owner,
        (select count(*) from (select 1 from shown limit 1) one) as embed`.execute(db);
      const is = (name: 'project' | 'editor' | 'owner' | 'embed') => Number(rows[0]?.[name]) > 0;
      return { project: is('project'), editor: is('editor'), owner: is('owner'), embed: is('embed') };
    },

    async auditCount(): Promise<number> {
      const row = await db
        .selectFrom('audit')
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The newest first. */
    audit: (offset: number, size: number) =>
      db
        .selectFrom('audit')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('act')
        .offset(offset)
        .limit(size)
        .execute(),
  };
}
