/**
 * Drafts: projects that people are still writing. A draft belongs to an account or, before its author signs in, to the
 * browser that has its cookie. The typed fields are encrypted, because they name a contact.
 */
import { sql, type Transaction } from 'kysely';
import { dayLong } from '../../text/day.ts';
import { randomId } from '../../db/ids.ts';
import type { ReviewTables } from '../review/schema.ts';
import type { Tables } from '../../db/schema.ts';
import type { Database, Store } from '../../db/store.ts';
import type { FirstQuestion } from '../../../src/contract/pages/add.ts';
import type { Typed } from '../../../src/contract/pages/project-form.ts';
import { sealedBytes, type StoredBytes } from '../../limits/stored-bytes.ts';
import type { Sealer } from '../../secrets/secrets.ts';

/** The visitor: a signed-in person, a browser with a cookie, or both. */
export type Holder = { accountId: number | undefined; holder: string | undefined };

/**
 * `unread`: why the project's own page could not be read. `asked`: the questions of the first step, until it is done.
 * `writer`: the account whose session ended while it wrote this.
 */
export type Content = {
  typed: Typed;
  unread?: string;
  asked?: FirstQuestion[];
  writer?: number;
};

export type Draft = Content & {
  id: number;
  updatedAt: number;
  /** Whether it belongs to a browser, and not to an account. */
  isOfBrowser: boolean;
  /** The project that it became. */
  projectId: number | null;
};

/** Returns the part of a draft that is stored. */
export const contentOf = ({ typed, unread, asked, writer }: Content): Content => ({
  typed,
  ...(unread !== undefined && { unread }),
  ...(asked && { asked }),
  ...(writer !== undefined && { writer }),
});

export type Drafts = ReturnType<typeof draftStore>;

/** Unsent drafts of one account, or of one browser. */
export const maxDrafts = 20;
/** After the last change. */
export const draftDays = 30;
/** Bytes of one draft: every field at its longest, and an outline. */
export const maxDraftBytes = 1_000_000;
/** Milliseconds after which a draft that was being sent when the service stopped can be sent again. */
const sendingFor = 60_000;

/** The class of the advisory locks by which one author begins one draft after another. */
const draftLock = 7_240_314;

type Row = ReviewTables['project_drafts'];

/** When, and from where somebody writes. */
type Writing = { ip: string; now: number };

