/** Ties events to profiles and unties them, with the roll-up in the same transaction. */
import type { Database } from '../db/store.ts';
import { dayLong } from '../text/day.ts';
import { addToDays } from './roll-up.ts';
import type { CountWithdrawn } from './withdrawals.ts';

/** Selects one of a participant's events in a project, or the latest. All of a time: opt-out.ts. */
export type Which = { eventId: number; since: number } | { latestSince: number };

/** Milliseconds in which the page that undid an event may put it back. */
export const putBackWithin = 7 * dayLong;

/** The grant of the page that undoes an event, or its participant token, which names the person and nothing else. */
export type Undoer = number | 'token';

/** The value of `undone_by`: with a token the person, so that the token of another one does not put it back. */
export const markOf = (by: Undoer, profileId: number): number => (by === 'token' ? -profileId : by);

/** The person or page that undid an event puts it back, at a time within `putBackWithin`. */
export type PutBack = { by: Undoer; now: number };

/** Unties events from the profile; `by` may put them back. Returns their numbers. */
export async function untie(
  db: Database,
  countWithdrawn: CountWithdrawn,
  projectId: number,
  profileId: number,
  which: Which,
  now: number,
  by?: Undoer,
): Promise<number[]> {
  // Locks the roll-up first: if two transactions untie the same events, the second finds none.
  const [part] = await db
    .updateTable('participation')
    .set((row) => ({ events: row('events', '+', 0) }))
    .where('project_id', '=', projectId)
    .where('profile_id', '=', profileId)
    .returning('events')
    .execute();
  if (!part) return [];
  let events = db
    .selectFrom('events')
    .select('event_id')
    .where('project_id', '=', projectId)
    .where('profile_id', '=', profileId);
  if ('eventId' in which)
    events = events.where('event_id', '=', which.eventId).where('arrived_at', '>=', which.since);
  else events = events.where('arrived_at', '>=', which.latestSince).orderBy('event_id', 'desc').limit(1);
  // Read before: untying deletes the place.
  const untied = await db
    .selectFrom('events')
    .select(['type', 'source', 'is_late', 'happened_at', 'place', 'duration'])
    .where('project_id', '=', projectId)
    .where('event_id', 'in', events)
    .execute();
  const rows = await db
    .updateTable('events')
    .set({
      profile_id: null,
      place: null,
      extra: null,
      undone_at: now,
      undone_by: by === undefined ? null : markOf(by, profileId),
      confirmed_at: null,
    })
    .where('project_id', '=', projectId)
    .where('event_id', 'in', events)
    .returning(['event_id', 'duration'])
    .execute();
  if (rows.length === 0) return [];
  const duration = rows.reduce((sum, row) => sum + (row.duration ?? 0), 0);
  await db
    .updateTable('participation')
    .set((row) => ({ events: row('events', '-', rows.length), duration: row('duration', '-', duration) }))
    .where('project_id', '=', projectId)
    .where('profile_id', '=', profileId)
    .execute();
  await db
    .deleteFrom('participation')
    .where('project_id', '=', projectId)
    .where('profile_id', '=', profileId)
    .where('events', '<=', 0)
    .execute();
  await addToDays(db, { project_id: projectId, profile_id: profileId }, untied, -1);
  await countWithdrawn(db, { project_id: projectId, profile_id: profileId }, rows.length, now);
  return rows.map(({ event_id }) => event_id);
}

/**
 * Ties an event again that was untied before the participant agreed (`agreedAt`), or that `putBack` undid. Its place and
 * `extra`, which were deleted when it was untied, stay deleted. Returns whether it is tied now.
 */
export async function tieAgain(
  db: Database,
  countWithdrawn: CountWithdrawn,
  projectId: number,
  profileId: number,
  eventId: number,
  agreedAt: number | undefined,
  putBack?: PutBack,
): Promise<boolean> {
  const optOut = await db
    .selectFrom('opt_outs')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (optOut) return false;
  const was = await db
    .selectFrom('events')
    .select('undone_at')
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  const [event] = await db
    .updateTable('events')
    .set({ profile_id: profileId, undone_at: null, undone_by: null })
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .where('profile_id', 'is', null)
    .where('is_test', '=', 0)
    .where((is) =>
      is.or([
        ...(agreedAt === undefined ? [] : [is('undone_at', '<', agreedAt)]),
        ...(putBack
          ? [
              is.and([
                is('undone_by', '=', markOf(putBack.by, profileId)),
                is('undone_at', '>=', putBack.now - putBackWithin),
              ]),
            ]
          : []),
      ]),
    )
    .returning(['type', 'source', 'is_late', 'happened_at', 'place', 'duration'])
    .execute();
  if (!event) return false;
  const { happened_at: at, duration } = event;
  await db
    .insertInto('participation')
    .values({
      project_id: projectId,
      profile_id: profileId,
      events: 1,
      duration: duration ?? 0,
      first_at: at,
      last_at: at,
      claimed_at: (await isMember(db, profileId)) ? (agreedAt ?? putBack?.now ?? null) : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'profile_id']).doUpdateSet((row) => ({
        events: row('participation.events', '+', 1),
        duration: row('participation.duration', '+', duration ?? 0),
      })),
    )
    .execute();
  await addToDays(db, { project_id: projectId, profile_id: profileId }, [event], 1);
  const undoneAt = was?.undone_at ?? undefined;
  if (undoneAt !== undefined)
    await countWithdrawn(db, { project_id: projectId, profile_id: profileId }, -1, undoneAt);
  return true;
}

const isMember = async (db: Database, profileId: number): Promise<boolean> =>
  !!(await db
    .selectFrom('profiles')
    .select('account_id')
    .where('profile_id', '=', profileId)
    .where('account_id', 'is not', null)
    .executeTakeFirst());
