/** A thousand requests at once: one profile, one event, whichever comes first. */
import { beforeAll, describe, expect, test } from 'vitest';
import { crowded } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, profileId, projects, refusal, rows, sha256, startScene, success } from '../scene.ts';

const { birds } = projects;
const thousand = Array.from({ length: 1000 }, (_, index) => index);

describe.each(engines)('a crowd on %s', (engine) => {
  let service: Service;
  let owner: string;
  let participant: number;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, crowded));
    participant = await profileId(service, owner, 'participant@example.org');
  });

  test('1,000 first lookups of one address, by address and by digest, give one id', async () => {
    const before = await count(service, 'profiles');
    const asked = thousand.map((index) =>
      index % 2 ? `identifier=Crowd@example.org` : `hashed=${sha256('crowd@example.org')}`,
    );
    const ids = await Promise.all(
      asked.map(async (said) => {
        const reply = await service.get(`/api/profile/id?${said}&key=${owner}`);
        return (await success('GET /api/profile/id', reply)).service_profile_id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await count(service, 'profiles')).toBe(before + 1);
  });

  const said = (more: Record<string, string> = {}) => ({
    profile_id: String(participant),
    project_id: String(birds.id),
    type: 'collection',
    when: '2026-05-01T10:20:30Z',
    duration: '60',
    ...more,
  });
  const record = (more: Record<string, string>, header?: string) =>
    service.postForm(`/api/record_event?key=${owner}`, said(more), {
      headers: header === undefined ? {} : { 'idempotency-key': header },
    });

  test('1,000 identical events, by header and by field, are one row and one id', async () => {
    const before = await count(service, 'events');
    const replies = await Promise.all(
      thousand.map(async (index) =>
        success(
          'POST /api/record_event',
          await (index % 2 ? record({ idempotency_key: 'crowd' }) : record({}, 'crowd')),
        ),
      ),
    );
    expect(new Set(replies.map(({ event_id }) => event_id)).size).toBe(1);
    expect(replies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await count(service, 'events')).toBe(before + 1);
    const [day] = await rows<{ events: number }>(
      service,
      `select cast(sum(events) as integer) as events from daily where project_id = ${birds.id}`,
    );
    expect(day?.events).toBe(1);
  });

  test('the same key with other content is a conflict, and records nothing', async () => {
    const before = await count(service, 'events');
    const others: Record<string, string>[] = [
      { duration: '61' },
      { type: 'signup' },
      { when: '2026-05-02T10:20:30Z' },
    ];
    for (const more of others) await refusal(await record(more, 'crowd'), 409, 'conflict');
    expect(await count(service, 'events')).toBe(before);
  });

  test('of 1,000 with one key and two contents, one content wins; the others get a conflict', async () => {
    const before = await count(service, 'events');
    const statuses = await Promise.all(
      thousand.map(async (index) => (await record({ duration: String(index % 2) }, 'rivals')).status),
    );
    const won = statuses.filter((status) => status === 200).length;
    expect([won, statuses.filter((status) => status === 409).length]).toEqual([500, 500]);
    expect(await count(service, 'events')).toBe(before + 1);
  });
});
