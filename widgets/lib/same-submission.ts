/**
 * Whether a page shows a contribution that this tab has seen already: after a reload, on the way back, or put back by a
 * library that swaps pages. A pure rule; test/widgets/same-submission.test.ts has a table of histories.
 */
export type KnownSubmission = {
  event_id: string;
  /** The document that showed it last. */
  page: number;
  /** The history entry that it was made in; undefined where the browser has no Navigation API. */
  entry?: string | undefined;
  /** Set if its message was removed: the number of steps through the history in that document by then. */
  left?: number | undefined;
};

export type Arrival = {
  /** The id that is written on the element: the owner's, or ours on an element that was put back, copied or rebuilt. */
  id: string | undefined;
  page: number;
  entry: string | undefined;
  /** The navigation type of the document. */
  type: string | undefined;
  /** The number of steps through the history within this document (`popstate`). */
  steps: number;
};

/** Returns the known contribution that the page shows; `known` is sorted from the newest to the oldest. */
export function sameSubmission<K extends KnownSubmission>(
  known: K[],
  { id, page, entry, type, steps }: Arrival,
) {
  /** A removed message comes back only by a step through the history; otherwise the app shows another one. */
  const isHere = (one: K) => {
    const isOfEntry = one.entry && entry ? one.entry === entry : undefined;
    if (isOfEntry === false) return false;
    const isOfPage = one.page === page;
    if (one.left === undefined) return isOfPage || /reload|back/.test(type ?? '');
    return isOfEntry || steps > (isOfPage ? one.left : 0) || (!isOfPage && type === 'back_forward');
  };
  return known.find(({ event_id }) => event_id === id) ?? known.find(isHere);
}
