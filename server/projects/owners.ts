/** Who manages a project, and which origins are its own. */
import type { Store } from '../db/store.ts';

export type OriginRow = { origin: string; how: 'url' | 'editor' | 'proof' };

/** Where a project stands, and whether an account manages it. */
export type Standing = { isPublished: boolean; isHidden: boolean; manages: boolean; maySendHashed: boolean };

export function ownersOf({ db }: Pick<Store, 'db'>) {
  return {
    async addManager(id: number, accountId: number): Promise<void> {
      await db
        .insertInto('project_managers')
        .values({ project_id: id, account_id: accountId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Answers whether the account managed the project. */
    async removeManager(id: number, accountId: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('project_managers')
        .where('project_id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async addOrigin(id: number, origin: string, how: OriginRow['how'], now: number): Promise<void> {
      await db
        .insertInto('project_origins')
        .values({ project_id: id, origin, how, created_at: now })
        .onConflict((conflict) => conflict.columns(['project_id', 'origin']).doUpdateSet({ how }))
        .execute();
    },

    origins: (id: number): Promise<OriginRow[]> =>
      db
        .selectFrom('project_origins')
        .select(['origin', 'how'])
        .where('project_id', '=', id)
        .orderBy('origin')
        .execute(),

    async isRegistered(id: number, origin: string): Promise<boolean> {
      const row = await db
        .selectFrom('project_origins')
        .select('origin')
        .where('project_id', '=', id)
        .where('origin', '=', origin)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The published projects that registered an origin; one that is hidden goes on counting. */
    async claimants(origin: string): Promise<number[]> {
      const rows = await db
        .selectFrom('project_origins as o')
        .innerJoin('projects as p', 'p.project_id', 'o.project_id')
        .select('o.project_id')
        .where('o.origin', '=', origin)
        .where('p.state', '=', 'published')
        .orderBy('o.project_id')
        .execute();
      return rows.map(({ project_id }) => project_id);
    },

    async manages(id: number, accountId: number): Promise<boolean> {
      const row = await db
        .selectFrom('project_managers')
        .select('project_id')
        .where('project_id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async managesAnyPublished(accountId: number): Promise<boolean> {
      const row = await db
        .selectFrom('project_managers as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select('p.project_id')
        .where('m.account_id', '=', accountId)
        .where('p.state', '=', 'published')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The names of what an account manages. */
    managedNames: (accountId: number): Promise<{ project_id: number; name: string }[]> =>
      db
        .selectFrom('project_managers as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select(['p.project_id', 'p.name'])
        .where('m.account_id', '=', accountId)
        .execute(),

    /** Undefined where there is no such project. */
    async standing(id: number, accountId: number): Promise<Standing | undefined> {
      const row = await db
        .selectFrom('projects as p')
        .leftJoin('project_managers as m', (join) =>
          join.onRef('m.project_id', '=', 'p.project_id').on('m.account_id', '=', accountId),
        )
        .select(['p.state', 'p.is_hidden', 'p.may_send_hashed', 'm.account_id'])
        .where('p.project_id', '=', id)
        .executeTakeFirst();
      return (
        row && {
          isPublished: row.state === 'published',
          isHidden: row.is_hidden === 1,
          manages: row.account_id !== null,
          maySendHashed: row.may_send_hashed === 1,
        }
      );
    },
  };
}
