/**
 * The only way in which contributions are deleted. What is left of each for a year is tied to nobody: its idempotency
 * key, so that a retry is not recorded again, and what it added to the totals of its project, so that the project can
 * take it back (retractions.ts). A project cannot find out which contributions were deleted, and so who is a member.
 */
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { EventType } from '../../src/contract/api/event-types.ts';
import type { EventSource } from '../../src/contract/api/event.ts';
import type { Database } from '../db/store.ts';
import { dayLong } from '../text/day.ts';
import type { Dated } from './roll-up.ts';
import type { EventTables } from './schema.ts';

/** A year, the week in which a project puts back what it took back at its end, and a day for clocks that differ. */
const leftFor = (365 + 7 + 1) * dayLong;
const rowsPerBatch = 1000;

type Deleted = Dated & {
  project_id: number;
  event_id: number;
  profile_id: number | null;
  is_test: number;
  arrived_at: number;
  magnitude: number | null;
  extra: string | null;
  key_digest: Uint8Array | null;
  key_content: Uint8Array | null;
  confirmed_at: number | null;
};

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const leftOf = (row: Deleted) => ({
  project_id: row.project_id,
  digest: row.key_digest ? hexOf(row.key_digest) : `-${row.event_id}`,
  event_id: row.event_id,
  content: row.key_content ? hexOf(row.key_content) : '',
  created_at: row.arrived_at,
  type: row.type,
  source: row.source,
  is_late: row.is_late,
  is_test: row.is_test,
  happened_at: row.happened_at,
  duration: row.duration,
  magnitude: row.magnitude,
});

/** Deletes contributions by a condition on their table, and returns them. */
export async function deleteContributions(
  trx: Database,
  table: 'events' | 'removed_events',
  chosen: RawBuilder<unknown>,
  now: number,
): Promise<Deleted[]> {
  const rows = await deleteRows(trx, table, chosen);
  // The key of a test must be free when the project is published.
  const left = rows.filter((row) => row.is_test === 0 && row.arrived_at > now - leftFor);
  await insertLeft(trx, left.map(leftOf));
  return rows;
}

/** The columns of a contribution that the totals of a project are made of. */
export type Counted = Dated & Pick<Deleted, 'event_id' | 'profile_id' | 'is_test' | 'magnitude'>;

/**
 * Deletes contributions that their project takes back, those that were deleted before with them. Those on a profile keep
 * what lets the project put them back. Returns them.
 */
export async function takeContributionsBack(
  trx: Database,
  chosen: RawBuilder<unknown>,
  retractionId: number,
): Promise<Counted[]> {
  const { rows: before } = await sql<Counted>`update submissions set retraction_id = ${retractionId}
    where ${chosen} and retraction_id is null and type is not null
    returning event_id, null as profile_id, type, source, is_late, is_test, happened_at, null as place, duration,
      magnitude`.execute(trx);
  const counted = await deleteRows(trx, 'events', chosen);
  const removed = await deleteRows(trx, 'removed_events', chosen);
  const all = [...counted, ...removed.map((row) => ({ ...row, profile_id: null }))];
  await insertLeft(
    trx,
    all.map((row) => ({
      ...leftOf(row),
      retraction_id: retractionId,
      ...(row.profile_id !== null && personalOf(row)),
    })),
  );
  return [...before, ...all];
}

/** A contribution on a profile has these; one that is tied to nobody has none of them. */
type Personal = Pick<Deleted, 'profile_id' | 'place' | 'extra' | 'confirmed_at'>;
const nobodys: Personal = { profile_id: null, place: null, extra: null, confirmed_at: null };
const personalOf = ({ profile_id, place, extra, confirmed_at }: Personal): Personal => ({
  profile_id,
  place,
  extra,
  confirmed_at,
});

/** Makes contributions of what is left of those that a retraction took back, tied to those profiles only. Returns them. */
export async function putContributionsBack(
  trx: Database,
  part: { project_id: number; retraction_id: number },
  profiles: { has: (profileId: number) => boolean },
) {
  const left = await trx
    .deleteFrom('submissions')
    .where('project_id', '=', part.project_id)
    .where('retraction_id', '=', part.retraction_id)
    .returningAll()
    .execute();
  const rows = left.map((row) => ({
    ...nobodys,
    ...(profiles.has(row.profile_id ?? 0) && personalOf(row)),
    project_id: row.project_id,
    event_id: row.event_id,
    // Rows without these are of earlier releases, and are never taken back.
    type: row.type as EventType,
    source: row.source as EventSource,
    is_late: row.is_late ?? 0,
    is_test: row.is_test,
    happened_at: row.happened_at ?? 0,
    arrived_at: row.created_at,
    duration: row.duration,
    magnitude: row.magnitude,
    key_digest: row.content === '' ? null : Buffer.from(row.digest, 'hex'),
    key_content: row.content === '' ? null : Buffer.from(row.content, 'hex'),
  }));
  for (let at = 0; at < rows.length; at += rowsPerBatch)
    await trx
      .insertInto('events')
      .values(rows.slice(at, at + rowsPerBatch))
      .execute();
  return rows;
}

async function deleteRows(
  trx: Database,
  table: 'events' | 'removed_events',
  chosen: RawBuilder<unknown>,
): Promise<Deleted[]> {
  const isTest = sql.raw(table === 'events' ? 'is_test' : '0 as is_test');
  const { rows } = await sql<Deleted>`delete from ${sql.table(table)} where ${chosen}
    returning project_id, event_id, profile_id, type, source, is_late, ${isTest}, happened_at, arrived_at, place,
    duration, magnitude, extra, key_digest, key_content, confirmed_at`.execute(trx);
  return rows;
}

async function insertLeft(trx: Database, rows: Insertable<EventTables['submissions']>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerBatch)
    await trx
      .insertInto('submissions')
      .values(rows.slice(at, at + rowsPerBatch))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes what is personal of contributions that were taken back, by a condition. */
export const forgetWhose = (db: Database, chosen: RawBuilder<unknown>) =>
  sql`update submissions set profile_id = null, place = null, extra = null, confirmed_at = null
    where ${chosen}`.execute(db);

/** Deletes what is left of contributions after a year, in batches; returns their number. */
export async function forgetDeleted(db: Database, now: number): Promise<number> {
  for (let gone = 0; ;) {
    const deleted = await sql`delete from submissions where (project_id, digest) in (
      select project_id, digest from submissions where created_at < ${now - leftFor}
      order by created_at limit ${rowsPerBatch})`.execute(db);
    const rows = Number(deleted.numAffectedRows ?? 0);
    gone += rows;
    if (rows < rowsPerBatch) return gone;
  }
}
