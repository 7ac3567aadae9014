/** Keeps what managers, editors and operators typed into a form when their session has ended meanwhile. */
import type { PageAnswer, Visit } from './pages.ts';

/**
 * The forms of people who work with projects, whose pages are in English. Those of participants hold no text that is
 * long to type again, also where they are on a project's page; those of widgets lead to the sign-in and back, with what
 * was built.
 */
const forWork = /^POST \/(?:project(?!\/:project\/(?:follow|unfollow|tell-me))|review|operator|api\/key)\b/;
/** Their forms are not there for anybody who is not signed in. */
const hidden = /^POST \/(?:review|operator)\b/;

type SentForm = Pick<Visit, 'fields' | 'path' | 'visitor'>;

const textsIn = ({ fields }: Pick<Visit, 'fields'>): string[] =>
  Object.values(fields)
    .flat()
    .filter((value) => typeof value === 'string')
    // A single word is a choice, a number or a token.
    .filter((value) => /\s/.test(value.trim()));

const isLost = (row: string, sent: SentForm): boolean =>
  sent.visitor === undefined && forWork.test(row) && textsIn(sent).length > 0;

/** Answers a form, or shows it again to somebody who was signed out: whatever it was about, and whether that exists. */
export async function keepingForm(
  row: string,
  sent: SentForm,
  answer: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (!isLost(row, sent)) return answer();
  if (hidden.test(row)) return signedOutPage(sent);
  const answered = await answer();
  return 'to' in answered && answered.to.startsWith('/sign-in?') ? signedOutPage(sent) : answered;
}

const signedOutPage = (sent: SentForm): PageAnswer => ({
  name: 'signed-out',
  title: 'Your session has ended',
  status: 403,
  data: {
    action: sent.path,
    fields: Object.entries(sent.fields).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (typeof one === 'string' ? [{ name, value: one }] : [])),
    ),
    texts: textsIn(sent),
  },
});
