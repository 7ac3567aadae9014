/** An untied event is credited again when the participant agrees again, and only then. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, startService, type Service } from '../set-up/start-service.ts';
import { count, joinFrom, projects, rows, send, setScene, success } from './scene.ts';

const { birds } = projects;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(engine);
    await setScene(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const call = (path: string, body: object) =>
    send(service, path, { project_id: birds.id, ...body }, birds.origin);
  const record = async (grant: string, event_id: string) =>
    success('POST /embed/record', await call('/embed/record', { grant, event_id, type: 'collection' }));
  const join = async (address: string) => (await joinFrom(service, birds, address)).grant;
  const tied = (eventId: number | undefined) =>
    count(service, `events where event_id = ${eventId} and profile_id is not null and undone_at is null`);

  test.each([
    ['"Not you?" by mistake', ['/embed/undo', '/embed/forget']],
    ['"Stop crediting", and a change of mind', ['/embed/decline']],
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
});
