/** `operator distribute`: puts contributions on the workers of Citus, and can be interrupted. */
import { beforeAll, expect, test } from 'vitest';
import { distributedTables } from '../../server/db/postgres/distribution.ts';
import { post, profileId, projects, setScene, signIn } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { whileBlocked } from '../set-up/postgres/blocked-command.ts';
import { record } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { type Citus, createDatabase, serviceOn, startCitus } from './citus.ts';

const { birds, stars } = projects;
type Distributed = {
  workers: string[];
  distributed: string[];
  already: string[];
  shards?: number;
  error?: string;
};

let citus: Citus;

beforeAll(async () => {
  citus = await startCitus();
  afterFile(() => citus.stop());
});

let databases = 0;

/** A service on a database that knows the workers, with three contributions to each of two projects. */
const filledService = async () => {
  const service = await serviceOn(await createDatabase(citus, `filled_${++databases}`));
  afterFile(() => service[Symbol.asyncDispose]());
  await service.start();
  const { owner, stranger } = await setScene(service);
  const person = await profileId(service, owner, 'ada@example.org');
  const recordOne = async (projectId: number, key: string, name: string) => {
    const fields = {
      key: projectId === birds.id ? owner : stranger,
      project_id: projectId,
      profile_id: person,
    };
    return record(service, { ...fields, duration: 60 }, `${key} ${name}`);
  };
  for (const name of ['a', 'b', 'c'])
    for (const { id } of [birds, stars])
      expect(await recordOne(id, 'before', name)).toMatchObject({ status: 200 });
  const rows = openRows(service);
  afterFile(() => rows[Symbol.asyncDispose]());
  return { service, rows, recordOne };
};

const stopAndDistribute = async (service: RunningService) => {
  await service.stop();
  return service.operator<Distributed>('distribute');
};

/** The tables whose rows are still, or also, on the coordinator. */
const rowsOnCoordinator = async (rows: Rows) => {
  const counts: Record<string, number> = {};
  for (const table of distributedTables) {
    const [row] = await rows.all<{ bytes: number }>(`select pg_relation_size('${table}')::bigint as bytes`);
    if (Number(row?.bytes) > 0) counts[table] = Number(row?.bytes);
  }
  return counts;
};

test('the contributions move to the workers, and the service goes on', async () => {
  const { service, rows, recordOne } = await filledService();
  const before = await rollUps(rows);
  const done = await stopAndDistribute(service);
  expect(done).toMatchObject({ code: 0, json: { distributed: distributedTables, already: [] } });
  expect(done.json.workers).toHaveLength(2);
  // The servers of the tests make fewer shards than advised.
  expect(done.json.shards).toBe(8);
  expect(await rollUps(rows)).toEqual(before);
  expect(await rowsOnCoordinator(rows)).toEqual({});
  const shards = await rows.all<{ table: string; workers: number }>(
    `select p.logicalrelid::text as table, count(distinct n.groupid)::int as workers from pg_dist_partition p
     join pg_dist_shard s on s.logicalrelid = p.logicalrelid join pg_dist_placement n on n.shardid = s.shardid
     group by 1, p.colocationid order by 1`,
  );
  expect(shards).toEqual([...distributedTables].sort().map((table) => ({ table, workers: 2 })));

  await service.start();
  expect(await recordOne(birds.id, 'before', 'a')).toMatchObject({ status: 200, json: { duplicate: true } });
  expect(await recordOne(birds.id, 'after', 'a')).toMatchObject({ status: 200 });
  const { stored, counted } = await rollUps(rows);
  expect(stored).toEqual(counted);
});

test('the operator’s page tells what is ready and what is done, and tries no move from several servers', async () => {
  const { service } = await filledService();
  await service.operate('role', 'operator@example.org', 'operator');
  const cookie = await signIn(service, 'operator@example.org');
  const page = async () => {
    const html = await (await service.get('/operator/store', { headers: { cookie } })).text();
    return html.replace(/<[^<>]*>/g, '').replace(/\s+/g, ' ');
  };
  const tables = distributedTables.length;
  expect(await page()).toMatch(
    new RegExp(`Citus is ready on \\S+, \\S+\\. About [\\d,]+ rows? \\([\\d.]+ MB\\) in ${tables} tables go`),
  );
  expect(await stopAndDistribute(service)).toMatchObject({ code: 0 });
  await service.start();
  expect(await page()).toMatch(/distributed by Citus over \S+, \S+: nothing remains to be done/);
  expect(await page()).not.toContain('in the folder. backup --verify');
  expect(await page()).toContain('Make a backup of the databases.');
  const backup = await post(service, '/operator/store', { act: 'backup' }, cookie);
  expect(backup.status).toBe(400);
  expect(await backup.text()).toContain('This store is distributed by Citus');
  expect(service.log()).not.toContain('"level":"error"');
  const tried = await service.operator<Distributed>('copy-to', `${service.dataDir}/tried`, '--trial');
  expect(tried.json.error).toMatch(/cannot be read as of one moment/);
});

