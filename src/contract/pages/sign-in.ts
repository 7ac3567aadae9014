/** The pages that sign people in by a mailed link. */

export const signInAddress = '/sign-in';
/** The participant's own page, where the sign-in leads by default. */
export const meAddress = '/me';
/** Leads to what the visitor comes for: operators and editors to their work, everybody else to their own page. */
export const startPath = '/start';

/** Asked by the page that waits for the mailed link to be opened. */
export const waitingPath = '/sign-in/waiting';

/** `there`: after the digits of another device were typed, which goes on by itself. */
export type SignInPage = {
  state: 'form' | 'sent' | 'there';
  next: string;
  /** The address that the mail was sent to, as it was typed. */
  to?: string;
  fault?: string;
  /** A fault for which the page has words in every language. */
  known?: 'badAddress' | 'linkGone';
  /** While the mail is on its way: the secret of this page, and the digits for a link that is opened elsewhere. */
  waiting?: { secret: string; digits: string };
  /** The language of the embed that led here. */
  lang?: string;
  refusedPasskey?: 'unknown' | 'copied';
};

/** The page of a mailed link. Its button signs in, so that a mail scanner that opens links does not. */
export type SignInLinkPage = {
  token: string;
  /** A random text of this drawing of the page: a second press of its button does what the first did. */
  press: string;
  /** Where it leads. */
  next: string;
  isNew: boolean;
  /** The person has not said yet that they are old enough. */
  asksAge: boolean;
  /** The address that the link was mailed to. */
  address: string;
  /** The person who is signed in now, if any: somebody else, or the same person. */
  present?: { name: string; isSame: boolean };
  /** The link was asked for on a page that shows six digits. */
  mayBeElsewhere?: true;
  /** The digits that were typed, if they were others. */
  wrongDigits?: string;
  /** The fault of the guardian's address: `own` stands for words in every language. */
  guardianFault?: 'own' | { text: string };
  /** The language of the embed that led here. */
  lang?: string;
};

/** A form that was sent after the session had ended: it is sent again as it is, once its sender has signed in. */
export type SignedOutPage = {
  /** The path of the form. */
  action: string;
  fields: { name: string; value: string }[];
  /** The fields that hold several words, to be read and copied. */
  texts: string[];
};
