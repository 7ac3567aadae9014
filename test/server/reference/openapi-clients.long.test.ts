/**
 * Clients generated from the published document: they compile under strict rules, and every operation works with them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { api } from '../../../src/contract/index.ts';
import { newAccessToken } from '../../set-up/service/authorize.ts';
import { examplesOn } from '../../set-up/service/printed-examples.ts';

import { program } from './openapi-program.ts';
import { projects, shareScene } from '../scene.ts';

const execFileOf = promisify(execFile);
const { birds } = projects;

let asked: string[];
let document: string;
let printed: Map<string, string>;

beforeAll(async () => {
  const { service, owner } = await shareScene('sqlite');
  await service.operate('allow-hashed', String(birds.id));
  asked = [service.baseUrl, owner, await newAccessToken(service)];
  document = await (await service.get('/openapi.json')).text();
  printed = await examplesOn(service);
});

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  outDir: 'out',
  types: ['node'],
  target: 'es2024',
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

/**
 * A project of its own, with the document in it; `run` runs one of its files with Node.js, and returns the error if it
 * fails.
 */
async function newProject() {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('package.json', '{ "type": "module" }');
  await write('tsconfig.json', JSON.stringify({ compilerOptions }));
  await write('openapi.json', document);
  return {
    write,
    run: async (...args: string[]) => {
      const ended = execFileOf(process.execPath, args, { cwd: folder });
      const { stdout } = await ended.catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(stdout + stderr);
      });
      return stdout;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const bin = (name: string) => join(root, 'node_modules/.bin', name);

test('openapi-typescript and openapi-fetch', async () => {
  await using project = await newProject();
  await project.run(bin('openapi-typescript'), 'openapi.json', '-o', 'schema.ts');
  await project.write('main.ts', program);
  await project.run(bin('tsc'), '-p', '.');
  const told = JSON.parse(await project.run('out/main.js', ...asked)) as Record<string, { result?: string }>;
  const { refused, ...replies } = told;
  expect(Object.keys(replies)).toEqual(Object.keys(api));
  for (const [row, reply] of Object.entries(replies)) expect([row, reply.result]).toEqual([row, 'success']);
  expect(refused).toEqual([400, 'invalid', 'duration']);
});

test('the client that the reference prints works as printed', async () => {
  await using project = await newProject();
  const [, generator = '', address, ...args] = printed.get('client-shell')?.split(' ') ?? [];
  expect(address).toBe(`${asked[0]}/openapi.json`);
  await project.run(bin(generator), address ?? '', ...args);
  const text = printed.get('client-typescript') ?? '';
  await project.write('main.ts', text.replace('YOUR_API_KEY', asked[1] ?? ''));
  await project.run(bin('tsc'), '-p', '.');
  expect(await project.run('out/main.js')).toMatch(/^\d+ false\n$/);
});
