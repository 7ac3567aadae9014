/** Sessions of our own site: a random token in a cookie, its digest in the store. */
import type { Role } from '../db/schema.ts';
import { dayLong } from '../day.ts';
import type { Database } from '../db/store.ts';
import { newToken, sha256 } from '../secrets.ts';

export type Visitor = { accountId: number; name: string; role: Role; session: string };

const sessionDays = 30;

export function sessions(db: Database, baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  // A __Host- cookie cannot be set by another host of the domain; browsers want https for it.
  const cookieName = isSecure ? '__Host-mh_session' : 'mh_session';
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    /** Opens a session and answers its cookie. */
    async open(accountId: number, now: number): Promise<string> {
      const token = newToken();
      await db
        .insertInto('sessions')
        .values({
          digest: sha256(token),
          account_id: accountId,
          created_at: now,
          expires_at: now + sessionDays * dayLong,
        })
        .execute();
      return cookie(token, sessionDays * 86_400);
    },

    async visitor(cookies: string | undefined, now: number): Promise<Visitor | undefined> {
      const token = cookies
        ?.split(/; */)
        .find((pair) => pair.startsWith(`${cookieName}=`))
        ?.slice(cookieName.length + 1);
      if (!token) return undefined;
      const digest = sha256(token);
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
        .select(['accounts.account_id', 'accounts.name', 'accounts.role', 'sessions.expires_at'])
        .where('sessions.digest', '=', digest)
        .executeTakeFirst();
      if (!row || row.expires_at < now) return undefined;
      return { accountId: row.account_id, name: row.name, role: row.role, session: digest };
    },

    /** Ends a session and answers the cookie that forgets it. */
    async close(session: string): Promise<string> {
      await db.deleteFrom('sessions').where('digest', '=', session).execute();
      return cookie('', 0);
    },
  };
}

export type Sessions = ReturnType<typeof sessions>;
