/**
 * Records a batch of events in the writer thread, in one transaction with their idempotency keys and roll-ups.
 * record-postgres.ts does the same in one statement.
 */
import type { WritingConnection } from '../../db/sqlite/writer.ts';
import { isPublished, type VisibilityColumns } from '../../projects/visibility.ts';
import { detailNames, details } from '../details.ts';
import { type NewEvent, type RecordOutcome, refusedFor } from './new-event.ts';
import { keyDigits, storedForm } from '../stored-keys.ts';

const { key, content } = storedForm('sqlite');

type RecordedProject = VisibilityColumns & { manages: number };
type Profile = { account_id: number | null; objected_at: number | null };
type StoredSubmission = {
  event_id: number;
  content: string;
  is_credited: number;
  is_test: number;
  is_retracted: number;
};

/**
 * A row that fails does not affect the others: after an error, the transaction begins again, and every event has a
 * savepoint of its own. One savepoint for the whole batch would make SQLite copy each page that it changes, and write
 * the copies into a temporary file if there are more than 15.
 */
export function recordEvents(
  db: WritingConnection,
  events: NewEvent[],
): (RecordOutcome | { fault: string })[] {
  try {
    return recordAll(db, events);
  } catch (error) {
    // A full or broken disk has ended the transaction.
    if (isAboutTheStore(error)) throw error;
    db.exec('rollback; begin immediate');
    return events.map((event) => recordAlone(db, event));
  }
}

// Constraint (19), mismatch (20) and range (25) errors concern a row; all others concern the disk or the file.
const isAboutTheStore = (error: unknown) =>
  ![1, 18, 19, 20, 25].includes(Number((error as { errcode?: number }).errcode ?? 1) & 0xff);

function recordAlone(db: WritingConnection, event: NewEvent): RecordOutcome | { fault: string } {
  db.exec('savepoint alone');
  try {
    const [outcome] = recordAll(db, [event]);
    db.exec('release alone');
    return outcome as RecordOutcome;
  } catch (error) {
    if (isAboutTheStore(error)) throw error;
    db.exec('rollback to alone; release alone');
    return { fault: (error as Error).message };
  }
}

