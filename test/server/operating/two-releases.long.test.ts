/** Expand and contract: the release before works on a store to which a newer one has added, next to it and after it. */
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { isExpansion } from '../../../server/db/migrations/expansion.ts';
import { laterStatements } from '../../../server/db/migrations/migrations.ts';
import { afterFile } from '../../set-up/after-file.ts';
import { pathOf } from '../../set-up/programs/installed.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { profileId, projects, startScene, success } from '../scene.ts';

const statements: [statements: string, isExpansion: boolean][] = [
  ['create table a (b bigint primary key); create unique index a_b on a (b)', true],
  ['alter table a add column b bigint', true],
  ["alter table a add column b text not null default ''; update a set b = c", true],
  ['alter table a add column b bigint; create unique index a_b on a (c, b) where b is not null', true],
  ['create index a_b on a (b) where b is not null', true],
  ['alter table a add column b text not null', false],
  ['alter table a add column b bigint unique', false],
  ['create unique index a_b on a (b)', false],
  ['create unique index a_b on a (b) where b is not null', false],
  ['update a set b = 1', false],
  ['alter table a add column b bigint; update a set b = 1, c = 2', false],
  ['alter table a drop column b', false],
  ['alter table a rename column b to c', false],
  ['alter table a alter column b set not null', false],
  ['drop table a', false],
  ['drop index a_b', false],
  ['delete from a', false],
  ['create table a (b bigint); drop table c', false],
];
test.each(statements)('%s: %s', (text, expected) => {
  expect(isExpansion(text)).toBe(expected);
});

test('every migration after the baseline only adds', () => {
  // One that takes away may be listed here once the release before it does not use that any more.
  const contracting: string[] = [];
  const found = Object.entries(laterStatements).filter(([, text]) => !isExpansion(text));
  expect(found.map(([name]) => name)).toEqual(contracting);
});

let nextRelease: string;

const later =
  '"9998-more": `alter table projects add column later bigint; create table later_things (a bigint)`,';

/** The current build with one more migration, and with other data derived from projects, like the next release. */
beforeAll(async () => {
  nextRelease = await mkdtemp(join(tmpdir(), 'manyhands-next-'));
  afterFile(() => rm(nextRelease, { recursive: true, force: true }));
  await cp(join(root, 'dist'), join(nextRelease, 'dist'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(nextRelease, 'node_modules'));
  const folder = join(nextRelease, 'dist/server');
  let found = 0;
  let derived = 0;
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue;
    const code = await readFile(join(folder, name), 'utf8');
    const migrated = code.replace(/(?<=\blaterStatements = \{)/, () => later);
    const changed = migrated.replace(/(?<=\bderivation = )\d+/, '999');
    if (changed === code) continue;
    await writeFile(join(folder, name), changed);
    if (migrated !== code) found += 1;
    if (changed !== migrated) derived += 1;
  }
  expect([found > 0, derived]).toEqual([true, 1]);
});

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  let person: number;
  let sent = 0;

  const works = async (at: RunningService) => {
    await success(
      'POST /api/record_event',
      await at.postJson('/api/record_event', {
        key: owner,
        project_id: projects.birds.id,
        profile_id: person,
        type: 'collection',
        idempotency_key: `event ${++sent}`,
      }),
    );
    const found = await success('GET /finder', await at.get(`/finder?format=json&q=bird&key=${owner}`));
    expect(found.total).toBeGreaterThan(0);
    await success(
      'GET /api/project/:project_id',
      await at.get(`/api/project/${projects.birds.id}?key=${owner}`),
    );
    expect((await at.get(`/project/${projects.birds.id}-bird-count`)).status).toBe(200);
    expect((await at.get('/health')).status).toBe(200);
  };

  beforeAll(async () => {
    // `backup` needs the programs of PostgreSQL there.
    const PATH = `${process.env['PATH']}:${engine === 'postgres' ? await pathOf('postgres') : ''}`;
    ({ service, owner } = await startScene(engine, { PATH }));
    person = await profileId(service, owner, 'person@example.org');
    await works(service);
  });

  test('commands of the newer release back the store up, and do not change it', async () => {
    service.build = nextRelease;
    const { code, json } = await service.operator('reviews');
    expect([code, json['error']]).toEqual([
      1,
      expect.stringMatching(/^This store is from an older release: /),
    ]);
    await service.operate('backup', join(service.dataDir, 'older'));
    service.build = root;
    await service.operate('reviews');
  });

  // SQLite has one process at a time.
  const betweenProcesses = engine === 'postgres' ? test : () => undefined;
  betweenProcesses('both work at the same time, and the older one may restart', async () => {
    const port = await freePort();
    await using newer = new RunningService(port, service.dataDir, service.databaseUrl, {
      BASE_URL: service.baseUrl,
    });
    newer.build = nextRelease;
    await newer.start();
    await using rows = openRows(service);
    expect(await rows.all('select later from projects limit 1')).toEqual([{ later: null }]);
    for (const at of [service, newer, service]) await works(at);
    await service.restart();
    expect(service.log()).toMatch(/A newer release has added to the store \(9998-more\), which this /);
    for (const at of [newer, service, newer]) await works(at);
    await newer.stop();
  });

  test('after it the release before starts again, and the newer one after that', async () => {
    await service.stop();
    service.build = nextRelease;
    await service.start();
    await works(service);
    await service.stop();
    service.build = root;
    await service.start();
    await works(service);
    const { json } = await service.operator('reviews');
    expect(json['error']).toMatch(/^This store is from a newer release \(9998-more is not known here\)/);
    await service.stop();
    service.build = nextRelease;
    await service.start();
    await works(service);
    await using rows = openRows(service);
    expect(await rows.all('select count(*) as count from events where key_digest is not null')).toEqual([
      { count: sent },
    ]);
  });

  test('what the newer release derived stays through every start of the one before, and is then derived again', async () => {
    const derivesAt = async (build: string) => {
      await service.stop();
      service.build = build;
      const before = service.log().length;
      await service.start();
      return service.log().slice(before).includes('Bringing projects up to this release');
    };
    const starts: boolean[] = [];
    for (const build of [nextRelease, root, root, root, nextRelease, nextRelease])
      starts.push(await derivesAt(build));
    // The first has nothing to do, or what the tests above left.
    expect(starts.slice(1)).toEqual([false, false, false, true, false]);
  });
});
