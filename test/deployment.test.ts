/** The files that an operator deploys with, and what the scripts say where something is missing. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../scripts/built.ts';
import { watchOver } from './set-up/watch-over.ts';

const run = promisify(execFile);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Tree = { [name: string]: Tree };
/** A copy of a document with a mistake in it. */
const changed = (document: unknown, change: (tree: Tree) => unknown): unknown => {
  const copy = structuredClone(document);
  change(copy as Tree);
  return copy;
};

const text = { type: 'string' };
const flag = { type: 'boolean' };
const whole = { type: 'integer' };
const listOf = (items: object) => ({ type: 'array', items });
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values });

const validatorOf = (schema: object) => new Ajv2020().compile(schema);

describe('compose.yaml', () => {
  const logging = object({ driver: text, options: mapOf(text) }, 'driver');
  const healthcheck = {
    test: listOf(text),
    interval: text,
    timeout: text,
    retries: whole,
    start_period: text,
  };
  /** Those parts of https://github.com/compose-spec/compose-spec that the file uses. */
  const service = {
    build: text,
    image: text,
    restart: text,
    command: listOf(text),
    logging,
    init: flag,
    stop_grace_period: text,
    read_only: flag,
    tmpfs: text,
    volumes: listOf(text),
    ports: listOf(text),
    cap_drop: listOf(text),
    cap_add: listOf(text),
    security_opt: listOf(text),
    ulimits: mapOf(whole),
    environment: mapOf(text),
    healthcheck: object(healthcheck, 'test'),
    depends_on: { anyOf: [listOf(text), mapOf(object({ condition: text }, 'condition'))] },
  };
  const validate = validatorOf(
    object({ 'x-logging': logging, services: mapOf(object(service)), volumes: mapOf({ type: 'null' }) }),
  );
  const compose = parse(read('compose.yaml')) as Tree;

  test('is what the specification of Compose describes', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
  });

  test.each<[string, (tree: Tree) => unknown]>([
    ['a misspelt name', ({ services }) => Object.assign(services?.['service'] ?? {}, { resart: 'always' })],
    ['a text for a list', ({ services }) => Object.assign(services?.['proxy'] ?? {}, { ports: '80:80' })],
    ['an unknown part', (tree) => Object.assign(tree, { volume: {} })],
  ])('%s in it would be found', (_, change) => {
    expect(validate(changed(compose, change))).toBe(false);
  });

  test('limits the logs of every container, and asks the service itself whether it is well', () => {
    const services = Object.entries(compose['services'] ?? {});
    expect(services.length).toBeGreaterThan(2);
    for (const [name, { logging }] of services)
      expect([name, logging?.['options']]).toEqual([name, { 'max-size': '20m', 'max-file': '5' }]);
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK[\s\S]*\/health/);
  });
});

describe('deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS() as unknown);
  const named = object({ name: text }, 'name');
  const probe = {
    httpGet: object({ path: text, port: whole }, 'path', 'port'),
    periodSeconds: whole,
    failureThreshold: whole,
  };
  const container = {
    name: text,
    image: text,
    ports: listOf(object({ containerPort: whole }, 'containerPort')),
    env: listOf(object({ name: text, value: text }, 'name')),
    envFrom: listOf(object({ secretRef: named })),
    livenessProbe: object(probe),
    readinessProbe: object(probe),
    startupProbe: object(probe),
    resources: object({ requests: mapOf(text), limits: mapOf(text) }),
    securityContext: object({
      allowPrivilegeEscalation: flag,
      readOnlyRootFilesystem: flag,
      capabilities: object({ drop: listOf(text) }),
    }),
    volumeMounts: listOf(object({ name: text, mountPath: text }, 'name', 'mountPath')),
  };
  const seccompProfile = object({ type: text }, 'type');
  const pod = {
    terminationGracePeriodSeconds: whole,
    automountServiceAccountToken: flag,
    securityContext: object({ runAsNonRoot: flag, runAsUser: whole, fsGroup: whole, seccompProfile }),
    containers: listOf(object(container, 'name')),
    volumes: listOf(object({ name: text, emptyDir: object({}) }, 'name')),
  };
  const template = object({ metadata: object({ labels: mapOf(text) }), spec: object(pod, 'containers') });
  const deployment = { replicas: whole, selector: object({ matchLabels: mapOf(text) }), template };
  const port = object({ port: whole, targetPort: whole }, 'port');
  /** Those parts of https://kubernetes.io/docs/reference/kubernetes-api/ that the file uses. */
  const validators = [
    ['apps/v1', 'Deployment', object(deployment, 'selector', 'template')] as const,
    ['v1', 'Service', object({ selector: mapOf(text), ports: listOf(port) })] as const,
  ].map(([apiVersion, kind, spec]) =>
    validatorOf(
      object({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata: named, spec }, 'spec'),
    ),
  );
  const isValid = (one: unknown, at: number) => validators[at]?.(one);

  test('is what the API of Kubernetes describes', () => {
    expect(objects.map(isValid)).toEqual([true, true]);
    const misspelt = changed(objects[0], ({ spec }) =>
      Object.assign(spec?.['template']?.['spec'] ?? {}, { restartPolic: 'Always' }),
    );
    const wrong = changed(objects[1], ({ spec }) => Object.assign(spec ?? {}, { ports: 80 }));
    expect([misspelt, wrong].map(isValid)).toEqual([false, false]);
  });
});

