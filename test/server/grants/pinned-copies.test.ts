/** A pinned copy is served permanently: after the next release, next to it, and from a backup. */
import { appendFile, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { engines, onPostgres, type Service, startService } from '../../set-up/service/start-service.ts';

let nextRelease: string;

/** The current build with other embed files, like the next release. */
beforeAll(async () => {
  nextRelease = await mkdtemp(join(tmpdir(), 'manyhands-next-'));
  await cp(join(root, 'dist'), join(nextRelease, 'dist'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(nextRelease, 'node_modules'));
  for (const file of await readdir(join(nextRelease, 'dist/embeds')))
    await appendFile(join(nextRelease, 'dist/embeds', file), '\n/* next */\n');
});
afterAll(() => rm(nextRelease, { recursive: true, force: true }));

const pinnedOf = async (service: Service) => {
  const manifest = (await (await service.get('/static/api/manifest.json')).json()) as Record<
    string,
    { file: string }
  >;
  return Object.values(manifest).map(({ file }) => file);
};
const copyOf = async (service: Service, file: string) => {
  const reply = await service.get(`/static/api/${file}`);
  return { status: reply.status, caching: reply.headers.get('cache-control'), text: await reply.text() };
};
const copiesOf = (service: Service, files: string[]) =>
  Promise.all(files.map((file) => copyOf(service, file)));

describe.each(engines)('pinned copies on %s', (engine) => {
  test('outlive the release that they came from', async () => {
    const service = await startService(engine);
    const files = await pinnedOf(service);
    const before = await copiesOf(service, files);
    expect(before.map(({ status }) => status)).toEqual(files.map(() => 200));
    await service.stop();
    service.build = nextRelease;
    await service.start();
    const next = await pinnedOf(service);
    expect(next.filter((file) => files.includes(file))).toEqual([]);
    // Twice: from the store, and then from memory.
    for (let times = 0; times < 2; times++) expect(await copiesOf(service, files)).toEqual(before);
    // After a downgrade, the newer release's copies are still there.
    await service.stop();
    service.build = root;
    await service.start();
    for (const { status, text } of await copiesOf(service, next))
      expect([status, text.includes('/* next */')]).toEqual([200, true]);
    for (const none of [
      'nothing.js',
      'nothing.AAAAAAAAAAAA.js',
      '..%2fmain.AAAAAAAAAAAA.js',
      '%00.AAAAAAAAAAAA.js',
    ])
      expect([none, (await copyOf(service, none)).status]).toEqual([none, 404]);
  });
});

onPostgres(test)('two releases on one PostgreSQL serve the copies of both', async () => {
  const older = await startService('postgres');
  const port = await freePort();
  await using newer = new RunningService(port, older.dataDir, older.databaseUrl, { BASE_URL: older.baseUrl });
  newer.build = nextRelease;
  await newer.start();
  const files = [...(await pinnedOf(older)), ...(await pinnedOf(newer))];
  expect(new Set(files).size).toBe(files.length);
  expect(await copiesOf(newer, files)).toEqual(await copiesOf(older, files));
});

test('a restored backup has them', async () => {
  const service = await startService('sqlite');
  const files = await pinnedOf(service);
  const before = await copiesOf(service, files);
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-restored-'));
  await service.operate('backup', join(folder, 'manyhands.db'));
  await using restored = new RunningService(await freePort(), folder, undefined, {
    BASE_URL: service.baseUrl,
  });
  restored.build = nextRelease;
  await restored.start();
  expect(await copiesOf(restored, files)).toEqual(before);
});
