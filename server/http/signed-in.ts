/** Pages and forms for signed-in people. */
import { meAddress, signInAddress } from '../../src/contract/pages/sign-in.ts';
import type { PageAnswer, PageHandler, Visit, Visitor } from './pages.ts';

/** A request of a person who is signed in. */
export type OwnVisit = Visit & { visitor: Visitor };

export type OwnHandler = (visit: OwnVisit) => Promise<PageAnswer> | PageAnswer;

/**
 * Lets a handler be used by signed-in people; sends everybody else to sign in, and then to `next`: by default the
 * address that was asked for, which a form must not use because it has no page.
 */
export const signedIn =
  (handler: OwnHandler, next?: string): PageHandler =>
  (visit) =>
    visit.visitor
      ? handler({ ...visit, visitor: visit.visitor })
      : next === undefined
        ? signInFirst(visit)
        : { to: `${signInAddress}?next=${next}` };

/** Characters: more in a header of a reply, and a proxy refuses it. */
const longestNext = 2000;

/** To the sign-in, and back to the address that was asked for; one that is too long loses its query. */
export const signInFirst = ({ path }: Pick<Visit, 'path'>): PageAnswer => {
  const back = path.length > longestNext ? (path.split('?', 1)[0] ?? '') : path;
  return {
    to: `${signInAddress}?next=${encodeURIComponent(back.length > longestNext ? meAddress : back)}`,
  };
};
