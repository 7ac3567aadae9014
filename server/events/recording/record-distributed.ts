/**
 * Records events of one project where Citus keeps contributions on workers: a transaction of multi-row inserts, all of
 * which go to the project's worker. Citus does not plan the one statement of record-postgres.ts.
 */
import type { PostgresQuery, PostgresTransaction } from '../../db/postgres/connections.ts';
import { insertPadded, type RowShape, upsertInParts } from './distributed-rows.ts';
import { type Earlier, facts, type NumberedEvent, type RecordForm, type WriteResult } from './record-form.ts';
import { contentDigits, keyDigits } from '../stored-keys.ts';
import { detailNames, details } from '../details.ts';

type RollUpValue = string | number | Buffer | null;

const eventShape: RowShape = {
  columns: [
    ...[
      'project_id',
      'event_id',
      'profile_id',
      'type',
      'source',
      'is_late',
      'is_test',
      'happened_at',
      'arrived_at',
    ],
    ...detailNames,
    ...['key_digest', 'key_content'],
  ],
};

const bytesOf = (digest: string | null, digits: number) =>
  digest === null ? null : Buffer.from(digest.slice(0, digits), 'hex');

const eventRow = (event: Accepted): RollUpValue[] => [
  ...[event.projectId, event.eventId, event.credited, event.type, event.source, event.isLate, event.isTest],
  ...[event.happenedAt, event.arrivedAt],
  ...detailNames.map((name) => (details[name].isPersonal && event.credited === null ? null : event[name])),
  bytesOf(event.submission, keyDigits),
  bytesOf(event.content, contentDigits),
];

/** Sums up events by a key; the sums follow it in the row. */
function summed(
  events: Accepted[],
  keyOf: (event: Accepted) => (string | number)[],
  sumsOf: (event: Accepted) => number[],
): (string | number)[][] {
  const rows = new Map<string, (string | number)[]>();
  for (const event of events) {
    const key = keyOf(event);
    const name = key.join(' ');
    const sums = sumsOf(event);
    const row = rows.get(name);
    if (row) sums.forEach((sum, index) => ((row[key.length + index] as number) += sum));
    else rows.set(name, [...key, ...sums]);
  }
  // The order in which rows are locked, the same in every process.
  return [...rows.values()].sort(byKey);
}

