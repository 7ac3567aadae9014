/** A private PostgreSQL cluster: its own folder and port, deleted afterwards. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../service/free-port.ts';
import { isRoot, pathOf } from '../programs/installed.ts';
import { loopbacks } from '../service/loopbacks.ts';
import { forget, watchOver } from '../watch-over.ts';

export type Cluster = {
  url: string;
  /** Its folder, which the user that runs it may read and write, and the one in it that has its data. */
  folder: string;
  data: string;
  /** Ends it like a crash; its data stays. */
  crash(): Promise<void>;
  /** Ends all of its processes at once, in the middle of whatever they do. */
  kill9(): Promise<void>;
  /** Starts it again after a crash, with the same port; `data`: on a copy of its data; `env`: more environment. */
  restart(more?: { data?: string; env?: Record<string, string> }): Promise<void>;
  /** Stops all of its processes: it keeps its connections, and answers nothing. `resume` lets them go on. */
  hang(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
};

/** PostgreSQL and PgBouncer refuse to run as root, so root starts them as another user. */
export const lentUser = async () => {
  if (!isRoot) return {};
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((row) => row.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (!row) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
};

/** Root's own temporary folder may not be accessible for that user. */
export const newFolder = async (user: { uid?: number; gid?: number }) => {
  const folder = await mkdtemp(join(isRoot ? '/tmp' : tmpdir(), 'manyhands-postgres-'));
  watchOver(folder);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
};

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const untilEnded = async (child: ChildProcess, seconds: number) => {
  for (let waits = 0; waits < seconds * 20 && !ended(child); waits++) await sleep(50);
  return ended(child);
};

const sendSignal = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

const untilReady = async (url: string, child: ChildProcess, log: () => string) => {
  for (let waits = 0; waits < 300; waits++) {
    if (ended(child)) break;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error(`PostgreSQL did not start:\n${log()}`);
};

/** A folder for a cluster, and what runs PostgreSQL's programs in it. */
const newCluster = async (dataIn = (folder: string): string => join(folder, 'data')) => {
  // Where `postgres` is a link, only its target's folder has all of PostgreSQL's programs.
  const programs = dirname(await realpath(join(await pathOf('postgres'), 'postgres')));
  const user = await lentUser();
  const folder = await newFolder(user);
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' }, ...user };
  return {
    folder,
    user,
    data: dataIn(folder),
    port: await freePort(),
    run: (program: string, args: string[]) => promisify(execFile)(join(programs, program), args, options),
    spawn: (program: string, args: string[], env: Record<string, string>) =>
      spawn(join(programs, program), args, {
        ...options,
        env: { ...options.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
};

type NewCluster = Awaited<ReturnType<typeof newCluster>>;

/** With fsync, as in production, unless `more` says otherwise: durability is tested. */
const startCluster = async (
  cluster: NewCluster,
  url: string,
  more: Record<string, string> = {},
): Promise<Cluster> => {
  const { folder, data, port } = cluster;
  const settings = {
    port,
    listen_addresses: loopbacks.join(','),
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    max_connections: 300,
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;
  let log = '';

  const end = async (...signals: NodeJS.Signals[]) => {
    for (const signal of signals) {
      if (!child) return;
      if (!ended(child)) child.kill(signal);
      if (await untilEnded(child, 10)) break;
    }
    if (child?.pid !== undefined) forget(child.pid);
  };

  const start = async ({ data: place = data, env = {} }: Parameters<Cluster['restart']>[0] = {}) => {
    const started = cluster.spawn('postgres', ['-D', place, ...flags], env);
    if (started.pid === undefined) throw new Error('PostgreSQL could not be started.');
    child = started;
    watchOver(started.pid);
    for (const output of [started.stdout, started.stderr])
      output.on('data', (part) => (log = (log + part).slice(-50_000)));
    await untilReady(url, started, () => log);
  };

  const stop = async () => {
    await end('SIGINT', 'SIGQUIT', 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    forget(folder);
  };

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const signalAll = async (signal: NodeJS.Signals) => {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
    const pids = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    // Its children first: the parent would otherwise begin others.
    for (const [pid = 0, parent] of pids) if (parent === child?.pid) sendSignal(pid, signal);
    child?.kill(signal);
  };

  return {
    url,
    folder,
    data,
    stop,
    restart: start,
    crash: () => end('SIGQUIT', 'SIGKILL'),
    hang: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    kill9: async () => {
      await signalAll('SIGKILL');
      await end('SIGKILL');
    },
  };
};

/** `content` may be a password: only the user that runs the server may read it, which PostgreSQL insists on. */
const writePrivate = async ({ user }: NewCluster, file: string, content: string) => {
  await writeFile(file, content, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
};
/** The server can connect to others with the same password. */
const letConnect = (cluster: NewCluster, password: string) =>
  writePrivate(cluster, join(cluster.folder, '.pgpass'), `*:*:*:tests:${password}\n`);

export const newPassword = () => randomBytes(16).toString('hex');

/** `dataIn`: where its data is, from its folder; `walIn`: its write-ahead log, if not there. */
export type Places = { dataIn?: (folder: string) => string; walIn?: (folder: string) => string };

/** `settings`: PostgreSQL's own. */
export const startPostgres = async (
  settings: Record<string, string> = {},
  password = newPassword(),
  { dataIn, walIn }: Places = {},
): Promise<Cluster> => {
  const cluster = await newCluster(dataIn);
  const { folder, data, port } = cluster;
  const passwordFile = join(folder, 'password');
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  await writePrivate(cluster, passwordFile, password);
  await letConnect(cluster, password);
  await cluster.run('initdb', [
    ...['--pgdata', data, '--username', 'tests', '--pwfile', passwordFile],
    ...['--auth-local', 'trust', '--auth-host', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', locale],
    ...(walIn ? ['--waldir', walIn(folder)] : []),
  ]);
  return startCluster(cluster, `postgres://tests:${password}@127.0.0.1:${port}/postgres`, settings);
};

/** A standby of a cluster, by streaming replication. */
export const startStandby = async (
  primary: Pick<Cluster, 'url'>,
  settings: Record<string, string> = {},
): Promise<Cluster> => {
  const cluster = await newCluster();
  await cluster.run('pg_basebackup', [
    ...['--pgdata', cluster.data, '--dbname', primary.url],
    ...['--write-recovery-conf', '--wal-method', 'stream', '--checkpoint', 'fast'],
  ]);
  const url = new URL(primary.url);
  url.port = String(cluster.port);
  await letConnect(cluster, url.password);
  return startCluster(cluster, url.href, settings);
};
