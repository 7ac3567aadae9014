/** The queue of notices in the store: each is sent at least once, always under the same `webhook-id`. */
import type { NoticeData, NoticeKind } from '../../src/contract/pages/webhooks.ts';
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import { randomId } from '../db/ids.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import type { Database, Store } from '../db/store.ts';
import { turnOf } from '../limits/turns.ts';

export type OwnersNotice = {
  projectId: number;
  kind: NoticeKind;
  /** The fact that it reports: one notice for each. */
  source: string;
  at: number;
  data: NoticeData;
};

export type NoticeJob = {
  delivery_id: number;
  project_id: number;
  kind: NoticeKind;
  body: string;
  created_at: number;
  tries: number;
  by_hand: number;
};

/** Milliseconds; longer than an exchange may take (post-guarded.ts). */
export const lease = 60_000;

const queue: LeaseQueue = {
  table: 'webhook_deliveries',
  key: 'delivery_id',
  columns: 'delivery_id, project_id, kind, body, created_at, tries, by_hand',
  leaseMilliseconds: lease,
  order: ['turn'],
};

/** The next turn of a project's notices. */
export const turnFor = (projectId: number, at: number): number => turnOf(`notices of ${projectId}`, at);

/** The `webhook-id` of a notice, the same in each try. */
export const messageId = (deliveryId: number): string => `msg_${deliveryId}`;

const keptFor = 30 * dayLong;
const maxListed = 30;

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    /** Queues a notice, unless there is one about the same fact. Returns whether it is new. */
    async add({ projectId, kind, source, at, data }: OwnersNotice, now: number, trx: Database = db) {
      const body = JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('webhook_deliveries')
        .values({
          delivery_id: randomId(),
          project_id: projectId,
          kind,
          source,
          body,
          created_at: now,
          next_at: now,
          tries: 0,
          status: null,
          fault: null,
          delivered_at: null,
          turn: turnFor(projectId, now),
          by_hand: kind === 'test' ? 1 : 0,
        })
        .onConflict((conflict) => conflict.columns(['project_id', 'source']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Takes a notice that is due, of another project than these. */
    take: (now: number, held: readonly number[]) =>
      takeDue<NoticeJob>(
        { db, engine },
        queue,
        now,
        held.length === 0 ? sql`1 = 1` : sql`project_id not in (${sql.join(held)})`,
      ),

    /** Gives a notice back that was taken and not tried. */
    async giveBack({ delivery_id: id, tries }: NoticeJob, until: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_at: until, tries: tries - 1 })
        .where('delivery_id', '=', id)
        .execute();
    },

    async delivered({ delivery_id: id }: NoticeJob, status: number, now: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_at: null, delivered_at: now, status, fault: null })
        .where('delivery_id', '=', id)
        .execute();
    },

    /** `until`: when it is tried next; absent if it is given up. */
    async failed(
      { delivery_id: id, project_id: projectId }: NoticeJob,
      { status, fault, until }: { status?: number; fault: string; until?: number },
    ): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({
          next_at: until ?? null,
          status: status ?? null,
          fault,
          ...(until !== undefined && { turn: turnFor(projectId, until) }),
        })
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
