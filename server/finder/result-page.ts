/** One page of results. */
import type { FinderResult } from '../../src/contract/api/finder.ts';
import { lexeme, type LexemeQuery } from './words/lexemes.ts';
import type { Order } from './by-distance.ts';
import { after, cursorText } from './cursor.ts';
import type { Directory } from './directory.ts';
import { type CachedLookup, counted } from './directory-cache.ts';
import { narrowing, type Filters } from './filters.ts';
import type { Located, searchOrders } from './search-order.ts';
import { maxCounted, type FinderStore } from './store.ts';

/**
 * `next`: the cursor of the next page, if there is one. `suggestion`: another spelling of `q` that has results.
 * For our own page: `there`, how many results take place where the search is about, before those from anywhere;
 * `isLoose`, no project has all of the words.
 */
export type SearchResult = {
  results: FinderResult[];
  total: number;
  total_at_least?: true;
  next?: string;
  suggestion?: string;
  there?: number;
  isLoose?: boolean;
};

/** The total, with a mark if there are more results than are counted, or more regions than one search looks at. */
export function totalOf(
  total: number,
  filters: Filters,
  isCut = false,
): Pick<SearchResult, 'total' | 'total_at_least'> {
  const max = maxCounted(filters);
  return total > max || isCut ? { total: Math.min(total, max), total_at_least: true } : { total };
}

const distanceOf = (km: number | undefined) => (km === undefined ? {} : { distance_km: km });

/** `cursor` is the `next` of the page before; `lang`: of the reader, for what is translated. */
export type Paging = { cursor?: string | undefined; limit: number; lang?: string | undefined };

export function resultPages(
  { store, directory }: { store: FinderStore; directory: Directory },
  ordered: ReturnType<typeof searchOrders>['ordered'],
) {
  /** Cards, each with the programmes that list its project. */
  const cardsOf = async (ids: number[], lang: string | undefined, kept: CachedLookup) => {
    const [cards, { of }] = await Promise.all([
      directory.cards(ids, lang),
      kept('programmes', () => directory.programmes()),
    ]);
    return cards.map((card) => {
      const programmes = of.get(card.id);
      return programmes ? { ...card, programmes } : card;
    });
  };

  return {
    /** A page of all projects that pass the filters, by id: the database alone orders them. */
    async byId({ filters, from, mark, kept }: Located, { limit, lang }: Paging): Promise<SearchResult> {
      const query: LexemeQuery = { all: [lexeme.shown, ...narrowing(filters)] };
      const total = await counted(store, query, filters, kept);
      const ids = await store.ids(query, filters, { max: limit + 1, total, behind: from?.ids[0] ?? 0 });
      const page = ids.slice(0, limit);
      return {
        results: await cardsOf(page, lang, kept),
        ...totalOf(total, filters),
        ...(ids.length > limit && { next: cursorText(mark, 0, page.slice(-1)) }),
      };
    },

    /** A page in any other order: this page and all pages before it are ordered again. */
    async inOrder(
      order: Order,
      read: Located,
      { limit, lang }: Paging,
    ): Promise<{ found: SearchResult; isLoose: boolean }> {
      const { filters, around, from, mark, more } = read;
      const {
        ids,
        total,
        there,
        isLoose = false,
        kms,
      } = await ordered(order, read, (from?.place ?? 0) + limit + 1);
      const start = after(ids, from);
      const page = ids.slice(start, start + limit);
      const place = start + page.length;
      const cards = await cardsOf(page, lang, read.kept);
      const totals = {
        results: kms ? cards.map((card) => ({ ...card, ...distanceOf(kms.get(card.id)) })) : cards,
        ...totalOf(total, filters, around?.isCut),
        ...(more.isLocalFirst && there !== undefined && { there }),
        ...(place < ids.length && page.length > 0 && { next: cursorText(mark, place, page) }),
      };
      return { found: totals, isLoose };
    },
  };
}
