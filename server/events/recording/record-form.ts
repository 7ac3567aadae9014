/**
 * Recording a batch on PostgreSQL, whatever the form of the statements: record-postgres.ts has one statement for one
 * server, record-distributed.ts a transaction for each project on Citus.
 */
import { isPublished, openIn, publishedIn } from '../../projects/visibility.ts';
import { type NewEvent, type RecordOutcome, refusedFor } from './new-event.ts';

/** An event with its place in the batch. */
export type NumberedEvent = NewEvent & { n: number };

/** The result of one event: its project and profile, and whether it was stored. */
export type WriteResult = {
  n: number;
  state: string | null;
  is_hidden: number;
  is_withheld: number;
  manages: boolean;
  has_profile: boolean;
  is_fresh: boolean;
  is_credited: boolean;
};

/** The event that an idempotency key led to. */
export type Earlier = {
  n: number;
  event_id: number;
  content: string;
  is_credited: boolean;
  is_test: number;
  is_retracted: boolean;
};

export type RecordForm = {
  /** Stores what may be stored, in one transaction. It never gets two events with the same key. */
  write: (events: NumberedEvent[]) => Promise<WriteResult[]>;
  earlier: (events: NumberedEvent[]) => Promise<Earlier[]>;
};

/** The facts about each row of `given`, from tables about projects and people; opt-outs as of this moment. */
export const facts = `
  select g.*, p.state, p.is_hidden, p.is_withheld, ${publishedIn('p')} as is_published,
    ${openIn('p')} as is_open, m.account_id is not null as manages, r.profile_id is not null as has_profile,
    r.account_id as member, (o.profile is not null or r.objected_at is not null) as opted_out
  from given g
  left join projects p on p.project_id = g."projectId"
  left join project_managers m on m.project_id = g."projectId" and m.account_id = g.reporter
  left join profiles r on r.profile_id = g."profileId"
  left join opted_out((select array_agg("projectId") from given), (select array_agg("profileId") from given)) o
    on o.project = g."projectId" and o.profile = g."profileId"`;

/** A row that fails does not affect the others: after an error every event is recorded alone. */
export async function recordEvents(form: RecordForm, events: NewEvent[]): Promise<(RecordOutcome | Error)[]> {
  try {
    return await recordAll(form, events);
  } catch (error) {
    if (events.length === 1 || isAboutTheStore(error)) throw error;
    const outcomes: (RecordOutcome | Error)[] = [];
    for (const event of events)
      outcomes.push(...(await recordAll(form, [event]).catch((alone: unknown) => [alone as Error])));
    return outcomes;
  }
}

// Classes 22 and 23: errors of a row's data. All others are errors of the database or the connection.
const isAboutTheStore = (error: unknown) => !/^2[23]/.test(String((error as { code?: unknown }).code));

async function recordAll(form: RecordForm, events: NewEvent[]): Promise<(RecordOutcome | Error)[]> {
  // One statement would treat the same idempotency key twice as new both times, so the second event is recorded
  // afterwards.
  const seen = new Set<string>();
  const first: NumberedEvent[] = [];
  const duplicates: NumberedEvent[] = [];
  events.forEach((event, n) => {
    const key = `${event.projectId} ${event.submission}`;
    (event.submission !== null && seen.has(key) ? duplicates : first).push({ ...event, n });
    seen.add(key);
  });
  const outcomes: (RecordOutcome | Error)[] = [];
  for (const row of await form.write(first)) {
    const event = { ...(events[row.n] as NewEvent), n: row.n };
    const project = row.state === null ? undefined : { ...row, state: row.state };
    const isTest = project !== undefined && !isPublished(project);
    const refused = refusedFor(project, row.manages, event);
    if (refused) outcomes[row.n] = { as: refused };
    else if (!row.has_profile) outcomes[row.n] = { as: 'profile_gone' };
    else if (row.is_fresh)
      outcomes[row.n] = { as: 'recorded', eventId: event.eventId, isCredited: row.is_credited, isTest };
    else duplicates.push(event);
  }
  // The events are committed: from here on, an error affects only those that still wait.
  if (duplicates.length > 0)
    await findEarlier(form, duplicates, outcomes).catch((error: unknown) => {
      for (const { n } of duplicates) outcomes[n] ??= error as Error;
    });
  return outcomes;
}

async function findEarlier(
  form: RecordForm,
  events: NumberedEvent[],
  outcomes: (RecordOutcome | Error)[],
): Promise<void> {
  const earlier = new Map((await form.earlier(events)).map((row) => [row.n, row]));
  for (const event of events) {
    const before = earlier.get(event.n);
    // The first event with this key in the batch was refused, so it recorded nothing: this one is recorded by itself.
    if (!before)
      outcomes[event.n] = await recordAll(form, [event]).then(
        ([outcome]) => outcome as RecordOutcome | Error,
        (error: unknown) => error as Error,
      );
    else if (!event.content?.startsWith(before.content)) outcomes[event.n] = { as: 'conflict' };
    else
      outcomes[event.n] = {
        as: 'duplicate',
        eventId: before.event_id,
        isCredited: before.is_credited,
        isTest: before.is_test === 1,
        isRetracted: before.is_retracted,
      };
  }
}
