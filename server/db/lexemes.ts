/**
 * What projects stand under in the index, and how each engine is asked for it. A lexeme says where a word stands,
 * so that a search for titles reads what titles have and nothing else: the same lexemes on both engines.
 */
import { createHash } from 'node:crypto';
import type { Engine } from './store.ts';

/** Ascii letters, digits, `_` and `.` only: no engine takes it apart, and none of their syntax survives. */
const plain = (text: string): string =>
  /^[a-z0-9]+$/.test(text) ? text : `x_${Buffer.from(text).toString('hex')}`;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** So many kinds of pairs: what a pair finds is held against the text, since others share its lexeme. */
const pairKinds = 2 ** 16;

const pairHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (pairKinds - 1);
};

/** Where a stem stands: anywhere, in the title, or in the title or a tag. */
export type Place = 'anywhere' | 'title' | 'tags';
const prefixes: Record<Place, string> = { anywhere: '', title: '.', tags: '_' };

export const lexeme = {
  /** Every project that shows. */
  shown: '__a',
  /** A title of few words. */
  shortTitle: '__s',
  stem: (stem: string, place: Place) => `${prefixes[place]}${plain(stem)}`,
  /** A title with these stems and no others. */
  wholeTitle: (stems: string[]) => `__e${hashed(stems.join(' '))}`,
  tag: (kind: string, name: string) => `__k${kind}_${hashed(name)}`,
  /** Two folded words side by side. */
  pair: (one: string, next: string) => `__p${pairHash(`${one} ${next}`).toString(36)}`,
};

/** A question to the index; `begins` is answered by every lexeme that begins so. */
export type Query = string | { begins: string } | { all: Query[] } | { any: Query[] };

/** The stem or, where it may be the beginning of a word, what begins so. */
export const beginning = (letters: string, place: Place): Query => ({ begins: lexeme.stem(letters, place) });

const joined = (parts: Query[], by: string, written: (query: Query) => string): string =>
  parts.length === 1 ? written(parts[0] as Query) : `(${parts.map(written).join(by)})`;

const fts5 = (query: Query): string => {
  if (typeof query === 'string') return `"${query}"`;
  if ('begins' in query) return `"${query.begins}" *`;
  return 'all' in query ? joined(query.all, ' AND ', fts5) : joined(query.any, ' OR ', fts5);
};

const tsquery = (query: Query): string => {
  if (typeof query === 'string') return `'${query}'`;
  if ('begins' in query) return `'${query.begins}':*`;
  return 'all' in query ? joined(query.all, ' & ', tsquery) : joined(query.any, ' | ', tsquery);
};

/** The question in the language of an engine. */
export const written: Record<Engine, (query: Query) => string> = { sqlite: fts5, postgres: tsquery };
