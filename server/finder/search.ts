/** A search: what is wrong with it, or one page of what was found. */
import type { FinderResult } from '../../src/contract/finder.ts';
import { lexeme, type LexemeQuery } from '../db/lexemes.ts';
import type { FieldFault } from '../http/refusal.ts';
import { byPlace, byRegion, within, type Order, type Ordered, type Placed } from './by-distance.ts';
import { after, cursorText } from './cursor.ts';
import type { Directory } from './directory.ts';
import { fewAreas, narrowing, type Filters, type Phrase } from './filters.ts';
import { counted, keptOf, type CachedLookup } from './directory-cache.ts';
import type { NearbyAreas, Nearness } from './nearby-areas.ts';
import type { NearStore } from './area-store.ts';
import { ranker } from './ranked.ts';
import { stemOf } from '../text/stem.ts';
import { words as wordsOf } from '../text/words.ts';
import { readAsked, type SearchFields, type More, type ParsedQuery } from './read-query.ts';
import { tellingWords } from './query-words.ts';
import { soughtIn } from './sought.ts';
import { mostCounted, type FinderStore } from './store.ts';
import { suggestions } from './suggest.ts';
import type { Terms } from './term-store.ts';

/** Which part of what was found: `cursor` is the `next` of the page before. */
export type Paging = { cursor?: string | undefined; limit: number };

/** `next` is a cursor, where there is more; `suggestion` another spelling of `q` that finds something. */
export type SearchResult = {
  results: FinderResult[];
  total: number;
  total_at_least?: true;
  next?: string;
  suggestion?: string;
};

/** Where areas are, and who has them. */
export type Near = Nearness & Pick<NearStore, 'areaOf'>;

/** A search as read, with what is around its place, and what is kept of others. */
type Located = ParsedQuery & { around?: NearbyAreas; kept: CachedLookup };

export type Search = ReturnType<typeof finderSearch>;

/** What has more than is counted says so, and where there are too many regions to look at all of them. */
function told(
  total: number,
  filters: Filters,
  isCut = false,
): Pick<SearchResult, 'total' | 'total_at_least'> {
  const most = mostCounted(filters);
  return total > most || isCut ? { total: Math.min(total, most), total_at_least: true } : { total };
}

export type Stores = { store: FinderStore; directory: Directory; terms: Terms; near: Near };

