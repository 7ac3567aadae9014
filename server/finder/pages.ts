/** The finder and the front page, as people see them. */
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import type { FinderPage } from '../../src/contract/pages/finder.ts';
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import type { PageHandlers } from '../http/pages.ts';
import { choicesOf, countsOf, endedOf, type ChoiceCounts } from './choices.ts';
import { mapOf, mapPages } from './map/map-pages.ts';
import { activeOf, addressOf, begunOf, distancesOf, placeOf, sortsOf } from './page-links.ts';
import { placeMisspeltIn, respeltAround } from './words/place-in-words.ts';
import { farthestKm, readPage, type PageRead } from './read-page.ts';
import type { SearchResult } from './result-page.ts';
import type { Search } from './search.ts';
import { words } from '../text/words.ts';
import { withGlances } from './with-glances.ts';

const perPage = 20;
/** The most results on one page; further ones follow by cursor. */
const maxShown = 200;

/** `shown`: how many results "More" has brought so far; `cursor`, where that is no longer one page. */
function partOf(query: FormFields) {
  const whole = (name: string) => (/^\d{1,6}$/.test(query[name] ?? '') ? Number(query[name]) : 0);
  const { cursor } = query;
  const limit = cursor === undefined ? Math.min(maxShown, Math.max(perPage, whole('shown'))) : perPage;
  return { cursor, limit, first: cursor === undefined ? 1 : Math.max(1, whole('first')) };
}

/** Some of its results have a distance; others can be done anywhere. */
const isLocal = ({ results }: FinderPage): boolean =>
  results.some(({ distance_km }) => distance_km !== undefined);

/**
 * One page of the finder. If nothing is near a place and nobody chose how far to search, it is searched as far as can
 * be chosen; the form keeps no distance then, because the next place may have something nearby.
 */
async function searchPage(search: Search, query: FormFields, lang: string): Promise<FinderPage> {
  const page = await pageOf(search, query, lang);
  const mayReachFarther = page.place?.km !== undefined && page.asked.km === '' && page.faults.length === 0;
  if (!mayReachFarther || isLocal(page)) return page;
  const farther = await pageOf(search, { ...query, km: String(farthestKm) }, lang);
  return isLocal(farther) ? { ...farther, asked: page.asked } : page;
}

/** It says what was wrong with the search; no filter at all shows every project. */
async function pageOf(search: Search, query: FormFields, lang: string): Promise<FinderPage> {
  const read = await understood(search, query);
  const part = { ...partOf(query), lang };
  const { typed, asked, more, faults } = read;
  const [counts, found] = await Promise.all([
    faults.length === 0 ? countsOf(search, read) : () => undefined,
    faults.length === 0
      ? search.find({ ...asked, q: asked.q ?? '' }, part, more)
      : { faults: search.faultsOf(asked) },
  ]);
  const place = placeOf(read);
  const fromHome = counts('home')?.get('yes');
  const choices = await choicesOf(search, typed, counts);
  const page = {
    asked: typed,
    choices,
    ...(fromHome !== undefined && { fromHome }),
    ...(place && { place }),
    ...(read.begun.length > 0 && { begun: begunOf(read) }),
    active: activeOf(read, choices),
    sorts: sortsOf(read),
    distances: distancesOf(read),
    first: part.first,
  };
  if ('faults' in found) {
    const named = new Set(faults.map(({ field }) => field));
    const others = found.faults.filter(({ field }) => !named.has(field));
    return { ...page, results: [], total: 0, faults: [...faults, ...others] };
  }
  const { total, total_at_least, there } = found;
  return {
    ...page,
    ...(await endedLeftOut(search, read, counts)),
    map: await mapOf(search, read, total),
    results: await withGlances(search.directory, found.results, lang),
    total,
    faults: [],
    ...(total_at_least && { isMore: true }),
    ...nextOf(read, part, found),
    ...(there !== undefined && { there }),
    ...(await elsewhereOf(search, read, found)),
    ...(await suggestionOf(search, read, found)),
  };
}

