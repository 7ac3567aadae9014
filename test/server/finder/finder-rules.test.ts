/** The rules of the finder: its queries, its cursors, its words and addresses. */
import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { written } from '../../../server/finder/words/lexemes.ts';
import { after, cursorText, readCursor, searchMark } from '../../../server/finder/cursor.ts';
import { allWanted, mayBegin } from '../../../server/finder/words/query-words.ts';
import { tellingWords } from '../../../server/text/stop-words.ts';
import { siteAddress, siteOf } from '../../../server/text/site-address.ts';
import { editDistance, keysOf, keysAround } from '../../../server/text/misspelling.ts';
import { stemOf } from '../../../server/text/stem.ts';
import { words } from '../../../server/text/words.ts';

test('words are quoted, and the last one may be a prefix', () => {
  const sought = [{ stems: ['near'] }, { stems: ['photographi', 'photograph'], begins: ['photography'] }];
  const query = { all: allWanted(sought, 'anywhere') };
  expect(written.sqlite(query)).toBe('("near" AND ("photographi" OR "photograph" OR "photography" *))');
  expect(written.postgres({ any: allWanted(sought, 'title') })).toBe(
    "('.near' | ('.photographi' | '.photograph' | '.photography':*))",
  );
  expect(written.sqlite({ all: allWanted([{ stems: ["d'été"] }], 'tags') })).toMatch(/^"_x_[0-9a-f]+"$/);
});

test('a single Latin letter is not a prefix', () => {
  expect(['d', '4', 'da', 'д', '鳥'].map(mayBegin)).toEqual([false, false, true, true, true]);
});

test('stop words are left out, and no search has more than twenty words', () => {
  expect(tellingWords(['the', 'birds', 'of', 'it'])).toEqual(['birds']);
  expect(tellingWords(Array.from({ length: 50 }, (_, index) => `w${index}`))).toHaveLength(20);
});

test('a cursor can be read back; other texts are not cursors', () => {
  const mark = searchMark(['birds']);
  expect(mark).not.toBe(searchMark(['frogs']));
  expect(readCursor(cursorText(mark, 20, [1, 2, 3, 4, 417]))).toEqual({
    search: mark,
    place: 20,
    ids: [417, 4, 3, 2],
  });
  for (const text of ['', 'garbage!', 'MjA', cursorText(mark, -1, [2]), cursorText(mark, 1, [])])
    expect(readCursor(text)).toBeUndefined();
});

test.each([
  ['no cursor', undefined, 0],
  ['the last project still there', { place: 2, ids: [20, 10] }, 2],
  ['the last project moved on', { place: 1, ids: [30] }, 3],
  ['the last project vanished', { place: 3, ids: [99, 20] }, 2],
  ['the last projects vanished', { place: 4, ids: [99, 98, 20, 10] }, 2],
  ['all that are remembered vanished', { place: 3, ids: [99, 98] }, 1],
  ['everything vanished', { place: 1, ids: [99, 98, 97, 96] }, 0],
])('what follows with %s', (_, cursor, wanted) => {
  expect(after([10, 20, 30, 40], cursor && { search: '', ...cursor })).toBe(wanted);
});

/** Words of the catalogue with an irregular plural, and those whose stem would be a stop word: `herring` is not `her`. */
const otherwise =
  `one fishermen nos children bacteria phenomena others crises ames analyses leaves willing criteria taxa
  fungi indices canning wes women geese cacti teeth ise hypotheses herring`.split(/\s+/);

