/** The output for a developer at the first start, at later ones, and if the port is taken. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { refusedStart } from '../../set-up/service/refused-start.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { engines, onPostgres, type Service, startService } from '../../set-up/service/start-service.ts';

const development = { NODE_ENV: 'development', OPEN_FINDER: 'true', PEPPER: '' };

/** The last welcome on the terminal: its lines by their labels. */
const welcomeOf = (service: Service): Record<string, string> => {
  const lines = [...service.log().matchAll(/^ {2}(\S(?: ?\S)*) {2,}(http\S+)$/gm)];
  return Object.fromEntries(lines.slice(-4).map(([, words = '', address = '']) => [words, address]));
};

const totalOf = async (service: Service, q = '') => {
  const reply = await service.get(`/finder?format=json&limit=1&q=${q}`);
  return ((await reply.json()) as { total: number }).total;
};

onPostgres(test)(
  'PostgreSQL has statistics about the projects of the first start, and plans searches with them',
  async () => {
    const service = await startService('postgres', development);
    await using rows = openRows(service);
    for (const table of ['projects', 'project_words', 'project_areas', 'area_cells'])
      expect(
        await rows.all(`select reltuples > 0 as is_counted from pg_class where relname = '${table}'`),
      ).toEqual([{ is_counted: true }]);
  },
);

describe.each(engines)('%s', (engine) => {
  test('the first start loads the catalogue and says what to open, the next does not load again', async () => {
    const service = await startService(engine, development);
    expect(service.log()).toContain('Loading 504 projects of the catalogue');
    expect(service.log()).toContain('Loaded 504 projects.');
    expect(await totalOf(service)).toBe(507);
    expect(await totalOf(service, 'demonstration')).toBeGreaterThanOrEqual(2);
    const welcome = welcomeOf(service);
    expect(Object.keys(welcome)).toEqual([
      'The site',
      'Sign in as the operator',
      'The demonstration partner',
      'The outbox',
    ]);
    for (const address of Object.values(welcome))
      expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    // For a browser, the partner is another site.
    expect(new URL(welcome['The demonstration partner'] ?? '').origin).toBe(
      `http://127.0.0.1:${service.port}`,
    );
    const signIn = new URL(welcome['Sign in as the operator'] ?? '').pathname;
    const signedIn = await service.postForm(signIn, {}, { headers: { origin: service.baseUrl } });
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^mh_session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax$/,
    );

    await service.restart();
    expect(service.log().match(/Loading/g)).toHaveLength(1);
    expect(await totalOf(service)).toBe(507);
    expect(welcomeOf(service)['Sign in as the operator']).not.toBe(welcome['Sign in as the operator']);

    // Paths are stored: at another address nothing is written again.
    Object.assign(service.settings, { BASE_URL: 'http://localhost:1' });
    await service.restart();
    expect(service.log()).not.toContain('Bringing projects');
    const reply = await service.get('/finder?format=json&limit=1&q=');
    const { results } = (await reply.json()) as { results: { url: string }[] };
    expect(results[0]?.url).toMatch(/^http:\/\/localhost:1\/project\/\d/);
  });

  test('a first start that was killed while loading is completed by the next', async () => {
    const service = await startService(engine, { PEPPER: '' });
    await service.stop();
    Object.assign(service.settings, development);
    for (const wait of [0, 50, 150]) {
      const before = service.log().length;
      const starting = service.start().then(
        () => 'started',
        () => 'ended',
      );
      const isLoading = async () => {
        while (!service.log().slice(before).includes('Loading')) await sleep(5);
        return 'loading';
      };
      expect(await Promise.race([starting, isLoading()])).toBe('loading');
      await sleep(wait);
      await service.kill9();
      await starting;
    }
    await service.start();
    expect(await totalOf(service)).toBe(507);
    await using rows = openRows(service);
    expect(await rows.all('select count(*) as count from projects')).toEqual([{ count: 507 }]);
    expect(await rows.all("select value from settings where name = 'demonstration'")).toEqual([
      { value: 'true' },
    ]);
  });
});

test('the port of another program is one sentence', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  try {
    expect(await refusedStart({ PORT: String(port) })).toEqual({
      code: '1',
      lines: [`PORT: ${port} is in use already; set another PORT.`],
    });
  } finally {
    other.close();
  }
});

test('a second start on the same port and data does not disturb the first one', async () => {
  const service = await startService('sqlite', development);
  await using rows = openRows(service);
  const keys = () => rows.all('select key_id, revoked_at from keys order by 1');
  const before = await keys();
  const second = new RunningService(service.port, service.dataDir, undefined, development);
  await expect(second.start()).rejects.toThrow(
    /ended with 1\. It printed:\nAnother service is using .*: stop it first; several processes need PostgreSQL \(DATABASE_URL\)\.\n$/,
  );
  expect(await keys()).toEqual(before);
});

test.each([
  ['a thrown error', 'throw fault()'],
  ['a rejected promise', 'Promise.reject(fault())'],
])('an uncaught %s ends the process with one redacted line', async (_, act) => {
  const preload = `import { isMainThread } from 'node:worker_threads';
    const fault = () => Object.assign(new Error('no row for jo@example.org nor mh_${'a'.repeat(38)}'), { code: 'E' });
    if (isMainThread) process.on('SIGUSR2', () => { ${act} });`;
  await using service = await startService('sqlite', {
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(preload).toString('base64')}`,
  });
  process.kill(service.pid ?? NaN, 'SIGUSR2');
  await expect.poll(() => service.pid).toBeUndefined();
  expect(await service.stop()).toEqual({ code: 1, signal: null });
  const line = service
    .log()
    .split('\n')
    .find((text) => text.includes('crashed'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'fatal',
    msg: 'crashed',
    err: { code: 'E', message: 'no row for [redacted] nor [redacted]' },
  });
  expect(service.log()).not.toMatch(/jo@example\.org|mh_a/);
});
