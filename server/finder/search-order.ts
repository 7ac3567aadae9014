/** The orders of results: by relevance, by distance, by id, or the newest first. */
import { lexeme, type LexemeQuery } from './words/lexemes.ts';
import type { AreaStore } from './area-store.ts';
import { byPlace, byRegion, type Order, type Ordered, type Placed } from './by-distance.ts';
import type { Directory } from './directory.ts';
import { counted, type CachedLookup } from './directory-cache.ts';
import { fewAreas, narrowing, type Phrase } from './filters.ts';
import type { NearbyAreas, Nearness } from './nearby-areas.ts';
import { tellingWords } from '../text/stop-words.ts';
import { ranker } from './ranked.ts';
import type { ParsedQuery } from './read-query.ts';
import type { WordExpander } from './words/expand-words.ts';
import type { FinderStore } from './store.ts';

/** The areas around a place, and the projects that have them. */
export type Near = Nearness & Pick<AreaStore, 'areaOf'>;

/** A query with the areas around its place, and with the cache. */
export type Located = ParsedQuery & { around?: NearbyAreas; kept: CachedLookup };

/** An order other than the usual one is of this many of the first results. */
const maxSorted = 10_000;

/** Up to this many projects are sorted by date; above it, they are read in that order. */
const maxSortedByDate = 2000;

type OrderStores = { store: FinderStore; directory: Directory; near: Near };

export function searchOrders({ store, directory, near }: OrderStores, { expandQuery }: WordExpander) {
  const ranking = ranker(store);

  const byId =
    (cache: CachedLookup): Order =>
    async (filters, max) => {
      const few = fewAreas(filters);
      if (few) {
        const areas = await store.areasOfFew(few, filters);
        return { ids: [...areas.keys()], total: areas.size, areas };
      }
      const query: LexemeQuery = { all: [lexeme.shown, ...narrowing(filters)] };
      const total = await counted(store, query, filters, cache);
      return { ids: await store.ids(query, filters, { max, total }), total };
    };

  const byPhrase =
    ({ sought, words }: Phrase, cache: CachedLookup): Order =>
    async (filters, max) => {
      const { whole } = await expandQuery(words, cache);
      return ranking.ofAll({ filters, sought, whole, max, kept: cache });
    };

  /** The order of the results of a query, and those of its words that are no stop words. */
  const orderOf = async (
    words: string[],
    { filters, kept }: Located,
  ): Promise<{ order: Order; telling: string[] }> => {
    const telling = tellingWords(words);
    if (telling.length === 0)
      return { order: filters.phrase ? byPhrase(filters.phrase, kept) : byId(kept), telling };
    const { sought, whole } = await expandQuery(words, kept);
    return {
      order: (narrowed, max) => ranking.closest({ filters: narrowed, sought, whole, max, kept }),
      telling,
    };
  };

  /** All projects that pass the filters, those published last first. */
  const byNewest =
    (cache: CachedLookup): Order =>
    async (filters, max) => {
      const query: LexemeQuery = { all: [lexeme.shown, ...narrowing(filters)] };
      const total = await counted(store, query, filters, cache);
      // Few are found by their index and then sorted; among many, the newest of all soon have enough that pass.
      const ids =
        total <= maxSortedByDate
          ? await directory.newestFirst(await store.ids(query, filters, { max: maxSortedByDate, total }))
          : await directory.newest(Math.min(max, maxSorted), filters);
      return { ids, total };
    };

  return {
    orderOf,
    byNewest,

    /** The first `max` ids in that order. */
    async ordered(
      order: Order,
      { filters, around, more }: Located,
      max: number,
    ): Promise<Ordered & Partial<Placed>> {
      const wanted = more.sort === undefined ? max : maxSorted;
      const best: Ordered & Partial<Placed> = more.region
        ? await byRegion(order, more.region, filters, wanted)
        : around
          ? await byPlace(order, around, near, {
              filters,
              max: wanted,
              isLocalFirst: more.isLocalFirst === true,
            })
          : await order(filters, wanted);
      if (more.sort === 'newest') return { ...best, ids: await directory.newestFirst(best.ids) };
      if (more.sort === 'match')
        return { ...best, ids: bestFirst(best.ids, await order(filters, maxSorted)) };
      return best;
    },
  };
}

/** The ids of a search by place in the order of the same search without the place. */
function bestFirst(ids: number[], matches: Ordered): number[] {
  const sought = new Set(ids);
  const best = matches.ids.filter((id) => sought.has(id));
  for (const id of best) sought.delete(id);
  return [...best, ...sought];
}
