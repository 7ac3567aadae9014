/**
 * What was worked out about the whole directory, kept until the directory changes: the candidates of a word are the
 * same wherever somebody searches. Never a reply.
 */

import type { Query } from '../db/lexemes.ts';
import { isAboutAreas, type Filters } from './filters.ts';

/** Answers what is kept under a name, or finds it and keeps it. */
export type Kept = <Found>(name: string, find: () => Promise<Found>) => Promise<Found>;

/** The last used ones; each is a few hundred numbers at the most. */
const mostKept = 2000;

/** Asked at the start of a search. `version` counts what changes the directory, and is read after each change. */
export function keptOf(version: () => Promise<number>): () => Promise<Kept> {
  let newest = { version: -1, found: new Map<string, Promise<unknown>>() };
  return async () => {
    const now = await version();
    if (now > newest.version) newest = { version: now, found: new Map() };
    // A search that began before a change takes nothing from after it, and leaves nothing.
    const { found } = now === newest.version ? newest : { found: new Map<string, Promise<unknown>>() };
    return <Found>(name: string, find: () => Promise<Found>) => {
      const known = found.get(name) as Promise<Found> | undefined;
      const finding = known ?? find();
      if (!known) finding.catch(() => found.delete(name));
      found.delete(name);
      found.set(name, finding);
      for (const [oldest] of found) {
        if (found.size <= mostKept) break;
        found.delete(oldest);
      }
      return finding;
    };
  };
}

/** How many projects answer; what is asked at one place only is not kept. */
export const counted = (
  store: { count: (query: Query, filters: Filters) => Promise<number> },
  query: Query,
  filters: Filters,
  kept: Kept,
): Promise<number> =>
  isAboutAreas(filters)
    ? store.count(query, filters)
    : kept(`count ${JSON.stringify([query, filters])}`, () => store.count(query, filters));
