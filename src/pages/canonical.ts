/** The one address under which search engines keep a page. */
import { finderFields } from '../contract/finder-page.ts';
import type { PageName } from '../contract/pages.ts';

/** Fields of the finder that lead to the same projects in another order. */
const withoutOwnPage = new Set(['sort']);

/** The path, and of a search what was asked for: not its order, its page, or fields that are empty. */
export function canonicalPath(name: PageName, path: string): string {
  const [before = '', query] = path.split(/\?(.*)/s);
  if (name !== 'finder' || query === undefined) return before;
  const asked = new URLSearchParams(query);
  const kept = finderFields.flatMap((field): [string, string][] => {
    const value = asked.get(field)?.trim() ?? '';
    return value === '' || withoutOwnPage.has(field) ? [] : [[field, value]];
  });
  return kept.length === 0 ? before : `${before}?${new URLSearchParams(kept)}`;
}
