/** The finder and the front page, as people see them. */
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import type { FinderPage } from '../../src/contract/finder-page.ts';
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import { choicesOf, countsOf } from './choices.ts';
import { mapOf, mapPages } from './map-pages.ts';
import { activeOf, addressOf, distancesOf, placeOf, sortsOf } from './page-ways.ts';
import { readPage, type PageRead } from './read-page.ts';
import type { SearchResult } from './result-page.ts';
import type { Search } from './search.ts';
import { withGlances } from './with-glances.ts';

const perPage = 20;
/** The most results on one page; further ones follow by cursor. */
const maxShown = 200;

/** `shown`: how many results "More" has brought so far; `cursor`, where that is no longer one page. */
function partOf(query: Record<string, unknown>) {
  const whole = (name: string) => (/^\d{1,6}$/.test(String(query[name])) ? Number(query[name]) : 0);
  const cursor = typeof query['cursor'] === 'string' ? query['cursor'] : undefined;
  const limit = cursor === undefined ? Math.min(maxShown, Math.max(perPage, whole('shown'))) : perPage;
  return { cursor, limit, first: cursor === undefined ? 1 : Math.max(1, whole('first')) };
}

/** One page of the finder. It says what was wrong with the search; no filter at all shows every project. */
export async function searchPage(search: Search, query: Record<string, unknown>): Promise<FinderPage> {
  const read = readPage(query);
  const part = partOf(query);
  const { typed, asked, more, faults } = read;
  const [counts, found] = await Promise.all([
    faults.length === 0 ? countsOf(search, read) : () => undefined,
    faults.length === 0
      ? search.find({ ...asked, q: asked.q ?? '' }, part, more)
      : { faults: search.faultsOf(asked) },
  ]);
  const place = placeOf(read);
  const fromHome = counts('home')?.get('yes');
  const page = {
    asked: typed,
    choices: await choicesOf(search, typed, counts),
    ...(fromHome !== undefined && { fromHome }),
    ...endedOf(read, counts('open')?.get('no')),
    ...(place && { place }),
    active: activeOf(read),
    sorts: sortsOf(read),
    distances: distancesOf(read),
    first: part.first,
  };
  if ('faults' in found) {
    const named = new Set(faults.map(({ field }) => field));
    const others = found.faults.filter(({ field }) => !named.has(field));
    return { ...page, results: [], total: 0, faults: [...faults, ...others] };
  }
  const { total, total_at_least, suggestion } = found;
  return {
    ...page,
    map: await mapOf(search, read, total),
    results: await withGlances(search.directory, found.results),
    total,
    faults: [],
    ...(total_at_least && { isMore: true }),
    ...nextOf(read, part, found),
    ...(suggestion !== undefined && {
      suggestion: { q: suggestion, path: addressOf({ ...typed, q: suggestion }) },
    }),
  };
}

/** The same page with more results; beyond what fits one page, the page that follows. */
function nextOf(
  { typed }: PageRead,
  { limit, cursor, first }: ReturnType<typeof partOf>,
  { next, results }: SearchResult,
) {
  if (next === undefined) return {};
  const end = first + results.length;
  const way =
    cursor === undefined && limit < maxShown
      ? `${addressOf({ ...typed, shown: String(limit + perPage) })}#result-${end}`
      : addressOf({ ...typed, cursor: next, first: String(end) });
  return { next: way };
}

/** The number of results that have ended; they are left out by default. */
function endedOf({ typed }: PageRead, count = 0): Pick<FinderPage, 'ended'> {
  if (typed.ended !== '' || count === 0) return {};
  return { ended: { count, path: addressOf({ ...typed, ended: 'yes' }) } };
}

const newestShown = 6;

export async function homeData({ kept, directory }: Search): Promise<PageData['home']> {
  const keeping = await kept();
  const [total, listed, newest] = await Promise.all([
    keeping('all', directory.count),
    keeping('topics', () => directory.topics(topics.map(({ name }) => name))),
    keeping('newest', () => directory.newest(newestShown)).then(directory.cards),
  ]);
  return { total, topics: listed, newest: await withGlances(directory, newest) };
}

export const finderPages = (search: Search): PageHandlers => ({
  ...mapPages,
  'GET /': async (): Promise<Page> => ({
    name: 'home',
    title: 'Find a citizen-science project',
    description: 'Search citizen-science projects that anyone can take part in.',
    data: await homeData(search),
  }),
  'GET /finder': async ({ query }): Promise<Page> => {
    const data = await searchPage(search, query);
    const { q } = data.asked;
    const place = data.place && !data.place.asWords ? ` near ${data.place.name}` : '';
    return { name: 'finder', title: q || place ? `Projects: ${q}${place}` : 'Projects', data };
  },
});
