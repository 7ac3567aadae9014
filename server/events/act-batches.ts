/**
 * One batch of an act on a person's contributions to a project: it reads and changes at most a thousand of them, in the
 * order of their ids, and changes the roll-ups in the same transaction. After a crash the next batch goes on.
 */
import { sql, type RawBuilder } from 'kysely';
import type { EventTables } from './schema.ts';
import type { Database } from '../db/store.ts';
import { deleteContributions } from './deleted.ts';
import { detailNames } from './details.ts';
import { addToDays, claimRollUp, type Dated, lockRollUp, recountTimes, type RollUpKey } from './roll-up.ts';
import type { CountWithdrawn } from './withdrawals.ts';

export type UnfinishedAct = EventTables['unfinished_acts'];

export const rowsPerBatch = 1000;

const claiming: UnfinishedAct['act'][] = ['remove', 'delete', 'forget'];

/** `contributions`: how many were moved or deleted. */
export type Batch = { contributions: number; isLast: boolean };

const columns = sql.raw(`project_id, event_id, profile_id, type, source, is_late, happened_at, arrived_at,
  ${detailNames.join(', ')}, key_digest, key_content, confirmed_at`);

/** Runs the next batch of the act on a roll-up. */
export async function runBatch(
  trx: Database,
  { countWithdrawn }: Pick<Part, 'countWithdrawn'>,
  part: RollUpKey,
  now: number,
): Promise<Batch> {
  // Locks the act before the roll-up, the same order as where the act is decided, so that two transactions cannot
  // deadlock.
  const act = await lockAct(trx, part);
  if (!act) return { contributions: 0, isLast: true };
  await lockRollUp(trx, part);
  const theirs = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id}`;
  const all =
    act.act === 'restore'
      ? sql`from removed_events where ${theirs} and removed_at = ${act.acted_at}`
      : sql`from events where ${theirs}`;
  const { rows } = await sql<{ event_id: number; arrived_at: number }>`select event_id, arrived_at ${all}
    and event_id > ${act.done_to} order by event_id limit ${rowsPerBatch}`.execute(trx);
  const doneTo = rows.at(-1)?.event_id ?? act.done_to;
  const batch = {
    where: sql`${theirs} and event_id > ${act.done_to} and event_id <= ${doneTo}`,
    countWithdrawn,
    now,
  };
  const contributions = await (act.act === 'restore' ? takeBack : takeAway)(trx, act, batch);
  const left = rows.filter(({ arrived_at: at }) => at < act.from_at || at >= (act.to_at ?? Infinity));
  const joinedAt = await joinedAtOf(trx, part);
  const leavesUnclaimed =
    act.leaves_unclaimed === 1 || left.some(({ arrived_at }) => arrived_at < (joinedAt ?? Infinity));
  const isLast = rows.length < rowsPerBatch;
  if (isLast) {
    await finish(trx, act);
    // The contributions that are left are from after the person joined. An opt-out claims nothing.
    if (claiming.includes(act.act) && joinedAt !== null && !leavesUnclaimed)
      await claimRollUp(trx, part, now);
  } else
    await trx
      .updateTable('unfinished_acts')
      .set({ done_to: doneTo, leaves_unclaimed: leavesUnclaimed ? 1 : 0 })
      .where('profile_id', '=', part.profile_id)
      .where('project_id', '=', part.project_id)
      .execute();
  return { contributions, isLast };
}

async function lockAct(trx: Database, part: RollUpKey): Promise<UnfinishedAct | undefined> {
  const [act] = await trx
    .updateTable('unfinished_acts')
    .set((row) => ({ done_to: row.ref('done_to') }))
    .where('profile_id', '=', part.profile_id)
    .where('project_id', '=', part.project_id)
    .returningAll()
    .execute();
  return act;
}

async function joinedAtOf(trx: Database, { profile_id }: RollUpKey): Promise<number | null> {
  const profile = await trx
    .selectFrom('profiles')
    .select('joined_at')
    .where('profile_id', '=', profile_id)
    .executeTakeFirst();
  return profile?.joined_at ?? null;
}

/** Moves one contribution to the removed ones; false if it is not on the profile. No act on the roll-up may be unfinished. */
export async function removeOne(
  trx: Database,
  how: Pick<Part, 'countWithdrawn'>,
  part: RollUpKey,
  eventId: number,
  now: number,
): Promise<boolean> {
  await lockRollUp(trx, part);
  const where = sql`project_id = ${part.project_id} and profile_id = ${part.profile_id} and event_id = ${eventId}`;
  const act = { ...part, act: 'remove', acted_at: now, from_at: 0, to_at: null, is_claimed: 1 } as const;
  const whole = { ...act, done_to: 0, leaves_unclaimed: 0 };
  const taken = await takeAway(trx, whole, { where, ...how, now });
  if (taken > 0) await recountTimes(trx, part);
  return taken > 0;
}

/** The contributions of one batch, as a condition on `events` or `removed_events`. */
type Part = { where: RawBuilder<unknown>; countWithdrawn: CountWithdrawn; now: number };

/** Deletes contributions, unties them, or moves them to the removed ones. */
async function takeAway(
  trx: Database,
  act: UnfinishedAct,
  { where, countWithdrawn, now }: Part,
): Promise<number> {
  const { from_at, to_at } = act;
  const chosen = sql`${where} and arrived_at >= ${from_at} ${to_at === null ? sql`` : sql`and arrived_at < ${to_at}`}`;
  if (act.act === 'remove')
    await sql`insert into removed_events (${columns}, removed_at, is_claimed)
      select ${columns}, cast(${act.acted_at} as bigint), cast(${act.is_claimed} as integer)
      from events where ${chosen}`.execute(trx);
  const rows =
    act.act === 'untie'
      ? await untieRows(trx, act, chosen)
      : act.act === 'remove'
        ? await takeRows(trx, 'events', chosen)
        : await deleteContributions(trx, 'events', chosen, now);
  if (rows.length === 0) return 0;
  await sql`update participation set events = events - ${rows.length}, duration = duration - ${durationOf(rows)}
    where project_id = ${act.project_id} and profile_id = ${act.profile_id}`.execute(trx);
  await addToDays(trx, partOf(act), rows, -1);
  // Removed ones count when they cannot be taken back any more (removals.ts).
  if (act.act === 'untie') await countWithdrawn(trx, partOf(act), rows.length, now);
  return rows.length;
}

const dated = sql`type, source, is_late, happened_at, place, duration`;

/** Takes rows out of a table that have been copied into the other one. */
async function takeRows(
  trx: Database,
  table: 'events' | 'removed_events',
  chosen: RawBuilder<unknown>,
): Promise<Dated[]> {
  const { rows } =
    await sql<Dated>`delete from ${sql.table(table)} where ${chosen} returning ${dated}`.execute(trx);
  return rows;
}

async function untieRows(
  trx: Database,
  { acted_at }: UnfinishedAct,
  chosen: RawBuilder<unknown>,
): Promise<Dated[]> {
  // Read before: untying deletes the place.
  const { rows } = await sql<Dated>`select ${dated} from events where ${chosen}`.execute(trx);
  await sql`update events set profile_id = null, place = null, extra = null, undone_at = ${acted_at},
    undone_by = null, confirmed_at = null where ${chosen}`.execute(trx);
  return rows;
}

/** Puts removed contributions back. */
async function takeBack(trx: Database, act: UnfinishedAct, { where }: Part): Promise<number> {
  const chosen = sql`${where} and removed_at = ${act.acted_at}`;
  await sql`insert into events (${columns}, is_test) select ${columns}, 0 from removed_events where ${chosen}`.execute(
    trx,
  );
  const rows = await takeRows(trx, 'removed_events', chosen);
  if (rows.length === 0) return 0;
  const times = rows.map(({ happened_at }) => Number(happened_at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  // A roll-up without events was opened for these.
  await sql`update participation set events = events + ${rows.length}, duration = duration + ${durationOf(rows)},
    first_at = case when events > 0 and first_at < ${first} then first_at else ${first} end,
    last_at = case when events > 0 and last_at > ${last} then last_at else ${last} end
    where project_id = ${act.project_id} and profile_id = ${act.profile_id}`.execute(trx);
  await addToDays(trx, partOf(act), rows, 1);
  return rows.length;
}

const partOf = ({ project_id, profile_id }: UnfinishedAct): RollUpKey => ({ project_id, profile_id });

const durationOf = (rows: Dated[]): number => rows.reduce((sum, { duration }) => sum + (duration ?? 0), 0);

async function finish(trx: Database, act: UnfinishedAct): Promise<void> {
  if (act.act !== 'restore') await recountTimes(trx, act);
  await trx
    .deleteFrom('unfinished_acts')
    .where('profile_id', '=', act.profile_id)
    .where('project_id', '=', act.project_id)
    .execute();
}
