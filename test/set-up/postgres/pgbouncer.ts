/** PgBouncer in transaction mode, in front of a PostgreSQL of the tests. */
import { spawn } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../service/free-port.ts';
import { pathOf } from '../programs/installed.ts';
import { lentUser, newFolder } from './postgres.ts';
import { forget, watchOver } from '../watch-over.ts';

/** The address of the same database through the pooler, which connects to it `poolSize` times at most. */
export const startPgBouncer = async (
  databaseUrl: string,
  poolSize: number,
): Promise<{ url: string } & AsyncDisposable> => {
  const program = await pathOf('pgBouncer');
  const server = new URL(databaseUrl);
  const user = await lentUser();
  const folder = await newFolder(user);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
  const child = spawn(program, [file], { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('PgBouncer could not be started.');
  watchOver(pid);
  child.once('exit', () => forget(pid));
  let log = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (log += part));
  const url = new URL(databaseUrl);
  url.port = String(port);
  for (let waits = 0; ; waits++) {
    const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      break;
    } catch {
      if (waits > 300 || child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`);
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      while (child.exitCode === null && child.signalCode === null) await sleep(20);
    },
  };
};
