/** A store is moved to the other engine and back: every row, what people see, and what happens when it is interrupted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { whileBlocked } from '../set-up/postgres/blocked-command.ts';
import { openRows, tablesOf } from '../set-up/service/rows.ts';
import { RunningService } from '../set-up/service/running-service.ts';
import type { Engine, Service } from '../set-up/service/start-service.ts';
import { watchOver } from '../set-up/watch-over.ts';
import { profileId, projects, startScene, success } from '../server/scene.ts';

const derived =
  /^(project_(words|texts|stems|tags|areas)|areas|area_(cells|middles)|search_|rates|kysely_|audit)/;

let count = 0;
/** The place of a new store, as `copy-to` takes it: a folder, or the address of an empty database. */
const newPlace = async (engine: Engine) => {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-copy-'));
    watchOver(folder);
    return folder;
  }
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/copy_${process.pid}_${++count}`;
  const client = new Client(inject('postgresUrl'));
  await client.connect();
  await client
    .query(`create database ${url.pathname.slice(1)} template template0`)
    .finally(() => client.end());
  return url.href;
};

const storeAt = (place: string) =>
  place.startsWith('postgres')
    ? { databaseUrl: place, dataDir: '' }
    : { databaseUrl: undefined, dataDir: place };

/** Returns the names of the files, or of the tables and functions, in a place that was empty. */
const contentAt = async (place: string) => {
  if (!place.startsWith('postgres')) return readdirSync(place);
  await using rows = openRows(storeAt(place));
  const here = "= 'public'::regnamespace";
  return rows.all(`select relname as name from pg_class where relnamespace ${here}
    union all select proname from pg_proc where pronamespace ${here}`);
};

/** Leaves an empty place as a trial does that is killed. */
const markAsTried = async (place: string) => {
  if (!place.startsWith('postgres')) new DatabaseSync(join(place, 'manyhands.db')).close();
  await using rows = openRows(storeAt(place));
  const marked = JSON.stringify({ source: 'x', done: [], isTrial: true });
  await rows.run('create table unfinished_copy (progress text)');
  await rows.run(`insert into unfinished_copy values ('${marked}')`);
};

/** A service that is not started, on the store at `place`. */
const serviceAt = async (place: string, { settings }: Service) => {
  const isUrl = place.startsWith('postgres');
  const dataDir = isUrl ? await newPlace('sqlite') : place;
  const { PEPPER } = settings as { PEPPER: string };
  const service = new RunningService(await freePort(), dataDir, isUrl ? place : undefined, { PEPPER });
  afterFile(() => service[Symbol.asyncDispose]());
  return service;
};

/** Every row of the tables that are copied, as text. */
const contentOf = async (service: RunningService) => {
  await using rows = openRows(service);
  const tables = (await tablesOf(service, rows)).filter((name) => !derived.test(name)).sort();
  const content: Record<string, string[]> = {};
  // The version of the search index, which is built again, and the names of migrations, which the first start notes.
  const left: Record<string, string> = { counters: "'words'", settings: "'expansions'" };
  for (const table of tables) {
    const but = left[table] === undefined ? '' : ` where name <> ${left[table]}`;
    const all = await rows.all(`select * from ${table}${but}`);
    content[table] = all
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, value]) => [
              name,
              value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
            ]),
        ),
      )
      .sort();
  }
  return content;
};

describe.each(['sqlite', 'postgres'] as const)('from %s', (engine) => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  let service: Service;
  let owner: string;
  let people: number[];
  let found: string;

  const sendEvent = (at: RunningService, n: number) =>
    at.postJson('/api/record_event', {
      key: owner,
      project_id: projects.birds.id,
      profile_id: people[n % 40],
      type: 'collection',
      duration: 60.5,
      magnitude: n,
      extra: { note: 'Vögel ✓' },
      idempotency_key: `event ${n}`,
    });
  const search = async (at: RunningService) => {
    const reply = await at.get(`/finder?format=json&q=bird&key=${owner}`);
    return JSON.stringify((await success('GET /finder', reply)).results).replaceAll(at.baseUrl, '');
  };

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine));
    people = await Promise.all(
      Array.from({ length: 40 }, (_, n) => profileId(service, owner, `person${n}@example.org`)),
    );
    for (let n = 0; n < 450; n++) await success('POST /api/record_event', await sendEvent(service, n));
    await using rows = openRows(service);
    const bytes = engine === 'sqlite' ? "x'00ff7f', x'00'" : String.raw`'\x00ff7f', '\x00'`;
    await rows.run(`insert into pictures values ('a picture', 3, 1, ${bytes}, 5)`);
    found = await search(service);
    await service.stop();
  });

  test('a service that runs is not copied', async () => {
    await service.start();
    const { code, json } = await service.operator('copy-to', await newPlace(other));
    await service.stop();
    expect([code, json['error']]).toEqual([1, expect.stringMatching(/^Another .* is using .*: stop /)]);
  });

  const onPostgres = engine === 'postgres' ? test : () => undefined;
  onPostgres('no service starts while the store is being copied', async () => {
    const place = await newPlace(other);
    const { code } = await whileBlocked(
      service.databaseUrl,
      // A table that is read by the copy only, and not by the start of a command or of the service.
      'declines',
      () => service.operator('copy-to', place),
      () => expect(service.start()).rejects.toThrow(/This database is being copied or distributed/),
    );
    expect(code).toBe(0);
  });

  test(`to ${other} and back: the same rows, and the same is found`, async () => {
    const place = await newPlace(other);
    const { code, json } = await service.operator('copy-to', place);
    expect([code, json]).toMatchObject([0, { result: 'success', tables: expect.any(Number) as number }]);
    expect(Number(json['rows'])).toBeGreaterThan(450);
    const copy = await serviceAt(place, service);
    expect(await contentOf(copy)).toEqual(await contentOf(service));
    await copy.start();
    expect(copy.log()).not.toContain('Bringing projects up');
    expect(await search(copy)).toBe(found);
    // An event that was sent before counts once, and people keep their profiles.
    expect(await success('POST /api/record_event', await sendEvent(copy, 3))).toMatchObject({
      duplicate: true,
    });
    await copy.stop();
    const back = await newPlace(engine);
    await copy.operate('copy-to', back);
    expect(await contentOf(await serviceAt(back, service))).toEqual(await contentOf(copy));
  });

  test('a copy that was cut off is not used, and goes on where it stopped', async () => {
    const place = await newPlace(other);
    const program = join(root, 'dist/server/operator.js');
    const cut = spawn(process.execPath, [program, 'copy-to', place], {
      env: { PATH: process.env['PATH'], ...service.settings },
      cwd: tmpdir(),
    });
    // The first table is complete.
    await once(cut.stderr, 'data');
    cut.kill('SIGKILL');
    await once(cut, 'exit');
    const copy = await serviceAt(place, service);
    const unfinished = /^This store is an unfinished copy of another: run copy-to /;
    expect((await copy.operator('reviews')).json['error']).toMatch(unfinished);
    await expect(copy.start()).rejects.toThrow(/It printed:\nThis store is an unfinished copy/);
    await service.operate('copy-to', place);
    expect(await contentOf(copy)).toEqual(await contentOf(service));
  });

  test.each(['', '--trial'])(
    'a place that holds anything else is refused, and keeps it %s',
    async (trial) => {
      const { service: used } = await startScene(other);
      await used.stop();
      const before = await contentOf(used);
      const words = [used.databaseUrl ?? used.dataDir, trial].filter((word) => word !== '');
      const { code, json } = await service.operator('copy-to', ...words);
      expect([code, json['error']]).toEqual([
        1,
        expect.stringMatching(/^The target holds other data: give /),
      ]);
      expect(await contentOf(used)).toEqual(before);
    },
  );

  test(`a move to ${other} is tried while the service runs, and leaves nothing behind`, async () => {
    await service.start();
    const place = await newPlace(other);
    const trial = () => service.operator<{ rows: number }>('copy-to', place, '--trial');
    const tried = trial();
    await profileId(service, owner, `meanwhile.${engine}@example.org`);
    const { code, json } = await tried;
    expect([code, json.rows > 450]).toEqual([0, true]);
    expect(await contentAt(place)).toEqual([]);

    // As a killed process leaves its target, and the copy of the file that it read.
    const copied = join(service.dataDir, '.trial-killed');
    if (engine === 'sqlite') mkdirSync(copied);
    await markAsTried(place);
    const left = await serviceAt(place, service);
    expect((await left.operator('reviews')).json['error']).toMatch(/is an unfinished copy/);
    expect((await trial()).code).toBe(0);
    expect([await contentAt(place), existsSync(copied)]).toEqual([[], false]);
    if (engine === 'sqlite') mkdirSync(copied);
    await service.restart();
    if (engine === 'sqlite') await expect.poll(() => existsSync(copied)).toBe(false);
    await service.stop();
  });
});
