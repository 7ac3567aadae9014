/**
 * The client as a package: npm packs it, installs it without a registry, it compiles under strict rules, and it runs.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { hashingExample } from '../../src/contract/api/reference.ts';
import { hostEvents } from '../../src/pages/docs/embeds/host-events.ts';
import { finderEvents } from '../../src/pages/docs/embeds/finder-names.ts';
import { confirmationSettings } from '../../src/attributes/confirmation-message.ts';
import { finderSettings } from '../../src/attributes/finder.ts';

const execute = promisify(execFile);
const consumers = join(import.meta.dirname, 'consumers');

let folder: string;
let installed: string;

/** Runs a program in the consumer's folder; a failure contains its output. */
const run = async (program: string, ...args: string[]) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, npm_config_cache: join(folder, 'empty cache') };
  return execute(program, args, { cwd: folder, env }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}\n${stderr}`);
  });
};
const tsc = (...args: string[]) =>
  run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'consumer-'));
  installed = join(folder, 'node_modules/manyhands-client');
  await run(process.execPath, join(root, 'scripts/client-package.ts'));
  const { stdout } = await run('npm', 'pack', join(root, 'dist/library'), '--json');
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await run('npm', 'install', '--offline', '--ignore-scripts', '--no-audit', `./${packed?.filename ?? ''}`);
});
afterAll(() => rm(folder, { recursive: true }));

test('it is self-contained: nothing of the server, no dependency, no import', async () => {
  const modules = await readdir(join(folder, 'node_modules'));
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['manyhands-client']);
  expect((await readdir(installed)).sort()).toEqual([
    ...['Confirmation.svelte', 'LICENSE', 'README.md', 'attach.d.ts', 'attach.js', 'attributes.d.ts'],
    ...['element.d.ts', 'hash-address.d.ts', 'manyhands.d.ts', 'manyhands.js', 'operations.d.ts'],
    ...['package.json', 'preact.d.ts', 'preact.js', 'react.d.ts', 'react.js', 'svelte.d.ts', 'types-only.js'],
    ...['vue.d.ts', 'vue.js'],
  ]);
  expect(await readFile(join(installed, 'manyhands.js'), 'utf8')).not.toMatch(/\nimport\b|\brequire\(/);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(manifest).toMatchObject({ name: 'manyhands-client', version, license: 'MIT' });
  // The frameworks of the components, each of which a user has or has not.
  expect(Object.keys(manifest).filter((key) => key.endsWith('ependencies'))).toEqual(['peerDependencies']);
  expect(manifest).toMatchObject({ peerDependenciesMeta: { react: { optional: true } } });
  // SHA-256 comes from another package, whose licence must be included.
  expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toContain('Paul Miller');
});

test('it compiles strictly, also its own declarations, and calls the service', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"result":"success","event_id":7}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await cp(join(consumers, 'call.mts'), join(folder, 'call.mts'));
    await link('@types/node', 'undici-types');
    const strict = ['--strict', '--skipLibCheck', 'false', '--target', 'es2024', '--module', 'nodenext'];
    await tsc(...strict, '--types', 'node', '--lib', 'es2024,dom,dom.iterable', 'call.mts');
    const { port } = server.address() as AddressInfo;
    const { stdout } = await run(process.execPath, 'call.mjs', `http://127.0.0.1:${port}`);
    expect(stdout).toBe(`7 ${hashingExample.digest} function\n`);
    expect(asked).toEqual(['POST /api/record_event']);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Links packages that a consumer also has: their types only. */
const link = async (...names: string[]) => {
  for (const name of names) {
    const at = join(folder, 'node_modules', name);
    await mkdir(join(at, '..'), { recursive: true });
    await symlink(join(root, 'node_modules', name), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

test.each<[string, string, string[]]>([
  ['pages without a framework', 'element.mts', []],
  ['React', 'react.tsx', ['@types/react', 'csstype']],
  ['Preact', 'preact.tsx', ['preact']],
  ['Vue', 'vue.tsx', ['vue', '@vue']],
  ['Svelte', 'svelte.ts', ['svelte']],
])('the elements have their types in %s', async (_, file, packages) => {
  await link(...packages);
  await cp(join(consumers, file), join(folder, file));
  const [framework = ''] = file.split('.');
  const jsx = file.endsWith('.tsx') ? ['--jsx', 'react-jsx', '--jsxImportSource', framework] : [];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable'];
  await tsc('--noEmit', '--strict', '--target', 'es2024', ...modules, ...jsx, file);
});

test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  ['the message', 'Confirmation', confirmationSettings, hostEvents],
  ['the finder', 'Finder', finderSettings, finderEvents],
])('every attribute and event of %s has its type, and no other', async (_, name, settings, events) => {
  const [, attributes = ''] = (await readFile(join(installed, 'attributes.d.ts'), 'utf8')).split(
    `type ${name}Attributes = {`,
  );
  const typed = [...(attributes.split('};')[0] ?? '').matchAll(/"data-([\w-]+)"\?:/g)].map(
    ([, each]) => each,
  );
  expect(typed.sort()).toEqual(Object.keys(settings).sort());
  const [, element = ''] = (await readFile(join(installed, 'element.d.ts'), 'utf8')).split(
    `interface ${name}EventMap {`,
  );
  const fired = [...(element.split('\n}')[0] ?? '').matchAll(/^ {4}(\w+): CustomEvent</gm)].map(
    ([, each]) => each,
  );
  expect(fired.sort()).toEqual(Object.keys(events).sort());
});
