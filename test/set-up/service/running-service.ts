/** A service as a separate process, used from outside; does not depend on vitest, so benches use it, too. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/built.ts';
import { runCommand } from './commands.ts';
import { freePort } from './free-port.ts';
import { newDatabase } from './new-database.ts';
import { forget, watchOver } from '../watch-over.ts';
import { largeYoungGeneration } from './young-generation.ts';

export type Engine = 'sqlite' | 'postgres';
/** Whether this run is on Citus (test/scale). */
export const isOnCitus = process.env['TESTED_ON_CITUS'] !== undefined;
/** For `describe.each(engines)`: the engines of this project of the tests; a bench has both. */
export const engines = (process.env['TESTED_ENGINES'] ?? 'sqlite,postgres').split(',') as readonly Engine[];

export type Settings = Record<string, string>;
export type Mail = { to: string; subject: string; text: string; links: string[] };
export type Ended = { code: number | null; signal: NodeJS.Signals | null };
export type Answer<Json> = { code: number | null; stdout: string; stderr: string; json: Json };
/** A store to copy: its data folder, and its database in PostgreSQL. */
export type Store = { dataDir: string; database?: string };

/** For load tests: one key sends more requests than any real server. */
export const unlimited: Settings = {
  LIMIT_ACCOUNT: '0',
  LIMIT_KEY: '0',
  LIMIT_IP: '0',
  LIMIT_PAGES: '0',
  LIMIT_STORED_MB: '0',
};
/** For a thousand requests at once from one address, which may have an eighth of the open requests. */
export const crowded: Settings = { ...unlimited, MOST_IN_FLIGHT: '20000', MOST_CONNECTIONS: '100000' };

const stopLimit = 20_000;

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Does not include the environment of the test run: personal settings must not leak into the service. */
const environment = (settings: Settings) => {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...settings,
  };
};

/** Benches start it as operators do. */
const nodeOptions = process.env['VITEST'] === undefined ? [] : [largeYoungGeneration];

