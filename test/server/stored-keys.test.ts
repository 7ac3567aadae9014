/** Idempotency keys across an upgrade: those of the release before are found, and it finds the new ones for a week. */
import { beforeAll, describe, expect, test } from 'vitest';
import { keyedDigests } from '../../server/secrets.ts';
import { openRows, type Rows } from '../set-up/rows.ts';
import { afterFile } from '../set-up/after-file.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { profileId, projects, refusal, startScene, success } from './scene.ts';

const day = 86_400_000;
const { birds } = projects;
const row = 'POST /api/record_event';

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  let person: number;
  let rows: Rows;

  const send = (key: string, more: object = {}) =>
    service.postJson('/api/record_event', {
      ...{ key: owner, project_id: birds.id, profile_id: person, type: 'collection', idempotency_key: key },
      ...more,
    });
  const recorded = async (key: string) => success(row, await send(key));
  const digestOf = (key: string) =>
    keyedDigests(service.settings['PEPPER'] ?? '')('owner-submission', birds.id, key);
  const shared = () =>
    rows.all<{ digest: string; event_id: number; content: string }>(
      'select digest, event_id, content from submissions order by event_id',
    );
  const inEvents = async () => {
    const found = await rows.all<{ event_id: number; key_digest: Uint8Array }>(
      'select event_id, key_digest from events where key_digest is not null order by event_id',
    );
    return found.map(({ event_id, key_digest }) => [event_id, Buffer.from(key_digest).toString('hex')]);
  };
  const expansions = async () => {
    const [noted] = await rows.all<{ value: string }>("select value from settings where name = 'expansions'");
    return JSON.parse(noted?.value ?? '[]') as string[];
  };
  /** Starts the service as it would start at a moment of the week: `until` is when that ends. */
  const startIn = async (until: number) => {
    await service.stop();
    await rows.run(`update settings set value = '${until}' where name = 'keys_shared_until'`);
    await service.start();
  };

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine));
    person = await profileId(service, owner, 'person@example.org');
    rows = openRows(service);
    afterFile(() => rows[Symbol.asyncDispose]());
  });

  test('a new store shares no keys, and is not open to a release that could not find them', async () => {
    const first = await recorded('new');
    expect(await shared()).toEqual([]);
    expect(await inEvents()).toEqual([[first.event_id, digestOf('new').slice(0, 32)]]);
    expect(await expansions()).not.toContain('0053-event-keys');
    expect(await recorded('new')).toEqual({ ...first, duplicate: true });
    await refusal(await send('new', { duration: 9 }), 409, 'conflict');
  });

  test('during the week after an upgrade, the release before finds new keys, and this one those of both', async () => {
    await startIn(Date.now() + day);
    expect(await expansions()).toContain('0053-event-keys');
    const first = await recorded('shared');
    const [kept] = await shared();
    expect(kept).toMatchObject({ digest: digestOf('shared'), event_id: first.event_id });
    expect(kept?.content).toMatch(/^[0-9a-f]{64}$/);
    expect(await recorded('shared')).toEqual({ ...first, duplicate: true });
    // As if the release before had recorded it.
    await rows.run(
      `update events set key_digest = null, key_content = null where event_id = ${first.event_id}`,
    );
    expect(await recorded('shared')).toEqual({ ...first, duplicate: true });
    await refusal(await send('shared', { duration: 9 }), 409, 'conflict');
    expect(await shared()).toEqual([kept]);
    await recorded('new');
    expect(await shared()).toEqual([kept]);
  });

  test('many at once with one key are one event, during the week and after it', async () => {
    const atOnce = async (key: string) => {
      const replies = await Promise.all(Array.from({ length: 40 }, () => recorded(key)));
      expect(new Set(replies.map(({ event_id }) => event_id)).size).toBe(1);
      expect(replies.filter(({ duplicate }) => duplicate !== true)).toHaveLength(1);
    };
    await atOnce('at once');
    await startIn(1);
    await atOnce('at once, later');
  });

  test('the first start after the week ends it; keys of before are found, and move into their events', async () => {
    await startIn(1);
    expect(await expansions()).not.toContain('0053-event-keys');
    const before = await shared();
    expect(before).toHaveLength(2);
    await recorded('after');
    expect(await shared()).toEqual(before);
    const [first] = before;
    expect(await recorded('shared')).toMatchObject({ event_id: first?.event_id, duplicate: true });
    // Within 72 hours they stay, whatever happens to the event.
    expect((await service.operator('purge')).json).toMatchObject({ submissions: 0 });
    expect(await shared()).toEqual(before);
    await rows.run(`update submissions set created_at = created_at - ${4 * day}`);
    await rows.run(
      `insert into submissions values (${birds.id}, '${'a'.repeat(64)}', 1, '${'b'.repeat(64)}', 1)`,
    );
    expect((await service.operator('purge')).json).toMatchObject({ submissions: 1 });
    expect(await shared()).toEqual([]);
    expect(await inEvents()).toContainEqual([first?.event_id, digestOf('shared').slice(0, 32)]);
    expect(await recorded('shared')).toMatchObject({ event_id: first?.event_id, duplicate: true });
    await refusal(await send('shared', { duration: 9 }), 409, 'conflict');
  });
});
