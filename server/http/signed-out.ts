/** Keeps what managers, editors and operators typed into a form when their session has ended meanwhile. */
import type { PageAnswer, PageHandler, Visit } from './pages.ts';

const textsIn = ({ fields, lists }: Pick<Visit, 'fields' | 'lists'>): string[] =>
  Object.values({ ...fields, ...lists })
    .flat()
    // A single word is a choice, a number or a token.
    .filter((value) => /\s/.test(value.trim()));

/**
 * Shows the form again to somebody who was signed out, whatever it was about, and whether that exists. For forms of
 * people who work with projects, whose pages are in English. Those of participants hold no text that is long to type
 * again; those of widgets lead to the sign-in and back, with what was built.
 */
export const keepsText =
  (handler: PageHandler): PageHandler =>
  (visit) =>
    visit.visitor === undefined && textsIn(visit).length > 0 ? signedOutPage(visit) : handler(visit);

const signedOutPage = (sent: Visit): PageAnswer => ({
  name: 'signed-out',
  title: 'Your session has ended',
  status: 403,
  data: {
    action: sent.path,
    fields: Object.entries({ ...sent.fields, ...sent.lists }).flatMap(([name, value]) =>
      [value].flat().map((one) => ({ name, value: one })),
    ),
    texts: textsIn(sent),
  },
});
