/** The managers' own notes on days of Stats. */
import { randomId } from '../db/ids.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';

export const maxNotes = 100;

export const statsNotes = (db: Database) => ({
  /** Adds a note, once however often it is sent. Returns false where there are too many. */
  add: async (projectId: number, day: string, text: string): Promise<boolean> =>
    (await inTurn(db, { project: projectId }, async (trx, hasRoom) => {
      const notes = trx.selectFrom('stats_notes').where('project_id', '=', projectId);
      const same = notes.select('note_id').where('day', '=', day).where('text', '=', text);
      if (await same.executeTakeFirst()) return true;
      if (!(await hasRoom(notes, maxNotes))) return false;
      await trx
        .insertInto('stats_notes')
        .values({ project_id: projectId, note_id: randomId(), day, text })
        .execute();
      return true;
    })) ?? false,

  async remove(projectId: number, noteId: number): Promise<void> {
    await db
      .deleteFrom('stats_notes')
      .where('project_id', '=', projectId)
      .where('note_id', '=', noteId)
      .execute();
  },
});
