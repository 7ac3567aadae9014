/** A search: what is wrong with it, or one page of what was found. */
import type { FinderResult } from '../../src/contract/finder.ts';
import { lexeme, type Query } from '../db/lexemes.ts';
import type { FieldFault } from '../http/refusal.ts';
import { after, cursorText, type Cursor } from './cursor.ts';
import { narrowing, type Filters } from './filters.ts';
import { ranker, type Ranked } from './ranked.ts';
import { readAsked, type Asked, type Read, type Reading } from './read-asked.ts';
import { allWanted, mayBegin, tellingWords, type Sought } from './search-text.ts';
import { otherSpellings, respelt } from './spelling.ts';
import { mostCounted, type FinderStore } from './store.ts';
import type { Terms } from './terms.ts';

/** Which part of what was found: `cursor` is the `next` of the page before. */
export type Part = { cursor?: string | undefined; limit: number };

/** `next` is a cursor, where there is more; `suggestion` another spelling of `q` that finds something. */
export type Found = {
  results: FinderResult[];
  total: number;
  total_at_least?: true;
  next?: string;
  suggestion?: string;
};

export type Search = ReturnType<typeof finderSearch>;

/** What has more than is counted says so. */
const told = (total: number): Pick<Found, 'total' | 'total_at_least'> =>
  total > mostCounted ? { total: mostCounted, total_at_least: true } : { total };

export function finderSearch(store: FinderStore, terms: Terms, reading: Reading) {
  const ranking = ranker(store, reading.stemOf);

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
    const query: Query = { all: [lexeme.shown, ...narrowing(filters)] };
    const [[total = 0], ids] = await Promise.all([
      store.counts([{ query, filters }]),
      store.ids(query, filters, limit + 1, from?.ids[0] ?? 0),
    ]);
    const page = ids.slice(0, limit);
    return {
      results: await store.cards(page),
      ...told(total),
      ...(ids.length > limit && { next: cursorText(mark, 0, page.slice(-1)) }),
    };
  };

  /** `rank` is asked for as many as this page and those before it have. */
  const inThisOrder = async (
    rank: (most: number) => Promise<Ranked>,
    from: Cursor | undefined,
    mark: string,
    limit: number,
  ): Promise<Found> => {
    const { ids, total } = await rank((from?.place ?? 0) + limit + 1);
    const start = after(ids, from);
    const page = ids.slice(start, start + limit);
    const place = start + page.length;
    return {
      results: await store.cards(page),
      ...told(total),
      ...(place < ids.length && page.length > 0 && { next: cursorText(mark, place, page) }),
    };
  };

  const isFound = (filters: Filters, sought: Sought[], joined: 'all' | 'any') => {
    const words = allWanted(sought, 'anywhere');
    const query: Query = joined === 'all' ? { all: words } : { any: words };
    return store.isFound({ all: [query, ...narrowing(filters)] }, filters);
  };

  /** A spelling of `q` that finds something: every word of it, or at least one where nothing was found. */
  const suggestionFor = async (q: string, telling: string[], filters: Filters, isNothing: boolean) => {
    const misspelt: string[] = [];
    const sought = await soughtFor(telling);
    for (const [at, word] of telling.entries())
      if (!(await store.isFound({ all: allWanted(sought.slice(at, at + 1), 'anywhere') }, {})))
        misspelt.push(word);
    const spellings = await otherSpellings(terms, reading, misspelt);
    for (const joined of isNothing ? (['all', 'any'] as const) : (['all'] as const))
      for (const spelling of spellings) {
        const respeltWords = telling.map((word) => spelling.get(word) ?? word);
        if (await isFound(filters, await soughtFor(respeltWords), joined))
          return respelt(q, spelling, reading.words);
      }
    return undefined;
  };

  const byWords = async (
    q: string,
    words: string[],
    { filters, from, mark }: Read,
    limit: number,
  ): Promise<Found> => {
    const telling = tellingWords(words);
    const sought = await soughtFor(telling);
    const whole = words.map(reading.stemOf);
    let isMisspelt = false;
    const found = await inThisOrder(
      async (most) => {
        const ranked = await ranking.closest({ filters, sought, whole, most });
        isMisspelt = !from && (ranked.isLoose || ranked.ids.length === 0);
        return ranked;
      },
      from,
      mark,
      limit,
    );
    if (!isMisspelt) return found;
    const suggestion = await suggestionFor(q, telling, filters, found.total === 0);
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
      if (tellingWords(given).length > 0) return byWords(q, given, read, limit);
      if (filters.phrase) {
        const { sought, words } = filters.phrase;
        const whole = words.map(reading.stemOf);
        return inThisOrder((most) => ranking.ofAll({ filters, sought, whole, most }), from, mark, limit);
      }
      return inOrder(filters, from, mark, limit);
    },
  };
}
