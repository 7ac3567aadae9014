/** Whether the receiver of a project's notices takes them, and is still wanted. */
import type { Database } from '../db/store.ts';

export type ReceiverHealth = ReturnType<typeof receiverHealth>;

export function receiverHealth(db: Database) {
  return {
    /** Deletes the receivers of projects that nobody manages any more. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('webhooks')
        .where('project_id', 'not in', (managed) =>
          managed.selectFrom('project_managers').select('project_id'),
        )
        .execute();
    },

    async enable(projectId: number): Promise<void> {
      await db
        .updateTable('webhooks')
        .set({ failing_since: null, ended_at: null, ended_why: null })
        .where('project_id', '=', projectId)
        .execute();
    },

    async succeeded(projectId: number): Promise<void> {
      await db
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('project_id', '=', projectId)
        .where('failing_since', 'is not', null)
        .execute();
    },

    /** Returns since when every try has failed. */
    async failed(projectId: number, now: number): Promise<number> {
      const row = await db
        .updateTable('webhooks')
        .set((hook) => ({ failing_since: hook.fn.coalesce('failing_since', hook.val(now)) }))
        .where('project_id', '=', projectId)
        .returning('failing_since')
        .executeTakeFirst();
      return Number(row?.failing_since ?? now);
    },

    /** Ends the notices, once; `report` queues the mails about it in the same transaction. */
    end: (
      projectId: number,
      why: 'gone' | 'failing',
      now: number,
      report: (trx: Database) => Promise<void>,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('webhooks')
          .set({ ended_at: now, ended_why: why })
          .where('project_id', '=', projectId)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await report(trx);
      }),
  };
}
