/** Mistakes at the terminal: what a person types wrongly, and the sentence that they read. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { type Service, startService } from '../../set-up/service/start-service.ts';
import { count, importAll, projectEntry, rows } from '../scene.ts';

import { typed, typedAlone } from './typed.ts';

describe('mistakes at the terminal', () => {
  let service: Service;
  let broken: string;
  let object: string;

  beforeAll(async () => {
    service = await startService('sqlite');
    broken = join(service.dataDir, 'broken.json');
    object = join(service.dataDir, 'object.json');
    await Promise.all([writeFile(broken, '[{'), writeFile(object, '{}')]);
  });

  test.each<[string, () => string[], RegExp]>([
    ['a key for no address', () => ['key', 'owner'], /^The email address must be an email address\.$/],
    ['a key for no scope', () => ['key', 'a@example.org', '--scopes='], /^The scope must be one of: all, /],
    ['a key for another scope', () => ['key', 'a@example.org', '--scopes', 'finder,x'], /^The scope must/],
    [
      'a file that is not there',
      () => ['import', 'nowhere.json', '--owner', 'a@example.org'],
      /nowhere\.json cannot be read/,
    ],
    [
      'a file that is not JSON',
      () => ['import', broken, '--owner', 'a@example.org'],
      /broken\.json cannot be read as JSON/,
    ],
    [
      'a file with one object',
      () => ['import', object, '--owner', 'a@example.org'],
      /must hold an array of projects\.$/,
    ],
    [
      'a project id in words',
      () => ['publish', 'birds'],
      /^The project id must be a positive whole number\.$/,
    ],
    [
      'a role that is none',
      () => ['role', 'a@example.org', 'king'],
      /^The role must be operator, editor or none\.$/,
    ],
    ['a backup to nowhere', () => ['backup', ''], /^The path is empty: give the file to write\.$/],
    ['a backup into no folder', () => ['backup', '/nowhere/at/all'], /./],
  ])('%s: one sentence, and 1', async (_, args, sentence) => {
    const asked = await typed(service.settings, ...args());
    expect(asked).toMatchObject({ code: 1, stdout: '' });
    const [line = '', ...more] = asked.stderr.split('\n');
    expect(line).toMatch(sentence);
    expect(more).toEqual(['']);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['another pepper', { PEPPER: 'quite another pepper, of no use here at all' }, /^PEPPER: .*\.$/],
    ['a port that is none', { PORT: 'many' }, /^PORT: /],
    ['a store that does not answer', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /./],
  ])('%s: one line, and 1', async (_, settings, sentence) => {
    const asked = await typedAlone({ ...service.settings, ...settings }, 'purge', '--json');
    expect(asked).toMatchObject({ code: 1, stderr: '' });
    const { result, error } = JSON.parse(asked.stdout) as { result: string; error: string };
    expect(result).toBe('error');
    expect(error).toMatch(sentence);
    expect(error).not.toContain('\n');
  });

  test('an origin with a path, without its protocol, unencrypted, or shared by several sites', async () => {
    await importAll(service, 'a@example.org', [projectEntry('Bird Count', 'https://birds.example')]);
    const bad = [
      'https://birds.example/home',
      'birds.example',
      'ftp://birds.example',
      'http://birds.example',
      '',
    ];
    for (const origin of bad) {
      const { code, stderr } = await typed(service.settings, 'origin', '1', origin);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'The origin must look like https://example.org, without a path.\n',
      });
    }
    const { code, stderr } = await typed(service.settings, 'origin', '1', 'https://www.facebook.com');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/sites share/) as string,
    });
  });

  test('five at once on one store all work', async () => {
    const done = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => typedAlone(service.settings, 'key', `${name}@five.example`)),
    );
    expect(done.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      done.map(() => ({ code: 0, stderr: '' })),
    );
    const keys = await rows<{ count: number }>(
      service,
      "select count(*) as count from keys join addresses using (account_id) where address like '%@five.example'",
    );
    expect(keys).toEqual([{ count: 5 }]);
  });

  const help = 'See: npm run operator -- help';
  test.each<[string, string[], string]>([
    ['no command, only an option', ['--json=yes'], `Unknown option '--json=yes'. ${help}`],
    ['another command', ['polish'], `Unknown command 'polish' (Did you mean publish?). ${help}`],
    ['what every object has', ['constructor'], `Unknown command 'constructor'. ${help}`],
    [
      'a misspelt option with its value',
      ['key', 'typing@example.org', '--scope', 'finder'],
      `Unknown option '--scope' (Did you mean --scopes?). ${help} key`,
    ],
    [
      'a misspelt option of a number',
      ['rotate-key', '1', '--afer', '48'],
      `Unknown option '--afer' (Did you mean --after?). ${help} rotate-key`,
    ],
    ["another command's option", ['hide', '1', '--publish'], `Unknown option '--publish'. ${help} hide`],
    ['an option before its command', ['--no', 'trust', '1'], `Unknown option '--no'. ${help} trust`],
    [
      'an option without its value',
      ['rotate-key', '1', '--after'],
      `Option '--after <hours>' argument missing. ${help} rotate-key`,
    ],
    ['an argument that is missing', ['manager', '1'], `Missing required argument 'email'. ${help} manager`],
    ['no file', ['import'], `Missing required argument 'file'. ${help} import`],
    [
      'arguments too many, without quoting them',
      ['key', 'typing@example.org', 'secret@example.org'],
      `Too many arguments for 'key'. Expected 1 argument but got 2. ${help} key`,
    ],
    [
      'an argument where none is',
      ['purge', 'all'],
      `Too many arguments for 'purge'. Expected 0 arguments but got 1. ${help} purge`,
    ],
  ])('%s: one sentence that leads to the help, and 2; nothing is done', async (_, args, sentence) => {
    const audited = () => count(service, 'audit');
    const before = await audited();
    expect(await typed(service.settings, ...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
    expect(await audited()).toBe(before);
    const { code, stdout } = await typed(service.settings, ...args, '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'error' });
  });

  test.each([
    ['no command', []],
    ['help for another command', ['help', 'polish']],
  ])('%s: all commands are listed, and 2', async (_, args) => {
    const { code, stdout, stderr } = await typed(service.settings, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('sign-in-link <email>');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`Which command? ${help}`);
  });

  test.each([[['key', '--help']], [['help', 'key']], [['key', '-h']]])(
    '%j: the arguments and options of that command, and 0',
    async (args) => {
      const { code, stdout, stderr } = await typed({}, ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: npm run operator -- key [options] <email>');
      for (const option of ['--name <name>', '--scopes <list>', '--json']) expect(stdout).toContain(option);
      expect(stdout).not.toContain('--after');
    },
  );

  test('--help lists every command, and 0', async () => {
    const { code, stdout, stderr } = await typedAlone({}, '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const folder = join(root, 'server/commands');
    const sources = (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8'));
    const source = (await Promise.all(sources)).join('\n');
    const names = [...source.matchAll(/^ {2}'?([a-z-]+)'?: \{$/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThanOrEqual(17);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  test('without --json a command prints its sentence, or the key alone', async () => {
    expect(await typedAlone(service.settings, 'key', 'b@example.org')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^mh_[0-9A-Za-z]{38}\n$/) as string,
      stderr: '',
    });
    expect(await typedAlone(service.settings, 'publish', '1')).toEqual({
      code: 0,
      stdout: 'Project 1 is published.\n',
      stderr: '',
    });
  });
});
