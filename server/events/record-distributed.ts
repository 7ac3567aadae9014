/**
 * Records events of one project where Citus keeps contributions on workers: a transaction of multi-row inserts, all of
 * which go to the project's worker. Citus does not plan the one statement of record-postgres.ts.
 */
import type { PostgresQuery, PostgresTransaction } from '../db/connections.ts';
import type { Workers } from '../db/workers.ts';
import { insertPadded, upsertInParts } from './distributed-rows.ts';
import {
  dayRows,
  dayShape,
  eventRow,
  eventShape,
  hourRows,
  hourShape,
  participantDayRows,
  participantDayShape,
  participationRows,
  participationShape,
} from './distributed-roll-ups.ts';
import { type Earlier, facts, type NumberedEvent, type RecordForm, type WriteResult } from './record-form.ts';
import { keyDigits } from './stored-keys.ts';

/**
 * A worker that does not answer holds a batch for this many milliseconds. Set in each transaction, because a pooler's
 * connections have no settings of ours.
 */
const patience = { statement_timeout: '2500', 'citus.node_connection_timeout': '2500' };
/** For the whole transaction: the server cannot end a statement on a worker that hangs. */
const limit = 3000;

// Only tables of the coordinator: the lock within `opted_out` is one of its advisory locks, and is held until the commit.
const readFacts = `
with given as (
  select * from json_to_recordset($1::text::json) as g(n integer, "projectId" bigint, "profileId" bigint, reporter bigint)
)${facts}`;

/** The facts about an event, which decide whether it is stored and credited. */
export type EventFacts = Omit<WriteResult, 'is_fresh' | 'is_credited'> & {
  is_published: boolean;
  is_open: boolean;
  member: number | null;
  opted_out: boolean;
};

/** An event that may be stored. */
export type Accepted = NumberedEvent & { isTest: number; credited: number | null; member: number | null };

/** A batch has events of one project. */
export function distributedRecordForm(transaction: PostgresTransaction, workers: Workers): RecordForm {
  const atWorker = <Answer>(events: NumberedEvent[], act: (query: PostgresQuery) => Promise<Answer>) =>
    workers.at(events[0]?.projectId ?? 0, () => transaction(act, patience, limit));
  return {
    write: (events) => atWorker(events, (query) => write(query, events)),
    earlier: (events) => atWorker(events, (query) => readEarlier(query, events)),
  };
}

async function write(query: PostgresQuery, events: NumberedEvent[]): Promise<WriteResult[]> {
  const given = events.map(({ n, projectId, profileId, reporter }) => ({
    n,
    projectId,
    profileId,
    reporter,
  }));
  const { rows } = await query<EventFacts>(readFacts, [JSON.stringify(given)]);
  const byPlace = new Map(events.map((event) => [event.n, event]));
  const accepted = rows.flatMap((row) => acceptedAs(row, byPlace.get(row.n) as NumberedEvent));
  const fresh = await store(query, accepted);
  return rows.map((row) => ({
    ...row,
    is_fresh: fresh.has(row.n),
    is_credited: fresh.has(row.n) && creditedTo(row, 1) !== null,
  }));
}

const creditedTo = ({ is_published, opted_out }: EventFacts, profileId: number): number | null =>
  is_published && !opted_out ? profileId : null;

function acceptedAs(row: EventFacts, event: NumberedEvent): Accepted[] {
  const isAllowed = row.manages || (event.reporter === null && row.is_open);
  if (row.is_withheld !== 0 || !row.has_profile || !isAllowed) return [];
  const credited = creditedTo(row, event.profileId);
  return [{ ...event, isTest: row.is_published ? 0 : 1, credited, member: row.member }];
}

/** Stores events with their roll-ups; returns the places of those that were not there. */
async function store(query: PostgresQuery, accepted: Accepted[]): Promise<Set<number>> {
  const keyed = accepted.filter(({ submission }) => submission !== null);
  const used = new Set((keyed.length === 0 ? [] : await readEarlier(query, keyed)).map(({ n }) => n));
  // In one order in every process: two that insert the same keys would otherwise wait for each other.
  const unused = accepted
    .filter(({ n }) => !used.has(n))
    .sort((one, other) => ((one.submission ?? '') < (other.submission ?? '') ? -1 : 1));
  const rows = unused.map(eventRow);
  const inserted = new Set(await insertPadded(query, 'events', eventShape, rows, 'event_id'));
  const fresh = unused.filter(({ eventId }) => inserted.has(eventId));
  await upsertInParts(query, 'daily', dayShape, dayRows(fresh));
  await upsertInParts(query, 'participation', participationShape, participationRows(fresh));
  await upsertInParts(query, 'hourly', hourShape, hourRows(fresh));
  // After `participation`, whose row guards these.
  await upsertInParts(query, 'participant_days', participantDayShape, participantDayRows(fresh));
  return new Set(fresh.map(({ n }) => n));
}

// As in record-postgres.ts, for the keys of one project.
const earlier = `
select encode(e.key_digest, 'hex') as key, e.event_id, encode(e.key_content, 'hex') as content,
  e.profile_id is not null as is_credited, e.is_test
  from events e where e.project_id = $1 and e.key_digest = any($2::bytea[])
union all select encode(r.key_digest, 'hex'), r.event_id, encode(r.key_content, 'hex'), false, 0
  from removed_events r where r.project_id = $1 and r.key_digest = any($2::bytea[])
union all select substr(s.digest, 1, ${keyDigits}), s.event_id, s.content, e.profile_id is not null,
  coalesce(e.is_test, 0) from submissions s
  left join events e on e.project_id = s.project_id and e.event_id = s.event_id
  where s.project_id = $1 and s.digest = any($3::text[])`;

async function readEarlier(query: PostgresQuery, events: NumberedEvent[]): Promise<Earlier[]> {
  const digests = events.map(({ submission }) => submission ?? '');
  const short = digests.map((digest) => digest.slice(0, keyDigits));
  const { rows } = await query<Omit<Earlier, 'n'> & { key: string }>(earlier, [
    events[0]?.projectId,
    short.map((digest) => Buffer.from(digest, 'hex')),
    [...short, ...digests],
  ]);
  const found = new Map(rows.map((row) => [row.key, row]));
  return events.flatMap(({ n }, index) => {
    const row = found.get(short[index] as string);
    return row ? [{ ...row, n }] : [];
  });
}
