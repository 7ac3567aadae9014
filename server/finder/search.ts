/** A search: what is wrong with it, or one page of what was found. */
import type { FinderResult } from '../../src/contract/finder.ts';
import type { FieldFault } from '../http/refusal.ts';
import { after, cursorText, type Cursor } from './cursor.ts';
import type { Filters } from './filters.ts';
import { readAsked, type Asked, type Read, type Reading } from './read-asked.ts';
import { mayBegin, tellingWords, type Sought } from './search-text.ts';
import { otherSpellings, respelt } from './spelling.ts';
import type { FinderStore } from './store.ts';
import type { Terms } from './terms.ts';

/** Which part of what was found: `cursor` is the `next` of the page before. */
export type Part = { cursor?: string | undefined; limit: number };

/** `next` is a cursor, where there is more; `suggestion` another spelling of `q` that finds something. */
export type Found = { results: FinderResult[]; total: number; next?: string; suggestion?: string };

export type Search = ReturnType<typeof finderSearch>;

export function finderSearch(store: FinderStore, terms: Terms, reading: Reading) {
  /** The stems of a search's words. Its last word may be the beginning of one, also of more than a stem. */
  const soughtFor = async (words: string[]): Promise<Sought[]> => {
    const last = words.at(-1);
    const begun = last !== undefined && mayBegin(last) ? last : undefined;
    const further = begun === undefined ? [] : await terms.beginning(begun);
    return words.map((word, index) => {
      const stem = reading.stemOf(word);
      if (begun === undefined || index < words.length - 1) return { stems: [stem] };
      const beyond = further.map((term) => reading.stemOf(term)).filter((each) => !each.startsWith(begun));
      return { stems: [...new Set([stem, ...beyond])], begins: begun };
    });
  };

  const inOrder = async (
    filters: Filters,
    from: Cursor | undefined,
    mark: string,
    limit: number,
  ): Promise<Found> => {
    const [total, results] = await Promise.all([
      store.count(filters),
      store.inOrder(filters, from?.ids[0] ?? 0, limit + 1),
    ]);
    const isMore = results.length > limit;
    if (isMore) results.pop();
    const last = results.at(-1);
    return { results, total, ...(isMore && last && { next: cursorText(mark, 0, [last.id]) }) };
  };

  const inThisOrder = async (
    ids: number[],
    from: Cursor | undefined,
    mark: string,
    limit: number,
  ): Promise<Found> => {
    const start = after(ids, from);
    const page = ids.slice(start, start + limit);
    const place = start + page.length;
    return {
      results: await store.cards(page),
      total: ids.length,
      ...(place < ids.length && page.length > 0 && { next: cursorText(mark, place, page) }),
    };
  };

  /** Projects with every word; where the whole directory has none, those with any. Filters narrow, no more. */
  const withWords = async (
    filters: Filters,
    sought: Sought[],
  ): Promise<{ ids: number[]; isLoose: boolean }> => {
    const ids = await store.ranked(filters, sought, 'and');
    if (ids.length > 0 || sought.length < 2 || (await store.isFound({}, sought, 'and')))
      return { ids, isLoose: false };
    return { ids: await store.ranked(filters, sought, 'or'), isLoose: true };
  };

  /** A spelling of `q` that finds something: every word of it, or at least one where nothing was found. */
  const suggestionFor = async (q: string, telling: string[], filters: Filters, isNothing: boolean) => {
    const misspelt: string[] = [];
    const sought = await soughtFor(telling);
    for (const [at, word] of telling.entries())
      if (!(await store.isFound({}, sought.slice(at, at + 1), 'and'))) misspelt.push(word);
    const spellings = await otherSpellings(terms, reading, misspelt);
    for (const joined of isNothing ? (['and', 'or'] as const) : (['and'] as const))
      for (const spelling of spellings) {
        const respeltWords = telling.map((word) => spelling.get(word) ?? word);
        if (await store.isFound(filters, await soughtFor(respeltWords), joined))
          return respelt(q, spelling, reading.words);
      }
    return undefined;
  };

  const byWords = async (
    q: string,
    telling: string[],
    { filters, from, mark }: Read,
    limit: number,
  ): Promise<Found> => {
    const { ids, isLoose } = await withWords(filters, await soughtFor(telling));
    const found = await inThisOrder(ids, from, mark, limit);
    const mayBeMisspelt = !from && (isLoose || ids.length === 0);
    const suggestion = mayBeMisspelt ? await suggestionFor(q, telling, filters, ids.length === 0) : undefined;
    return { ...found, ...(suggestion !== undefined && { suggestion }) };
  };

  return {
    store,

    /** Best match first, then by id; where no words rank, by id. */
    async find(asked: Asked, { cursor, limit }: Part): Promise<Found | { faults: FieldFault[] }> {
      const read = readAsked(asked, cursor, reading);
      if ('faults' in read) return read;
      const { filters, from, mark } = read;
      const { q = '' } = asked;
      const given = reading.words(q);
      if (given.length === 0 && q.trim() !== '') return { results: [], total: 0 };
      const telling = tellingWords(given);
      if (telling.length > 0) return byWords(q, telling, read, limit);
      if (filters.phrase)
        return inThisOrder(await store.ranked(filters, filters.phrase.sought, 'and'), from, mark, limit);
      return inOrder(filters, from, mark, limit);
    },
  };
}
