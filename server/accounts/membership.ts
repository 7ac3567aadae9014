/** How a person becomes a member: by showing that they read the mail of an address. */
import type { MailAddress, Recipient } from '../text/mail-address.ts';
import type { Forms } from '../pepper/ring.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { plainAddress, sha256 } from '../secrets/secrets.ts';
import type { AddedAddress } from './address-store.ts';
import type { Account, AccountStore, AgeAnswer } from './store.ts';

export type Member = { accountId: number; profileId: number; isNew: boolean };

type JoiningBy = AgeAnswer & { lang?: string | undefined };

export type Membership = ReturnType<typeof membership>;

/** The profiles of keyed address digests. */
export type ProfilesByDigest = {
  find: (forms: Forms) => Promise<{ profile_id: number; account_id: number | null } | undefined>;
  findOrOpen: (formsOf: () => Forms, now: number) => Promise<{ profileId: number }>;
};

const hasAnswered = ({ of_age_at, guardian }: Account): boolean => of_age_at !== null || guardian !== null;

export function membership(accounts: AccountStore, keyed: Keyed, profiles: ProfilesByDigest) {
  /** Digests of all spellings that owners may look up: canonical, by the rule for hashes, and as typed. */
  const digestsOf = ({ address, typed }: Recipient): [Forms, ...Forms[]] => {
    const [canonical = '', ...spellings] = new Set([address, plainAddress(typed), typed]);
    const digest = (spelling: string) => keyed.all('address', sha256(spelling));
    return [digest(canonical), ...spellings.map(digest)];
  };

  /** Keeps the id of a profile that was looked up already, by any of the spellings. */
  const profileFor = async (recipient: Recipient, now: number): Promise<number> => {
    for (const forms of digestsOf(recipient)) {
      const row = await profiles.find(forms);
      // A member's profile is not free: it would give two accounts one id.
      if (row?.account_id === null) return row.profile_id;
    }
    return (await profiles.findOrOpen(() => digestsOf(recipient)[0], now)).profileId;
  };

  const joined = async (recipient: Recipient, now: number, age: AgeAnswer): Promise<Member> => {
    const { address } = recipient;
    const digests = digestsOf(recipient);
    const known = await accounts.byAddress(address);
    if (known) {
      // Project owners may have looked up this spelling, if it is another one than before.
      if (digests.length > 1) await accounts.holdSpellings(known, digests, now);
      if ((age.isOfAge || age.guardian) && !hasAnswered(known))
        await accounts.answerAge(known.account_id, { ...age, now });
      return { accountId: known.account_id, profileId: known.profile_id, isNew: false };
    }
    const profileId = await profileFor(recipient, now);
    const account = await accounts.join({ address, digests, profileId, ...age, now });
    return { accountId: account.account_id, profileId: account.profile_id, isNew: true };
  };

  return {
    /** The account of a verified address; undefined if there is none. */
    accountOf: async (address: MailAddress): Promise<number | undefined> =>
      (await accounts.byAddress(address))?.account_id,

    /** Whether the reader of a mail must answer the age question: also for an account that the operator made. */
    mustSayAge: async (address: MailAddress): Promise<boolean> => {
      const known = await accounts.byAddress(address);
      return !known || !hasAnswered(known);
    },

    /** Adds an address to an account. Only call it once the address is verified: by a link from its mail. */
    async add(accountId: number, recipient: Recipient, now: number): Promise<AddedAddress> {
      if (await accounts.byAddress(recipient.address)) return 'taken';
      const profileId = await profileFor(recipient, now);
      const digests = digestsOf(recipient);
      return accounts.addAddress(accountId, { address: recipient.address, digests, profileId, now });
    },

    /**
     * Creates the account of a new member, or finds it; every account is created here. Only call it once the address is
     * verified, by a link or a code from its mail. `age`: the person says that they are old enough, or has a guardian
     * who agreed; an account of the operator's commands is asked at its first sign-in. `lang`: of the page or embed
     * that causes it, for later mails of an account that has no language yet.
     */
    async join(recipient: Recipient, now: number, { lang, ...age }: JoiningBy): Promise<Member> {
      const member = await joined(recipient, now, age);
      if (lang !== undefined) await accounts.setFirstLanguage(member.accountId, lang);
      return member;
    },
  };
}