function byKey(one: (string | number)[], other: (string | number)[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] as string | number;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

const added = (...columns: string[]) =>
  columns.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ');

const rollUp = (key: string[], sums: string[], more = ''): RowShape => ({
  columns: [...key, ...sums],
  key,
  merge: added(...sums) + more,
});

const dayShape = rollUp(
  ['project_id', 'day', 'type', 'source', 'is_late', 'is_test'],
  ['events', 'duration', 'magnitude'],
);
const dayRows = (events: Accepted[]) =>
  summed(
    events,
    ({ projectId, day, type, source, isLate, isTest }) => [projectId, day, type, source, isLate, isTest],
    ({ duration, magnitude }) => [1, duration ?? 0, magnitude ?? 0],
  );

const hourShape = rollUp(['project_id', 'day', 'hour'], ['events']);
const hourRows = (events: Accepted[]) =>
  summed(
    events.filter(({ isTest }) => isTest === 0),
    ({ projectId, day, hour }) => [projectId, day, hour],
    () => [1],
  );

/** Events that are tied to a profile. */
const creditedOnes = (events: Accepted[]) =>
  events.filter((event): event is Accepted & { credited: number } => event.credited !== null);

const participantDayShape = rollUp(
  ['project_id', 'profile_id', 'day', 'type', 'source', 'is_late', 'cell'],
  ['events', 'duration'],
);
const participantDayRows = (events: Accepted[]) =>
  summed(
    creditedOnes(events),
    ({ projectId, profileId, day, type, source, isLate, cell }) => [
      ...[projectId, profileId, day, type, source, isLate, cell],
    ],
    ({ duration }) => [1, duration ?? 0],
  );

const participationShape: RowShape = {
  columns: ['project_id', 'profile_id', 'events', 'duration', 'first_at', 'last_at', 'claimed_at'],
  key: ['project_id', 'profile_id'],
  merge: `${added('events', 'duration')}, first_at = least(t.first_at, excluded.first_at),
    last_at = greatest(t.last_at, excluded.last_at)`,
};

function participationRows(events: Accepted[]): RollUpValue[][] {
  const people = Map.groupBy(creditedOnes(events), ({ profileId }) => profileId);
  return [...people]
    .sort(([one], [other]) => one - other)
    .map(([profileId, theirs]) => {
      const times = theirs.map(({ happenedAt }) => happenedAt);
      const arrived = theirs.filter(({ member }) => member !== null).map(({ arrivedAt }) => arrivedAt);
      return [
        ...[theirs[0]?.projectId as number, profileId, theirs.length],
        theirs.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
        ...[Math.min(...times), Math.max(...times)],
        arrived.length === 0 ? null : Math.max(...arrived),
      ];
    });
}

/**
 * Milliseconds that a batch may wait for its worker. Set in each transaction, because a pooler's connections have no
 * settings of ours.
 */
const patience = { statement_timeout: '2500', 'citus.node_connection_timeout': '2500' };

// Only tables of the coordinator: the lock within `opted_out` is one of its advisory locks, and is held until the commit.
const readFacts = `
with given as (
  select * from json_to_recordset($1::text::json) as g(n integer, "projectId" bigint, "profileId" bigint, reporter bigint)
)${facts}`;

/** The facts about an event, which decide whether it is stored and credited. */
type EventFacts = Omit<WriteResult, 'is_fresh' | 'is_credited'> & {
  is_published: boolean;
  is_open: boolean;
  member: number | null;
  opted_out: boolean;
};

/** An event that may be stored. */
type Accepted = NumberedEvent & { isTest: number; credited: number | null; member: number | null };

/** A batch has events of one project. */
export const distributedRecordForm = (transaction: PostgresTransaction): RecordForm => ({
  write: (events) => transaction((query) => write(query, events), patience),
  earlier: (events) => transaction((query) => readEarlier(query, events), patience),
});

async function write(query: PostgresQuery, events: NumberedEvent[]): Promise<WriteResult[]> {
  const references = events.map(({ n, projectId, profileId, reporter }) => ({
    n,
    projectId,
    profileId,
    reporter,
  }));
  const { rows } = await query<EventFacts>(readFacts, [JSON.stringify(references)]);
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
  // In the order of PostgreSQL's one statement; `participation` guards `participant_days`.
  await upsertInParts(query, 'participation', participationShape, participationRows(fresh));
  await upsertInParts(query, 'participant_days', participantDayShape, participantDayRows(fresh));
  await upsertInParts(query, 'hourly', hourShape, hourRows(fresh));
  await upsertInParts(query, 'daily', dayShape, dayRows(fresh));
  return new Set(fresh.map(({ n }) => n));
}

// As in record-postgres.ts, for the keys of one project.
const earlier = `
select encode(e.key_digest, 'hex') as key, e.event_id, encode(e.key_content, 'hex') as content,
  e.profile_id is not null as is_credited, e.is_test, false as is_retracted
  from events e where e.project_id = $1 and e.key_digest = any($2::bytea[])
union all select encode(r.key_digest, 'hex'), r.event_id, encode(r.key_content, 'hex'), false, 0, false
  from removed_events r where r.project_id = $1 and r.key_digest = any($2::bytea[])
union all select s.digest, s.event_id, s.content, false, s.is_test, s.retraction_id is not null
  from submissions s where s.project_id = $1 and s.digest = any($3::text[])`;

async function readEarlier(query: PostgresQuery, events: NumberedEvent[]): Promise<Earlier[]> {
  const digests = events.map(({ submission }) => submission ?? '');
  const short = digests.map((digest) => digest.slice(0, keyDigits));
  const { rows } = await query<Omit<Earlier, 'n'> & { key: string }>(earlier, [
    events[0]?.projectId,
    short.map((digest) => Buffer.from(digest, 'hex')),
    short,
  ]);
  const earlierByKey = new Map(rows.map((row) => [row.key, row]));
  return events.flatMap(({ n }, index) => {
    const row = earlierByKey.get(short[index] as string);
    return row ? [{ ...row, n }] : [];
  });
}
