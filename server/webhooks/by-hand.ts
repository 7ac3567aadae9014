/**
 * Limits what managers have sent by hand, tests and repetitions: our server must not become a tool to flood another one.
 * Each request to the receiver counts when it is sent, also a further try, and not the click that caused it.
 */
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import { countIn, countsOf, takeBack, type Window } from '../limits/stored-counts.ts';
import { lease, turnFor, type DeliveryStore } from './deliveries.ts';

const perHour: Window = { name: 'webhook-tests', max: 30, milliseconds: 3_600_000 };
const countFor = (projectId: number) => ({ window: perHour, subject: String(projectId) });

export type ByHand = ReturnType<typeof sentByHand>;

export function sentByHand(db: Database, deliveries: Pick<DeliveryStore, 'add'>) {
  return {
    /** Counts a request that is about to be sent. Returns when it may be sent instead, if there were too many. */
    async count(projectId: number, now: number): Promise<number | undefined> {
      const full = await countIn(db, [countFor(projectId)], now);
      return full && now + full.retryAfter * 1000;
    },

    /** Takes the count of a request back that was not sent. */
    uncount: (projectId: number): Promise<void> => takeBack(db, [countFor(projectId)]),

    /** Sends a test notice. While one waits, that one is sent, and no other. `form`: one test for each. */
    test: (projectId: number, form: string, now: number): Promise<void> =>
      alone(db, projectId, async (trx) => {
        if (await hastenTest(trx, projectId, now)) return;
        await roomFor(trx, projectId, now);
        const data = { project_id: projectId };
        await deliveries.add({ projectId, kind: 'test', source: `test ${form}`, at: now, data }, now, trx);
      }),

    /** Sends a notice again that does not wait, or the newest of those that failed: as many as the limit has room for. */
    replay: (projectId: number, which: number | 'failed', now: number): Promise<void> =>
      alone(db, projectId, async (trx) => {
        const again = await trx
          .selectFrom('webhook_deliveries')
          .select('delivery_id')
          .where('project_id', '=', projectId)
          .where('next_at', 'is', null)
          .$if(which === 'failed', (all) => all.where('delivered_at', 'is', null))
          .$if(which !== 'failed', (all) => all.where('delivery_id', '=', Number(which)))
          .orderBy('created_at', 'desc')
          .limit(perHour.max)
          .execute();
        if (again.length === 0) return;
        const room = await roomFor(trx, projectId, now);
        for (const { delivery_id: id } of again.slice(0, room))
          await trx
            .updateTable('webhook_deliveries')
            .set({
              next_at: now,
              tries: 0,
              delivered_at: null,
              fault: null,
              status: null,
              turn: turnFor(projectId, now),
              by_hand: 1,
            })
            .where('delivery_id', '=', id)
            .execute();
      }),
  };
}

/** Locks the row, so that of two clicks at once the second sees the first. */
const alone = (db: Database, projectId: number, act: (trx: Database) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('webhooks')
      .set((row) => ({ form: row.ref('form') }))
      .where('project_id', '=', projectId)
      .execute();
    await act(trx);
  });

/** How many more may be sent within the hour; refuses if there are none. Those that wait count as sent. */
async function roomFor(trx: Database, projectId: number, now: number): Promise<number> {
  const sent = await countsOf(trx, countFor(projectId), now);
  const waiting = await trx
    .selectFrom('webhook_deliveries')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('by_hand', '=', 1)
    .where('next_at', 'is not', null)
    .executeTakeFirst();
  const room = perHour.max - sent.count - Number(waiting?.count ?? 0);
  if (room > 0) return room;
  throw new Refusal(
    'too_many',
    `At most ${perHour.max} requests an hour are sent from this page, each further try among them.`,
    { retryAfter: sent.retryAfter },
  );
}

/** Returns whether a test notice waits. One that is tried within the next minute, or just now, stays as it is. */
async function hastenTest(trx: Database, projectId: number, now: number): Promise<boolean> {
  const waiting = await trx
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'test')
    .where('next_at', 'is not', null)
    .executeTakeFirst();
  if (!waiting) return false;
  await trx
    .updateTable('webhook_deliveries')
    .set({ next_at: now, turn: turnFor(projectId, now) })
    .where('delivery_id', '=', waiting.delivery_id)
    .where('next_at', '>', now + lease)
    .execute();
  return true;
}
