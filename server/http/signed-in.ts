/** Pages and forms for signed-in people. */
import type { PageAnswer, PageHandlers, Visit, Visitor } from './pages.ts';

/** A request of a person who is signed in. */
export type OwnVisit = Visit & { visitor: Visitor };

type SignedIn = (visit: OwnVisit) => Promise<PageAnswer> | PageAnswer;

/**
 * Lets a handler be used by signed-in people; sends everybody else to sign in, and then to `next`: by default the
 * address that was asked for, which a form must not use because it has no page.
 */
export const signedIn =
  (handler: SignedIn, next?: string): PageHandlers[string] =>
  (visit) =>
    visit.visitor
      ? handler({ ...visit, visitor: visit.visitor })
      : { to: `/sign-in?next=${next ?? encodeURIComponent(visit.path)}` };
