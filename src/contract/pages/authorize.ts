import type { ProjectHead } from '../pages.ts';

/** The page of a site that asks for authorization (OAuth 2). */
export type AuthorizePageData = {
  /** `sign-in-again`: the site wants a fresh sign-in. `over`: begun in another browser, answered, or too old. */
  state: 'sign-in' | 'sign-in-again' | 'ask' | 'over';
  /** The name of the client, and the origin or scheme that the person is sent back to. */
  client?: string;
  site?: string;
  project?: ProjectHead;
  /** This page's own address. */
  next?: string;
  /** The profile that it is about: the main address, and the id that the form sends back. */
  account?: string;
  accountId?: number;
  /** The data that it will see besides the numbers of the profile. */
  sees?: { name?: string; address?: string; contributions?: true };
};

/** A site that a person has authorized, as their own page shows it. */
export type AuthorizedSite = {
  id: string;
  name: string;
  site: string;
  sees: { name: boolean; address: boolean };
  /** The number of times that it has read what the person contributed; absent if it may not. */
  reads?: number;
  since: string;
  used: string;
};
