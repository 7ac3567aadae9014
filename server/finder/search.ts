/** A search: what was asked for, what is wrong with it, and one page of what was found. */
import type { FinderResult } from '../../src/contract/finder.ts';
import type { FieldFault } from '../http/refusal.ts';
import { after, cursorText, readCursor, type Cursor } from './cursor.ts';
import { tellingWords } from './search-text.ts';
import type { Filters, FinderStore } from './store.ts';

/** `q`, `topic` and `activity` combine; absent ones do not narrow. */
export type Asked = {
  q?: string | undefined;
  topic?: string | undefined;
  activity?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** `next` is a cursor, where there is more. */
export type Found = { results: FinderResult[]; total: number; next?: string };

/** How projects are read, so that a search reads alike: the words of a text, and names of the catalogue. */
export type Reading = {
  words: (text: string) => string[];
  matchNames: (kind: 'topic' | 'activity', given: string[]) => { found: string[]; fault?: string };
};

export type Search = ReturnType<typeof finderSearch>;

export function finderSearch(store: FinderStore, { words, matchNames }: Reading) {
  const read = ({ topic, activity, cursor }: Asked) => {
    const faults: FieldFault[] = [];
    const named = (kind: 'topic' | 'activity', given: string | undefined) => {
      if (given === undefined) return undefined;
      const { found, fault } = matchNames(kind, [given]);
      if (fault) faults.push({ field: kind, message: fault });
      return found[0];
    };
    const filters: Filters = { topic: named('topic', topic), activity: named('activity', activity) };
    const from = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && !from)
      faults.push({ field: 'cursor', message: 'must be the `next` of an earlier reply' });
    return { faults, filters, from };
  };

  const inOrder = async (filters: Filters, from: Cursor | undefined, limit: number): Promise<Found> => {
    const [total, results] = await Promise.all([
      store.count(filters),
      store.inOrder(filters, from?.id ?? 0, limit + 1),
    ]);
    const isMore = results.length > limit;
    if (isMore) results.pop();
    const last = results.at(-1);
    return { results, total, ...(isMore && last && { next: cursorText({ place: 0, id: last.id }) }) };
  };

  const byRelevance = async (
    filters: Filters,
    telling: string[],
    from: Cursor | undefined,
    limit: number,
  ): Promise<Found> => {
    const every = await store.ranked(filters, telling, 'and');
    const ids = every.length > 0 || telling.length < 2 ? every : await store.ranked(filters, telling, 'or');
    const start = after(ids, from);
    const page = ids.slice(start, start + limit);
    const [place, id] = [start + page.length, page.at(-1)];
    return {
      results: await store.cards(page),
      total: ids.length,
      ...(place < ids.length && id !== undefined && { next: cursorText({ place, id }) }),
    };
  };

  return {
    store,

    /** Best match first, then by id; without words by id. */
    async find(asked: Asked): Promise<Found | { faults: FieldFault[] }> {
      const { faults, filters, from } = read(asked);
      if (faults.length > 0) return { faults };
      const given = words(asked.q ?? '');
      if (given.length === 0 && (asked.q ?? '').trim() !== '') return { results: [], total: 0 };
      const telling = tellingWords(given);
      return telling.length === 0
        ? inOrder(filters, from, asked.limit)
        : byRelevance(filters, telling, from, asked.limit);
    },
  };
}