const spawnService = (program: string, settings: Settings) => {
  const child = spawn(process.execPath, [...nodeOptions, program], {
    // Not the repository, where somebody may have a `.env`.
    cwd: tmpdir(),
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  watchOver(pid);
  child.once('exit', () => forget(pid));
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8');
  return child;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Redirects are left to the test (`redirect: 'manual'`) unless `init` says otherwise. */
export class RunningService implements AsyncDisposable {
  readonly port: number;
  /** `http://localhost:<port>`; under `http://127.0.0.1:<port>` the same service is a different site. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly settings: Settings;
  /** The folder whose `dist` runs; another folder is another release. */
  build = root;
  /** Milliseconds until it must listen. */
  readyLimit = 60_000;
  /** Replies so far to requests with a key or token that is none. */
  wrongKeys = 0;
  #child: ChildProcess | undefined;
  #log = '';

  constructor(port: number, dataDir: string, databaseUrl: string | undefined, settings: Settings) {
    this.port = port;
    this.baseUrl = `http://localhost:${port}`;
    this.dataDir = dataDir;
    this.databaseUrl = databaseUrl;
    this.settings = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: this.baseUrl,
      DATA_DIR: dataDir,
      PEPPER: 'a pepper for tests, of no use elsewhere',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...settings,
    };
  }

  #program(file: string) {
    return join(this.build, 'dist/server', file);
  }

  /** The id of the service's process; undefined while it is stopped. */
  get pid() {
    return this.#child && !hasEnded(this.#child) ? this.#child.pid : undefined;
  }

  /** Everything printed so far, on stdout and stderr, across restarts. */
  log() {
    return this.#log;
  }

  forgetLog() {
    this.#log = '';
  }

  async start() {
    if (this.pid !== undefined) throw new Error('The service is already running.');
    const child = spawnService(this.#program('main.js'), this.settings);
    this.#child = child;
    let output = '';
    const read = (part: string) => {
      output += part;
      this.#log += part;
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const closed = new Promise((resolve) => child.once('close', resolve));
    for (
      const deadline = Date.now() + this.readyLimit;
      !output.includes('listening on http');
      await sleep(10)
    ) {
      if (!hasEnded(child) && Date.now() < deadline) continue;
      const why = hasEnded(child)
        ? `ended with ${child.exitCode ?? child.signalCode}`
        : `was not ready in ${this.readyLimit / 1000} s`;
      child.kill('SIGKILL');
      await closed;
      throw new Error(`The service ${why}. It printed:\n${output}`);
    }
  }

  /** Requests an orderly end and waits for it; throws if the service does not end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    const child = this.#child;
    if (!child) return { code: null, signal: null };
    if (!hasEnded(child)) child.kill(signal);
    for (const deadline = Date.now() + stopLimit; !hasEnded(child); await sleep(10)) {
      if (Date.now() < deadline) continue;
      child.kill('SIGKILL');
      throw new Error(`The service did not end within 20 s of ${signal}. It printed:\n${this.#log}`);
    }
    return { code: child.exitCode, signal: child.signalCode };
  }

  /** SIGKILL: ends the process without warning, like a power cut. */
  kill9() {
    return this.stop('SIGKILL');
  }

  /** Starts it again with the same port and data, also after `stop` or `kill9`. */
  async restart(settings: Settings = {}) {
    await this.stop();
    Object.assign(this.settings, settings);
    await this.start();
  }

  async get(path: string, init: RequestInit = {}) {
    const reply = await fetch(new URL(path, this.baseUrl), { redirect: 'manual', ...init });
    if (reply.status === 401) this.wrongKeys += 1;
    return reply;
  }

  postForm(path: string, fields: Record<string, string> | URLSearchParams, init: RequestInit = {}) {
    return this.get(path, { method: 'POST', body: new URLSearchParams(fields), ...init });
  }

  postJson(path: string, body: unknown, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.get(path, { method: 'POST', body: JSON.stringify(body), ...init, headers });
  }

  /**
   * Runs an operator command with this service's settings; `json` is undefined if stdout is not JSON. Commands share a
   * process and run one after another: see `commands.ts`.
   */
  async operator<Json = Record<string, unknown>>(...args: string[]): Promise<Answer<Json>> {
    const outcome = await runCommand({
      program: this.#program('operator.js'),
      args: args.includes('--json') ? args : [...args, '--json'],
      env: environment(this.settings),
    });
    return { ...outcome, json: parsed(outcome.stdout) as Json };
  }

  /** Runs an operator command that must succeed, and returns its JSON. */
  async operate<Json = Record<string, unknown>>(...args: string[]): Promise<Json> {
    const { code, stdout, stderr, json } = await this.operator<Json>(...args);
    if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return json;
  }

  /** The mails sent so far, from the outbox page that replaces SMTP in development. */
  async mails(): Promise<Mail[]> {
    const reply = await this.get('/dev/outbox.json');
    if (!reply.ok) throw new Error(`The outbox answers ${reply.status}: ${await reply.text()}`);
    return ((await reply.json()) as { mails: Mail[] }).mails;
  }

  async [Symbol.asyncDispose]() {
    await this.kill9();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    forget(this.dataDir);
  }
}

/**
 * Starts a service on a free port with new data, or with a copy of `store`; with `administratorUrl`, in a new PostgreSQL
 * database.
 */
export const runService = async (
  administratorUrl: string | undefined,
  settings: Settings = {},
  store?: Store,
) => {
  const databaseUrl = administratorUrl && (await newDatabase(administratorUrl, store?.database));
  const dataDir = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
  watchOver(dataDir);
  if (store) await cp(store.dataDir, dataDir, { recursive: true });
  const service = new RunningService(await freePort(), dataDir, databaseUrl, settings);
  try {
    await service.start();
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
  return service;
};
