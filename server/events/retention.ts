/**
 * The retention rule: deletes contributions of people who did not join, and those that a member did not take, after
 * some time; also removed contributions, mappings that were not used, and idempotency keys of deleted events.
 */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../day.ts';
import type { Store } from '../db/store.ts';
import { forgetRemoved } from './removals.ts';
import type { RollUpKey } from './roll-up.ts';
import { keepYoungKeys, moveKeys } from './stored-keys.ts';
import { forgetUnclaimed } from './unclaimed.ts';

export type Purged = { events: number; profiles: number; submissions: number };

const mappingDays = 730;

export async function purge(
  store: Pick<Store, 'db' | 'engine'>,
  retentionDays: number,
  now: number,
): Promise<Purged> {
  const { db } = store;
  const before = now - retentionDays * dayLong;
  // Per project and profile: events that are unclaimed and older than the rule allows.
  const { rows } = await sql<RollUpKey>`select p.project_id, p.profile_id from participation p
    join profiles r on r.profile_id = p.profile_id where p.claimed_at is null
    and exists (select 1 from events e where e.project_id = p.project_id and e.profile_id = p.profile_id
    and e.arrived_at < ${before} and (r.joined_at is null or e.arrived_at < r.joined_at))`.execute(db);
  let events = 0;
  for (const part of rows) events += await forgetUnclaimed(store, part, before, now);
  events += await forgetRemoved(db, now);
  // A page may put back what it undid for a day; then nothing leads from the event to a person any more.
  await sql`update events set undone_by = null where undone_by is not null
    and undone_at < ${now - dayLong}`.execute(db);
  // Untied events are about nobody: they are deleted by the same rule, and the daily totals remain.
  await db.transaction().execute(async (trx) => {
    const untied = sql`profile_id is null and arrived_at < ${before}`;
    await keepYoungKeys(trx, store.engine, untied, now);
    await sql`delete from events where ${untied}`.execute(trx);
  });
  const submissions = await moveKeys(store, now);
  const profiles = await db.transaction().execute(async (trx) => {
    const unused = sql`select profile_id from profiles p where account_id is null and objected_at is null
      and used_day < ${dayOf(now - mappingDays * dayLong)}
      and not exists (select 1 from participation q where q.profile_id = p.profile_id)`;
    await sql`delete from opt_outs where profile_id in (${unused})`.execute(trx);
    await sql`delete from digests where profile_id in (${unused})`.execute(trx);
    return sql`delete from profiles where account_id is null and not exists
      (select 1 from digests d where d.profile_id = profiles.profile_id)`.execute(trx);
  });
  return {
    events,
    profiles: Number(profiles.numAffectedRows ?? 0),
    submissions,
  };
}
