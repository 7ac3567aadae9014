/**
 * Contributions that nobody has claimed: those of people who did not join, and those of members from before they
 * joined. A member's contributions from after joining stay, no matter what happens to the earlier ones.
 */
import { sql, type RawBuilder } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Database, Engine, Store } from '../db/store.ts';
import { deleteContributions } from './deleted.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';
import { claimWhatIsLeft, lockRollUp, recount, type RollUpKey } from './roll-up.ts';

type UnclaimedRollUp = RollUpKey & { first_at: number; events: number };

/** Others write between two batches: of roll-ups that are read, and of events that are deleted. */
const partsPerBatch = 100;
const eventsPerBatch = 1000;

/** A contribution may lie this far in the future when it arrives (`aheadFaults`). */
const ahead = dayLong;

/** Deletes what is unclaimed and arrived before a moment, everywhere. Returns how many events. */
export async function forgetAllUnclaimed(
  store: Pick<Store, 'db' | 'engine' | 'isDistributed'>,
  acts: UnfinishedActs,
  before: number,
  now: number,
): Promise<number> {
  let events = 0;
  let last: UnclaimedRollUp = { first_at: -1e15, project_id: 0, profile_id: 0, events: 0 };
  for (;;) {
    const parts = await nextParts(store.db, last, before);
    const end = parts.at(-1);
    if (!end) return events;
    last = end;
    const due = parts.filter(({ is_due }) => is_due === 1);
    const joined = await joinedOf(store.db, due);
    const isLarge = (part: UnclaimedRollUp) => part.events > eventsPerBatch;
    // Citus locks roll-ups of one project only, so that there each has a transaction of its own.
    const isAlone = (part: UnclaimedRollUp) =>
      store.isDistributed || isLarge(part) || joined.get(part.profile_id) !== null;
    for (const some of batches(due.filter((part) => !isAlone(part))))
      events += await forgetStrangers(store, some, before, now);
    for (const part of due.filter((one) => isAlone(one) && joined.has(one.profile_id))) {
      const { project_id, profile_id } = part;
      const rollUp = { project_id, profile_id };
      events += await (isLarge(part)
        ? forgetMany(store.db, acts, rollUp, before, now)
        : forgetUnclaimed(store.db, rollUp, before, now));
    }
  }
}

/** Batches in the same order, with few events each or with one roll-up. */
function batches(parts: UnclaimedRollUp[]): UnclaimedRollUp[][] {
  const all: UnclaimedRollUp[][] = [];
  let room = 0;
  for (const part of parts) {
    if (part.events > room) {
      all.push([]);
      room = eventsPerBatch;
    }
    all.at(-1)?.push(part);
    room -= part.events;
  }
  return all;
}

/** The next roll-ups in the order of their first contribution; `is_due`: one of them arrived before the moment. */
async function nextParts(db: Database, last: UnclaimedRollUp, before: number) {
  const { rows } = await sql<UnclaimedRollUp & { is_due: number }>`
    select c.project_id, c.profile_id, c.first_at, c.events, case when exists (select 1 from events e
      where e.project_id = c.project_id and e.profile_id = c.profile_id and e.arrived_at < ${before})
      then 1 else 0 end as is_due
    from participation c where c.claimed_at is null
      and (c.first_at, c.project_id, c.profile_id) > (${last.first_at}, ${last.project_id}, ${last.profile_id})
      and c.first_at < ${before + ahead} order by c.first_at, c.project_id, c.profile_id
      limit ${partsPerBatch}`.execute(db);
  return rows;
}

/** When the people of these roll-ups joined: null if they have not. */
async function joinedOf(db: Database, parts: RollUpKey[]): Promise<Map<number, number | null>> {
  if (parts.length === 0) return new Map();
  const rows = await db
    .selectFrom('profiles')
    .select(['profile_id', 'joined_at'])
    .where('profile_id', 'in', [...new Set(parts.map(({ profile_id }) => profile_id))])
    .execute();
  return new Map(rows.map(({ profile_id, joined_at }) => [profile_id, joined_at]));
}

