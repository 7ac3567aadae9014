/** The finder and the front page, as people see them. */
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Search } from './search.ts';

const perPage = 20;
const longest = 500;

/** One page of the finder. What was wrong with the search is told; no filter at all shows every project. */
export async function searchPage(
  search: Search,
  query: Record<string, unknown>,
): Promise<PageData['finder']> {
  const given = (name: string) => {
    const value = query[name];
    return typeof value === 'string' ? value.trim().slice(0, longest) : '';
  };
  const [q, topic, activity, cursor] = [given('q'), given('topic'), given('activity'), given('cursor')];
  const found = await search.find(
    { q, topic: topic || undefined, activity: activity || undefined },
    { cursor: cursor || undefined, limit: perPage },
  );
  const asked = {
    q,
    topic,
    activity,
    topics: topics.map(({ name }) => name),
    activities: activities.map(({ name }) => name),
  };
  if ('faults' in found) {
    const faults = found.faults.map(({ field, message }) => `The ${field} ${message}.`);
    return { ...asked, results: [], total: 0, faults };
  }
  const { results, total, next } = found;
  return {
    ...asked,
    results,
    total,
    faults: [],
    ...(next && { next: addressOf({ q, topic, activity, cursor: next }) }),
  };
}

const addressOf = (query: Record<string, string>): string =>
  `/finder?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`;

const newestShown = 6;

export async function homeData({ store }: Search): Promise<PageData['home']> {
  const [total, listed, newest] = await Promise.all([
    store.count({}),
    store.topics(),
    store.newest(newestShown),
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
    return { name: 'finder', title: data.q ? `Projects: ${data.q}` : 'Projects', data };
  },
});