function recordAll(db: WritingConnection, events: NewEvent[]): RecordOutcome[] {
  const findProject =
    db.prepare(`select state, is_hidden, is_withheld, exists (select 1 from project_managers m
    where m.project_id = p.project_id and m.account_id = ?) as manages from projects p where project_id = ?`);
  const findProfile = db.prepare('select account_id, objected_at from profiles where profile_id = ?');
  const findOptOut = db.prepare('select 1 from opt_outs where project_id = ? and profile_id = ?');
  const findKey = db.prepare(`
    select event_id, lower(hex(key_content)) as content, profile_id is not null as is_credited, is_test,
      0 as is_retracted from events where project_id = ?1 and key_digest = ${key('?2')}
    union all select event_id, lower(hex(key_content)), 0, 0, 0 from removed_events
      where project_id = ?1 and key_digest = ${key('?2')}
    union all select s.event_id, s.content, 0, is_test, retraction_id is not null from submissions s
      where s.project_id = ?1 and s.digest = substr(?2, 1, ${keyDigits})`);
  const addEvent =
    db.prepare(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test,
    happened_at, arrived_at, ${detailNames.join(', ')}, key_digest, key_content)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?${', ?'.repeat(detailNames.length)}, ${key('?')}, ${content('?')})`);
  const projects = new Map<string, RecordedProject | undefined>();
  const rollUps = new RollUps();

  const outcomes = events.map((event): RecordOutcome => {
    const { projectId, profileId, eventId } = event;
    const projectKey = `${projectId} ${event.reporter}`;
    if (!projects.has(projectKey))
      projects.set(projectKey, findProject.get(event.reporter, projectId) as RecordedProject | undefined);
    const project = projects.get(projectKey);
    const refused = refusedFor(project, project?.manages === 1, event);
    if (!project || refused) return { as: refused ?? 'no_project' };
    const isTest = !isPublished(project);
    const profile = findProfile.get(profileId) as Profile | undefined;
    if (!profile) return { as: 'profile_gone' };
    if (event.submission !== null) {
      const earlier = findKey.get(projectId, event.submission) as StoredSubmission | undefined;
      if (earlier && !event.content?.startsWith(earlier.content)) return { as: 'conflict' };
      if (earlier)
        return {
          as: 'duplicate',
          eventId: earlier.event_id,
          isCredited: earlier.is_credited === 1,
          isTest: earlier.is_test === 1,
          isRetracted: earlier.is_retracted === 1,
        };
    }
    const isCredited =
      !isTest && profile.objected_at === null && findOptOut.get(projectId, profileId) === undefined;
    // An event that is tied to nobody stores nothing that could be about a person.
    addEvent.run(
      projectId,
      eventId,
      isCredited ? profileId : null,
      event.type,
      event.source,
      event.isLate,
      isTest ? 1 : 0,
      event.happenedAt,
      event.arrivedAt,
      ...detailNames.map((name) => (isCredited || !details[name].isPersonal ? event[name] : null)),
      event.submission,
      event.content,
    );
    rollUps.add(event, isTest ? 1 : 0, isCredited ? profile : undefined);
    return { as: 'recorded', eventId, isCredited, isTest };
  });
  rollUps.write(db);
  return outcomes;
}

/** The sums of the batch, written once per row. */
class RollUps {
  readonly #daily = new Map<
    string,
    { event: NewEvent; isTest: number; events: number; duration: number; magnitude: number }
  >();
  readonly #hourly = new Map<string, { event: NewEvent; events: number }>();
  readonly #days = new Map<string, { event: NewEvent; events: number; duration: number }>();
  readonly #participation = new Map<
    string,
    {
      event: NewEvent;
      events: number;
      duration: number;
      first: number;
      last: number;
      claimedAt: number | null;
    }
  >();

  add(event: NewEvent, isTest: number, credited: Profile | undefined): void {
    const duration = event.duration ?? 0;
    const dailyKey = `${event.projectId} ${event.day} ${event.type} ${event.source} ${event.isLate} ${isTest}`;
    const daily = this.#daily.get(dailyKey) ?? { event, isTest, events: 0, duration: 0, magnitude: 0 };
    daily.events += 1;
    daily.duration += duration;
    daily.magnitude += event.magnitude ?? 0;
    this.#daily.set(dailyKey, daily);
    if (isTest === 0) {
      const hourKey = `${event.projectId} ${event.day} ${event.hour}`;
      const hour = this.#hourly.get(hourKey) ?? { event, events: 0 };
      hour.events += 1;
      this.#hourly.set(hourKey, hour);
    }
    if (!credited) return;
    const key = `${event.projectId} ${event.profileId}`;
    const dayKey = `${key} ${event.day} ${event.type} ${event.source} ${event.isLate} ${event.cell}`;
    const day = this.#days.get(dayKey) ?? { event, events: 0, duration: 0 };
    day.events += 1;
    day.duration += duration;
    this.#days.set(dayKey, day);
    const part = this.#participation.get(key) ?? {
      event,
      events: 0,
      duration: 0,
      first: event.happenedAt,
      last: event.happenedAt,
      claimedAt: credited.account_id === null ? null : event.arrivedAt,
    };
    part.events += 1;
    part.duration += duration;
    part.first = Math.min(part.first, event.happenedAt);
    part.last = Math.max(part.last, event.happenedAt);
    this.#participation.set(key, part);
  }

  write(db: WritingConnection): void {
    const addDaily =
      db.prepare(`insert into daily (project_id, day, type, source, is_late, is_test, events, duration,
      magnitude) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (project_id, day, type, source, is_late, is_test)
      do update set events = events + excluded.events, duration = duration + excluded.duration,
      magnitude = magnitude + excluded.magnitude`);
    for (const { event, isTest, events, duration, magnitude } of this.#daily.values())
      addDaily.run(
        event.projectId,
        event.day,
        event.type,
        event.source,
        event.isLate,
        isTest,
        events,
        duration,
        magnitude,
      );
    const addParticipation =
      db.prepare(`insert into participation (project_id, profile_id, events, duration, first_at,
      last_at, claimed_at) values (?, ?, ?, ?, ?, ?, ?) on conflict (project_id, profile_id)
      do update set events = events + excluded.events, duration = duration + excluded.duration,
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`);
    for (const { event, events, duration, first, last, claimedAt } of this.#participation.values())
      addParticipation.run(event.projectId, event.profileId, events, duration, first, last, claimedAt);
    this.#writeCounts(db);
  }

  #writeCounts(db: WritingConnection): void {
    const addHour = db.prepare(`insert into hourly (project_id, day, hour, events) values (?, ?, ?, ?)
      on conflict (project_id, day, hour) do update set events = events + excluded.events`);
    for (const { event, events } of this.#hourly.values())
      addHour.run(event.projectId, event.day, event.hour, events);
    const addDay =
      db.prepare(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell,
      events, duration) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (project_id, profile_id, day, type, source, is_late, cell)
      do update set events = events + excluded.events, duration = duration + excluded.duration`);
    for (const { event, events, duration } of this.#days.values())
      addDay.run(
        event.projectId,
        event.profileId,
        event.day,
        event.type,
        event.source,
        event.isLate,
        event.cell,
        events,
        duration,
      );
  }
}