test("our stems are those of SQLite's porter, for every other word of the catalogue", () => {
  const all = [...new Set(words(readFileSync(join(root, 'server/demo/catalog.json'), 'utf8')))].filter(
    (word) => /^[a-z]+$/.test(word),
  );
  expect(all.length).toBeGreaterThan(6000);
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table t using fts5(word, tokenize = 'porter unicode61');
    create virtual table v using fts5vocab(t, 'instance'); begin`);
  const insert = db.prepare('insert into t (rowid, word) values (?, ?)');
  all.forEach((word, index) => insert.run(index + 1, word));
  const rows = db.prepare('select doc, term from v').all() as { doc: number; term: string }[];
  const theirs = new Map(rows.map(({ doc, term }) => [all[doc - 1] as string, term]));
  db.close();
  const other = all.filter((word) => stemOf(word) !== theirs.get(word));
  expect(other.sort()).toEqual(otherwise.sort());
});

test.each([
  ['as it is', 'https://birds.example/home', 'birds.example/home'],
  ['another scheme', 'http://birds.example/home', 'birds.example/home'],
  ['without a scheme', 'birds.example/home', 'birds.example/home'],
  ['two slashes', '//birds.example/home', 'birds.example/home'],
  ['www.', 'https://www.birds.example/home', 'birds.example/home'],
  ['capitals in the host', 'https://Birds.EXAMPLE/home', 'birds.example/home'],
  ['a full stop behind the host', 'https://birds.example./home', 'birds.example/home'],
  ['the usual port', 'https://birds.example:443/home', 'birds.example/home'],
  ["the other scheme's usual port", 'https://birds.example:80/home', 'birds.example/home'],
  ['slashes at the end', 'https://birds.example/home//', 'birds.example/home'],
  ['a fragment', 'https://birds.example/home#top', 'birds.example/home'],
  ['an empty query', 'https://birds.example/home?', 'birds.example/home'],
  ['tracking', 'https://birds.example/home?utm_source=x&UTM_Medium=y&gclid=1&fbclid=2', 'birds.example/home'],
  ['space around', '  https://birds.example/home ', 'birds.example/home'],
  ['letters that need no encoding', 'https://birds.example/%68ome', 'birds.example/home'],
  ['a host alone', 'https://birds.example/', 'birds.example'],
  ['another port', 'https://birds.example:8443/home', 'birds.example:8443/home'],
  ['another case of the path', 'https://birds.example/Home', 'birds.example/Home'],
  ['a query', 'https://birds.example/home?b=2&utm_source=x&a=1', 'birds.example/home?b=2&a=1'],
  ['a host of other letters', 'https://bücher.example/ü', 'xn--bcher-kva.example/%C3%BC'],
  ['encoding in small letters', 'https://b%c3%bccher.example/%c3%bc', 'xn--bcher-kva.example/%C3%BC'],
])('an address with %s', (_, given, wanted) => {
  expect(siteAddress(given)).toBe(wanted);
});

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'ftp://birds.example/',
  'https://a:b@birds.example/',
  'http://',
  '::',
])('%j is not the address of a site', (given) => expect(siteAddress(given)).toBeUndefined());

test('a very long address has a short form of its own', () => {
  const long = (end: string) => siteAddress(`https://birds.example/${'ü'.repeat(500)}${end}`) ?? '';
  expect(long('a').length).toBeLessThan(1000);
  expect(long('a')).not.toBe(long('b'));
});

test.each([
  ['/project/12', 12],
  ['/project/12-bird-count', 12],
  ['/project/12-another-name/', 12],
  ['/project/12-bird-count/stats', 12],
  ['/project/12?utm_source=x#top', 12],
  ['/project/0', undefined],
  ['/project/12345678901234567890', undefined],
  ['/project/bird-count', undefined],
  ['/projects/12', undefined],
])('the page %s here is of project %s', (path, id) => {
  for (const base of ['https://hands.example', 'https://www.hands.example', 'http://hands.example:80'])
    expect(siteOf(base + path, 'https://hands.example')?.projectId).toBe(id);
  expect(siteOf(`https://other.example${path}`, 'https://hands.example')?.projectId).toBeUndefined();
});

test.each([
  ['a letter missing', 'buterfly', 'butterfly', 1],
  ['a letter too many', 'birrds', 'birds', 1],
  ['a wrong letter', 'volkano', 'volcano', 1],
  ['two letters swapped', 'speices', 'species', 1],
  ['two letters too many', 'birrdds', 'birds', 2],
  ['vowels missing', 'obsrvaton', 'observation', 2],
  ['wrong vowels', 'phinolegy', 'phenology', 2],
])('%s: %s and %s share a key', (_, slip, meant, distance) => {
  expect(keysAround(slip).some((one) => keysOf(meant).includes(one))).toBe(true);
  expect(editDistance(slip, meant)).toBe(distance);
});

test('short words, numbers and surrogate pairs have no correction keys', () => {
  expect(['cat', '2016', 'co2monitor', '𝒷𝒾𝓇𝒹', 'x'.repeat(31)].flatMap(keysOf)).toEqual([]);
});
