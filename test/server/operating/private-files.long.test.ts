/** The store holds members' addresses: no other user of the computer can read it, whatever the folder's mode. */
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../set-up/service/start-service.ts';
import { post } from '../scene.ts';

const database = ['manyhands.db', 'manyhands.db-shm', 'manyhands.db-wal'];

test('database, journals, pepper, outbox and backups are readable for one user only, also in an existing folder', async () => {
  const service = await startService('sqlite', { PEPPER: '' });
  const modes = async () => {
    const names = (await readdir(service.dataDir)).sort();
    return Promise.all(
      names.map(async (name) => [name, ((await stat(join(service.dataDir, name))).mode & 0o777).toString(8)]),
    );
  };
  const closed = [...database, 'manyhands.lock', 'pepper'].map((name) => [name, '600']);
  await service.stop();
  for (const name of await readdir(service.dataDir)) await rm(join(service.dataDir, name));
  await chmod(service.dataDir, 0o755);
  await service.start();
  expect(await modes()).toEqual(closed);

  // As an earlier version left them; killed, so that the journals stay.
  await service.kill9();
  for (const [name = ''] of closed) await chmod(join(service.dataDir, name), 0o644);
  await service.start();
  expect(await modes()).toEqual(closed);

  // The operator's commands also work while the service is stopped.
  await service.stop();
  const backup = join(service.dataDir, 'a-backup.db');
  await service.operate('backup', backup);
  await service.start();
  await post(service, '/sign-in', { email: 'kept@example.org' });
  const [mail] = await service.mails();
  await service.restart();
  // The link that somebody waits for works after a restart, and no other program can read it.
  expect(await service.mails()).toEqual([mail]);
  expect((await service.get(new URL(mail?.links[0] ?? 'no:link').pathname)).status).toBe(200);
  const outbox = await readFile(join(service.dataDir, 'outbox'), 'utf8');
  expect(outbox).not.toMatch(/kept|example|sign-in/);
  expect((await modes()).map(([name]) => name)).toContain('outbox');
  for (const [name, mode] of await modes()) expect([name, mode]).toEqual([name, '600']);
});
