/** The rules of the finder: its queries and its cursors. */
import { expect, test } from 'vitest';
import { after, cursorText, readCursor } from '../../server/finder/cursor.ts';
import { fts5Query, tellingWords, tsQuery } from '../../server/finder/search-text.ts';

test('words are quoted, and the last may be the beginning of one', () => {
  expect(fts5Query(['near', 'bir'], 'and')).toBe('"near" AND ("bir" OR "bir" *)');
  expect(tsQuery(['near', 'bir'], 'or')).toBe(`'near' | ('bir' | 'bir':*)`);
});

test('one latin letter begins nothing', () => {
  expect(fts5Query(['vitamin', 'd'], 'and')).toBe('"vitamin" AND "d"');
});

test('words that say nothing are left out, and no search has more than twenty', () => {
  expect(tellingWords(['the', 'birds', 'of', 'it'])).toEqual(['birds']);
  expect(tellingWords(Array.from({ length: 50 }, (_, index) => `w${index}`))).toHaveLength(20);
});

test('a cursor reads back; anything else is none', () => {
  expect(readCursor(cursorText({ place: 20, id: 417 }))).toEqual({ place: 20, id: 417 });
  for (const text of ['', 'garbage!', 'MjA', cursorText({ place: -1, id: 2 })])
    expect(readCursor(text)).toBeUndefined();
});

test.each([
  ['no cursor', undefined, 0],
  ['the last project still there', { place: 2, id: 20 }, 2],
  ['the last project moved on', { place: 1, id: 30 }, 3],
  ['the last project vanished', { place: 3, id: 99 }, 2],
])('what follows with %s', (_, cursor, wanted) => {
  expect(after([10, 20, 30, 40], cursor)).toBe(wanted);
});