/** `baseUrl`: a search for an address of our own means the project of that page. */
export function finderSearch({ store, directory, terms, near }: Stores, baseUrl: string) {
  const ranking = ranker(store);
  const keptNow = keptOf(directory.version);
  const soughtFor = soughtIn(terms);
  const suggestionFor = suggestions(store, terms, soughtFor);

  const inOrder = async ({ filters, from, mark, kept }: Located, limit: number): Promise<SearchResult> => {
    const query: LexemeQuery = { all: [lexeme.shown, ...narrowing(filters)] };
    const [total, ids] = await Promise.all([
      counted(store, query, filters, kept),
      store.ids(query, filters, limit + 1, from?.ids[0] ?? 0),
    ]);
    const page = ids.slice(0, limit);
    return {
      results: await directory.cards(page),
      ...told(total, filters),
      ...(ids.length > limit && { next: cursorText(mark, 0, page.slice(-1)) }),
    };
  };

  /** The first `most` ids in the order that was asked for. */
  const ordered = async (
    order: Order,
    { filters, around, more }: Located,
    most: number,
  ): Promise<Ordered & Partial<Placed>> => {
    const wanted = more.isNewestFirst ? maxNewest : most;
    const found: Ordered & Partial<Placed> = more.region
      ? await byRegion(order, more.region, filters, wanted)
      : around
        ? await byPlace(order, around, near, {
            filters,
            most: wanted,
            isLocalFirst: more.isLocalFirst === true,
          })
        : await order(filters, wanted);
    return more.isNewestFirst ? { ...found, ids: await directory.newestFirst(found.ids) } : found;
  };

  /** What is ordered is asked for as many as this page and those before it have. */
  const inThisOrder = async (
    order: Order,
    read: Located,
    limit: number,
  ): Promise<{ found: SearchResult; isLoose: boolean }> => {
    const { filters, around, from, mark } = read;
    const { ids, total, isLoose = false, kms } = await ordered(order, read, (from?.place ?? 0) + limit + 1);
    const start = after(ids, from);
    const page = ids.slice(start, start + limit);
    const place = start + page.length;
    const cards = await directory.cards(page);
    const found = {
      results: kms ? cards.map((card) => ({ ...card, ...distanceOf(kms.get(card.id)) })) : cards,
      ...told(total, filters, around?.isCut),
      ...(place < ids.length && page.length > 0 && { next: cursorText(mark, place, page) }),
    };
    return { found, isLoose };
  };

  const byId =
    (kept: CachedLookup): Order =>
    async (filters, most) => {
      const given = fewAreas(filters);
      if (given) {
        const areas = await store.areasOfFew(given, filters);
        return { ids: [...areas.keys()], total: areas.size, areas };
      }
      const query: LexemeQuery = { all: [lexeme.shown, ...narrowing(filters)] };
      const [total, ids] = await Promise.all([
        counted(store, query, filters, kept),
        store.ids(query, filters, most),
      ]);
      return { ids, total };
    };

  const byPhrase = ({ sought, words }: Phrase, kept: CachedLookup): Order => {
    const whole = words.map(stemOf);
    return (filters, most) => ranking.ofAll({ filters, sought, whole, most, kept });
  };

  /** The order of a search, and its words where it has some that tell anything. */
  const orderOf = async (
    words: string[],
    { filters, kept }: Located,
  ): Promise<{ order: Order; telling: string[] }> => {
    const telling = tellingWords(words);
    if (telling.length === 0)
      return { order: filters.phrase ? byPhrase(filters.phrase, kept) : byId(kept), telling };
    const sought = await soughtFor(telling, kept);
    const whole = words.map(stemOf);
    return {
      order: (narrowed, most) => ranking.closest({ filters: narrowed, sought, whole, most, kept }),
      telling,
    };
  };

  /** With another spelling where nothing has all of the words. */
  const withSuggestion = async (
    q: string,
    telling: string[],
    read: Located,
    found: SearchResult,
  ): Promise<SearchResult> => {
    const { filters, around, kept } = read;
    const narrowed = around ? within(filters, around) : [filters];
    const suggestion = await suggestionFor(q, telling, { narrowed, kept }, found.total === 0);
    return { ...found, ...(suggestion !== undefined && { suggestion }) };
  };

  const locate = async (given: ParsedQuery): Promise<Located> => {
    const { place, more } = given;
    const [kept, around] = await Promise.all([keptNow(), place && near.around(place, more.km)]);
    return { ...given, kept, ...(around && { around }) };
  };

  return {
    directory,
    kept: keptNow,

    /** What is wrong with a search, beside what its contract says. */
    faultsOf(asked: SearchFields): FieldFault[] {
      const read = readAsked(asked, undefined, baseUrl);
      return 'faults' in read ? read.faults : [];
    },

    /** By distance where a place is given, then the best match first, then by id. */
    async find(
      asked: SearchFields,
      { cursor, limit }: Paging,
      more: More = {},
    ): Promise<SearchResult | { faults: FieldFault[] }> {
      const given = readAsked(asked, cursor, baseUrl, more);
      if ('faults' in given) return given;
      const { q = '' } = asked;
      const words = wordsOf(q);
      if (words.length === 0 && q.trim() !== '') return { results: [], total: 0 };
      const read = await locate(given);
      const { order, telling } = await orderOf(words, read);
      const isPlain = !read.filters.phrase && !read.place && !more.region && !more.isNewestFirst;
      if (telling.length === 0 && isPlain) return inOrder(read, limit);
      const { found, isLoose } = await inThisOrder(order, read, limit);
      if (telling.length === 0 || read.from || (found.total > 0 && !isLoose)) return found;
      return withSuggestion(q, telling, read, found);
    },

    /** The first `most` ids that a search finds, and how many it finds; none where it is faulty. */
    async idsOf(asked: SearchFields, more: More, most: number): Promise<Pick<Ordered, 'ids' | 'total'>> {
      const given = readAsked(asked, undefined, baseUrl, { ...more, isNewestFirst: false });
      const words = wordsOf(asked.q ?? '');
      if ('faults' in given || (words.length === 0 && (asked.q ?? '').trim() !== ''))
        return { ids: [], total: 0 };
      const read = await locate(given);
      const { order } = await orderOf(words, read);
      const { ids, total } = await ordered(order, read, most);
      return { ids: ids.slice(0, most), total };
    },
  };
}

/** The newest results are looked for among the first ones of a search, at most this many. */
const maxNewest = 10_000;

const distanceOf = (km: number | undefined) => (km === undefined ? {} : { distance_km: km });
