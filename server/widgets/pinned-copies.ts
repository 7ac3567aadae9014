/**
 * Every copy of an embed file that was ever served under its content hash. Owners pin such copies with an integrity
 * digest, and the documentation promises that a pinned copy never changes: it must outlive the release it came from.
 */
import type { Database } from '../db/store.ts';

export type PinnedCopies = ReturnType<typeof pinnedCopies>;

export const pinnedCopies = (db: Database) => ({
  /** Stores copies by file name. Does nothing for those that are stored: the name holds the content's hash. */
  async keep(copies: { file: string; content: string }[], now: number): Promise<void> {
    await db
      .insertInto('embed_copies')
      .values(copies.map((copy) => ({ ...copy, created_at: now })))
      .onConflict((conflict) => conflict.column('file').doNothing())
      .execute();
  },

  /** Returns the content of a copy, or undefined when it was never served. */
  async find(file: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('embed_copies')
      .select('content')
      .where('file', '=', file)
      .executeTakeFirst();
    return row?.content;
  },
});
