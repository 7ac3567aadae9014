/**
 * The links in mail of one sender by which its reader ends such mail. They name the profile of the address that the
 * mail went to: an account ends when it is joined with another one, and its profiles move.
 */
import type { Sender } from '../../src/contract/pages/volunteers.ts';
import type { Database } from '../db/store.ts';
import type { Sealer } from '../secrets/secrets.ts';

/** `accountId`: absent if the reader's account was deleted. */
export type Subscription = Sender & { accountId?: number };

export type SubscriptionLinks = ReturnType<typeof subscriptionLinks>;

/** `start`: what the addresses of the links begin with. */
export function subscriptionLinks(db: Database, sealed: Sealer, start: string) {
  const accountOf = async (profileId: number): Promise<number | undefined> => {
    const row = await db
      .selectFrom('profiles')
      .select('account_id')
      .where('profile_id', '=', profileId)
      .executeTakeFirst();
    return row?.account_id ?? undefined;
  };

  const isAccount = async (accountId: number): Promise<boolean> => {
    const row = await db
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    /** `lang`: of the mail, for the page. */
    link: ({ kind, id, profileId }: Sender & { profileId: number }, lang?: string): string =>
      `${start}/${sealed.seal([kind === 'project' ? 'profile' : kind, profileId, id])}${lang === undefined ? '' : `?lang=${lang}`}`,

    /** Undefined for a link that is not ours, or leads to no account any more. */
    async open(token: string): Promise<Subscription | undefined> {
      const read = sealed.open(token);
      if (!Array.isArray(read)) return undefined;
      // Earlier mails named the account. Joined or deleted: it cannot be told, so the page must not say that mail ended.
      const [how, reader, id] = (read.length === 2 ? ['account', ...read] : read) as unknown[];
      if (typeof reader !== 'number' || typeof id !== 'number') return undefined;
      const sender: Sender = { kind: how === 'programme' ? how : 'project', id };
      if (how === 'account') return (await isAccount(reader)) ? { ...sender, accountId: reader } : undefined;
      const accountId = await accountOf(reader);
      return { ...sender, ...(accountId !== undefined && { accountId }) };
    },
  };
}
