/** A search: its faults, or one page of its results. */
import type { FieldFault } from '../http/refusal.ts';
import { words as wordsOf } from '../text/words.ts';
import { within, type Ordered } from './by-distance.ts';
import type { Directory } from './directory.ts';
import { cachedDirectory } from './directory-cache.ts';
import { readAsked, type SearchFields, type More, type ParsedQuery } from './read-query.ts';
import { type Paging, resultPages, totalOf, type SearchResult } from './result-page.ts';
import { type Located, type Near, searchOrders } from './search-order.ts';
import { wordExpander } from './words/expand-words.ts';
import type { MapStore } from './map/map-store.ts';
import type { FinderStore } from './store.ts';
import { suggestions } from './words/suggest.ts';
import type { Terms } from './words/term-store.ts';

export type Search = ReturnType<typeof finderSearch>;

export type Stores = { store: FinderStore; directory: Directory; terms: Terms; near: Near; map: MapStore };

/** `baseUrl`: a search for an address of our own means the project of that page. */
export function finderSearch({ store, directory, terms, near, map }: Stores, baseUrl: string) {
  const keptNow = cachedDirectory(directory.version);
  const expander = wordExpander(terms, store);
  const suggestionFor = suggestions(store, terms, expander);
  const { orderOf, byNewest, ordered } = searchOrders({ store, directory, near }, expander);
  const pages = resultPages({ store, directory }, ordered);

  /** Adds another spelling if no project has all of the words. */
  const withSuggestion = async (
    q: string,
    telling: string[],
    read: Located,
    result: SearchResult,
  ): Promise<SearchResult> => {
    const { filters, around, kept } = read;
    const narrowed = around ? within(filters, around) : [filters];
    const suggestion = await suggestionFor(q, telling, { narrowed, kept }, result.total === 0);
    return {
      ...result,
      ...(read.more.isLocalFirst && { isLoose: true }),
      ...(suggestion !== undefined && { suggestion }),
    };
  };

  const locate = async (query: ParsedQuery): Promise<Located> => {
    const { place, more } = query;
    const [kept, around] = await Promise.all([keptNow(), place && near.around(place, more)]);
    return { ...query, kept, ...(around && { around }) };
  };

  /** The order of all results; undefined if the query has faults, or no word that can be searched. */
  const orderedFrom = async (fields: SearchFields, more: More) => {
    const query = readAsked(fields, undefined, baseUrl, { ...more, sort: undefined });
    const words = wordsOf(fields.q ?? '');
    if ('faults' in query || (words.length === 0 && (fields.q ?? '').trim() !== '')) return undefined;
    const read = await locate(query);
    const { order } = await orderOf(words, read);
    return { read, order };
  };

  return {
    directory,
    map,
    kept: keptNow,

    /** The faults of a query that the contract's schema does not find. */
    faultsOf(fields: SearchFields): FieldFault[] {
      const read = readAsked(fields, undefined, baseUrl);
      return 'faults' in read ? read.faults : [];
    },

    /** Sorted by distance if there is a place, then by relevance, then by id. */
    async find(
      fields: SearchFields,
      paging: Paging,
      more: More = {},
    ): Promise<SearchResult | { faults: FieldFault[] }> {
      const query = readAsked(fields, paging.cursor, baseUrl, more);
      if ('faults' in query) return query;
      const { q = '' } = fields;
      const words = wordsOf(q);
      if (words.length === 0 && q.trim() !== '') return { results: [], total: 0 };
      const read = await locate(query);
      const { order, telling } = await orderOf(words, read);
      const isAll = telling.length === 0 && !read.filters.phrase && !read.place && !more.region;
      if (isAll && more.sort === undefined) return pages.byId(read, paging);
      const isNewest = isAll && more.sort === 'newest';
      const [by, sorted] = isNewest ? [byNewest(read.kept), { ...read, more: {} }] : [order, read];
      const { found, isLoose } = await pages.inOrder(by, sorted, paging);
      if (telling.length === 0 || read.from || (found.total > 0 && !isLoose)) return found;
      return withSuggestion(q, telling, read, found);
    },

    /** The first `max` ids of the results, and the total; none if the query has faults. */
    async idsOf(fields: SearchFields, more: More, max: number): Promise<Pick<Ordered, 'ids' | 'total'>> {
      const ordering = await orderedFrom(fields, more);
      if (!ordering) return { ids: [], total: 0 };
      const { ids, total } = await ordered(ordering.order, ordering.read, max);
      return { ids: ids.slice(0, max), total };
    },

    /** The total, as `find` counts it. */
    async countOf(fields: SearchFields, more: More): Promise<Pick<SearchResult, 'total' | 'total_at_least'>> {
      const ordering = await orderedFrom(fields, more);
      if (!ordering) return { total: 0 };
      const { filters, around } = ordering.read;
      const { total } = await ordered(ordering.order, ordering.read, 1);
      return totalOf(total, filters, around?.isCut);
    },
  };
}
