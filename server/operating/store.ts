/** The queries of the operator's pages: people with a role, and the audit log of their acts. */
import { memberName } from '../db/member-name.ts';
import { sql } from 'kysely';
import type { Role } from '../accounts/schema.ts';
import { publishedIn } from '../projects/visibility.ts';
import type { Database, Store } from '../db/store.ts';

/**
 * `stays`: nothing was changed, because nobody would be an operator any more. `isOther`: nothing was, because the role
 * is another one than the one that was seen.
 */
export type ChangedRole = { before: Role; stays?: true; isOther?: true };

/** `seen`: the role that the page showed. */
export type RoleChange = { role: Role; keepsOperator: boolean; seen?: Role | undefined };

export type OperatorStore = ReturnType<typeof operatorStore>;

export function operatorStore({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    ...roleHistory(db),

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
    changeRole: (accountId: number, { role, keepsOperator, seen }: RoleChange): Promise<ChangedRole> =>
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
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        const before = row?.role ?? 'none';
        if (seen !== undefined && seen !== before) return { before, isOther: true };
        await trx.updateTable('accounts').set({ role }).where('account_id', '=', accountId).execute();
        return { before };
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

const roleHistory = (db: Database) => ({
  /** The last time that somebody gave an account a role, or ended it. */
  roleGiven: (accountId: number): Promise<{ at: number; name: string | null } | undefined> =>
    db
      .selectFrom('audit')
      .leftJoin('accounts as a', (join) => join.on(sql`audit.actor`, '=', sql`'account ' || a.account_id`))
      .select(['audit.at', memberName('a').as('name')])
      .where('act', 'like', 'role %')
      .where('subject', '=', String(accountId))
      .orderBy('at', 'desc')
      .executeTakeFirst(),
});
