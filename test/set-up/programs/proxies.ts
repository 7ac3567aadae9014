/** Caddy and nginx with the configurations of `deploy`, on free ports of this machine, in front of a service. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../../scripts/built.ts';
import { newCertificate } from '../service/encrypted.ts';
import { freePort } from '../service/free-port.ts';
import { pathOf } from './installed.ts';
import { loopbacks } from '../service/loopbacks.ts';
import { forget, watchOver } from '../watch-over.ts';

export type Proxy = AsyncDisposable & {
  http: number;
  https: number;
  /** Everything that it printed or logged. */
  log: () => Promise<string>;
};

type Place = { folder: string; http: number; https: number; service: number };
type Started = { program: string; args: string[]; env: NodeJS.ProcessEnv };

/**
 * Replaces the parts of a configuration that differ in tests. A missing part throws: it was changed in `deploy` and
 * must be changed here, too.
 */
const adapted = (text: string, changes: [from: string, to: string][]): string =>
  changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The configuration has no ${from}.`);
    return now.replaceAll(from, to);
  }, text);

const deployed = (file: string) => readFile(join(root, 'deploy', file), 'utf8');

async function nginx({ folder, http, https, service }: Place): Promise<Started> {
  const hasIpv6 = loopbacks.includes('::1');
  const site = adapted(await deployed('nginx.conf'), [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', hasIpv6 ? `listen [::1]:${http};` : ''],
    ['listen [::]:443 ssl http2;', hasIpv6 ? `listen [::1]:${https} ssl http2;` : ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    ['/etc/ssl/citizenscience.example.org.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/citizenscience.example.org.key', join(folder, 'key.pem')],
    ['citizenscience.example.org', 'localhost'],
    ['/var/log/nginx/', `${join(folder, 'logs')}/`],
    ['127.0.0.1:3000', `127.0.0.1:${service}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1; daemon off; pid ${join(folder, 'pid')};
    events { worker_connections 1024; }
    http { ${temporary} ${site} }`,
  );
  return {
    program: await pathOf('nginx'),
    args: ['-e', join(folder, 'logs', 'start'), '-c', config],
    env: {},
  };
}

async function caddy({ folder, http, https, service }: Place): Promise<Started> {
  const program = await pathOf('caddy');
  const version =
    /\d{1,4}\.\d{1,4}\.\d{1,4}/.exec((await promisify(execFile)(program, ['version'])).stdout)?.[0] ?? '';
  // Debian 12 has 2.6.2, where the options have different names.
  const isOld = version.localeCompare('2.6.3', 'en', { numeric: true }) < 0;
  const text = adapted(await deployed('Caddyfile'), [
    ['{\n\t# Keys', `{\n\tadmin off\n\tauto_https off\n\tdefault_bind ${loopbacks.join(' ')}\n\t# Keys`],
    ['http://{$DOMAIN} {', `http://localhost:${http} {`],
    [
      'https://{$DOMAIN} {',
      `https://localhost:${https} {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
    ],
    ['https://{$DOMAIN}{uri}', `https://localhost:${https}{uri}`],
    ['service:3000', `127.0.0.1:${service}`],
    ...(isOld
      ? ([
          ['request_buffers 3100KB', 'buffer_requests\n\t\tmax_buffer_size 3100KB'],
          ['response_buffers 256KB', 'buffer_responses'],
        ] satisfies [string, string][])
      : []),
  ]);
  const config = join(folder, 'Caddyfile');
  await writeFile(config, text);
  return { program, args: ['run', '--config', config, '--adapter', 'caddyfile'], env: { HOME: folder } };
}

export const proxies = { nginx, caddy };

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export async function startProxy(kind: keyof typeof proxies, service: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), `manyhands-${kind}-`));
  watchOver(folder);
  const logs = join(folder, 'logs');
  await mkdir(logs);
  const { key, cert } = await newCertificate(['localhost']);
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const [http, https] = [await freePort(), await freePort()];
  const { program, args, env } = await proxies[kind]({ folder, http, https, service });
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${kind} could not be started.`);
  watchOver(pid);
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const log = async () => {
    const files = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
    return [printed, ...files].join('\n');
  };
  for (let waits = 0; !(await answers(https)); waits++) {
    if (waits > 300 || child.exitCode !== null)
      throw new Error(`${kind} does not answer. It said:\n${await log()}`);
    await sleep(50);
  }
  return {
    http,
    https,
    log,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      forget(pid);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      forget(folder);
    },
  };
}
