/**
 * The retention rule: deletes contributions of people who did not join, and those that a member did not take, after
 * some time; also removed contributions, mappings that were not used, and what is left of deleted contributions after a year. It works
 * in batches, so that others write in between, and each statement finds its rows in an index.
 */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../text/day.ts';
import { putBackWithin } from './ties.ts';
import type { Database, Store } from '../db/store.ts';
import { deleteContributions, forgetDeleted } from './deleted.ts';
import { forgetWhoseTaken } from './retractions.ts';
import { forgetRemoved } from './removals.ts';
import { forgetAllUnclaimed } from './unclaimed.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';

export type Purged = { events: number; profiles: number; submissions: number };

const mappingDays = 730;
const rowsPerBatch = 1000;

export async function purge(
  store: Pick<Store, 'db' | 'engine' | 'isDistributed'>,
  acts: UnfinishedActs,
  retentionDays: number,
  now: number,
): Promise<Purged> {
  const { db } = store;
  const before = now - retentionDays * dayLong;
  const events = (await forgetAllUnclaimed(store, acts, before, now)) + (await forgetRemoved(db, acts, now));
  // A page may put back what it undid for a day; then nothing leads from the event to a person any more.
  await forgetWhoUndid(db, now);
  await forgetWhoseTaken(db, now);
  await forgetUntied(db, before, now);
  const submissions = await forgetDeleted(db, now);
  return { events, profiles: await forgetProfiles(db, now), submissions };
}

async function forgetWhoUndid(db: Database, now: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`update events set undone_by = null where (project_id, event_id) in (
      select project_id, event_id from events where undone_by is not null and undone_at < ${now - putBackWithin}
      order by undone_at limit ${rowsPerBatch})`.execute(db);
    if (Number(numAffectedRows ?? 0) < rowsPerBatch) return;
  }
}

/** Untied events are about nobody: they are deleted by the same rule, and the daily totals remain. */
async function forgetUntied(db: Database, before: number, now: number): Promise<void> {
  const untied = sql`(project_id, event_id) in (select project_id, event_id from events
    where profile_id is null and arrived_at < ${before} order by arrived_at limit ${rowsPerBatch})`;
  for (;;) {
    const deleted = await db.transaction().execute((trx) => deleteContributions(trx, 'events', untied, now));
    if (deleted.length < rowsPerBatch) return;
  }
}

/** Deletes mappings that nobody used for a long time. Returns how many. */
async function forgetProfiles(db: Database, now: number): Promise<number> {
  const unusedSince = dayOf(now - mappingDays * dayLong);
  let profiles = 0;
  let last = { used_day: '', profile_id: 0 };
  for (;;) {
    const { rows } = await sql<typeof last>`select used_day, profile_id from profiles
      where account_id is null and objected_at is null and used_day < ${unusedSince}
      and (used_day, profile_id) > (${last.used_day}, ${last.profile_id})
      order by used_day, profile_id limit ${rowsPerBatch}`.execute(db);
    const end = rows.at(-1);
    if (!end) return profiles;
    profiles += await db.transaction().execute(async (trx) => {
      const unused = await withoutContributions(
        trx,
        rows.map(({ profile_id }) => profile_id),
      );
      if (unused.length === 0) return 0;
      const chosen = sql`select profile_id from profiles where profile_id in (${sql.join(unused)})
        and account_id is null and objected_at is null and used_day < ${unusedSince}`;
      await sql`delete from opt_outs where profile_id in (${chosen})`.execute(trx);
      await sql`delete from digests where profile_id in (${chosen})`.execute(trx);
      const deleted = await sql`delete from profiles where profile_id in (${chosen})`.execute(trx);
      return Number(deleted.numAffectedRows ?? 0);
    });
    last = end;
  }
}

/** Looked up at once; with more, PostgreSQL may read a whole index instead. */
const profilesPerLookup = 50;

async function withoutContributions(db: Database, profiles: number[]): Promise<number[]> {
  const having = new Set<number>();
  for (let at = 0; at < profiles.length; at += profilesPerLookup) {
    const rows = await db
      .selectFrom('participation')
      .select('profile_id')
      .where('profile_id', 'in', profiles.slice(at, at + profilesPerLookup))
      .execute();
    for (const { profile_id } of rows) having.add(profile_id);
  }
  return profiles.filter((profile) => !having.has(profile));
}
