import type { PageWords } from './words/language.ts';
import type { Paged } from '../contract/pages/me.ts';
import { useWords } from './words/use-words.tsx';

type Props = {
  /** The path of the page that the list is on. */
  path: string;
  /** The rest of the query, such as a filter. */
  query?: string;
  list: Paged<unknown>;
  /** The name of the list's page in the address. */
  name: string;
  /** The id of the heading of the list, where the next page continues. */
  anchor: string;
  /** The count of the items. */
  what: keyof PageWords['counts'];
  /** The name of the items, such as "contributions". */
  label: string;
};

/** Leads to the other pages of a long list; nothing for a list of one page. */
export function Pager({ list: { page, pages, total }, path, query = '', name, anchor, what, label }: Props) {
  const { words, say, number, count } = useWords();
  if (pages === 1) return null;
  const link = (to: number, text: string) => (
    <a
      class="button plain"
      href={`${path}?${query && `${query}&`}${name}=${to}#${anchor}`}
      aria-label={say(words.pager.to, { act: text, label })}
    >
      {text}
    </a>
  );
  return (
    <nav class="pager" aria-label={say(words.pager.pages, { label })}>
      {page > 1 && link(page - 1, words.pager.previous)}
      <span>
        {say(words.pager.place, { page: number(page), pages: number(pages), all: count(what, total) })}
      </span>
      {page < pages && link(page + 1, words.pager.next)}
    </nav>
  );
}
