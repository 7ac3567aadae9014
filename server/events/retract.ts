/** POST /api/event/retract: a project takes contributions back. The reply tells nothing about a person. */
import type { z } from 'zod';
import { maxRetracted, type retractInput } from '../../src/contract/api/retraction.ts';
import { dayOf } from '../text/day.ts';
import type { Caller, Facts } from '../http/facts.ts';
import { badField, badFields, type FieldFault } from '../http/refusal.ts';
import type { Recording } from './recording.ts';
import type { EventStore } from './store.ts';

type Input = z.output<typeof retractInput>;
type Events = Pick<EventStore, 'ofSubmissions' | 'retractableSince' | 'retractable' | 'retract'>;
type Digests = Pick<Recording, 'ownersDigest' | 'hashedDigest'>;

/** `mustManage`: refuses an account that does not manage the project. */
export function retractHandlers(
  events: Events,
  digests: Digests,
  mustManage: (projectId: number, accountId: number) => Promise<void>,
) {
  return {
    'POST /api/event/retract': async (input: Input, caller: Caller, { now }: Facts) => {
      const { project_id: projectId, event_ids: ids = [], idempotency_keys: keys = [], reason } = input;
      if (ids.length + keys.length === 0)
        throw badFields([
          { field: 'event_ids', message: 'or idempotency_keys is required' },
          { field: 'idempotency_keys', message: 'or event_ids is required' },
        ]);
      await mustManage(projectId, caller.accountId);
      const since = await events.retractableSince(now);
      const byKey = await eventsOf(events, digests, projectId, keys);
      const named = new Set([...ids, ...byKey.flat()]);
      if (named.size > maxRetracted) throw badField('idempotency_keys', tooMany);
      const there = await events.retractable(projectId, [...named], since);
      const unknown = `no contribution of this project that arrived since ${dayOf(since)}`;
      const faults = [
        ...faultsOf(
          'event_ids',
          ids.map((id) => there.has(id)),
          `name ${unknown}`,
        ),
        ...faultsOf(
          'idempotency_keys',
          byKey.map((found) => found.some((id) => there.has(id))),
          `are the key of ${unknown}`,
        ),
      ];
      if (faults.length > 0) throw badFields(faults);
      await events.retract(projectId, [...named], reason, now);
      return { retracted: named.size };
    },
  };
}

const tooMany = `stand for more than ${maxRetracted} contributions with the event_ids; send fewer at once`;
const maxNamed = 20;

/** One fault that names the entries which are not right. */
function faultsOf(field: string, areRight: boolean[], what: string): FieldFault[] {
  const wrong = areRight.flatMap((isRight, index) => (isRight ? [] : [index + 1]));
  if (wrong.length === 0) return [];
  const places = wrong.slice(0, maxNamed).join(', ') + (wrong.length > maxNamed ? ' and others' : '');
  return [{ field, message: `has entries that ${what}: number ${places}; nothing was taken back` }];
}

/** The contributions of each key: one, or those of a call with a hash, whose keys are numbered. */
async function eventsOf(
  events: Events,
  { ownersDigest, hashedDigest }: Digests,
  projectId: number,
  keys: string[],
): Promise<number[][]> {
  const owners = keys.map((key) => ownersDigest(projectId, key));
  const found = await events.ofSubmissions(projectId, owners);
  const all = owners.map((digest) => [found.get(digest)].filter((id) => id !== undefined));
  let open = keys.map((key, place) => ({ key, place }));
  for (let index = 0; open.length > 0 && all.flat().length <= maxRetracted; index++) {
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
