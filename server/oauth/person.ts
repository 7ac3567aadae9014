/** The claims about a person, by scope: the same for user_info, OpenID Connect and the page that asks. */
import type { z } from 'zod';
import type { Scope, userInfoReply } from '../../src/contract/user-info.ts';

/** A member, as accounts know them. */
export type Person = { accountId: number; profileId: number; name: string; address: string };

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
  { accountId, profileId, name, address }: Person,
  scopes: readonly string[],
  baseUrl: string,
): z.output<typeof userInfoReply> => ({
  profile_id: profileId,
  user_id: accountId,
  url: urlOf(accountId, baseUrl),
  // Empty and not absent: accounts have no such names yet, and clients read them without looking.
  ...(maySeeName(scopes) && { handle: name, first_name: '', last_name: '' }),
  ...(maySeeAddress(scopes) && { email: address }),
});

/** The claims of OpenID Connect; the library leaves out those of scopes that were not granted. */
export const claimsOf = ({ accountId, profileId, name, address }: Person, baseUrl: string) => ({
  sub: String(accountId),
  profile_id: profileId,
  profile: urlOf(accountId, baseUrl),
  nickname: name,
  email: address,
  email_verified: true,
});

const urlOf = (accountId: number, baseUrl: string) => `${baseUrl}/people/${accountId}`;
