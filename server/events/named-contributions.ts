/** Contributions that a project names by event id or idempotency key. What is found tells nothing about a person. */
import { setImmediate } from 'node:timers/promises';
import { firstIdAt } from '../db/ids.ts';
import { badField, badFields, type FieldFault } from '../http/refusal.ts';
import { dayOf } from '../text/day.ts';
import type { Recording } from './recording/recording.ts';
import type { EventStore } from './store.ts';

export type Naming = {
  events: Pick<EventStore, 'ofSubmissions' | 'completeSince' | 'areOf'>;
  recording: Pick<Recording, 'ownersDigest' | 'hashedDigest'>;
};

type Named = {
  project_id: number;
  event_ids?: number[] | undefined;
  idempotency_keys?: string[] | undefined;
};

const maxPlaces = 20;

/**
 * The ids of contributions; refuses entries that are none of the project from the last year. `takesOlder`: an id from
 * before is taken as it is, because of those nobody can tell.
 */
export async function namedContributions(
  { events, recording }: Naming,
  { project_id: projectId, event_ids: ids = [], idempotency_keys: keys = [] }: Named,
  { max, takesOlder = false }: { max: number; takesOlder?: boolean },
  now: number,
): Promise<number[]> {
  const since = await events.completeSince(now);
  const byKey = await eventsOf({ events, recording }, projectId, keys, max);
  const named = [...new Set([...ids, ...byKey.flat()])];
  if (named.length > max)
    throw badField(
      'idempotency_keys',
      `stand for more than ${max} contributions with the event_ids; send fewer`,
    );
  const there = await events.areOf(projectId, named, since);
  const isRight = (id: number) => there.has(id) || (takesOlder && id < firstIdAt(since));
  const unknown = `no contribution of this project that arrived since ${dayOf(since)}`;
  const faults = [
    ...faultsOf('event_ids', ids.map(isRight), `name ${unknown}`),
    ...faultsOf(
      'idempotency_keys',
      byKey.map((found) => found.some((id) => there.has(id))),
      `are the key of ${unknown}`,
    ),
  ];
  if (faults.length > 0) throw badFields(faults);
  return named;
}

/** One fault that names the entries which are not right. */
function faultsOf(field: string, areRight: boolean[], what: string): FieldFault[] {
  const wrong = areRight.flatMap((isRight, index) => (isRight ? [] : [index + 1]));
  if (wrong.length === 0) return [];
  const places = wrong.slice(0, maxPlaces).join(', ') + (wrong.length > maxPlaces ? ' and others' : '');
  return [{ field, message: `has entries that ${what}: number ${places}; nothing was changed` }];
}

/** Others are served between so many keys: each is digested twice. */
const keysAtOnce = 100;

/** The contributions of each key: one, or those of a call with a hash, whose keys are numbered. */
async function eventsOf(naming: Naming, projectId: number, keys: string[], max: number): Promise<number[][]> {
  const all: number[][] = [];
  for (let at = 0; at < keys.length && all.flat().length <= max; at += keysAtOnce) {
    all.push(...(await eventsOfSome(naming, projectId, keys.slice(at, at + keysAtOnce), max)));
    await setImmediate();
  }
  return all;
}

async function eventsOfSome(
  { events, recording: { ownersDigest, hashedDigest } }: Naming,
  projectId: number,
  keys: string[],
  max: number,
): Promise<number[][]> {
  const owners = keys.map((key) => ownersDigest(projectId, key));
  const found = await events.ofSubmissions(projectId, owners);
  const all = owners.map((digest) => [found.get(digest)].filter((id) => id !== undefined));
  let open = keys.map((key, place) => ({ key, place }));
  for (let index = 0; open.length > 0 && all.flat().length <= max; index++) {
    const hashed = open.map(({ key }) => hashedDigest(projectId, key, index));
    const next = await events.ofSubmissions(projectId, hashed);
    hashed.forEach((digest, n) => {
      const id = next.get(digest);
      if (id !== undefined) all[open[n]?.place ?? 0]?.push(id);
    });
    open = open.filter((_, n) => next.has(hashed[n] ?? ''));
  }
  return all;
}
