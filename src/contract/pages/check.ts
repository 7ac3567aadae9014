/** The data of the page that checks an owner's page: what is right there, what is not, and what to change. */

export const checkPath = '/builder/check';

/** Characters of a page that are read. */
export const longestPage = 262_144;

/** `wrong`: it keeps the embed from working; `note`: worth knowing. */
export type Finding = {
  kind: 'right' | 'wrong' | 'note';
  /** Text between backticks is code. */
  says: string;
  /** The exact line to put in place of what is there. */
  line?: string;
};

/** When an embed on this site was last seen; `value` is a number or a date, `why` says why it was refused. */
export type LastSeen = { what: string; value: string; why?: string };

export type CheckPage = {
  /** The address as typed. */
  url: string;
  /** The HTML as pasted. */
  html: string;
  /** Why the page could not be read. */
  fault?: string;
  checked?: {
    /** The page's address after redirects, or that of what was pasted, if it was named. */
    url?: string;
    findings: Finding[];
    /** For people who manage a project or a widget that the page shows. */
    seen: LastSeen[];
  };
};
