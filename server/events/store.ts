/** Events in the database: recording in batches, untying events from a profile, and deleting old ones. */
import { doubtfulSeconds } from '../../src/contract/api/event.ts';
import { sql } from 'kysely';
import { groupCommit, groupCommitBy } from '../db/group-commit.ts';
import { eventIds } from '../db/ids.ts';
import type { Database, Store } from '../db/store.ts';
import type { Log } from '../log.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { recordLock } from '../db/migrations/baseline.ts';
import { isTakenAway, readUnfinished } from '../db/unfinished-acts.ts';
import type { NewEvent, RecordOutcome } from './recording/new-event.ts';
import { optOuts } from './opt-out.ts';
import { distributedRecordForm } from './recording/record-distributed.ts';
import { recordEvents } from './recording/record-form.ts';
import { recordForm } from './recording/record-postgres.ts';
import { removals } from './removals.ts';
import { retractions } from './retractions.ts';
import { eventsOfKeys } from './stored-keys.ts';
import { markOf, putBackWithin, tieAgain, untie, type PutBack, type Undoer, type Which } from './ties.ts';
import { testEvents } from './test-events.ts';
import { type UnfinishedActs, unfinishedActs } from './unfinished-acts.ts';
import { withdrawalCounter } from './withdrawals.ts';

/** How many contributions, and how many seconds. */
export type SoFar = { events: number; duration: number };

export type EventStore = Awaited<ReturnType<typeof eventStore>>;

export async function eventStore(store: Store, log: Log, keyed: Keyed) {
  const { db } = store;
  const acts = unfinishedActs({ store, log, countWithdrawn: withdrawalCounter(keyed) });
  const nextId = eventIds(store.engine === 'postgres' ? store.node : () => 0, await latestId(db));
  return {
    ...creditStore(store, acts),
    ...testEvents(db, acts),

    nextId,
    ...optOuts(db, acts),
    ...removals(store, acts),
    ...retractions(store, nextId, acts),
    acts,

    /** Resolves when the event is durably committed. */
    record: recorder(store),

    /** The event that a submission id led to, even if it is tied to nobody now. */
    ofSubmission: async (projectId: number, digest: string): Promise<number | undefined> =>
      (await eventsOfKeys(db, projectId, [digest])).get(digest),

    /** The events of several, by their digests. */
    ofSubmissions: (projectId: number, digests: string[]) => eventsOfKeys(db, projectId, digests),
  };
}

function recorder(store: Store): (event: NewEvent) => Promise<RecordOutcome> {
  if (store.engine === 'sqlite')
    return groupCommit(async (events) => {
      const outcomes = await store.sqlite.write<NewEvent, RecordOutcome | { fault: string }>(
        'recordEvents',
        events,
      );
      return outcomes.map((outcome) => ('fault' in outcome ? new Error(outcome.fault) : outcome));
    });
  if (!store.isDistributed) {
    const form = recordForm(store.query);
    return groupCommit((events) => recordEvents(form, events));
  }
  // A worker of Citus that has ended fails the projects that it has, and no others.
  const form = distributedRecordForm(store.transaction);
  return groupCommitBy(
    ({ projectId }) => projectId,
    (events) => recordEvents(form, events),
  );
}

/** The profile that an event is tied to. */
function creditStore({ db, engine }: Store, acts: UnfinishedActs) {
  return {
    /** Whether an event is credited to this profile. */
    async isTied(projectId: number, profileId: number, eventId: number): Promise<boolean> {
      const acts = await readUnfinished(db, { profiles: [profileId] });
      const row = await db
        .selectFrom('events')
        .select('event_id')
        .where('project_id', '=', projectId)
        .where('event_id', '=', eventId)
        .where('profile_id', '=', profileId)
        .where((is) => is.not(isTakenAway('events', acts)))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Unties events from the profile; the project's totals stay. Returns their numbers. */
    untie: (
      projectId: number,
      profileId: number,
      which: Which,
      now: number,
      by?: Undoer,
    ): Promise<number[]> =>
      db
        .transaction()
        .execute((trx) => untie(trx, acts.countWithdrawn, projectId, profileId, which, now, by)),

    /** The event that was undone for this person last, if that may still be put back. */
    async lastUndone(
      projectId: number,
      profileId: number,
      { by, now }: PutBack,
    ): Promise<number | undefined> {
      const row = await db
        .selectFrom('events')
        .select('event_id')
        // Otherwise SQLite goes through all events of the project, instead of those that were undone this week.
        .where(engine === 'sqlite' ? sql<number>`+project_id` : sql.ref<number>('project_id'), '=', projectId)
        .where('undone_by', '=', markOf(by, profileId))
        .where('undone_at', '>=', now - putBackWithin)
        .orderBy('undone_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.event_id;
    },

    /** The sums that are credited to a profile in a project; without a time that nobody can have spent. */
    async soFar(projectId: number, profileId: number): Promise<SoFar | undefined> {
      const row = await db
        .selectFrom('participation')
        .select(['events', 'duration'])
        .where('project_id', '=', projectId)
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
      return row && row.duration > row.events * doubtfulSeconds ? { ...row, duration: 0 } : row;
    },

    /** Ties an event to the profile again that was untied before the participant agreed again, or by this page. */
    async tieAgain(
      projectId: number,
      profileId: number,
      eventId: number,
      agreedAt: number | undefined,
      putBack?: PutBack,
    ): Promise<boolean> {
      // An earlier opt-out that is not finished may have to untie this event.
      await acts.finish({ project_id: projectId, profile_id: profileId });
      return db.transaction().execute(async (trx) => {
        // Locked before it checks for an opt-out: an opt-out that comes meanwhile waits, and unties the event again.
        if (engine === 'postgres')
          await sql`select pg_advisory_xact_lock_shared(${sql.lit(recordLock)})`.execute(trx);
        return tieAgain(trx, acts.countWithdrawn, projectId, profileId, eventId, agreedAt, putBack);
      });
    },

    /** The participant says that the hours of a contribution are right. */
    async confirmHours(projectId: number, profileId: number, eventId: number, now: number): Promise<void> {
      await db
        .updateTable('events')
        .set({ confirmed_at: now })
        .where('project_id', '=', projectId)
        .where('event_id', '=', eventId)
        .where('profile_id', '=', profileId)
        .execute();
    },

    /** Contributions of a project since a moment that took very long. */
    async countLong(projectId: number, since: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from events
        where project_id = ${projectId} and arrived_at >= ${since} and duration > ${sql.lit(doubtfulSeconds)}
        and is_test = 0`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    async claim(projectId: number, profileId: number, now: number): Promise<void> {
      await db
        .updateTable('participation')
        .set({ claimed_at: now })
        .where('project_id', '=', projectId)
        .where('profile_id', '=', profileId)
        .where('claimed_at', 'is', null)
        .execute();
    },
  };
}

/** One index look-up per project with events; a maximum over all events would read every one. */
async function latestId(db: Database): Promise<number> {
  const { rows } = await sql<{ latest: number | null }>`select max(latest) as latest from (
    select (select max(e.event_id) from events e where e.project_id = d.project_id) as latest
    from (select distinct project_id from daily) d) each_project`.execute(db);
  return Number(rows[0]?.latest ?? 0);
}
