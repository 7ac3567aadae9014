/** Notices to owners' servers over days, with a clock that is set forward: when they end, and what is not lost then. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '../../set-up/service/peers/notice-receiver.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { shiftClock, shifted } from '../../set-up/service/shifted-clock.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { addProject, post, rows, signIn, startScene } from '../scene.ts';

const day = 86_400_000;
const timeout = 120_000;

const receiver = await startReceiver();

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let clock: string;
  let owner: string;
  let id: number;
  let shift = 0;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
    watchOver(folder);
    clock = join(folder, 'clock');
    await shiftClock(clock, 0);
    const scene = await startScene(engine, { ...unlimited, ...shifted(clock), FETCH_FROM: receiver.host });
    service = scene.service;
    owner = await signIn(service, 'owner@example.org');
    id = await addProject(service, scene.owner, 'Slow Moss');
    expect((await act({ act: 'set', address: receiver.address })).status).toBe(200);
  }, timeout);

  const path = () => `/project/${id}-slow-moss/webhook`;
  const act = async (fields: Record<string, string>) => {
    const page = await (await service.get(path(), { headers: { cookie: owner } })).text();
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(page) ?? [];
    return post(service, path(), { form, ...fields }, owner);
  };
  const answer = (status: number) => receiver.answer((response) => void response.writeHead(status).end());
  /** Sets the service's clock to a moment. */
  const setClock = async (to: number) => {
    shift = to - Date.now();
    await shiftClock(clock, shift);
  };
  const later = (days: number) => setClock(Date.now() + shift + days * day);
  const hook = async () => {
    const [row] = await rows<{ ended_why: string | null; failing_since: number | null }>(
      service,
      'select ended_why, failing_since from webhooks',
    );
    return { ended: row?.ended_why, since: Number(row?.failing_since ?? 0) };
  };
  const newest = async () => {
    const [row] = await rows<{ status: number | null; next_at: number | null }>(
      service,
      'select status, next_at from webhook_deliveries order by created_at desc, delivery_id limit 1',
    );
    return { status: row?.status, next: Number(row?.next_at ?? 0) };
  };
  const isAnswered = (status: number) => expect.poll(async () => (await newest()).status).toBe(status);
  const endMails = async () => (await service.mails()).filter(({ subject }) => /is off/.test(subject)).length;
  /** A test notice whose receiver refuses every try of a day, each with a status of its own. */
  const failForADay = async () => {
    for (let tries = 1; tries <= 9; tries++) {
      answer(500 + tries);
      if (tries === 1) expect((await act({ act: 'test' })).status).toBe(303);
      else await setClock((await newest()).next + 1000);
      await isAnswered(500 + tries);
    }
  };

  test('what an editor decides while notices are off is reported 29 days later', { timeout }, async () => {
    answer(410);
    await act({ act: 'test' });
    await expect.poll(async () => (await hook()).ended).toBe('gone');
    await service.operate('publish', String(id));
    receiver.answer();
    await later(29);
    const before = receiver.received.length;
    expect((await act({ act: 'enable' })).status).toBe(303);
    // The test may be sent once more.
    const news = () =>
      receiver
        .types()
        .slice(before)
        .filter((type) => type !== 'test');
    await expect.poll(news).toEqual(['project.approved']);
  });

  test('one notice to a dead receiver ends them after three days, with a mail', { timeout }, async () => {
    owner = await signIn(service, 'owner@example.org');
    const mails = await endMails();
    const started = Date.now() + shift;
    await failForADay();
    const { ended, since } = await hook();
    expect([ended, await endMails()]).toEqual([null, mails]);
    expect(Math.round((since - started) / day)).toBe(0);
    const { next } = await newest();
    expect(next - since).toBe(3 * day);
    answer(599);
    await setClock(next + 1000);
    await isAnswered(599);
    await expect.poll(async () => (await hook()).ended).toBe('failing');
    await expect.poll(endMails).toBe(mails + 1);
  });

  test(
    'a receiver that is back after a day, and fails once days later, keeps its notices',
    { timeout },
    async () => {
      await act({ act: 'enable' });
      await failForADay();
      receiver.answer();
      await setClock((await newest()).next + 1000);
      await isAnswered(204);
      await expect.poll(async () => (await hook()).since).toBe(0);
      await later(6);
      answer(500);
      await act({ act: 'test' });
      await isAnswered(500);
      const { ended, since } = await hook();
      expect([ended, Math.round((Date.now() + shift - since) / day)]).toEqual([null, 0]);
    },
  );

  test('a failure that no try connects with an earlier one is the first', { timeout }, async () => {
    // As the release before left it: given up after a day, and nothing sent since.
    await rows(service, 'delete from webhook_deliveries');
    await rows(service, `update webhooks set failing_since = failing_since - ${9 * day}`);
    answer(500);
    await act({ act: 'test' });
    await isAnswered(500);
    const { ended, since } = await hook();
    expect([ended, Math.round((Date.now() + shift - since) / day)]).toEqual([null, 0]);
  });
});