/**
 * A project whose title has all the words is what was meant, also where the last of them is a place; and a place alone
 * is a word like any other where projects speak of it.
 */
async function understood(search: Search, query: FormFields): Promise<PageRead> {
  const read = readPage(query);
  const { named, typed } = read;
  if (!named?.within?.isBare) return read;
  const found = await search.find({ q: typed.q }, { limit: 1 });
  const isSpokenOf = named.within.q === '' && 'total' in found && found.total > 0;
  const title = new Set('results' in found ? found.results.flatMap(({ title }) => words(title)) : []);
  const isTitle = words(typed.q).every((word) => title.has(word));
  return isSpokenOf || isTitle ? readPage({ ...query, words: 'yes' }) : read;
}

/** How many projects a search without its place finds, if none takes place there. */
async function elsewhereOf(
  search: Search,
  { named, asked, more, typed }: PageRead,
  { total, there }: SearchResult,
): Promise<Pick<FinderPage, 'elsewhere'>> {
  if (!named || there !== 0) return {};
  const all = await search.countOf(
    { ...asked, lat: undefined, lng: undefined },
    { ...more, region: undefined, km: undefined, isArea: undefined },
  );
  const path = addressOf({ ...typed, near: '', km: '', ...(named.within && { q: named.within.q }) });
  return { elsewhere: { count: Math.max(0, all.total - total), fromHome: total, path } };
}

/** Another spelling of the words, and of a place among them that is not known as it was typed. */
async function suggestionOf(
  search: Search,
  { named, asked, more, typed }: PageRead,
  { suggestion, isLoose }: SearchResult,
): Promise<Pick<FinderPage, 'suggestion'>> {
  const say = (q: string) => ({ suggestion: { q, path: addressOf({ ...typed, q }) } });
  if (named?.within && suggestion !== undefined) return say(respeltAround(named.within, suggestion));
  const meant = isLoose && !named ? placeMisspeltIn(typed.q) : undefined;
  const known = meant && (await search.find({ phrase: meant.named }, { limit: 1 }));
  if (!meant || !known || !('total' in known) || known.total > 0)
    return suggestion === undefined ? {} : say(suggestion);
  const rest = await search.find({ ...asked, q: meant.q }, { limit: 1 }, more);
  const spelt = ('suggestion' in rest ? rest.suggestion : undefined) ?? meant.q;
  return say(respeltAround(meant, spelt, meant.near.name.split(',')[0]));
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
async function endedLeftOut(
  search: Search,
  read: PageRead,
  counts: ChoiceCounts,
): Promise<Pick<FinderPage, 'ended'>> {
  const { typed } = read;
  if (typed.ended !== '') return {};
  const { total, total_at_least: isMore } = await endedOf(search, read, counts);
  if (total === 0) return {};
  const path = addressOf({ ...typed, ended: 'yes' });
  return { ended: { count: total, path, ...(isMore && { isMore }) } };
}

const newestShown = 6;

async function homeData({ kept, directory }: Search, lang: string): Promise<PageData['home']> {
  const keeping = await kept();
  const [total, listed, newest] = await Promise.all([
    keeping('all', directory.count),
    keeping('topics', () => directory.topics(topics.map(({ name }) => name))),
    keeping('newest', () => directory.newest(newestShown, { tags: [{ kind: 'open', name: 'yes' }] })).then(
      (ids) => directory.cards(ids, lang),
    ),
  ]);
  return { total, topics: listed, newest: await withGlances(directory, newest, lang) };
}

export const finderPages = (search: Search): PageHandlers => ({
  ...mapPages,
  'GET /': async ({ lang }): Promise<Page> => ({
    name: 'home',
    title: 'Find a citizen-science project',
    description: 'Search citizen-science projects that anyone can take part in.',
    data: await homeData(search, lang),
  }),
  'GET /finder': async ({ query, lang }): Promise<Page> => {
    const data = await searchPage(search, query, lang);
    const { q } = data.asked;
    const place = data.place && !data.place.asWords ? ` near ${data.place.name}` : '';
    return { name: 'finder', title: q || place ? `Projects: ${q}${place}` : 'Projects', data };
  },
});
