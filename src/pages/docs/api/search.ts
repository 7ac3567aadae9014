/** The search of the API reference's index, the same on the server and in the page's script. */

/** Returns whether every word of a search is in a text; case, hyphens and underscores make no difference. */
export function hasWords(text: string, search: string): boolean {
  const folded = fold(text);
  return fold(search)
    .split(' ')
    .every((word) => folded.includes(word));
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** The number of pages that a search found, in words. */
export const foundText = (count: number) =>
  count === 0
    ? 'Nothing has this name. Try a part of it, such as “profile” or “when”.'
    : `${count} ${count === 1 ? 'page' : 'pages'}`;
