/** Projects like another one, for its page: those that share the most words with its title and tags, and go on. */
import type { ProjectCardData } from '../../src/contract/finder-page.ts';
import { withGlances } from './with-glances.ts';
import type { Search } from './search.ts';

export type Like = { id: number; title: string; tags: string[]; topics: string[] };

const shown = 3;
/** The first words of a long title and of many tags are enough to describe a project. */
const maxWords = 8;

const open = { tags: [{ kind: 'open' as const, name: 'yes' }] };

export async function similarTo(
  search: Search,
  { id, title, tags, topics }: Like,
): Promise<ProjectCardData[]> {
  const words = `${title} ${tags.join(' ')}`.split(/\s+/).slice(0, maxWords).join(' ');
  const { ids: alike } = await search.idsOf({ q: words.slice(0, 300) }, open, shown + 1);
  const [topic] = topics.slice(-1);
  const isEnough = alike.filter((each) => each !== id).length >= shown;
  const { ids: others } =
    isEnough || topic === undefined ? { ids: [] } : await search.idsOf({ topic }, open, shown + 1);
  const ids = [...new Set([...alike, ...others])].filter((each) => each !== id).slice(0, shown);
  return withGlances(search.directory, await search.directory.cards(ids));
}
