/** The claims about a person, by scope: the same for user_info, OpenID Connect and the page that asks. */
import type { z } from 'zod';
import type { Names } from '../../src/contract/pages/account.ts';
import type { Scope, userInfoReply } from '../../src/contract/api/user-info.ts';

/** A member, as accounts know them. */
export type Person = Names & {
  accountId: number;
  profileId: number;
  address: string;
  /** Nothing of a person with a guardian is shown in public. */
  hasGuardian: boolean;
};

export type People = {
  /** Undefined for an account that is gone. */
  person: (accountId: number) => Promise<Person | undefined>;
};

const showsName: readonly string[] = ['extensive', 'profile'] satisfies Scope[];
const showsAddress: readonly string[] = ['extensive', 'email'] satisfies Scope[];

export const maySeeName = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => showsName.includes(scope));
export const maySeeAddress = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => showsAddress.includes(scope));

export const userInfo = (
  { accountId, profileId, handle, firstName, lastName, address }: Person,
  scopes: readonly string[],
  baseUrl: string,
): z.output<typeof userInfoReply> => ({
  profile_id: profileId,
  user_id: accountId,
  url: urlOf(accountId, baseUrl),
  // Empty and not absent where the person gave none: clients read them without looking.
  ...(maySeeName(scopes) && { handle, first_name: firstName, last_name: lastName }),
  ...(maySeeAddress(scopes) && { email: address }),
});

/** The claims of OpenID Connect; the library leaves out those of scopes that were not granted. */
export const claimsOf = (
  { accountId, profileId, handle, firstName, lastName, address }: Person,
  baseUrl: string,
) => ({
  sub: String(accountId),
  profile_id: profileId,
  profile: urlOf(accountId, baseUrl),
  // A claim without a value is left out (OpenID Connect Core, 5.3.2).
  ...(handle !== '' && { nickname: handle }),
  ...(firstName !== '' && { given_name: firstName }),
  ...(lastName !== '' && { family_name: lastName }),
  email: address,
  email_verified: true,
});

/** All names of a person in one line, for themselves; empty if they gave none. */
export const namesInWords = ({ handle, firstName, lastName }: Names): string =>
  [handle, fullName({ firstName, lastName })].filter((name) => name !== '').join(', ');

export const fullName = ({ firstName, lastName }: Pick<Names, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

const urlOf = (accountId: number, baseUrl: string) => `${baseUrl}/people/${accountId}`;
