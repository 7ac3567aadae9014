/** Receivers of notices that are slow on purpose, and buttons that are pressed twenty times: what others feel of it. */
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { startReceiver } from '../../set-up/service/peers/notice-receiver.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, post, rows, signIn, startScene } from '../scene.ts';

const timeout = 90_000;
const [mallory, trent, other, honest, failing] = await Promise.all(
  ['127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.4', '127.0.0.5'].map((ip) => startReceiver(ip)),
);
if (!mallory || !trent || !other || !honest || !failing) throw new Error('no receivers');
const receivers = [mallory, trent, other, honest, failing];

/** Sends a header a second, of a head that never ends. */
const drip = (given: () => void) => (response: ServerResponse) => {
  response.socket?.write('HTTP/1.1 204 No Content\r\n');
  const timer = setInterval(() => {
    response.socket?.write('x-more: 1\r\n');
    given();
  }, 1000);
  response.on('close', () => clearInterval(timer));
};

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  const paths = new Map<number, string>();

  const act = async (id: number, fields: Record<string, string>) => {
    const path = paths.get(id) ?? '';
    const page = await (await service.get(path, { headers: { cookie: owner } })).text();
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(page) ?? [];
    return post(service, path, { form, ...fields }, owner);
  };
  let key: string;
  let made = 0;
  /** A project that nobody has reviewed, with a receiver. */
  const project = async ({ address }: { address: string }): Promise<number> => {
    const id = await addProject(service, key, `Slow ${++made}`);
    paths.set(id, `/project/${id}-slow-${made}/webhook`);
    expect((await act(id, { act: 'set', address })).status).toBe(200);
    return id;
  };
  /** Facts to report, all found in one look; the ids grow in this order. */
  const report = async (facts: number[]) => {
    const values = facts.map((id, at) => `(${id}, ${made * 1000 + at}, ${Date.now()}, 'asked')`);
    await rows(service, `insert into project_acts (project_id, act_id, at, act) values ${values.join(', ')}`);
  };
  const tries = async (id: number) =>
    Number(
      (
        await rows<{ count: number }>(
          service,
          `select count from tallies where name = 'webhook-tests' and subject = '${id}'`,
        )
      )[0]?.count ?? 0,
    );

  beforeAll(async () => {
    const from = receivers.map(({ host }) => host).join(',');
    ({ service, owner: key } = await startScene(engine, {
      ...unlimited,
      ...frequentQueues,
      FETCH_FROM: from,
    }));
    owner = await signIn(service, 'owner@example.org');
    for (const receiver of receivers) {
      receiver.received.length = 0;
      receiver.answer();
    }
  });

  test('two projects whose receivers drip headers delay nobody', { timeout }, async () => {
    const happened: string[] = [];
    let most = 0;
    for (const slow of [mallory, trent, other])
      slow.answer((response) => {
        most = Math.max(most, mallory.open() + other.open(), trent.open());
        response.on('close', () => happened.push('given up'));
        drip(() => undefined)(response);
      });
    honest.answer((response) => {
      happened.push('arrived');
      response.writeHead(204).end();
    });
    const [first, second, third] = [await project(mallory), await project(trent), await project(honest)];
    // Another project with a receiver on the same machine as the first: together they have one worker.
    const fourth = await project(other);
    const twenty = (id: number) => Array<number>(20).fill(id);
    await report([...twenty(first), ...twenty(second), ...twenty(fourth), third]);
    await expect.poll(() => happened).toContain('arrived');
    expect(happened.slice(0, happened.indexOf('arrived'))).toEqual([]);
    // They go on meanwhile, one at a time, and each gets its turn.
    await expect.poll(() => other.received.length + mallory.received.length).toBeGreaterThan(2);
    expect(Math.min(other.received.length, mallory.received.length)).toBeGreaterThan(0);
    expect(most).toBe(1);
    for (const id of [first, second, third, fourth]) await act(id, { act: 'remove' });
    await expect.poll(() => mallory.open() + trent.open() + other.open()).toBe(0);
  });

  test('a head that does not end is given up after five seconds', { timeout }, async () => {
    const id = await project(trent);
    let headers = 0;
    trent.answer(drip(() => (headers += 1)));
    await act(id, { act: 'test' });
    const fault = () => rows(service, `select fault from webhook_deliveries where project_id = ${id}`);
    await expect.poll(fault).toEqual([{ fault: 'slow' }]);
    expect(headers).toBeLessThan(9);
    expect(headers).toBeGreaterThan(2);
    await act(id, { act: 'remove' });
  });

  test('a program that needs seven seconds is told twice, under one number', { timeout }, async () => {
    const id = await project(trent);
    const before = trent.received.length;
    trent.answer((response) => void setTimeout(() => response.writeHead(204).end(), 7_000));
    await act(id, { act: 'test' });
    const status = () =>
      rows(service, `select status, tries from webhook_deliveries where project_id = ${id}`);
    await expect.poll(status, { timeout: 40_000 }).toEqual([{ status: 204, tries: 2 }]);
    const told = trent.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(told).toEqual([told[0], told[0]]);
    await act(id, { act: 'remove' });
  });

  test('twenty clicks on “Send again” make one request', { timeout }, async () => {
    honest.answer();
    const id = await project(honest);
    await act(id, { act: 'test' });
    await expect.poll(() => tries(id)).toBe(1);
    const notice = async () =>
      (
        await rows<{ delivery_id: number; delivered_at: number | null }>(
          service,
          `select delivery_id, delivered_at from webhook_deliveries where project_id = ${id}`,
        )
      )[0];
    await expect.poll(async () => (await notice())?.delivered_at).not.toBeNull();
    // It does not answer before all clicks have come.
    let answer = () => undefined as void;
    const clicked = new Promise<void>((resolve) => (answer = resolve));
    honest.answer((response) => void clicked.then(() => response.writeHead(204).end()));
    const before = honest.received.length;
    const again = { act: 'replay', notice: String((await notice())?.delivery_id) };
    await act(id, again);
    await expect.poll(() => honest.received.length).toBe(before + 1);
    const clicks = [again, { act: 'replay', notice: 'failed' }, { act: 'test' }];
    const replies = Array.from({ length: 20 }, (_, at) => act(id, clicks[at % 3] ?? again));
    for (const reply of await Promise.all(replies)) expect(reply.status).toBe(303);
    answer();
    await expect.poll(async () => (await notice())?.delivered_at).not.toBeNull();
    expect([honest.received.length - before, await tries(id)]).toEqual([1, 2]);
  });

  test('thirty requests an hour, further tries among them; then a try waits', { timeout }, async () => {
    const id = await project(failing);
    failing.answer((response) => void response.writeHead(500).end());
    failing.received.length = 0;
    await act(id, { act: 'test' });
    const next = async () => {
      const [row] = await rows<{ next_at: number; tries: number; turn: number }>(
        service,
        `select next_at, tries from webhook_deliveries where project_id = ${id}`,
      );
      return { next: Number(row?.next_at), tries: Number(row?.tries) };
    };
    // In place of waiting for the next try: it is due, and is the first one again.
    const due = () =>
      rows(
        service,
        `update webhook_deliveries set next_at = 1, tries = 0 where project_id = ${id} and fault is not null`,
      );
    const hour = Date.now() + 40 * 60_000;
    const isHeld = async () => {
      const { next: at } = await next();
      if (at > hour) return true;
      await due();
      return false;
    };
    await expect.poll(isHeld).toBe(true);
    expect(failing.received.length).toBe(30);
    expect(await next()).toMatchObject({ tries: 0 });
    // A test that waits is hastened, and is the only one; without it there is no room, either.
    const press = async () =>
      [await act(id, { act: 'test' }), await act(id, { act: 'replay', notice: 'failed' })].map(
        ({ status }) => status,
      );
    expect(await press()).toEqual([303, 303]);
    await expect.poll(async () => (await next()).next).toBeGreaterThan(hour);
    await rows(service, `update webhook_deliveries set next_at = null where project_id = ${id}`);
    expect(await press()).toEqual([429, 429]);
    expect(failing.received.length).toBe(30);
  });
});
