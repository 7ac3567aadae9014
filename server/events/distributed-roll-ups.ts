/** The rows that a batch of one project's events adds to the tables on its worker, in the order of their keys. */
import { detailNames, details } from './details.ts';
import type { RowShape } from './distributed-rows.ts';
import type { Accepted } from './record-distributed.ts';
import { contentDigits, keyDigits } from './stored-keys.ts';

type RollUpValue = string | number | Buffer | null;

export const eventShape: RowShape = {
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

export const eventRow = (event: Accepted): RollUpValue[] => [
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

export const dayShape = rollUp(
  ['project_id', 'day', 'type', 'source', 'is_late', 'is_test'],
  ['events', 'duration', 'magnitude'],
);
export const dayRows = (events: Accepted[]) =>
  summed(
    events,
    ({ projectId, day, type, source, isLate, isTest }) => [projectId, day, type, source, isLate, isTest],
    ({ duration, magnitude }) => [1, duration ?? 0, magnitude ?? 0],
  );

export const hourShape = rollUp(['project_id', 'day', 'hour'], ['events']);
export const hourRows = (events: Accepted[]) =>
  summed(
    events.filter(({ isTest }) => isTest === 0),
    ({ projectId, day, hour }) => [projectId, day, hour],
    () => [1],
  );

/** Events that are tied to a profile. */
const creditedOnes = (events: Accepted[]) =>
  events.filter((event): event is Accepted & { credited: number } => event.credited !== null);

export const participantDayShape = rollUp(
  ['project_id', 'profile_id', 'day', 'type', 'source', 'is_late', 'cell'],
  ['events', 'duration'],
);
export const participantDayRows = (events: Accepted[]) =>
  summed(
    creditedOnes(events),
    ({ projectId, profileId, day, type, source, isLate, cell }) => [
      ...[projectId, profileId, day, type, source, isLate, cell],
    ],
    ({ duration }) => [1, duration ?? 0],
  );

export const participationShape: RowShape = {
  columns: ['project_id', 'profile_id', 'events', 'duration', 'first_at', 'last_at', 'claimed_at'],
  key: ['project_id', 'profile_id'],
  merge: `${added('events', 'duration')}, first_at = least(t.first_at, excluded.first_at),
    last_at = greatest(t.last_at, excluded.last_at)`,
};

export function participationRows(events: Accepted[]): RollUpValue[][] {
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
