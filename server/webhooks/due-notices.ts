/**
 * Finds what is to be reported, by comparing the store with the notices that were queued: whichever way a project is
 * approved or a key replaced, on the site, by the API or by a command, it is found here, also after a crash.
 */
import { sql } from 'kysely';
import type { NoticeKind } from '../../src/contract/webhook-page.ts';
import { dayLong, dayOf } from '../day.ts';
import { isOpen } from '../db/standing.ts';
import type { Database } from '../db/store.ts';
import type { DeliveryStore } from './deliveries.ts';

/**
 * Older facts are no news; also the time in which notices that were ended may be switched on again without a loss, as the
 * mail about their end says.
 */
const newsFor = 30 * dayLong;
/** How long before its end a key is reported. */
const keyWarning = 7 * dayLong;
/** A smaller number of withdrawn contributions waits for more: on a quiet day it could point at one person. */
export const fewestWithdrawn = 5;

const kindOf = {
  approved: 'project.approved',
  asked: 'project.questioned',
  turned_down: 'project.turned_down',
} as const satisfies Record<string, NoticeKind>;

type Deps = { db: Database; deliveries: Pick<DeliveryStore, 'add'>; pageOf: (projectId: number) => string };

export function dueNotices({ db, deliveries, pageOf }: Deps) {
  const ofReviews = async (now: number): Promise<void> => {
    const { rows } = await sql<{ project_id: number; act_id: number; act: keyof typeof kindOf; at: number }>`
      select a.project_id, a.act_id, a.act, a.at from project_acts a
      join webhooks w on w.project_id = a.project_id and w.ended_at is null and a.at >= w.created_at
      where a.act in (${sql.join(Object.keys(kindOf))}) and a.at > ${now - newsFor}
      and not exists (select 1 from webhook_deliveries d where d.project_id = a.project_id
      and d.source = 'act ' || a.act_id)`.execute(db);
    for (const { project_id: projectId, act_id, act, at } of rows)
      await deliveries.add(
        {
          ...{ projectId, kind: kindOf[act], source: `act ${act_id}`, at: Number(at) },
          data: { project_id: projectId, url: pageOf(projectId) },
        },
        now,
      );
  };

  const ofKeys = async (now: number): Promise<void> => {
    const { rows } = await sql<{ project_id: number; key_id: number; revoked_at: number }>`
      select m.project_id, k.key_id, k.revoked_at from webhooks w
      join project_managers m on m.project_id = w.project_id
      join keys k on k.account_id = m.account_id
      where w.ended_at is null and k.revoked_at > ${now} and k.revoked_at <= ${now + keyWarning}
      and k.scopes <> 'finder' and not exists (select 1 from webhook_deliveries d
      where d.project_id = m.project_id and d.source = 'key ' || k.key_id || ' ' || k.revoked_at)`.execute(
      db,
    );
    for (const { project_id: projectId, key_id, revoked_at } of rows)
      await deliveries.add(
        {
          ...{ projectId, kind: 'key.ending', source: `key ${key_id} ${revoked_at}`, at: now },
          data: {
            ...{ project_id: projectId, key_id: Number(key_id) },
            ends_at: new Date(Number(revoked_at)).toISOString(),
          },
        },
        now,
      );
  };

  const ofWithdrawals = withdrawalNotices({ db, deliveries });

  return async (now: number): Promise<void> => {
    await ofReviews(now);
    await ofKeys(now);
    await ofWithdrawals(now);
  };
}

/** Reports the whole days that have passed since the last notice, if enough was withdrawn in them. */
function withdrawalNotices({ db, deliveries }: Pick<Deps, 'db' | 'deliveries'>) {
  let countedOn = '';

  return async (now: number): Promise<void> => {
    const today = dayOf(now);
    if (countedOn === today) return;
    const until = Date.parse(today);
    const hooks = await db
      .selectFrom('webhooks as w')
      .innerJoin('projects as p', 'p.project_id', 'w.project_id')
      .select(['w.project_id', 'w.withdrawn_from', 'p.state', 'p.is_withheld'])
      .where('w.ended_at', 'is', null)
      .where('w.withdrawn_from', '<', until)
      .execute();
    for (const { project_id: projectId, withdrawn_from, ...standing } of hooks) {
      const from = Number(withdrawn_from);
      const count = isOpen(standing) ? await withdrawnIn(db, projectId, from, until) : 0;
      if (count < fewestWithdrawn) continue;
      await db.transaction().execute(async (trx) => {
        const notice = {
          ...({
            projectId,
            kind: 'contributions.withdrawn',
            source: `withdrawn ${from}`,
            at: until,
          } as const),
          data: { project_id: projectId, count, from: dayOf(from), to: dayOf(until - 1) },
        };
        await deliveries.add(notice, now, trx);
        await trx
          .updateTable('webhooks')
          .set({ withdrawn_from: until })
          .where('project_id', '=', projectId)
          .execute();
      });
    }
    countedOn = today;
  };
}

/** Contributions that participants declined, undid or removed for good, from the day of one moment to before another. */
async function withdrawnIn(db: Database, projectId: number, from: number, until: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(contributions), 0) as count
    from withdrawals where project_id = ${projectId} and day >= ${dayOf(from)} and day < ${dayOf(until)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}
