/**
 * Contributions that nobody has claimed: of people who did not join, and of members from before they joined. What a
 * member contributes after joining stays, whatever happens to the earlier ones.
 */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import type { Database, Store } from '../db/store.ts';
import { claimWhatIsLeft, lockRollUp, recount, type RollUpKey } from './roll-up.ts';
import { keepYoungKeys, keptFor } from './stored-keys.ts';

type Part = RollUpKey & { first_at: number };

/** Others write between two batches. */
const partsPerBatch = 100;

/** A contribution may lie this far in the future when it arrives (`mustNotBeAhead`). */
const ahead = dayLong;

/** Deletes what is unclaimed and arrived before a moment, everywhere. Returns how many events. */
export async function forgetAllUnclaimed(
  store: Pick<Store, 'db' | 'engine'>,
  before: number,
  now: number,
): Promise<number> {
  let events = 0;
  let last: Part = { first_at: -1e15, project_id: 0, profile_id: 0 };
  for (;;) {
    const parts = await nextParts(store.db, last, before);
    const end = parts.at(-1);
    if (!end) return events;
    last = end;
    const strangers = parts.filter(({ is_due, joined_at }) => is_due === 1 && joined_at === null);
    if (strangers.length > 0) events += await forgetStrangers(store, strangers, before, now);
    for (const { project_id, profile_id, joined_at, is_due } of parts)
      if (is_due === 1 && joined_at !== null)
        events += await forgetUnclaimed(store, { project_id, profile_id }, before, now);
  }
}

/** The next roll-ups in the order of their first contribution; `is_due`: one of them arrived before the moment. */
async function nextParts(db: Database, last: Part, before: number) {
  const { rows } = await sql<Part & { joined_at: number | null; is_due: number }>`
    select p.project_id, p.profile_id, p.first_at, r.joined_at, case when exists (select 1 from events e
      where e.project_id = p.project_id and e.profile_id = p.profile_id and e.arrived_at < ${before}
      and (r.joined_at is null or e.arrived_at < r.joined_at)) then 1 else 0 end as is_due
    from (select project_id, profile_id, first_at from participation where claimed_at is null
      and (first_at, project_id, profile_id) > (${last.first_at}, ${last.project_id}, ${last.profile_id})
      and first_at < ${before + ahead} order by first_at, project_id, profile_id limit ${partsPerBatch}) p
    join profiles r on r.profile_id = p.profile_id
    order by p.first_at, p.project_id, p.profile_id`.execute(db);
  return rows;
}

/**
 * Deletes what people who have not joined have from before a moment, in one transaction. Roll-ups are locked in the
 * order of recording, and first.
 */
const forgetStrangers = (
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  parts: Part[],
  before: number,
  now: number,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // SQLite has one writer at a time.
    const lock = sql.raw(engine === 'postgres' ? 'for update of p' : '');
    const { rows: locked } = await sql<RollUpKey>`${among(parts)} select p.project_id, p.profile_id from due d
      join participation p on p.project_id = d.project_id and p.profile_id = d.profile_id
      where p.claimed_at is null order by p.project_id, p.profile_id ${lock}`.execute(trx);
    if (locked.length === 0) return 0;
    const due = among(locked);
    // Somebody may have joined meanwhile.
    const chosen = sql`(project_id, event_id) in (${due} select e.project_id, e.event_id from due d
      join profiles r on r.profile_id = d.profile_id and r.joined_at is null
      join events e on e.project_id = d.project_id and e.profile_id = d.profile_id and e.arrived_at < ${before})`;
    if (before > now - keptFor) await keepYoungKeys(trx, engine, chosen, now);
    const { numAffectedRows } = await sql`delete from events where ${chosen}`.execute(trx);
    const empty = sql`(project_id, profile_id) in (${due} select d.project_id, d.profile_id from due d
      where not exists (select 1 from events e where e.project_id = d.project_id and e.profile_id = d.profile_id))`;
    await sql`delete from participant_days where ${empty}`.execute(trx);
    await sql`delete from participation where ${empty}`.execute(trx);
    const { rows: left } = await sql<RollUpKey>`${due} select p.project_id, p.profile_id from due d
      join participation p on p.project_id = d.project_id and p.profile_id = d.profile_id`.execute(trx);
    for (const part of left) await recount(trx, part);
    return Number(numAffectedRows ?? 0);
  });

/** A common table expression `due` of roll-ups. */
const among = (parts: RollUpKey[]) =>
  sql`with due(project_id, profile_id) as (values ${sql.join(
    parts.map((part) => sql`(cast(${part.project_id} as bigint), cast(${part.profile_id} as bigint))`),
  )})`;

/** Deletes what is unclaimed and arrived before a moment, and counts the roll-up again. Returns how many events. */
const forgetUnclaimed = (
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  part: RollUpKey,
  before: number,
  now: number,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rollUp = await lockRollUp(trx, part);
    if (rollUp?.claimed_at !== null) return 0;
    const profile = await trx
      .selectFrom('profiles')
      .select('joined_at')
      .where('profile_id', '=', part.profile_id)
      .executeTakeFirst();
    const joinedAt = profile?.joined_at ?? Infinity;
    const chosen = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}
      and arrived_at < ${Math.min(before, joinedAt)}`;
    if (before > now - keptFor) await keepYoungKeys(trx, engine, chosen, now);
    const { numAffectedRows } = await sql`delete from events where ${chosen}`.execute(trx);
    await recount(trx, part);
    if (Number.isFinite(joinedAt)) await claimWhatIsLeft(trx, part, joinedAt, now);
    return Number(numAffectedRows ?? 0);
  });
