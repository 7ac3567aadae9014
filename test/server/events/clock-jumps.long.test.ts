/** The clock of the machine is set by an hour, forward and back, while the service runs. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { ownProject, profilesOf, record, type Owned } from '../../set-up/service/project.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { shiftClock, shifted } from '../../set-up/service/shifted-clock.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { projects, send, sha256, signIn, startScene } from '../scene.ts';

const hour = 3_600_000;
const jumps = [hour, 0, -hour, 0];

const clockFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
  watchOver(folder);
  const file = join(folder, 'clock');
  await shiftClock(file, 0);
  return file;
};

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owned: Owned;
  let profiles: number[];
  let clock: string;

  beforeAll(async () => {
    clock = await clockFile();
    service = await startService(engine, { ...shifted(clock), LIMIT_PAGES: '50' });
    owned = await ownProject(service);
    profiles = await profilesOf(service, owned.key, 4);
  });

  const recordOne = (at: number) =>
    record(service, {
      key: owned.key,
      project_id: owned.projectId,
      profile_id: profiles[at % 4] ?? 0,
      duration: 60,
    });

  test('contributions are recorded under new ids, and the roll-ups are right', async () => {
    await using rows = openRows(service);
    const ids: number[] = [];
    for (const shift of [0, ...jumps]) {
      await shiftClock(clock, shift);
      const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => recordOne(at)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      ids.push(...answers.map(({ json }) => json.event_id));
      const arrived = await rows.all<{ arrived_at: number }>(
        `select arrived_at from events where event_id = ${ids.at(-1)}`,
      );
      expect(Math.round((Number(arrived[0]?.arrived_at) - Date.now()) / hour) + 0).toBe(shift / hour);
    }
    expect(new Set(ids).size).toBe(ids.length);
    await service.restart();
    const { json } = await recordOne(0);
    expect(ids).not.toContain(json.event_id);
    const { stored, counted } = await rollUps(rows);
    expect(stored).toEqual(counted);
    expect(await rows.all('select count(*) as count from events')).toEqual([{ count: ids.length + 1 }]);
  });

  beforeEach(() => shiftClock(clock, 0));

  test('people stay signed in', async () => {
    const cookie = await signIn(service, 'ann@example.org');
    for (const shift of jumps) {
      await shiftClock(clock, shift);
      expect((await service.get('/me', { headers: { cookie } })).status).toBe(200);
    }
  });

  test('a key that was just found in the store is looked up again, and the service says that it is well', async () => {
    await using rows = openRows(service);
    for (const shift of jumps) {
      const { json } = await service.operator<{ key: string }>('key', 'second@example.org');
      const use = async () => (await service.get(`/api/project/${owned.projectId}?key=${json.key}`)).status;
      expect(await use()).toBe(200);
      await shiftClock(clock, shift);
      await rows.run(`update keys set revoked_at = 1 where digest = '${sha256(json.key)}'`);
      expect(await use()).toBe(401);
      const health = await service.get('/health');
      expect([health.status, await health.json()]).toEqual([
        200,
        { result: 'success', store: 'ok', mail: 'ok' },
      ]);
    }
  });

  test('a limit that was used up begins again, and is used up again', async () => {
    const page = async () => (await service.get('/about')).status;
    for (const shift of jumps) {
      await expect.poll(page, { interval: 0 }).toBe(429);
      await shiftClock(clock, shift);
      expect(await page()).not.toBe(429);
    }
  });
});

test('after a failure of the mail server, mail is sent again within seconds, also if the clock was set back', async () => {
  const clock = await clockFile();
  const port = await freePort();
  const { service } = await startScene('sqlite', {
    ...shifted(clock),
    MAIL_FROM: 'Hands <hello@example.org>',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  const join = async () => {
    const said = { project_id: projects.birds.id, address: 'ann@example.org', of_age: true };
    return (await send(service, '/embed/join', said, projects.birds.origin)).status;
  };
  // The failure is known once the first mail has been tried.
  await expect.poll(join).toBe(503);
  await shiftClock(clock, -hour);
  expect(await join()).toBe(503);
  await using mails = await startMailServer({ port });
  await expect.poll(join, { interval: 1000 }).toBe(200);
  await expect.poll(() => mails.received.length).toBeGreaterThan(0);
});
