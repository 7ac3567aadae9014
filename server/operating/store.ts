/** The queries of the operator's pages: people with a role, and the audit log of their acts. */
import { sql } from 'kysely';
import type { Role } from '../db/account-schema.ts';
import { publishedIn } from '../db/standing.ts';
import type { Database } from '../db/store.ts';

export type OperatorStore = ReturnType<typeof operatorStore>;

export function operatorStore(db: Database) {
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

    async roleOf(accountId: number): Promise<Role> {
      const row = await db
        .selectFrom('accounts')
        .select('role')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.role ?? 'none';
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
