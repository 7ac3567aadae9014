/** record_event: retries, lateness, who may report for whom, and the address. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { addProject, count, fieldsOf, profileId, projects, refusal, rows, send, success } from '../scene.ts';
import { recordScene } from './record-scene.ts';

const { birds, frogs, hidden, stars } = projects;
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

describe.each(engines)('record_event on %s', (engine) => {
  const scene = recordScene(engine);
  const { path, usual, record, recorded, stored, events } = scene;

  describe('a retry', () => {
    const withHeader = (key: string, more: Record<string, string> = {}) =>
      record(more, { headers: { 'idempotency-key': key } });
    const withField = (key: string, more: Record<string, string> = {}) =>
      record({ idempotency_key: key, ...more });

    test.each<[string, (key: string) => Promise<Response>, (key: string) => Promise<Response>]>([
      ['by header', withHeader, withHeader],
      ['by field', withField, withField],
      ['once by header and once by field', withHeader, withField],
      [
        'once as a form and once as JSON',
        (key) => withField(key, { duration: '2.50', magnitude: '4' }),
        (key) =>
          scene.service.postJson(path(), { ...usual(), idempotency_key: key, duration: 2.5, magnitude: 4 }),
      ],
    ])('%s returns the same event_id and records nothing', async (_, first, second) => {
      const key = randomUUID();
      const before = await events();
      const { event_id, duplicate } = await recorded(await first(key));
      expect(duplicate).toBeUndefined();
      expect(await recorded(await second(key))).toEqual({ result: 'success', event_id, duplicate: true });
      expect(await events()).toBe(before + 1);
    });

    test.each<[string, Record<string, string>]>([
      ['another type', { type: 'classification' }],
      ['another moment', { when: '2019-05-01T08:20:31Z' }],
      ['no moment', { when: '' }],
      ['another place', { where: 'POINT(1 3)' }],
      ['another duration', { duration: '3' }],
      ['another magnitude', { magnitude: '5' }],
      ['other data', { extra: 'b' }],
    ])('with %s is a conflict, and records nothing', async (_, change) => {
      const key = randomUUID();
      const said = {
        when: '2019-05-01T08:20:30Z',
        where: 'POINT(1 2)',
        duration: '2',
        magnitude: '4',
        extra: 'a',
      };
      await recorded(await withField(key, said));
      const before = await events();
      const refused = await refusal(await withField(key, { ...said, ...change }), 409, 'conflict');
      expect(fieldsOf(refused)).toEqual(['idempotency_key']);
      expect(await events()).toBe(before);
    });

    test('for another participant is a conflict', async () => {
      const key = randomUUID();
      await recorded(await withField(key));
      const other = await profileId(scene.service, scene.owner, 'other@example.org');
      await refusal(await withField(key, { profile_id: String(other) }), 409, 'conflict');
    });

    test('in another project is another contribution', async () => {
      const key = randomUUID();
      const { event_id } = await recorded(await withField(key));
      const other = await recorded(await withField(key, { project_id: String(frogs.id) }));
      expect(other.event_id).not.toBe(event_id);
      expect(other.duplicate).toBeUndefined();
    });

    test('without a key is another contribution', async () => {
      const ids = [await recorded(await record()), await recorded(await record())].map(
        (reply) => reply.event_id,
      );
      expect(new Set(ids).size).toBe(2);
    });

    test('an empty key counts as none', async () => {
      const first = await recorded(await withHeader(''));
      const second = await recorded(await withHeader('', { type: 'signup' }));
      expect(second.event_id).not.toBe(first.event_id);
    });

    test('by header or by field is the same', async () => {
      const key = randomUUID();
      const { event_id } = await recorded(await withHeader(key, { idempotency_key: key }));
      expect(await recorded(await withField(key))).toMatchObject({ event_id, duplicate: true });
    });

    test('with different keys in header and field is refused', async () => {
      const before = await events();
      const reply = await withHeader(randomUUID(), { idempotency_key: randomUUID() });
      const refused = await refusal(reply, 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(['Idempotency-Key', 'idempotency_key']);
      expect(await events()).toBe(before);
    });

    test.each([
      ['alone', {}, []],
      ['with a field of the contract', { duration: 'x' }, ['duration']],
    ])('what no field shows by itself is named at once, %s', async (_, more, also) => {
      const when = new Date(Date.now() + 25 * hour).toISOString();
      const said = { when, participant_token: 'x', idempotency_key: randomUUID(), ...more };
      const refused = await refusal(await withHeader(randomUUID(), said), 400, 'invalid');
      const named = ['Idempotency-Key', 'idempotency_key', 'participant_token', 'when', ...also];
      expect(fieldsOf(refused)).toEqual(named.sort());
    });

    test('a header of 129 characters is refused', async () => {
      const refused = await refusal(await withHeader('k'.repeat(129)), 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(['Idempotency-Key']);
    });

    test('of a refused contribution finds its key unused', async () => {
      const key = randomUUID();
      await refusal(await withField(key, { profile_id: '12345' }), 404, 'profile_gone');
      expect((await recorded(await withField(key))).duplicate).toBeUndefined();
    });

    test('fifty identical at once are one contribution', async () => {
      const key = randomUUID();
      const before = await events();
      const replies = await Promise.all(
        Array.from({ length: 50 }, async () => recorded(await withHeader(key))),
      );
      expect(new Set(replies.map(({ event_id }) => event_id)).size).toBe(1);
      expect(replies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect(await events()).toBe(before + 1);
    });

    test('fifty different at once are fifty contributions', async () => {
      const before = await events();
      const replies = await Promise.all(
        Array.from({ length: 50 }, async () => recorded(await withHeader(randomUUID()))),
      );
      expect(new Set(replies.map(({ event_id }) => event_id)).size).toBe(50);
      expect(await events()).toBe(before + 50);
    });
  });

  describe('lateness', () => {
    test.each<[string, number, boolean]>([
      ['an hour ago', -1, false],
      ['23 hours ago', -23, false],
      ['25 hours ago', -25, true],
      ['years ago', -40_000, true],
      ['in 23 hours', 23, false],
    ])('an event from %s is stored', async (_, hours, late) => {
      const when = inHours(hours);
      const reply = await recorded(await record({ when }));
      expect(reply.late).toBe(late ? true : undefined);
      expect(await stored(reply)).toMatchObject({ is_late: late ? 1 : 0, happened_at: Date.parse(when) });
    });
  });

  describe('participants and reporters', () => {
    type Case = [
      string,
      (ids: { reviewed: number; participant: number }) => Record<string, string>,
      boolean,
      number,
      string,
    ];
    test.each<Case>([
      ['a profile that does not exist', () => ({ profile_id: '12345' }), true, 404, 'profile_gone'],
      ['a project that does not exist', () => ({ project_id: '999' }), true, 404, 'no_project'],
      ["somebody else's project", () => ({ project_id: String(stars.id) }), true, 403, 'not_manager'],
      ["the owner's project, by a stranger", () => ({}), false, 403, 'not_manager'],
      [
        'a project in review, by a stranger',
        (ids) => ({ project_id: String(ids.reviewed) }),
        false,
        404,
        'no_project',
      ],
    ])('%s is refused', async (_, change, isOwner, status, code) => {
      const before = await events();
      const said = usual(change({ reviewed: scene.reviewed, participant: scene.participant }));
      await refusal(
        await scene.service.postForm(path(isOwner ? scene.owner : scene.stranger), said),
        status,
        code,
      );
      expect(await events()).toBe(before);
    });

    test('a project that is hidden from the directory still counts', async () => {
      const reply = await recorded(await record({ project_id: String(hidden.id) }));
      expect(reply).not.toHaveProperty('test');
    });

    test('an added manager may record, another person may not', async () => {
      await refusal(
        await scene.service.postForm(path(scene.stranger), usual({ project_id: String(frogs.id) })),
        403,
        'not_manager',
      );
      await scene.service.operate('manager', String(frogs.id), 'stranger@example.org');
      await recorded(
        await scene.service.postForm(path(scene.stranger), usual({ project_id: String(frogs.id) })),
      );
    });

    test('before publication events are tests, tied to nobody, and vanish at publication', async () => {
      const project = await addProject(scene.service, scene.owner, 'Lichen Log');
      const reply = await recorded(
        await record({ project_id: String(project), idempotency_key: 'k', extra: 'x' }),
      );
      expect(reply.test).toBe(true);
      expect(await stored(reply)).toMatchObject({ is_test: 1, profile_id: null, extra: null });
      await scene.service.operate('publish', String(project));
      expect(await stored(reply)).toBeUndefined();
      for (const table of ['daily', 'submissions', 'participation'])
        expect(await count(scene.service, `${table} where project_id = ${project}`)).toBe(0);
      const real = await recorded(await record({ project_id: String(project), idempotency_key: 'k' }));
      expect(real).toEqual({ result: 'success', event_id: real.event_id });
      expect(real.event_id).toBeGreaterThan(reply.event_id);
    });

    test('for a person who opted out, the event counts, is tied to nobody, and the reply is the same', async () => {
      const address = 'opted-out@example.org';
      const query = new URLSearchParams({
        identifier: address,
        project_id: String(birds.id),
        key: scene.owner,
      });
      const { service_profile_id, participant_token } = await success(
        'GET /api/profile/id',
        await scene.service.get(`/api/profile/id?${query}`),
      );
      const said = { profile_id: String(service_profile_id), extra: 'private', where: 'POINT(1 2)' };
      const before = await recorded(await record(said));
      const declined = await send(
        scene.service,
        '/embed/decline',
        { project_id: birds.id, participant: participant_token },
        birds.origin,
      );
      await success('POST /embed/decline', declined);
      const after = await recorded(await record(said));
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(await stored(after)).toMatchObject({ profile_id: null, extra: null, place: null, is_test: 0 });
      expect(await count(scene.service, `participation where profile_id = ${service_profile_id}`)).toBe(0);
      // In other projects nothing changed.
      const elsewhere = await recorded(await record({ ...said, project_id: String(frogs.id) }));
      expect(await stored(elsewhere)).toMatchObject({ profile_id: service_profile_id, extra: 'private' });
    });

    test('the totals of a day hold every event, also those tied to nobody', async () => {
      const totals = await rows<{ sum: number }>(
        scene.service,
        'select cast(sum(events) as bigint) as sum from daily',
      );
      expect(totals[0]?.sum).toBe(await events());
    });
  });

  describe('the address', () => {
    test.each([
      ['with its trailing slash', '/api/record_event/'],
      ['with a key behind an empty pair', '/api/record_event?&'],
    ])('%s works', async (_, address) => {
      const mark = address.includes('?') ? '' : '?';
      await recorded(await scene.service.postForm(`${address}${mark}key=${scene.owner}`, usual()));
    });

    test.each<[string, string, string]>([
      ['two slashes', 'POST', '/api//record_event'],
      ['another word', 'POST', '/api/record_events'],
    ])('%s is not an operation, and not a redirect', async (_, method, address) => {
      const reply = await scene.service.get(`${address}?key=${scene.owner}`, { method });
      await refusal(reply, 404, 'not_found');
    });
  });
});
