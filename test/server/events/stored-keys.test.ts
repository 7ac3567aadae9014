/** Idempotency keys in the store: in the rows of their events, and apart for a year once those are deleted. */
import { beforeAll, describe, expect, test } from 'vitest';
import { keyedDigests } from '../../../server/secrets/secrets.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { afterFile } from '../../set-up/after-file.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { profileId, projects, refusal, shareScene, success } from '../scene.ts';

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
      key: owner,
      project_id: birds.id,
      profile_id: person,
      type: 'collection',
      idempotency_key: key,
      ...more,
    });
  const recorded = async (key: string) => success(row, await send(key));
  const digestOf = (key: string) =>
    keyedDigests(service.settings['PEPPER'] ?? '')('owner-submission', birds.id, key);
  const kept = () => rows.all('select digest, event_id from submissions order by event_id');

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    person = await profileId(service, owner, 'person@example.org');
    rows = openRows(service);
    afterFile(() => rows[Symbol.asyncDispose]());
  });

  test('a key is in the row of its event', async () => {
    const first = await recorded('new');
    const [stored] = await rows.all<{ key_digest: Uint8Array }>(
      `select key_digest from events where event_id = ${first.event_id}`,
    );
    expect(Buffer.from(stored?.key_digest ?? []).toString('hex')).toBe(digestOf('new').slice(0, 32));
    expect(await kept()).toEqual([]);
    expect(await recorded('new')).toEqual({ ...first, duplicate: true });
    await refusal(await send('new', { duration: 9 }), 409, 'conflict');
  });

  test('many at once with one key are one event', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => recorded('at once')));
    expect(new Set(replies.map(({ event_id }) => event_id)).size).toBe(1);
    expect(replies.filter(({ duplicate }) => duplicate !== true)).toHaveLength(1);
  });

  test('the key of a deleted event is found for a year, and then deleted', async () => {
    const { event_id } = await recorded('deleted');
    const content = (column: string) =>
      engine === 'sqlite' ? `lower(hex(${column}))` : `encode(${column}, 'hex')`;
    await rows.run(`insert into submissions (project_id, digest, event_id, content, created_at)
      select project_id, ${content('key_digest')}, event_id, ${content('key_content')}, arrived_at
      from events where event_id = ${event_id}`);
    await rows.run(`delete from events where event_id = ${event_id}`);
    expect(await recorded('deleted')).toMatchObject({ event_id, duplicate: true });
    await refusal(await send('deleted', { duration: 9 }), 409, 'conflict');
    expect((await service.operator('purge')).json).toMatchObject({ submissions: 0 });
    expect(await kept()).toHaveLength(1);
    await rows.run(`update submissions set created_at = created_at - ${374 * day}`);
    expect((await service.operator('purge')).json).toMatchObject({ submissions: 1 });
    expect(await kept()).toEqual([]);
    expect(await recorded('deleted')).not.toHaveProperty('duplicate');
  });
});