export function draftStore({ db, engine }: Store, sealed: Sealer, storing: Pick<StoredBytes, 'store'>) {
  /** The first step of a draft of release 0.2.0 says only that its page could not be read (`read`), and not why. */
  const contentIn = (row: Row): Content => {
    const { read: outcome, ...content } = (sealed.open(row.sealed) ?? { typed: {} }) as Content & {
      read?: string;
    };
    return outcome === 'unread' ? { unread: '', ...content } : content;
  };

  const read = (row: Row): Draft => ({
    ...contentIn(row),
    id: row.draft_id,
    updatedAt: row.updated_at,
    isOfBrowser: row.account_id === null,
    projectId: row.project_id,
  });

  const owned = (trx: Pick<Transaction<Tables>, 'selectFrom'>, { accountId, holder }: Holder) =>
    trx.selectFrom('project_drafts').where((of) =>
      of.or([
        ...(accountId === undefined ? [] : [of('account_id', '=', accountId)]),
        // Once its author has signed in, the cookie alone does not open it.
        ...(holder === undefined ? [] : [of.and([of('holder', '=', holder), of('account_id', 'is', null)])]),
      ]),
    );

  const find = async (id: number, holder: Holder): Promise<Row | undefined> =>
    holder.accountId === undefined && holder.holder === undefined
      ? undefined
      : owned(db, holder).selectAll().where('draft_id', '=', id).executeTakeFirst();

  return {
    ...draftAuthors(db),
    ...draftOutcomes(db),

    find: async (id: number, holder: Holder): Promise<Draft | undefined> => {
      const row = await find(id, holder);
      return row && read(row);
    },

    /** The unsent drafts, newest first. */
    list: async (holder: Holder): Promise<Draft[]> => {
      if (holder.accountId === undefined && holder.holder === undefined) return [];
      const rows = await owned(db, holder)
        .selectAll()
        .where('sent_at', 'is', null)
        .orderBy('updated_at', 'desc')
        .limit(2 * maxDrafts)
        .execute();
      return rows.map(read);
    },

    /** Returns the id; undefined if there are too many drafts already. */
    add: (holder: Holder, content: Content, { ip, now }: Writing): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        // Requests at once would each find room for one more; rows that are not there yet cannot be locked.
        if (engine === 'postgres') {
          const author = String(holder.accountId ?? holder.holder);
          await sql`select pg_advisory_xact_lock(${sql.lit(draftLock)}, hashtext(${author}))`.execute(trx);
        }
        const ids = await owned(trx, holder)
          .select('draft_id')
          .where('sent_at', 'is', null)
          .limit(maxDrafts)
          .execute();
        if (ids.length >= maxDrafts) return undefined;
        storing.store('drafts', ip, sealedBytes(content), now);
        const id = randomId();
        await trx
          .insertInto('project_drafts')
          .values({
            draft_id: id,
            account_id: holder.accountId ?? null,
            holder: holder.accountId === undefined ? (holder.holder ?? null) : null,
            sealed: sealed.seal(content),
            created_at: now,
            updated_at: now,
            sent_at: null,
            project_id: null,
          })
          .execute();
        return id;
      }),

    /** Stores what was typed, unless the draft was sent. Its growth counts for the network. */
    async save(before: Draft, content: Content, { ip, now }: Writing): Promise<void> {
      const more = sealedBytes(content) - sealedBytes(contentOf(before));
      if (more > 0) storing.store('drafts', ip, more, now);
      await db
        .updateTable('project_drafts')
        .set({ sealed: sealed.seal(content), updated_at: now })
        .where('draft_id', '=', before.id)
        .where('sent_at', 'is', null)
        .execute();
    },
  };
}

/** To which account a draft belongs. */
function draftAuthors(db: Database) {
  return {
    /** The account of a draft; undefined if it belongs to a browser, or is not there. */
    async accountOf(id: number): Promise<number | undefined> {
      const row = await db
        .selectFrom('project_drafts')
        .select('account_id')
        .where('draft_id', '=', id)
        .executeTakeFirst();
      return row?.account_id ?? undefined;
    },

    /** Gives a draft to the account that a mailed link signed in. */
    async give(id: number, accountId: number): Promise<void> {
      await db
        .updateTable('project_drafts')
        .set({ account_id: accountId, holder: null })
        .where('draft_id', '=', id)
        .where('account_id', 'is', null)
        .execute();
    },
  };
}

/** How a draft ends: sent, deleted, or forgotten. */
function draftOutcomes(db: Database) {
  return {
    async remove(id: number): Promise<void> {
      await db.deleteFrom('project_drafts').where('draft_id', '=', id).execute();
    },

    /** Takes a draft to send it; if two calls come at the same time, only one gets it. */
    async take(id: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('project_drafts')
        .set({ sent_at: now })
        .where('draft_id', '=', id)
        .where('project_id', 'is', null)
        .where((of) => of.or([of('sent_at', 'is', null), of('sent_at', '<', now - sendingFor)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Deletes the contents of a draft that became a project, where they are now. */
    async settle(id: number, projectId: number, now: number, trx: Database): Promise<void> {
      await trx
        .updateTable('project_drafts')
        .set({ project_id: projectId, sealed: '', updated_at: now })
        .where('draft_id', '=', id)
        .execute();
    },

    /** A draft that was taken and became no project can be sent again. */
    async release(id: number): Promise<void> {
      await db
        .updateTable('project_drafts')
        .set({ sent_at: null })
        .where('draft_id', '=', id)
        .where('project_id', 'is', null)
        .execute();
    },

    /** Deletes drafts that nobody changed for a month, sent ones, too: their projects stay. */
    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('project_drafts')
        .where('updated_at', '<', now - draftDays * dayLong)
        .execute();
    },
  };
}
