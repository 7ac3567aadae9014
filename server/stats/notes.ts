/** The managers' own notes on days of Stats. */
import type { Database } from '../db/store.ts';

export const maxNotes = 100;

export const statsNotes = (db: Database) => ({
  /** Adds a note, once however often it is sent. Returns false where there are too many. */
  async add(projectId: number, day: string, text: string, now: number): Promise<boolean> {
    const { count } = await db
      .selectFrom('stats_notes')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxNotes) return false;
    await db
      .insertInto('stats_notes')
      .values({ project_id: projectId, note_id: now, day, text })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  },

  async remove(projectId: number, noteId: number): Promise<void> {
    await db
      .deleteFrom('stats_notes')
      .where('project_id', '=', projectId)
      .where('note_id', '=', noteId)
      .execute();
  },
});
