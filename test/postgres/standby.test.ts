/** Searches on a standby of PostgreSQL: they find what was written a moment ago, and a standby that fails is not missed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { type Cluster, startPostgres, startStandby } from '../set-up/postgres/postgres.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { RunningService, runService, unlimited } from '../set-up/service/running-service.ts';
import { addProject, projects, setScene } from '../server/scene.ts';

const token = 'a token for the tests of standbys';
const { birds } = projects;

let standby: Cluster;
let behind: Rows;
let processes: [RunningService, RunningService];
let owner: string;

beforeAll(async () => {
  const cluster = await startPostgres();
  afterFile(() => cluster.stop());
  standby = await startStandby(cluster);
  afterFile(() => standby.stop());
  const service = await runService(cluster.url, { ...unlimited, METRICS_TOKEN: token });
  afterFile(() => service[Symbol.asyncDispose]());
  ({ owner } = await setScene(service));
  const searchUrl = new URL(service.databaseUrl ?? '');
  searchUrl.port = new URL(standby.url).port;
  await service.restart({ DATABASE_SEARCH_URL: searchUrl.href });
  const port = await freePort();
  const other = new RunningService(port, service.dataDir, service.databaseUrl, {
    ...service.settings,
    PORT: String(port),
  });
  afterFile(() => other[Symbol.asyncDispose]());
  await other.start();
  processes = [service, other];
  behind = openRows({ databaseUrl: searchUrl.href, dataDir: '' });
  afterFile(() => behind[Symbol.asyncDispose]());
});

const isOnStandby = async (service: RunningService): Promise<boolean> => {
  const reply = await service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
  return /^manyhands_searches_on_standby 1$/m.test(await reply.text());
};

/** Waits until both processes search there, or neither does. */
const untilOnStandby = (wanted: boolean) =>
  expect.poll(() => Promise.all(processes.map(isOnStandby))).toEqual([wanted, wanted]);

const found = async (service: RunningService, words: string): Promise<number[]> => {
  const query = new URLSearchParams({ format: 'json', q: words, key: owner });
  const reply = await service.get(`/finder?${query}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { results: { id: number }[] }).results.map(({ id }) => id);
};

const readsOfStandby = async (): Promise<number> => {
  const [row] = await behind.all<{ reads: number }>(
    `select sum(idx_scan + seq_scan)::bigint as reads from pg_stat_user_tables
      where relname in ('project_stems', 'search_lexemes', 'project_texts')`,
  );
  return Number(row?.reads);
};

const pause = () => behind.all('select pg_wal_replay_pause()');
const resume = () => behind.all('select pg_wal_replay_resume()');

test('searches are made on the standby, and have the same results as on the primary', async () => {
  await untilOnStandby(true);
  const before = await readsOfStandby();
  await expect
    .poll(async () => {
      expect(await found(processes[0], 'bird')).toEqual([birds.id]);
      return readsOfStandby();
    })
    .toBeGreaterThan(before);
});

test('while the standby is behind, both processes find what was just published, and nothing that was just hidden', async () => {
  await untilOnStandby(true);
  await pause();
  try {
    const id = await addProject(processes[0], owner, 'Woodlouse Walk');
    await processes[0].operate('publish', String(id));
    for (const each of processes) expect(await found(each, 'woodlouse')).toEqual([id]);
    await processes[0].operate('hide', String(id));
    for (const each of processes) expect(await found(each, 'woodlouse')).toEqual([]);
    await untilOnStandby(false);
  } finally {
    await resume();
  }
  await untilOnStandby(true);
  for (const each of processes) expect(await found(each, 'woodlouse')).toEqual([]);
});

test('a standby that does not go on is left after a few seconds, whatever was written', async () => {
  await untilOnStandby(true);
  await pause();
  try {
    await processes[0].operator('key', 'another@example.org');
    await untilOnStandby(false);
  } finally {
    await resume();
  }
  await untilOnStandby(true);
});

test('the metrics have the seconds that the standby is behind', async () => {
  const [service] = processes;
  const lag = async () => {
    const reply = await service.get('/metrics', { headers: { authorization: `Bearer ${token}` } });
    return Number(/^manyhands_replication_lag_seconds (.+)$/m.exec(await reply.text())?.[1]);
  };
  /** The lag after another write. */
  const lagOfWrite = async () => {
    const headers = { origin: service.baseUrl };
    await service.postForm('/sign-in', { email: 'jo@example.org' }, { headers });
    return lag();
  };
  await expect.poll(lag).toBeGreaterThanOrEqual(0);
  await pause();
  try {
    await expect.poll(lagOfWrite).toBeGreaterThan(3);
  } finally {
    await resume();
  }
  await expect.poll(lagOfWrite).toBeLessThan(3);
});

test('the standby crashes under load: no search fails, and it is used again when it is back', async () => {
  await untilOnStandby(true);
  let isOver = false;
  let searches = 0;
  const load = processes.flatMap((each) =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        expect(await found(each, 'bird')).toEqual([birds.id]);
        searches += 1;
      }
    }),
  );
  await standby.crash();
  await untilOnStandby(false);
  const then = searches;
  while (searches < then + 50) await sleep(10);
  await standby.restart();
  await untilOnStandby(true);
  isOver = true;
  await Promise.all(load);
});

test('a standby that was made a primary is not used', async () => {
  await untilOnStandby(true);
  await behind.all('select pg_promote()');
  await untilOnStandby(false);
  for (const each of processes) expect(await found(each, 'bird')).toEqual([birds.id]);
});
