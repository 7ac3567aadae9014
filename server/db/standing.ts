/**
 * Where a project stands: the one rule of what happens for it. Nothing else compares the columns that say so
 * (test/architecture.test.ts), so that a reader cannot forget one of them.
 *
 * - published: an editor has let it in.
 * - open: published, and no operator withholds it. It is named, mailed for, granted for and recorded for.
 * - shown: open, and its owner did not hide it. The directory shows it to everybody.
 *
 * Each once for a row that was read, and once in SQL for the table or alias of projects. `is_hidden` is set by
 * whoever hides, an operator or the owner; `is_withheld` by an operator alone.
 */
export type Standing = { state: string; is_hidden: number; is_withheld: number };

export const isPublished = ({ state }: Pick<Standing, 'state'>): boolean => state === 'published';

export const isOpen = (row: Pick<Standing, 'state' | 'is_withheld'>): boolean =>
  isPublished(row) && row.is_withheld === 0;

export const isShown = (row: Standing): boolean => isOpen(row) && row.is_hidden === 0;

export const publishedIn = (projects: string): string => `${projects}.state = 'published'`;

export const openIn = (projects: string): string =>
  `${publishedIn(projects)} and ${projects}.is_withheld = 0`;

/** As the partial indexes of projects have it: what is withheld is hidden as well. */
export const shownIn = (projects: string): string => `${publishedIn(projects)} and ${projects}.is_hidden = 0`;