/**
 * Deletes what people who have not joined have from before a moment, in one transaction. Roll-ups are locked in the
 * order of recording, and first.
 */
const forgetStrangers = (
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  parts: UnclaimedRollUp[],
  before: number,
  now: number,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // SQLite has one writer at a time.
    const lock = sql.raw(engine === 'postgres' ? 'for update of p' : '');
    const { rows: locked } = await sql<RollUpKey>`${among(engine, parts)}
      select p.project_id, p.profile_id from due d cross join participation p
      where p.project_id = d.project_id and p.profile_id = d.profile_id and p.claimed_at is null
      order by p.project_id, p.profile_id ${lock}`.execute(trx);
    if (locked.length === 0) return 0;
    const due = among(engine, locked);
    // Somebody may have joined meanwhile.
    const chosen = sql`(project_id, event_id) in (${due}
      select e.project_id, e.event_id from due d cross join profiles r cross join events e
      where r.profile_id = d.profile_id and r.joined_at is null and e.project_id = d.project_id
        and e.profile_id = d.profile_id and e.arrived_at < ${before})`;
    const gone = await deleteContributions(trx, 'events', chosen, now);
    const empty = sql`(project_id, profile_id) in (${due} select d.project_id, d.profile_id from due d
      where not exists (select 1 from events e where e.project_id = d.project_id and e.profile_id = d.profile_id))`;
    await sql`delete from participant_days where ${empty}`.execute(trx);
    await sql`delete from participation where ${empty}`.execute(trx);
    const { rows: left } = await sql<RollUpKey>`${due} select p.project_id, p.profile_id
      from due d cross join participation p
      where p.project_id = d.project_id and p.profile_id = d.profile_id`.execute(trx);
    for (const part of left) await recount(trx, part);
    return gone.length;
  });

/** The same as an act in batches, for a person with very many contributions to one project. */
async function forgetMany(
  db: Database,
  acts: UnfinishedActs,
  part: RollUpKey,
  before: number,
  now: number,
): Promise<number> {
  await db.transaction().execute(async (trx) => {
    const rollUp = await trx
      .selectFrom('participation')
      .select('claimed_at')
      .where('project_id', '=', part.project_id)
      .where('profile_id', '=', part.profile_id)
      .executeTakeFirst();
    const joinedAt = (await joinedOf(trx, [part])).get(part.profile_id);
    if (rollUp?.claimed_at !== null || joinedAt === undefined) return;
    const range = { from_at: 0, to_at: Math.min(before, joinedAt ?? Infinity) };
    await acts.begin(trx, { ...part, act: 'forget', ...range, acted_at: now, is_claimed: 0 });
  });
  return acts.finish(part);
}

/**
 * A common table expression `due` of roll-ups. Statements join it with `cross join`, after which SQLite reads it first:
 * otherwise it may read the whole table and look each row up in the list.
 */
function among(engine: Engine, parts: RollUpKey[]): RawBuilder<unknown> {
  const list = JSON.stringify(parts.map(({ project_id, profile_id }) => [project_id, profile_id]));
  return engine === 'sqlite'
    ? sql`with due as (select value ->> 0 as project_id, value ->> 1 as profile_id from json_each(${list}))`
    : sql`with due as (select (value ->> 0)::bigint as project_id, (value ->> 1)::bigint as profile_id
        from json_array_elements(${list}::text::json))`;
}

/** Deletes what is unclaimed and arrived before a moment, and counts the roll-up again. Returns how many events. */
const forgetUnclaimed = (db: Database, part: RollUpKey, before: number, now: number): Promise<number> =>
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
    const gone = await deleteContributions(trx, 'events', chosen, now);
    await recount(trx, part);
    if (Number.isFinite(joinedAt)) await claimWhatIsLeft(trx, part, joinedAt, now);
    return gone.length;
  });
