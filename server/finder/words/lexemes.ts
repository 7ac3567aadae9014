/**
 * The lexemes of projects in the search index, and how each engine is queried for them. A lexeme includes the place of
 * its word, so that a search in titles reads title entries only. Both engines have the same lexemes.
 */
import { createHash } from 'node:crypto';
import type { Engine } from '../../db/store.ts';

/** ASCII letters, digits, `_` and `.` only: no engine splits it, and it contains no query syntax. */
const plain = (text: string): string =>
  /^[a-z0-9]+(?:_[a-z0-9]+)?$/.test(text) ? text : `x_${Buffer.from(text).toString('hex')}`;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Pairs of words share this many lexemes, so each match is also compared with the text. */
const pairKinds = 2 ** 16;

const pairHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (pairKinds - 1);
};

/** The place of a stem: anywhere, in the title, or in the title or a tag. */
export type LexemeScope = 'anywhere' | 'title' | 'tags';
const prefixes: Record<LexemeScope, string> = { anywhere: '', title: '.', tags: '_' };

export const lexeme = {
  /** Every project that is shown. */
  shown: '__a',
  /** A title of few words. */
  shortTitle: '__s',
  stem: (stem: string, place: LexemeScope) => `${prefixes[place]}${plain(stem)}`,
  /** Texts that were stemmed as this language. */
  language: (language: string) => `__l${language}`,
  /** A title with exactly these stems. */
  wholeTitle: (stems: string[]) => `__e${hashed(stems.join(' '))}`,
  tag: (kind: string, name: string) => `__k${kind}_${hashed(name)}`,
  /** Two folded words next to each other. */
  pair: (one: string, next: string) => `__p${pairHash(`${one} ${next}`).toString(36)}`,
};

/** A query to the index; `begins` matches every lexeme with that prefix. */
export type LexemeQuery = string | { begins: string } | { all: LexemeQuery[] } | { any: LexemeQuery[] };

/** The stem or, if it may be the start of a word, all stems with that prefix. */
export const beginning = (letters: string, place: LexemeScope): LexemeQuery => ({
  begins: lexeme.stem(letters, place),
});

const joined = (parts: LexemeQuery[], by: string, written: (query: LexemeQuery) => string): string =>
  parts.length === 1 ? written(parts[0] as LexemeQuery) : `(${parts.map(written).join(by)})`;

const fts5 = (query: LexemeQuery): string => {
  if (typeof query === 'string') return `"${query}"`;
  if ('begins' in query) return `"${query.begins}" *`;
  return 'all' in query ? joined(query.all, ' AND ', fts5) : joined(query.any, ' OR ', fts5);
};

const tsquery = (query: LexemeQuery): string => {
  if (typeof query === 'string') return `'${query}'`;
  if ('begins' in query) return `'${query.begins}':*`;
  return 'all' in query ? joined(query.all, ' & ', tsquery) : joined(query.any, ' | ', tsquery);
};

/** The query in the syntax of an engine. */
export const written: Record<Engine, (query: LexemeQuery) => string> = { sqlite: fts5, postgres: tsquery };
