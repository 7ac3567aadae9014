/** The README against what it describes: every setting, operation, command and file that it names is there, and no other. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/built.ts';
import { flags, type Given } from '../server/commands/command.ts';
import { commands } from '../server/commands/table.ts';
import { api } from '../src/contract/index.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readme = read('README.md');

/** The rows of the table below a heading, cell by cell. */
const tableUnder = (heading: string): string[][] => {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('every setting stands in its table, with its default', () => {
  const [, shape = ''] = /const shape = z\.object\(\{\n(.*?)\n\}\);/s.exec(read('server/settings.ts')) ?? [];
  const settings = shape.split(/\n(?= {2}[A-Z])/).map((text) => ({
    name: /^ *([A-Z_]+):/.exec(text)?.[1] ?? '',
    usual: /: flag,/.test(text) ? 'false' : /\.default\('?([^')]+)'?\)/.exec(text)?.[1]?.replaceAll('_', ''),
  }));
  const told = tableUnder('Settings').flatMap(([names, usual = '']) => {
    const all = codeIn(names);
    // Two settings of one row have their defaults in the same order.
    return all.map((name, at) => [name, all.length > 1 ? [codeIn(usual)[at]] : codeIn(usual)] as const);
  });
  expect(told.map(([name]) => name).sort()).toEqual(settings.map(({ name }) => name).sort());
  for (const { name, usual } of settings)
    if (usual !== undefined) expect([name, told.find(([one]) => one === name)?.[1]]).toEqual([name, [usual]]);
});

test('every operation stands in its table, with what it needs', () => {
  const path = (row: string) => row.replace(':project_id', 'PROJECT_ID').replace(':project', '<project>');
  const told = tableUnder('The API').map(([operation, key]) => [codeIn(operation)[0]?.split('?')[0], key]);
  expect(told).toEqual(
    Object.entries(api).map(([row, { auth }]) => [path(row), auth === 'key' ? 'yes' : 'no']),
  );
});

test('every command of the operator stands in its table, with its words', () => {
  const told = tableUnder("The operator's commands").map(([command]) => codeIn(command)[0] ?? '');
  expect(told.map((words) => words.split(' ')[0]).sort()).toEqual(Object.keys(commands).sort());
  const optionsIn = (words: string) => [...words.matchAll(/--[a-z-]+/g)].map(([option]) => option).sort();
  const flagsOf = (name: string) =>
    Object.keys(commands[name]?.options ?? {}).map((option) => flags[option as keyof Given]);
  for (const words of told) {
    const [name = ''] = words.split(' ');
    expect([name, optionsIn(words)]).toEqual([name, optionsIn(flagsOf(name).join(' '))]);
  }
});

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  '%s names no file or script that is not there',
  (file) => {
    const text = read(file);
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
    const files = [...text.matchAll(/`((?:src|server|widgets|test|scripts|deploy|docs)\/[\w./-]+?)\/?`/g)]
      .map(([, path = '']) => path)
      // A recipe makes this one.
      .filter((path) => path !== 'src/messages/it.json');
    expect([...links, ...files].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  },
);
