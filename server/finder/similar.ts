/**
 * Projects like another one, for its page: those that share the most words with its title and tags, then those that
 * share its topics, and go on.
 */
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import { withGlances } from './with-glances.ts';
import type { Search } from './search.ts';

export type Like = { id: number; title: string; tags: string[]; topics: string[] };

const shown = 3;
/** The first words of a long title and of many tags say what the project is about. */
const maxWords = 8;
const maxTopics = 4;
/** Projects of one topic that are compared. */
const maxOfTopic = 100;

const open = { tags: [{ kind: 'open' as const, name: 'yes' }] };

export async function similarTo(
  search: Search,
  { id, title, tags, topics }: Like,
  lang?: string,
): Promise<ProjectCardData[]> {
  const words = `${title} ${tags.join(' ')}`.split(/\s+/).slice(0, maxWords).join(' ');
  const { ids: alike } = await search.idsOf({ q: words.slice(0, 300) }, open, shown + 1);
  const isEnough = alike.filter((each) => each !== id).length >= shown;
  const others = isEnough ? [] : await ofTopics(search, topics.slice(0, maxTopics));
  const ids = [...new Set([...alike, ...others])].filter((each) => each !== id).slice(0, shown);
  return withGlances(search.directory, await search.directory.cards(ids, lang), lang);
}

/** A rare topic says more than a common one: each counts by how few projects have it. */
async function ofTopics(search: Search, topics: string[]): Promise<number[]> {
  const weights = new Map<number, number>();
  for (const { ids, total } of await Promise.all(
    topics.map((topic) => search.idsOf({ topic }, open, maxOfTopic)),
  ))
    for (const each of ids) weights.set(each, (weights.get(each) ?? 0) + 1 / total);
  return [...weights]
    .sort(([, one], [, other]) => other - one)
    .map(([each]) => each)
    .slice(0, shown + 1);
}
