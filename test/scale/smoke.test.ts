/**
 * Everything at once: two processes behind PgBouncer, before the coordinator of Citus, with a standby of it for searches.
 * Each scenario goes through both processes.
 */
import { beforeAll, expect, test } from 'vitest';
import { profileId, projects, setScene, signIn } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { startPgBouncer } from '../set-up/postgres/pgbouncer.ts';
import { startStandby } from '../set-up/postgres/postgres.ts';
import { record } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { crowded, RunningService } from '../set-up/service/running-service.ts';
import { at, citusSettings, createDatabase, serviceOn, startCitus } from './citus.ts';

const { birds, frogs } = projects;
const database = 'everything';
const token = 'a token for the smoke test';
const member = 'member@example.org';

let one: RunningService;
let other: RunningService;
let rows: Rows;
let owner: string;
let profile: number;
let cookie: string;

beforeAll(async () => {
  const citus = await startCitus();
  afterFile(() => citus.stop());
  const direct = await createDatabase(citus, database);
  one = await serviceOn(direct, { ...crowded, METRICS_TOKEN: token });
  afterFile(() => one[Symbol.asyncDispose]());
  await one.start();
  ({ owner } = await setScene(one));
  await one.stop();
  await one.operate('distribute');
  const standby = await startStandby(citus.coordinator, citusSettings);
  afterFile(() => standby.stop());
  const bouncer = await startPgBouncer(direct, 12);
  afterFile(() => bouncer[Symbol.asyncDispose]());
  Object.assign(one.settings, {
    DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_SEARCH_URL: at(standby, database),
  });
  await one.start();
  const port = await freePort();
  other = new RunningService(port, one.dataDir, bouncer.url, { ...one.settings, PORT: String(port) });
  afterFile(() => other[Symbol.asyncDispose]());
  await other.start();
  rows = openRows({ databaseUrl: direct, dataDir: '' });
  afterFile(() => rows[Symbol.asyncDispose]());
  profile = await profileId(one, owner, member);
  cookie = await signIn(one, member);
});

const both = () => [one, other];
const said = (projectId: number) => ({
  key: owner,
  project_id: projectId,
  profile_id: profile,
  duration: 60,
});
/** Both have one public address, which forms name as their origin. */
const post = (service: RunningService, path: string, fields: Record<string, string>) =>
  service.postForm(path, fields, { headers: { origin: one.baseUrl, cookie } });
const words = async (service: RunningService, path: string, as = cookie) => {
  const reply = await service.get(path, { headers: { cookie: as } });
  expect([path, reply.status]).toEqual([path, 200]);
  return (await reply.text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
};
const found = async (service: RunningService, query: string) => {
  const reply = await service.get(`/finder?format=json&q=${query}&key=${owner}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { results: { id: number }[] }).results.map(({ id }) => id);
};

const scenarios: [string, () => Promise<void>][] = [
  [
    'a contribution, and its retry at the other process',
    async () => {
      for (const id of [birds.id, frogs.id]) {
        const first = await record(one, said(id), `smoke ${id}`);
        expect(first).toMatchObject({ status: 200 });
        const again = await record(other, said(id), `smoke ${id}`);
        expect(again).toMatchObject({
          status: 200,
          json: { duplicate: true, event_id: first.json.event_id },
        });
      }
    },
  ],
  [
    'many at a time, in both',
    async () => {
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, n) => record(n % 2 ? one : other, said(n % 3 ? birds.id : frogs.id))),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ json }) => json.event_id)).size).toBe(200);
      const { stored, counted } = await rollUps(rows);
      expect(stored).toEqual(counted);
    },
  ],
  [
    'searches, which go to the standby',
    async () => {
      for (const service of both()) {
        await expect
          .poll(async () => {
            const headers = { authorization: `Bearer ${token}` };
            return (await service.get('/metrics', { headers })).text();
          })
          .toMatch(/^manyhands_searches_on_standby 1$/m);
        expect(await found(service, 'bird')).toEqual([birds.id]);
      }
    },
  ],
  [
    'a project that one process hides is not found by the other, and found when it is shown again',
    async () => {
      await one.operate('hide', String(frogs.id));
      expect(await found(other, 'frog')).toEqual([]);
      await one.operate('show', String(frogs.id));
      expect(await found(other, 'frog')).toEqual([frogs.id]);
    },
  ],
  [
    'signing in at one process, and the own page at the other',
    async () => {
      const here = await signIn(one, 'second@example.org');
      for (const service of both())
        expect(await words(service, '/me', here)).toContain('Nothing credited yet');
      for (const service of both()) expect(await words(service, '/me')).toContain('Bird Count');
    },
  ],
  [
    'Stats of the project, for its owner: contributions that each process has stored',
    async () => {
      const owning = await signIn(one, 'owner@example.org');
      const all = Number(
        (
          await rows.all<{ count: number }>(
            `select count(*) as count from events where project_id = ${birds.id}`,
          )
        )[0]?.count,
      );
      for (const service of both())
        expect(await words(service, `/project/${birds.id}-bird-count/stats`, owning)).toContain(String(all));
    },
  ],
  [
    'opting out at one process: the other credits nothing more',
    async () => {
      const projectId = frogs.id;
      const fields = { project_id: String(projectId) };
      expect((await post(one, '/me/opt-out', fields)).status).toBe(303);
      const { status, json } = await record(other, said(projectId));
      expect(status).toBe(200);
      expect(await rows.all(`select profile_id from events where event_id = ${json.event_id}`)).toEqual([
        { profile_id: null },
      ]);
      expect((await post(other, '/me/opt-in', fields)).status).toBe(303);
      const again = await record(one, said(projectId));
      const [event] = await rows.all<{ profile_id: number }>(
        `select profile_id from events where event_id = ${again.json.event_id}`,
      );
      expect(Number(event?.profile_id)).toBe(profile);
    },
  ],
  [
    'removing at one process, and taking back at the other',
    async () => {
      const fields = { project_id: String(birds.id) };
      expect((await post(one, '/me/remove', fields)).status).toBe(303);
      expect(await words(other, '/me')).toContain('Restore');
      const [removed] = await rows.all<{ removed_at: number }>(
        'select distinct removed_at from removed_events',
      );
      const which = { ...fields, removed_at: String(removed?.removed_at) };
      expect((await post(other, '/me/restore', which)).status).toBe(303);
      expect(await words(one, '/me')).not.toContain('Restore');
      const { stored, counted } = await rollUps(rows);
      expect(stored).toEqual(counted);
    },
  ],
  [
    'the retention rule and readiness',
    async () => {
      await one.operate('purge');
      for (const service of both())
        expect(await (await service.get('/health')).json()).toMatchObject({ store: 'ok' });
    },
  ],
];

test.each(scenarios)('%s', (_what, scenario) => scenario());
