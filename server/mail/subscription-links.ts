/**
 * The links in mail about one project by which its reader ends such mail. They name the profile of the address that the
 * mail went to: an account ends when it is joined with another one, and its profiles move.
 */
import type { Database } from '../db/store.ts';
import type { Sealer } from '../secrets/secrets.ts';

/** `accountId`: absent if the reader's account was deleted. */
export type Subscription = { projectId: number; accountId?: number };

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
    link: ({ profileId, projectId }: { profileId: number; projectId: number }, lang?: string): string =>
      `${start}/${sealed.seal(['profile', profileId, projectId])}${lang === undefined ? '' : `?lang=${lang}`}`,

    /** Undefined for a link that is not ours, or leads to no account any more. */
    async open(token: string): Promise<Subscription | undefined> {
      const read = sealed.open(token);
      if (!Array.isArray(read)) return undefined;
      // Earlier mails named the account. Joined or deleted: it cannot be told, so the page must not say that mail ended.
      const [kind, id, projectId] = (read.length === 2 ? ['account', ...read] : read) as unknown[];
      if (typeof id !== 'number' || typeof projectId !== 'number') return undefined;
      if (kind !== 'profile') return (await isAccount(id)) ? { projectId, accountId: id } : undefined;
      const accountId = await accountOf(id);
      return { projectId, ...(accountId !== undefined && { accountId }) };
    },
  };
}