test('it can be run again, and finds nothing more to do', async () => {
  const { service, rows } = await filledService();
  expect(await stopAndDistribute(service)).toMatchObject({ code: 0 });
  const before = await rollUps(rows);
  const again = await service.operator<Distributed>('distribute');
  expect(again).toMatchObject({ code: 0, json: { distributed: [], already: distributedTables } });
  expect(await rollUps(rows)).toEqual(before);
});

test('a store that is distributed in part does not start until the rest is', async () => {
  const { service, rows } = await filledService();
  const before = await rollUps(rows);
  await service.stop();
  // As an interruption leaves it: one table copied, its originals not deleted.
  await rows.run("select create_distributed_table('events', 'project_id', colocate_with => 'none')");
  await expect(service.start()).rejects.toThrow(
    /distributed in part .*run `npm run operator -- distribute` again/,
  );
  expect(await service.operator('status')).toMatchObject({ code: 1 });
  const done = await service.operator<Distributed>('distribute');
  expect(done).toMatchObject({ code: 0, json: { already: ['events'] } });
  expect(await rowsOnCoordinator(rows)).toEqual({});
  expect(await rollUps(rows)).toEqual(before);
  await service.start();
});

test('an update has added a table of contributions: the service asks for it to be distributed, too', async () => {
  const { service, rows, recordOne } = await filledService();
  expect(await stopAndDistribute(service)).toMatchObject({ code: 0 });
  const before = await rollUps(rows);
  // As a migration leaves it, which fills the table on the coordinator.
  await rows.run("select undistribute_table('hourly')");
  await expect(service.start()).rejects.toThrow(/distributed in part \(hourly not yet\)/);
  const done = await service.operator<Distributed>('distribute');
  expect(done).toMatchObject({ code: 0, json: { distributed: ['hourly'] } });
  expect(await rowsOnCoordinator(rows)).toEqual({});
  expect(await rollUps(rows)).toEqual(before);
  const together = `select 1 from pg_dist_partition where partmethod = 'h' group by colocationid`;
  expect(await rows.all(together)).toHaveLength(1);
  await service.start();
  expect(await recordOne(birds.id, 'after', 'a')).toMatchObject({ status: 200 });
});

test('no service starts while the store is being distributed', async () => {
  const { service } = await filledService();
  await service.stop();
  const distributed = await whileBlocked(
    service.databaseUrl,
    'events',
    () => service.operator<Distributed>('distribute'),
    () => expect(service.start()).rejects.toThrow(/This database is being copied or distributed/),
  );
  expect(distributed).toMatchObject({ code: 0 });
  await service.start();
});

test('a backup is refused, and the stopped store can be copied to one server', async () => {
  const { service, rows } = await filledService();
  expect(await stopAndDistribute(service)).toMatchObject({ code: 0 });
  const before = await rollUps(rows);
  const backup = await service.operator<{ error: string }>('backup', `${service.dataDir}/copy.dump`);
  expect(backup.json.error).toMatch(/^This store is distributed by Citus/);
  const folder = `${service.dataDir}/copied`;
  await service.operate('copy-to', folder);
  await using copied = openRows({ databaseUrl: undefined, dataDir: folder });
  expect(await rollUps(copied)).toEqual(before);
});

test('it refuses while a service uses the store, and where there is no worker', async () => {
  const { service, rows } = await filledService();
  expect((await service.operator<Distributed>('distribute')).json.error).toBe(
    'Another process is using this database: stop the service first.',
  );
  await service.stop();
  await rows.run('select citus_remove_node(nodename, nodeport) from pg_dist_node');
  expect((await service.operator<Distributed>('distribute')).json.error).toMatch(
    /^Citus has no workers here/,
  );
  await rows.run('drop extension citus');
  expect((await service.operator<Distributed>('distribute')).json.error).toMatch(/no extension citus/);
});
