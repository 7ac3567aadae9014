/**
 * Compares the documents with the code: every setting, operation, command and file that they name exists, and none is
 * missing.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/built.ts';
import { flags, type Given } from '../server/commands/command.ts';
import { settingNames } from '../server/settings.ts';
import { commands } from '../server/commands/table.ts';
import { api } from '../src/contract/index.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The rows of the table below a heading of a document, cell by cell. */
const tableUnder = (file: string, heading: string): string[][] => {
  const section = read(file).split(`# ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('every setting is in its table, with its default', () => {
  const [, shape = ''] = /const shape = z\.object\(\{\n(.*?)\n\}\);/s.exec(read('server/settings.ts')) ?? [];
  const settings = shape.split(/\n(?= {2}[A-Z])/).map((text) => ({
    name: /^ *([A-Z_]+):/.exec(text)?.[1] ?? '',
    usual: /: flag,/.test(text) ? 'false' : /\.default\('?([^')]+)'?\)/.exec(text)?.[1]?.replaceAll('_', ''),
  }));
  const listed = tableUnder('docs/settings.md', 'Settings').flatMap(([names, usual = '']) => {
    const all = codeIn(names);
    // If a row has two settings, their defaults have the same order.
    return all.map((name, at) => [name, all.length > 1 ? [codeIn(usual)[at]] : codeIn(usual)] as const);
  });
  expect(listed.map(([name]) => name).sort()).toEqual(settings.map(({ name }) => name).sort());
  for (const { name, usual } of settings)
    if (usual !== undefined)
      expect([name, listed.find(([one]) => one === name)?.[1]]).toEqual([name, [usual]]);
});

test('compose.yaml passes every setting on, and .env.example names those that one sets', () => {
  // Set by Compose itself, or only for a service without it.
  const own = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'FETCH_FROM'];
  const wanted = settingNames.filter((name) => !own.includes(name)).sort();
  const passed = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
  expect(wanted.filter((name) => !passed.includes(name))).toEqual([]);
  const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const fromDomain = ['BASE_URL', 'DATABASE_URL'];
  expect(wanted.filter((name) => !named.includes(name))).toEqual(fromDomain);
});

test('every operation is in its table, with its need of a key', () => {
  const path = (row: string) => row.replace(':project_id', 'PROJECT_ID').replace(':project', '<project>');
  const listed = tableUnder('docs/api.md', 'Operations').map(([operation, key]) => [
    codeIn(operation)[0]?.split('?')[0],
    key,
  ]);
  expect(listed).toEqual(
    Object.entries(api).map(([row, { auth }]) => [
      path(row),
      auth === 'key' ? 'yes' : auth === 'token' ? 'token' : 'no',
    ]),
  );
});

test('every command of the operator is in its table, with its arguments', () => {
  const listed = tableUnder('docs/operating/commands.md', 'Commands').map(
    ([command]) => codeIn(command)[0] ?? '',
  );
  expect(listed.map((words) => words.split(' ')[0]).sort()).toEqual(Object.keys(commands).sort());
  const optionsIn = (words: string) => [...words.matchAll(/--[a-z-]+/g)].map(([option]) => option).sort();
  const flagsOf = (name: string) =>
    Object.keys(commands[name]?.options ?? {}).map((option) => flags[option as keyof Given]);
  for (const words of listed) {
    const [name = ''] = words.split(' ');
    expect([name, optionsIn(words)]).toEqual([name, optionsIn(flagsOf(name).join(' '))]);
  }
});

test('every bench that a document names exists', () => {
  const [, rows = ''] = /const benches: [^{]*\{\n(.*?)\n\};/s.exec(read('test/bench/run.ts')) ?? [];
  const benches = [...rows.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
  const named = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [...read(file).matchAll(/bench -- (\w+)/g)].map(([, name = '']) => `${file}: ${name}`),
    );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((one) => !benches.includes(one.split(': ')[1] ?? ''))).toEqual([]);
});

const documents = globSync('**/*.md', {
  cwd: root,
  exclude: ['node_modules', 'dist', 'data', 'test/fixtures'],
}).sort();

/** The anchors that GitHub makes of headings. */
const anchorsIn = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('%s names no missing file, heading or script', (file) => {
  const text = read(file);
  const links = [...text.matchAll(/\]\(([^):]+)\)/g)].map(([, link = '']) => {
    const [path = '', anchor] = link.split('#');
    return { path: path === '' ? file : normalize(join(dirname(file), path)), anchor };
  });
  const files = [...text.matchAll(/`((?:src|server|widgets|test|scripts|deploy|docs)\/[\w./-]+?)\/?`/g)]
    .map(([, path = '']) => path)
    // A recipe creates this one.
    .filter((path) => path !== 'src/messages/it.json');
  const missing = [...links.map(({ path }) => path), ...files].filter(
    (path) => !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
  const headless = links.filter(
    ({ path, anchor }) => anchor !== undefined && !anchorsIn(path).includes(anchor),
  );
  expect(headless).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const run = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});

test('every bench is described, and no other', () => {
  const [, table = ''] = /const benches.*? = \{\n(.*?)\n\};/s.exec(read('test/bench/run.ts')) ?? [];
  const names = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const text = read('test/bench/README.md');
  const described = new Set([...text.matchAll(/^- `(\w+)/gm)].map(([, name]) => name));
  expect([...described].sort()).toEqual([...names].sort());
});

test.each([
  ['README.md', 70],
  ['CONTRIBUTING.md', 90],
])('%s stays short enough to read: %i lines', (file, most) => {
  expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});

test('the version in package.json has its entry in the changelog', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]`, 'm'));
});
