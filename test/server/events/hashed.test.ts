/** The call with a hashed address: permissions, the forms of the project, and the recorded event. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  fieldsOf,
  joinFrom,
  profileId,
  projects,
  refusal,
  rows,
  send as sendFrom,
  sha256,
  shareScene,
  success,
} from '../scene.ts';

const row = 'POST /api/participation/hashed/:project';
const { birds, frogs, hidden, stars } = projects;
const hashed = sha256('hashed@example.org');

describe.each(engines)('hashed participation on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;
  let reviewed: number;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    for (const id of [birds.id, hidden.id, reviewed, stars.id])
      await service.operate('allow-hashed', String(id));
  });

  const send = (said: Record<string, string>, project: number | string = birds.id, key = owner) =>
    service.postForm(`/api/participation/hashed/${project}?key=${key}`, {
      hashed,
      type: 'collection',
      ...said,
    });

  test.each<[string, string | number]>([
    ['its id', birds.id],
    ["its page's address", `${birds.id}-bird-count`],
    ['its id with another name', `${birds.id}-once-called-so`],
    ['its name alone', 'bird-count'],
    ['its id and a slash', `${birds.id}/`],
    ['its id, though hidden from the directory', hidden.id],
  ])('the project may be named by %s', async (_, project) => {
    const reply = await success(row, await send({}, project));
    expect(reply).toEqual({ result: 'success', event_id: expect.any(Number) });
  });

  test.each<[string, string | number, number, string]>([
    ['not allowed', frogs.id, 403, 'hashed_not_allowed'],
    ["somebody else's", stars.id, 403, 'not_manager'],
    ['missing', 99999, 404, 'no_project'],
    ['a name that is none', 'no-such-name', 404, 'no_project'],
    ["somebody else's name", 'star-atlas', 404, 'no_project'],
  ])('a project that is %s', async (_, project, status, code) => {
    await refusal(await send({}, project), status, code);
  });

  test('strangers get the same reply for an unpublished, a hidden and a missing one', async () => {
    const bodies = await Promise.all(
      [reviewed, hidden.id, 99999].map(async (id) =>
        JSON.stringify(await refusal(await send({}, id, stranger), 404, 'no_project')),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test('before publication it is a test', async () => {
    expect(await success(row, await send({}, reviewed))).toMatchObject({ test: true });
  });

  test('it records for the profile that a look-up returns, and does not reveal it', async () => {
    await joinFrom(service, birds, 'member@example.org');
    for (const address of ['member@example.org', 'nobody@example.org']) {
      const reply = await success(row, await send({ hashed: sha256(address).toUpperCase() }));
      expect(Object.keys(reply).sort()).toEqual(['event_id', 'result']);
      const [event] = await rows<{ profile_id: number; source: string }>(
        service,
        `select profile_id, source from events where event_id = ${reply.event_id}`,
      );
      expect(event).toEqual({ profile_id: await profileId(service, owner, address), source: 'api' });
    }
  });

  test('for a person who opted out the reply is the same, and the event is tied to nobody', async () => {
    const address = 'opted-out@example.org';
    const query = new URLSearchParams({ identifier: address, project_id: String(birds.id), key: owner });
    const looked = await service.get(`/api/profile/id?${query}`);
    const { participant_token: participant } = await success('GET /api/profile/id', looked);
    const said = { hashed: sha256(address), extra: 'private' };
    const before = await success(row, await send(said));
    const declining = { project_id: birds.id, participant };
    await success('POST /embed/decline', await sendFrom(service, '/embed/decline', declining, birds.origin));
    const after = await success(row, await send(said));
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const stored = await rows(
      service,
      `select profile_id, extra, is_test from events where event_id = ${after.event_id}`,
    );
    expect(stored).toEqual([{ profile_id: null, extra: null, is_test: 0 }]);
  });

  test('the idempotency key may be in the header, too', async () => {
    const once = async () => {
      const headers = { 'idempotency-key': 'by header' };
      const said = { hashed, type: 'signup' };
      const path = `/api/participation/hashed/${birds.id}?key=${owner}`;
      return success(row, await service.postForm(path, said, { headers }));
    };
    const first = await once();
    expect(await once()).toEqual({ ...first, duplicate: true });
  });

  test('count: several contributions, each with the duration; a retry records none again', async () => {
    const said = { count: '7', duration: '90', magnitude: '2', idempotency_key: 'day-1' };
    const before = await count(service, 'events');
    const first = await success(row, await send(said));
    expect(await count(service, 'events')).toBe(before + 7);
    const [total] = await rows(
      service,
      `select sum(duration) as duration, cast(sum(magnitude) as integer) as magnitude from events
        where project_id = ${birds.id} and duration = 90`,
    );
    expect(total).toEqual({ duration: 630, magnitude: 14 });
    const again = await success(row, await send(said));
    expect(again).toEqual({ ...first, duplicate: true });
    expect(await count(service, 'events')).toBe(before + 7);
    await refusal(await send({ ...said, count: '8' }), 409, 'conflict');
    await refusal(await send({ ...said, duration: '91' }), 409, 'conflict');
    expect(await count(service, 'events')).toBe(before + 7);
  });

  test('a retry of a partly recorded call records the rest', async () => {
    const said = { count: '3', idempotency_key: 'in-part' };
    const first = await success(row, await send(said));
    await rows(service, `update events set key_digest = null where event_id > ${first.event_id}`);
    const before = await count(service, 'events');
    expect(await success(row, await send(said))).toEqual(first);
    expect(await count(service, 'events')).toBe(before + 2);
  });

  describe("a participant who sends an owner's key as event_id", () => {
    const lured = async (address: string) => {
      const { grant } = await joinFrom(service, birds, address);
      const profile = await profileId(service, owner, address);
      const event = (event_id: string) =>
        sendFrom(
          service,
          '/embed/record',
          { grant, project_id: birds.id, type: 'signup', event_id },
          birds.origin,
        );
      return { profile: String(profile), event };
    };

    test('cannot use up a key of hashed participation, whichever comes first', async () => {
      const { profile, event } = await lured('ref-first@example.org');
      await success('POST /embed/record', await event('0'));
      const said = { idempotency_key: profile, count: '2' };
      const first = await success(row, await send(said));
      expect(first).not.toHaveProperty('duplicate');
      expect(await success(row, await send(said))).toEqual({ ...first, duplicate: true });
      const told = await success('POST /embed/record', await event('1'));
      expect(told).toMatchObject({ credited: true });
      expect(told).not.toHaveProperty('duplicate');
    });

    test('cannot use up a key of record_event', async () => {
      const { profile, event } = await lured('ref-second@example.org');
      for (const key of [profile, `${profile}\u001f0`, '0', 'collection'])
        await success('POST /embed/record', await event(key));
      for (const key of [profile, `${profile}\u001f0`, '0', 'collection'])
        expect(
          await success(
            'POST /api/record_event',
            await service.postForm(`/api/record_event?key=${owner}`, {
              profile_id: profile,
              project_id: String(birds.id),
              type: 'classification',
              idempotency_key: key,
            }),
          ),
        ).not.toHaveProperty('duplicate');
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['no digest', { hashed: '' }, ['hashed']],
    ['an address instead', { hashed: 'a@example.org' }, ['hashed']],
    ['half a digest', { hashed: hashed.slice(1) }, ['hashed']],
    ['the digest of nothing', { hashed: sha256('') }, ['hashed']],
    ['the digest of null', { hashed: sha256('null') }, ['hashed']],
    ['no type', { type: '' }, ['type']],
    [
      'several at once',
      { hashed: 'x', type: 'walk', count: '0', duration: '-1' },
      ['count', 'duration', 'hashed', 'type'],
    ],
    ['too many', { count: '501' }, ['count']],
    ['half of one', { count: '1.5' }, ['count']],
    ['the future', { when: new Date(Date.now() + 2 * 86_400_000).toISOString() }, ['when']],
  ])('%s is refused by name', async (_, said, fields) => {
    const before = await count(service, 'events');
    expect(fieldsOf(await refusal(await send(said), 400, 'invalid'))).toEqual(fields);
    expect(await count(service, 'events')).toBe(before);
  });

  test('an event from long ago is late', async () => {
    expect(await success(row, await send({ when: '2024-05-01T10:20:30' }))).toMatchObject({ late: true });
  });
});
