/** The finder and the front page, as people see them. */
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import unRegions from '../../src/catalogue/un-regions.json' with { type: 'json' };
import { finderInput } from '../../src/contract/finder.ts';
import type { FinderAsked, Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { FieldFault } from '../http/refusal.ts';
import { askedNames, type Asked } from './read-query.ts';
import type { Search } from './search.ts';

const perPage = 20;
const longest = 2000;

/** What was typed, and what the contract reads of it. Forms send fields that nobody filled in. */
function readPage(query: Record<string, unknown>) {
  const typed = { q: '', phrase: '', topic: '', activity: '', url: '', lat: '', lng: '', UN: '' };
  const asked: Asked = {};
  const faults: FieldFault[] = [];
  for (const name of askedNames) {
    const value = query[name];
    typed[name] = typeof value === 'string' ? value.trim().slice(0, longest) : '';
    if (typed[name] === '') continue;
    const read = finderInput.shape[name].safeParse(typed[name]);
    if (read.success) Object.assign(asked, { [name]: read.data });
    else faults.push({ field: name, message: read.error.issues[0]?.message ?? 'is not readable' });
  }
  return { typed, asked, faults };
}

/** One page of the finder. What was wrong with the search is told; no filter at all shows every project. */
export async function searchPage(
  search: Search,
  query: Record<string, unknown>,
): Promise<PageData['finder']> {
  const { typed, asked, faults } = readPage(query);
  const cursor = typeof query['cursor'] === 'string' ? query['cursor'] : undefined;
  const [listed, found] = await Promise.all([
    listedRegions(search),
    faults.length === 0
      ? search.find({ q: '', ...asked }, { cursor, limit: perPage })
      : { faults: search.faultsOf(asked) },
  ]);
  const data = {
    asked: typed,
    topics: topics.map(({ name }) => name),
    activities: activities.map(({ name }) => name),
    regions: unRegions.filter(({ code }) => listed.includes(code)).map(({ code, name }) => ({ code, name })),
    active: activeOf(typed),
  };
  if ('faults' in found) {
    const named = new Set(faults.map(({ field }) => field));
    const others = found.faults.filter(({ field }) => !named.has(field));
    return { ...data, results: [], total: 0, faults: [...faults, ...others] };
  }
  const { results, total, total_at_least, next, suggestion } = found;
  return {
    ...data,
    results,
    total,
    faults: [],
    ...(total_at_least && { isMore: true }),
    ...(next && { next: addressOf({ ...typed, cursor: next }) }),
    ...(suggestion !== undefined && {
      suggestion: { q: suggestion, path: addressOf({ ...typed, q: suggestion }) },
    }),
  };
}

async function listedRegions({ kept, directory }: Search): Promise<string[]> {
  const keeping = await kept();
  return keeping('regions', () => directory.listed(unRegions.map(({ code }) => code)));
}

const addressOf = (query: Record<string, string>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? '/finder' : `/finder?${new URLSearchParams(given)}`;
};

function activeOf(typed: FinderAsked): PageData['finder']['active'] {
  const { phrase, topic, activity, url, lat, lng, UN } = typed;
  const chip = (text: string, ...names: (keyof FinderAsked)[]) => {
    const without = Object.fromEntries(names.map((name) => [name, '']));
    return names.some((name) => typed[name] !== '')
      ? [{ text, without: addressOf({ ...typed, ...without }) }]
      : [];
  };
  const region = unRegions.find(({ code }) => code === UN)?.name ?? UN;
  return [
    ...chip(topic, 'topic'),
    ...chip(activity, 'activity'),
    ...chip(region, 'UN'),
    ...chip(`Near ${lat || '?'}, ${lng || '?'}`, 'lat', 'lng'),
    ...chip(`“${phrase}”`, 'phrase'),
    ...chip(url, 'url'),
  ];
}

const newestShown = 6;

export async function homeData({ kept, directory }: Search): Promise<PageData['home']> {
  const keeping = await kept();
  const [total, listed, newest] = await Promise.all([
    keeping('all', directory.count),
    keeping('topics', () => directory.topics(topics.map(({ name }) => name))),
    keeping('newest', () => directory.newest(newestShown)).then(directory.cards),
  ]);
  return { total, topics: listed, newest };
}

export const finderPages = (search: Search): PageHandlers => ({
  'GET /': async (): Promise<Page> => ({
    name: 'home',
    title: 'Find a citizen-science project',
    description: 'Search citizen-science projects that anyone can take part in.',
    data: await homeData(search),
  }),
  'GET /finder': async ({ query }): Promise<Page> => {
    const data = await searchPage(search, query);
    const { q } = data.asked;
    return { name: 'finder', title: q ? `Projects: ${q}` : 'Projects', data };
  },
});