/** Runs a script of sed, which not every computer has; its substitutions mean the same in JavaScript. */
const edited = (script: string, text: string) => {
  const edits = script.split('; ').map((edit) => {
    const [, from = '', to = '', flags] = edit.split(edit.charAt(1));
    return (line: string) => line.replace(new RegExp(from, flags), to.replace(/\\(\d)/g, '$$$1'));
  });
  const lines = text.split('\n').map((line) => edits.reduce((now, edit) => edit(now), line));
  return lines.join('\n');
};

describe('docs/deployment.md', () => {
  test.each([
    ['nginx', ['ssl_certificate /etc/letsencrypt/live/your.host.example/fullchain.pem;', '/privkey.pem;']],
    ['caddy', ['http://your.host.example {', 'reverse_proxy 127.0.0.1:3000 {']],
  ])('its command for %s leaves nothing to put in by hand', (proxy, lines) => {
    const command = new RegExp(`^sed (?:-E )?'(.*)' (\\S+) > /etc/${proxy}/.*$`, 'm');
    const [, script = '', file = ''] = command.exec(read('docs/deployment.md')) ?? [];
    const made = edited(script, read(file));
    for (const line of lines) expect(made).toContain(line);
    expect(made).not.toMatch(/citizenscience|\$DOMAIN|service:3000|\/etc\/ssl/);
  });
});

const tooOld = /^Manyhands needs Node\.js 24 or later; this is v\d\S+\.\nInstall it .*\n$/;

/** A module that makes Node.js claim another version. */
const claimsToBe = (node: string) =>
  `data:text/javascript,for (const [name, value] of Object.entries({ version: 'v${node}', versions: { node: '${node}' } }))
    Object.defineProperty(process, name, { value })`;

/** The programs named `node` on the PATH that are too old. */
const oldNodes = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .filter((path) => /^v1?\d\.|^v2[0-3]\./.test(execFileSync(path, ['--version']).toString()));

describe('the scripts of npm', () => {
  const script = join(root, 'scripts/check-node.js');

  test('the build without development dependencies says what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-build-'));
    watchOver(folder);
    copyFileSync(script, join(folder, 'check-node.cjs'));
    const env = { npm_lifecycle_event: 'build', NODE_ENV: 'production' };
    const ended = await run(process.execPath, ['check-node.cjs'], { cwd: folder, env }).catch(
      (error: unknown) => error,
    );
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The build needs the development dependencies, which npm left out: run npm ci --include=dev, then npm run build.\n',
    });
  });

  // Debian 11 has 12, Debian 12 has 18.
  test.each(['20.20.2', '22.0.0', '12.22.12'])('Node.js %s is told so in one sentence, and ends', (node) => {
    let printed = '';
    const end = (code: number) => {
      throw new Error(`ended with ${code}`);
    };
    const stderr = { write: (text: string) => (printed += text) };
    const old = { versions: { node }, version: `v${node}`, env: {}, stderr, exit: end };
    expect(() => runInNewContext(readFileSync(script, 'utf8'), { process: old })).toThrow('ended with 1');
    expect(printed).toMatch(tooOld);
  });

  test.each(['main.js', 'operator.js'])(
    '%s loads nothing before that which an old one cannot parse',
    (file) => {
      const imports = (name: string) =>
        [...read(`dist/server/${name}`).matchAll(/^import\b[^("]*"([^"]+)"/gm)].map(([, path = '']) => path);
      const [first = '', ...others] = imports(file);
      expect([first, others]).toEqual([expect.stringMatching(/^\.\/check-node-/), []]);
      expect(imports(first)).toEqual([]);
    },
  );

  // As systemd starts them. On Linux the machine's own Node.js may be old: npm installs the one that the tests run on.
  test.each([
    ['this Node.js, which claims to be another', [process.execPath, '--import', claimsToBe('20.20.2')]],
    ...oldNodes().map((path): [string, string[]] => [path, [path]]),
  ])('without npm, too, an old Node.js is told so: %s', async (_, [node = '', ...options]) => {
    for (const args of [['main.js'], ['operator.js', 'status']]) {
      const [file = '', ...words] = args;
      const program = join(root, 'dist/server', file);
      const ended = await run(node, [...options, program, ...words], { cwd: tmpdir(), env: {} }).catch(
        (error: unknown) => error,
      );
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(tooOld) as string });
    }
  });

  test('every script of package.json that runs our code looks at the version of Node.js first', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const running = Object.entries(scripts).filter(([, line]) => /\b(node|vite|vitest)\b/.test(line));
    expect(running.length).toBeGreaterThan(8);
    for (const [name, line] of running)
      if (!line.startsWith('npm run'))
        expect([name, line]).toEqual([name, expect.stringMatching(/^node scripts\/check-node\.js && /)]);
  });
});

/** The specifiers that a built file imports when it is loaded: the lines at its beginning. */
const importedBy = (file: string): string[] => {
  const [first = ''] = /^(?:(?:import .*|\/\/.*)\n)*/.exec(read(`dist/server/${file}`)) ?? [];
  return [...first.matchAll(/^import .*?"([^"]+)";$/gm)].map(([, specifier = '']) => specifier);
};

test('the build contains every package that a start of the service or of a command loads', () => {
  const names = readdirSync(join(root, 'dist/server'));
  const reached = new Set(names.filter((name) => /^run-(service|operator)-.*\.js$/.test(name)));
  expect(reached.size).toBe(2);
  const others = new Set<string>();
  // A set also iterates over what is added meanwhile.
  for (const file of reached)
    for (const specifier of importedBy(file))
      if (specifier.startsWith('./')) reached.add(specifier.slice(2));
      else if (!specifier.startsWith('node:')) others.add(specifier);
  expect(reached.size).toBeGreaterThan(5);
  expect([...others]).toEqual([]);
});
