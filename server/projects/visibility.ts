/**
 * The one rule for the visibility of a project. No other code compares these columns (test/architecture.test.ts), so
 * that none of them can be forgotten.
 *
 * - published: an editor has approved it.
 * - open: published, and not withheld by an operator. Names, mails, grants and records require this.
 * - shown: open, and not hidden by its owner. The directory shows it to everybody.
 *
 * Each exists once for a row that was read, and once in SQL for the table or alias of projects. `is_hidden` is set when
 * an operator or the owner hides it; `is_withheld` by an operator only.
 */
export type VisibilityColumns = { state: string; is_hidden: number; is_withheld: number };

export const isPublished = ({ state }: Pick<VisibilityColumns, 'state'>): boolean => state === 'published';

/** Never published, and nothing of it awaits an editor. */
export const isTurnedDown = (
  row: Pick<VisibilityColumns, 'state'> & { review_since: number | null },
): boolean => !isPublished(row) && row.review_since === null;

export const isOpen = (row: Pick<VisibilityColumns, 'state' | 'is_withheld'>): boolean =>
  isPublished(row) && row.is_withheld === 0;

export const isShown = (row: VisibilityColumns): boolean => isOpen(row) && row.is_hidden === 0;

export const publishedIn = (projects: string): string => `${projects}.state = 'published'`;

export const openIn = (projects: string): string =>
  `${publishedIn(projects)} and ${projects}.is_withheld = 0`;

/** Matches the partial indexes of projects: a withheld project is hidden as well. */
export const shownIn = (projects: string): string => `${publishedIn(projects)} and ${projects}.is_hidden = 0`;
