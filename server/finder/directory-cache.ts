/**
 * LRU cache of directory-wide results, invalidated by the directory's version number: the candidates of a word are the
 * same wherever somebody searches. The only replies that are cached are those of the finder widget, for seconds.
 */
import { LRUCache } from 'lru-cache';
import type { LexemeQuery } from './words/lexemes.ts';
import { isAboutAreas, type Filters } from './filters.ts';

/** Returns the cached value of a name, or looks it up and caches it. */
export type CachedLookup = <Found>(name: string, find: () => Promise<Found>) => Promise<Found>;

/** Each entry is a few hundred numbers at the most. */
const usual: CacheBounds = { max: 2000 };
/** `ttl`: milliseconds. */
type CacheBounds = { max: number; ttl?: number };

/** Called at the start of a search. `version` counts the changes of the directory. */
export function cachedDirectory(version: () => Promise<number>, bounds = usual): () => Promise<CachedLookup> {
  const empty = () => new LRUCache<string, Promise<unknown>>(bounds);
  let newest = { version: -1, found: empty() };
  return async () => {
    const now = await version();
    if (now > newest.version) newest = { version: now, found: empty() };
    // A search that began before a change neither uses results from after it nor caches its own.
    const { found } = now === newest.version ? newest : { found: empty() };
    return <Found>(name: string, find: () => Promise<Found>) => {
      const known = found.get(name) as Promise<Found> | undefined;
      if (known) return known;
      const finding = find();
      finding.catch(() => found.delete(name));
      found.set(name, finding);
      return finding;
    };
  };
}

/** How many projects answer. A search for a single place is not cached. */
export const counted = (
  store: { count: (query: LexemeQuery, filters: Filters) => Promise<number> },
  query: LexemeQuery,
  filters: Filters,
  cache: CachedLookup,
): Promise<number> =>
  isAboutAreas(filters)
    ? store.count(query, filters)
    : cache(`count ${JSON.stringify([query, filters])}`, () => store.count(query, filters));
