/** An untied event is credited again when the participant agrees again, or puts back what they undid on that page. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, joinFrom, post, projects, rows, send, signIn, shareScene, success } from '../scene.ts';

const { birds } = projects;
const weekLong = 7 * 86_400_000;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  beforeAll(async () => {
    ({ service } = await shareScene(engine));
  });

  const call = (path: string, body: object) =>
    send(service, path, { project_id: birds.id, ...body }, birds.origin);
  const record = async (grant: string, event_id: string, more: object = {}) =>
    success(
      'POST /embed/record',
      await call('/embed/record', { grant, event_id, type: 'collection', ...more }),
    );
  const join = async (address: string) => (await joinFrom(service, birds, address)).grant;
  const tied = (eventId: number | undefined) =>
    count(service, `events where event_id = ${eventId} and profile_id is not null and undone_at is null`);

  test.each([
    ['"Not you?" by mistake', ['/embed/undo', '/embed/forget']],
    ['"Stop crediting", and a change of mind', ['/embed/decline']],
    ['"Undo", "Stop crediting", and a change of mind', ['/embed/undo', '/embed/decline']],
  ])('%s: a new agreement credits the same submission, as the same event', async (_name, acts) => {
    const address = `${randomUUID()}@example.org`;
    const event_id = randomUUID();
    const first = await record(await join(address), event_id);
    let grant = first.grant ?? '';
    for (const path of acts) expect((await call(path, { grant, event_id })).status).toBe(200);
    expect(await tied(first.event_id)).toBe(0);
    const second = await record((grant = await join(address)), event_id);
    expect(second).toMatchObject({ credited: true, duplicate: true, event_id: first.event_id });
    expect(await tied(first.event_id)).toBe(1);
    const roll = await rows<{ events: number }>(
      service,
      `select p.events from participation p join events e on e.profile_id = p.profile_id
        and e.project_id = p.project_id where e.event_id = ${first.event_id}`,
    );
    expect(roll.map(({ events }) => Number(events))).toEqual([1]);
    expect((await record(second.grant ?? grant, event_id)).credited).toBe(true);
    expect(await tied(first.event_id)).toBe(1);
  });

  test('the grant that undid it does not bring it back', async () => {
    const event_id = randomUUID();
    const first = await record(await join(`${randomUUID()}@example.org`), event_id);
    const grant = first.grant ?? '';
    expect((await call('/embed/undo', { grant, event_id })).status).toBe(200);
    expect(await record(grant, event_id)).toMatchObject({ credited: false, duplicate: true });
    expect(await tied(first.event_id)).toBe(0);
  });

  describe('"Put it back"', () => {
    const undo = async (grant: string, event_id: string) =>
      expect((await call('/embed/undo', { grant, event_id })).status).toBe(200);

    test('brings back, as often as wanted, what the same grant undid', async () => {
      const event_id = randomUUID();
      const first = await record(await join(`${randomUUID()}@example.org`), event_id, { duration: 60 });
      let grant = first.grant ?? '';
      for (let times = 0; times < 2; times++) {
        await undo(grant, event_id);
        expect(await tied(first.event_id)).toBe(0);
        const back = await record(grant, event_id, { duration: 60, put_back: true });
        expect(back).toMatchObject({ credited: true, duplicate: true, event_id: first.event_id });
        grant = back.grant ?? '';
        expect(await tied(first.event_id)).toBe(1);
      }
      expect(await count(service, `events where event_id = ${first.event_id} and undone_by is null`)).toBe(1);
      const roll = await rows<{ events: number; duration: number }>(
        service,
        `select p.events, p.duration from participation p join events e on e.profile_id = p.profile_id
          and e.project_id = p.project_id where e.event_id = ${first.event_id}`,
      );
      expect(roll.map((row) => [Number(row.events), row.duration])).toEqual([[1, 60]]);
    });

    type Undone = { address: string; event_id: string; eventId: number; grant: string };
    const form = (address: string, path: string, fields: Record<string, string>) =>
      signIn(service, address).then(async (cookie) =>
        expect((await post(service, path, fields, cookie)).status).toBe(303),
      );
    const ofBirds = { project_id: String(birds.id) };

    test.each<[string, (undone: Undone) => Promise<unknown>]>([
      [
        'the participant took off on our own site',
        ({ address, event_id }) =>
          form(address, `/confirm/${birds.id}`, { type: 'collection', ref: event_id, choice: 'undo' }),
      ],
      ['the participant removed on our own site', ({ address }) => form(address, '/me/remove', ofBirds)],
      [
        'another permission of the same participant undid',
        async ({ address, event_id }) => undo(await join(address), event_id),
      ],
      [
        'the participant has undone, and stopped on our own site',
        async ({ address, event_id, grant }) => {
          await undo(grant, event_id);
          await form(address, '/me/opt-out', ofBirds);
        },
      ],
      [
        'the participant took off by stopping on another page, and let the project credit again',
        async ({ address }) => {
          await call('/embed/decline', { grant: await join(address) });
          await form(address, '/me/opt-in', ofBirds);
        },
      ],
      [
        'was undone more than a week ago',
        async ({ address, grant, event_id, eventId }) => {
          await undo(grant, event_id);
          await rows(
            service,
            `update events set undone_at = undone_at - ${weekLong + 60_000} where event_id = ${eventId}`,
          );
          // The agreement is older still.
          await rows(
            service,
            `update grants set created_at = created_at - ${2 * weekLong} where profile_id in
              (select profile_id from addresses where address = '${address}')`,
          );
        },
      ],
    ])('does not bring back what %s', async (_name, takeOff) => {
      const address = `${randomUUID()}@example.org`;
      const event_id = randomUUID();
      const first = await record(await join(address), event_id);
      const [grant, eventId] = [first.grant ?? '', first.event_id ?? 0];
      await takeOff({ address, event_id, eventId, grant });
      expect(await tied(eventId)).toBe(0);
      const reply = await call('/embed/record', { grant, event_id, type: 'collection', put_back: true });
      // Some of these end the grant as well.
      expect([200, 401]).toContain(reply.status);
      if (reply.status === 200)
        expect(await success('POST /embed/record', reply)).toMatchObject({ credited: false });
      expect(await tied(eventId)).toBe(0);
    });

    test('what was removed on our own site comes back there only, and the page learns it', async () => {
      const address = `${randomUUID()}@example.org`;
      const event_id = randomUUID();
      const first = await record(await join(address), event_id);
      await form(address, '/me/remove', ofBirds);
      const removed = { credited: false, duplicate: true, removed: true };
      expect(await record(first.grant ?? '', event_id, { put_back: true })).toMatchObject(removed);
      // A new permission does not help either.
      const again = await record(await join(address), event_id);
      expect(again).toMatchObject(removed);
      const [{ removed_at } = { removed_at: 0 }] = await rows<{ removed_at: number }>(
        service,
        `select removed_at from removed_events where event_id = ${first.event_id}`,
      );
      await form(address, '/me/restore', { ...ofBirds, removed_at: String(removed_at) });
      const back = await record(again.grant ?? '', event_id);
      expect(back).toMatchObject({ credited: true, duplicate: true, event_id: first.event_id });
      expect(back.removed).toBeUndefined();
    });

    test("a week later nothing leads from an undone event to the participant's permission", async () => {
      const [early, late] = [randomUUID(), randomUUID()];
      const first = await record(await join(`${randomUUID()}@example.org`), early);
      const second = await record(first.grant ?? '', late);
      for (const id of [early, late]) await undo(second.grant ?? '', id);
      await rows(
        service,
        `update events set undone_at = undone_at - ${weekLong + 60_000} where event_id = ${first.event_id}`,
      );
      await service.operate('purge');
      const named = async (eventId: number | undefined) =>
        count(service, `events where event_id = ${eventId} and undone_by is not null`);
      expect([await named(first.event_id), await named(second.event_id)]).toEqual([0, 1]);
    });
  });
});
