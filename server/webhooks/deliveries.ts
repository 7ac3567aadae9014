/** The queue of notices in the store: each is sent at least once, always under the same `webhook-id`. */
import type { NoticeKind } from '../../src/contract/webhook-page.ts';
import { dayLong } from '../day.ts';
import { randomId } from '../db/ids.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import type { Database, Store } from '../db/store.ts';

export type OwnersNotice = {
  projectId: number;
  kind: NoticeKind;
  /** The fact that it reports: one notice for each. */
  source: string;
  at: number;
  /** Never anything about a person. */
  data: Record<string, string | number>;
};

export type NoticeJob = {
  delivery_id: number;
  project_id: number;
  kind: NoticeKind;
  body: string;
  created_at: number;
  tries: number;
};

const queue: LeaseQueue = {
  table: 'webhook_deliveries',
  key: 'delivery_id',
  columns: 'delivery_id, project_id, kind, body, created_at, tries',
  // Longer than an exchange may take (post-guarded.ts).
  leaseMilliseconds: 60_000,
};

const keptFor = 30 * dayLong;
export const maxListed = 30;

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    /** Queues a notice, unless there is one about the same fact. Returns whether it is new. */
    async add({ projectId, kind, source, at, data }: OwnersNotice, now: number, trx: Database = db) {
      const body = JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('webhook_deliveries')
        .values({
          ...{ delivery_id: randomId(), project_id: projectId, kind, source, body, created_at: now },
          ...{ next_at: now, tries: 0, status: null, fault: null, delivered_at: null },
        })
        .onConflict((conflict) => conflict.columns(['project_id', 'source']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    take: (now: number) => takeDue<NoticeJob>({ db, engine }, queue, now),

    async delivered({ delivery_id: id }: NoticeJob, status: number, now: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_at: null, delivered_at: now, status, fault: null })
        .where('delivery_id', '=', id)
        .execute();
    },

    /** `until`: when it is tried next; absent if it is given up. */
    async failed(
      { delivery_id: id }: NoticeJob,
      { status, fault, until }: { status?: number; fault: string; until?: number },
    ): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_at: until ?? null, status: status ?? null, fault })
        .where('delivery_id', '=', id)
        .execute();
    },

    /** Ends what waits for a receiver whose notices have ended; managers may send it again. */
    async endWaiting(projectId: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_at: null, fault: 'ended' })
        .where('project_id', '=', projectId)
        .where('next_at', 'is not', null)
        .execute();
    },

    /** Sends a notice again, or all that failed. Returns how many. */
    async replay(projectId: number, which: number | 'failed', now: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set({ next_at: now, tries: 0, delivered_at: null, fault: null, status: null })
        .where('project_id', '=', projectId)
        .where('next_at', 'is', null)
        .$if(which === 'failed', (all) => all.where('delivered_at', 'is', null))
        .$if(which !== 'failed', (all) => all.where('delivery_id', '=', Number(which)))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    newest: (projectId: number, max = maxListed) =>
      db
        .selectFrom('webhook_deliveries')
        .select(['delivery_id', 'kind', 'body', 'created_at', 'next_at', 'tries', 'status', 'fault'])
        .select('delivered_at')
        .where('project_id', '=', projectId)
        .orderBy('created_at', 'desc')
        .orderBy('delivery_id')
        .limit(max)
        .execute(),

    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('webhook_deliveries')
        .where('created_at', '<', now - keptFor)
        .execute();
    },
  };
}
