/** Whether the receiver of a project's notices takes them, and is still wanted. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';
import type { NoticeJob } from './deliveries.ts';

type FailedTry = Pick<NoticeJob, 'delivery_id' | 'project_id' | 'tries'>;
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

    /**
     * Notes that a try has failed. Returns since when every try has: since this one, if it is the first of its notice and
     * no other one waits after a failure, because then nobody knows how the receiver was in the time before.
     */
    async failed({ delivery_id, project_id, tries }: FailedTry, now: number): Promise<number> {
      const { rows } = await sql<{ failing_since: number }>`update webhooks set failing_since = case
          when failing_since is not null and (${tries > 1 ? 1 : 0} = 1 or exists (select 1 from webhook_deliveries d
            where d.project_id = ${project_id} and d.delivery_id <> ${delivery_id}
            and d.next_at is not null and d.fault is not null)) then failing_since
          else cast(${now} as bigint) end
        where project_id = ${project_id} returning failing_since`.execute(db);
      return Number(rows[0]?.failing_since ?? now);
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
