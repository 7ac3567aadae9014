/** Contributions from many senders, each sent again until it is acknowledged; afterwards each must be stored, once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Owned, profilesOf, record } from './project.ts';
import { rollUps } from './roll-ups.ts';
import { openRows } from './rows.ts';
import type { RunningService } from './running-service.ts';

const senders = 8;

export async function acknowledgedLoad(service: RunningService, { key, projectId }: Owned) {
  const profiles = await profilesOf(service, key, 4);
  const acknowledged = new Map<string, number>();
  /** How many replies had each status. */
  const statuses = new Map<number, number>();
  let isOver = false;
  let next = 0;
  const people = Array.from({ length: senders }, async () => {
    while (!isOver) {
      const idempotencyKey = randomUUID();
      const profile = profiles[next++ % profiles.length] ?? 0;
      const fields = { key, project_id: projectId, profile_id: profile, duration: 60 };
      while (!acknowledged.has(idempotencyKey)) {
        const { status, json } = await record(service, fields, idempotencyKey);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) acknowledged.set(idempotencyKey, json.event_id);
        else await sleep(20);
      }
    }
  });
  return {
    acknowledged,
    statuses,
    count: (status: number) => statuses.get(status) ?? 0,
    stop: async () => {
      isOver = true;
      await Promise.all(people);
    },
    /** Exactly the acknowledged contributions are stored, under ids of their own, and summed rightly. */
    mustBeStored: async () => {
      await using rows = openRows(service);
      const ids = [...acknowledged.values()].sort((one, other) => one - other);
      const events = await rows.all<{ event_id: number }>('select event_id from events order by 1');
      expect(events.map(({ event_id }) => Number(event_id))).toEqual(ids);
      const { stored, counted } = await rollUps(rows);
      expect(stored).toEqual(counted);
    },
  };
}
