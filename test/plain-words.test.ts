/** The lint rule `house/plain-sentences`, and the same for documents and style sheets, which the linter does not read. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { root } from '../scripts/built.ts';
import { headlessIn, plainSentences, proseOf } from '../scripts/plain-sentences.ts';

const comments: [string, isPlain: boolean][] = [
  ['/** What was typed is encrypted. */', false],
  ['/** Drafts. What was typed is encrypted. */', false],
  ['/** Drafts; what was typed is encrypted. */', false],
  ['/**\n * Drafts. What\n * was typed is encrypted.\n */', false],
  ['// Drafts.\n// Who wrote them\n// can read them.', false],
  ['// Of one account.\nconst maxAddresses = 10;', false],
  ['// The message hears of it.', false],
  ['// The number is beside the word, and is counted anew.', false],
  ['/** The typed fields are encrypted: what they say is private. */', true],
  ['// What does a reader of this see?', true],
  ['const page = "What was typed is encrypted.";', true],
];

test.each(comments)('the comment %s is plain: %s', (code, isPlain) => {
  const config = {
    plugins: { house: { rules: { 'plain-sentences': plainSentences } } },
    rules: { 'house/plain-sentences': 'error' as const },
  };
  expect(new Linter().verify(code, config).length === 0).toBe(isPlain);
});

const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

test('every sentence of a style sheet and of a document begins with its subject', () => {
  const styles = filesOf('*.css').map(({ file, source }) => ({
    file,
    parts: [...source.matchAll(/\/\*([^]*?)\*\//g)].flatMap(([, comment = '']) => proseOf(comment)),
  }));
  const documents = filesOf('*.md').map(({ file, source }) => ({
    file,
    parts: source
      .replace(/^```[^]*?^```/gm, '')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split('|'))
      .map((part) => part.replace(/^[\s>*-]*(\d+\. )?/, '').trim()),
  }));
  expect(styles.length).toBeGreaterThan(10);
  expect(documents.length).toBeGreaterThan(10);
  expect(
    [...styles, ...documents].flatMap(({ file, parts }) =>
      parts.flatMap(headlessIn).map((sentence) => `${file}: ${sentence}`),
    ),
  ).toEqual([]);
});
