/** The managers and the origins of projects. */
import { sql, type SqlBool } from 'kysely';
import type { Signatory } from '../../src/contract/pages/certificates.ts';
import type { Tier } from '../../src/contract/pages/tiers.ts';
import { inTurn } from '../db/in-turn.ts';
import { isOpen, isPublished, isShown, openIn } from './visibility.ts';
import type { Database, Store } from '../db/store.ts';

export type OriginRow = { origin: string; how: 'url' | 'editor' | 'proof' };

export type ManagedRow = {
  project_id: number;
  name: string;
  state: string;
  is_hidden: number;
  is_withheld: number;
  review_since: number | null;
};

/** The state of a project, and whether an account manages it. */
export type ProjectAccess = {
  isPublished: boolean;
  isOpen: boolean;
  isShown: boolean;
  isWithheld: boolean;
  manages: boolean;
  maySendHashed: boolean;
};

export function ownersOf({ db }: Pick<Store, 'db'>) {
  return {
    ...managersOf(db),
    ...originsOf(db),

    /**
     * The effects of withholding: the number of participants with contributions, and of valid grants, that are
     * suspended while a project is not open.
     */
    async reach(id: number, now: number): Promise<{ participants: number; grants: number }> {
      const counted = sql<number>`count(*)`.as('count');
      const participants = await db
        .selectFrom('participation')
        .select(counted)
        .where('project_id', '=', id)
        .executeTakeFirst();
      const grants = await db
        .selectFrom('grants')
        .select(counted)
        .where('project_id', '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return { participants: Number(participants?.count ?? 0), grants: Number(grants?.count ?? 0) };
    },

    /** Returns undefined if there is no such project. */
    async standing(id: number, accountId: number): Promise<ProjectAccess | undefined> {
      const row = await db
        .selectFrom('projects as p')
        .leftJoin('project_managers as m', (join) =>
          join.onRef('m.project_id', '=', 'p.project_id').on('m.account_id', '=', accountId),
        )
        .select(['p.state', 'p.is_hidden', 'p.is_withheld', 'p.may_send_hashed', 'm.account_id'])
        .where('p.project_id', '=', id)
        .executeTakeFirst();
      return (
        row && {
          isPublished: isPublished(row),
          isOpen: isOpen(row),
          isShown: isShown(row),
          isWithheld: row.is_withheld === 1,
          manages: row.account_id !== null,
          maySendHashed: row.may_send_hashed === 1,
        }
      );
    },
  };
}

/** The managers of projects, and the projects of a manager. */
function managersOf(db: Database) {
  return {
    /** Returns whether the account did not manage the project before. */
    async addManager(id: number, accountId: number): Promise<boolean> {
      const added = await db
        .insertInto('project_managers')
        .values({ project_id: id, account_id: accountId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('project_id')
        .executeTakeFirst();
      return added !== undefined;
    },

    async managerCount(id: number): Promise<number> {
      const row = await db
        .selectFrom('project_managers')
        .select(sql<number>`count(*)`.as('count'))
        .where('project_id', '=', id)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    manages: (id: number, accountId: number): Promise<boolean> => managesProject(db, id, accountId),

    /** Notes how the managers report, so that the Tools tab shows them only that. */
    chooseTier: (id: number, tier: Tier) =>
      db.updateTable('projects').set({ tier }).where('project_id', '=', id).execute(),

    /** Names who vouches for the hours that the project reports, or nobody. */
    nameSignatory: (id: number, signatory: Signatory | undefined) =>
      db
        .updateTable('projects')
        .set({ signatory: signatory ? JSON.stringify(signatory) : null })
        .where('project_id', '=', id)
        .execute(),

    async managesAnyOpen(accountId: number): Promise<boolean> {
      const row = await db
        .selectFrom('project_managers as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select('p.project_id')
        .where('m.account_id', '=', accountId)
        .where(sql.raw<SqlBool>(openIn('p')))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The names of the projects that an account manages. */
    managedNames: (accountId: number): Promise<{ project_id: number; name: string }[]> =>
      db
        .selectFrom('project_managers as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select(['p.project_id', 'p.name'])
        .where('m.account_id', '=', accountId)
        .execute(),

    /** The projects that an account manages, by name. */
    managedRows: (accountId: number): Promise<ManagedRow[]> =>
      db
        .selectFrom('project_managers as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select(['p.project_id', 'p.name', 'p.state', 'p.is_hidden', 'p.is_withheld', 'p.review_since'])
        .where('m.account_id', '=', accountId)
        .orderBy('p.name')
        .orderBy('p.project_id')
        .execute(),
  };
}

type AddedOrigin = 'new' | 'known' | 'full';

/** Sites of one project. */
export const maxOrigins = 50;

/** Says that a project has no room for a further site. */
export const tooManyOrigins = `This project has ${maxOrigins} sites, which is the most: remove one first.`;

/** The origins of projects: the sites that may credit contributions in their name. */
function originsOf(db: Database) {
  return {
    /** How many living permissions the pages of an origin hold. */
    async grantsAt(id: number, origin: string, now: number): Promise<number> {
      const row = await db
        .selectFrom('grants')
        .select(sql<number>`count(*)`.as('count'))
        .where('project_id', '=', id)
        .where('origin', '=', origin)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** `full`: the project has as many others as it may. `known`: it was decided before that the site is of it. */
    addOrigin: async (id: number, origin: string, how: OriginRow['how'], now: number): Promise<AddedOrigin> =>
      (await inTurn(db, { project: id }, async (trx, hasRoom) => {
        const all = trx.selectFrom('project_origins').where('project_id', '=', id);
        if (!(await hasRoom(all.where('origin', '!=', origin), maxOrigins))) return 'full';
        const before = await all.select('how').where('origin', '=', origin).executeTakeFirst();
        await trx
          .insertInto('project_origins')
          .values({ project_id: id, origin, how, created_at: now })
          .onConflict((conflict) => conflict.columns(['project_id', 'origin']).doUpdateSet({ how }))
          .execute();
        return before === undefined || before.how === 'url' ? 'new' : 'known';
      })) ?? 'full',

    /** Returns how the origin had been registered; undefined if it was not. */
    async removeOrigin(id: number, origin: string): Promise<OriginRow['how'] | undefined> {
      const removed = await db
        .deleteFrom('project_origins')
        .where('project_id', '=', id)
        .where('origin', '=', origin)
        .returning('how')
        .executeTakeFirst();
      return removed?.how;
    },

    origins: (id: number): Promise<OriginRow[]> =>
      db
        .selectFrom('project_origins')
        .select(['origin', 'how'])
        .where('project_id', '=', id)
        .orderBy('origin')
        .execute(),

    /** Whether an open project has registered an origin. */
    async isRegistered(id: number, origin: string): Promise<boolean> {
      const row = await db
        .selectFrom('project_origins as o')
        .innerJoin('projects as p', 'p.project_id', 'o.project_id')
        .select('o.origin')
        .where('o.project_id', '=', id)
        .where('o.origin', '=', origin)
        .where(sql.raw<SqlBool>(openIn('p')))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The open projects that registered an origin; they still count if their owner hides them. */
    async claimants(origin: string): Promise<number[]> {
      const rows = await db
        .selectFrom('project_origins as o')
        .innerJoin('projects as p', 'p.project_id', 'o.project_id')
        .select('o.project_id')
        .where('o.origin', '=', origin)
        .where(sql.raw<SqlBool>(openIn('p')))
        .orderBy('o.project_id')
        .execute();
      return rows.map(({ project_id }) => project_id);
    },
  };
}

/** `db` may be a transaction. */
export async function managesProject(db: Database, id: number, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('project_managers')
    .select('project_id')
    .where('project_id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
