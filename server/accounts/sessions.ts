/**
 * Sessions of our own site: a random token in a cookie, its digest in the store. With FedCM there is a second cookie
 * for the FedCM endpoints alone. It has to be SameSite=None, so it contains only the sealed digest of the session,
 * which signs nobody in.
 */
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import { zoneOf } from '../text/zone.ts';
import type { Database } from '../db/store.ts';
import type { Visitor } from '../http/pages.ts';
import type { WaitingDevice } from './waiting-device.ts';
import { newToken, sha256, type Sealer } from '../secrets/secrets.ts';

/** The headers of a reply that signs in or out. */
export type SessionHeaders = { 'Set-Cookie': string[]; 'Set-Login'?: 'logged-in' | 'logged-out' };

const sessionDays = 30;
const seconds = sessionDays * 86_400;
/** Milliseconds. The precision of the stored last use: most requests then write nothing. */
const useStep = 3_600_000;

/** Names a session on its person's own page: a part of the digest, which signs nobody in. */
const idLength = 16;
export const sessionId = (session: string): string => session.slice(0, idLength);
const idOf = sql<string>`substr(digest, 1, ${sql.lit(idLength)})`;

/** The two cookies, and how they are written and read. An empty value deletes a cookie. */
function sessionCookies(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  // A __Host- cookie cannot be set by another host of the domain; browsers want https for it.
  const ours = {
    name: isSecure ? '__Host-mh_session' : 'mh_session',
    rules: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
  // Loopback counts as secure.
  const theirs = {
    name: isSecure ? '__Secure-mh_fedcm' : 'mh_fedcm',
    rules: 'Path=/fedcm; HttpOnly; SameSite=None; Secure',
  };
  type Cookie = typeof ours;
  const cookie = ({ name, rules }: Cookie, value: string) =>
    `${name}=${value}; Max-Age=${value === '' ? 0 : seconds}; ${rules}`;
  const valueOf = ({ name }: Cookie, cookies: string | undefined) =>
    cookies
      ?.split(/; */)
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return { ours, theirs, cookie, valueOf };
}

/** `federated` seals the second cookie; without it there is none. */
export function sessions(db: Database, baseUrl: string, federated?: Sealer) {
  const { ours, theirs, cookie, valueOf } = sessionCookies(baseUrl);

  /** The headers that tell the browser's FedCM about the signed-in person. */
  const toFederate = (session: string): SessionHeaders | undefined =>
    federated && { 'Set-Cookie': [cookie(theirs, federated.seal(session))], 'Set-Login': 'logged-in' };

  const ofDigest = async (digest: string, now: number): Promise<Visitor | undefined> => {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
      .select(['accounts.account_id', 'accounts.name', 'accounts.role', 'accounts.zone'])
      .select(['sessions.created_at', 'sessions.expires_at', 'sessions.used_at'])
      .where('sessions.digest', '=', digest)
      .executeTakeFirst();
    if (!row || row.expires_at < now) return undefined;
    if ((row.used_at ?? 0) <= now - useStep)
      await db
        .updateTable('sessions')
        .set({ used_at: now - (now % useStep) })
        .where('digest', '=', digest)
        .execute()
        // While the database only reads, people still see their pages.
        .catch(() => undefined);
    const { account_id: accountId, name, role, created_at: since } = row;
    // One that another version of Node.js knew, and this one does not, is asked for again.
    const zone = zoneOf(row.zone);
    return { accountId, name, role, ...(zone !== undefined && { zone }), session: digest, since };
  };

  const insert = (digest: string, accountId: number, device: string, now: number) =>
    db
      .insertInto('sessions')
      .values({
        digest,
        account_id: accountId,
        created_at: now,
        expires_at: now + sessionDays * dayLong,
        used_at: now - (now % useStep),
        device,
      })
      .execute();

  const headersOf = (token: string): SessionHeaders => {
    const more = toFederate(sha256(token));
    return { ...more, 'Set-Cookie': [cookie(ours, token), ...(more?.['Set-Cookie'] ?? [])] };
  };

  return {
    /** Opens a session and returns its cookies. `device`: the browser and system in words. */
    async open(accountId: number, device: string, now: number, token = newToken()): Promise<SessionHeaders> {
      await insert(sha256(token), accountId, device, now);
      return headersOf(token);
    },

    /** Opens the session of a device that waits, which gets its cookies by `again`. */
    openWaiting: (accountId: number, { session, device }: WaitingDevice, now: number) =>
      insert(session, accountId, device, now),

    /** Whether a session is open, by its digest. */
    isOpen: async (digest: string, now: number): Promise<boolean> =>
      (await ofDigest(digest, now)) !== undefined,

    /** The cookies of a session that was opened with this token; undefined once it has ended. */
    async again(token: string, now: number): Promise<SessionHeaders | undefined> {
      return (await ofDigest(sha256(token), now)) && headersOf(token);
    },

    toFederate,

    async visitor(cookies: string | undefined, now: number): Promise<Visitor | undefined> {
      const token = valueOf(ours, cookies);
      return token ? ofDigest(sha256(token), now) : undefined;
    },

    /** The visitor by the second cookie: only for requests that the browser makes for FedCM. */
    async federatedVisitor(cookies: string | undefined, now: number): Promise<Visitor | undefined> {
      const digest = federated?.open(valueOf(theirs, cookies) ?? '');
      return typeof digest === 'string' ? ofDigest(digest, now) : undefined;
    },

    /** The sessions of an account, the last used first. */
    ofAccount: (accountId: number, now: number) =>
      db
        .selectFrom('sessions')
        .select(['digest', 'created_at', 'used_at', 'device'])
        .where('account_id', '=', accountId)
        .where('expires_at', '>=', now)
        .orderBy((row) => row.fn.coalesce('used_at', 'created_at'), 'desc')
        .orderBy('digest')
        .execute(),

    /** Ends one session of an account, by its id. */
    async end(accountId: number, id: string): Promise<void> {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where(idOf, '=', id).execute();
    },

    /** Ends all sessions of an account except one. */
    async endOthers(accountId: number, session: string): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('digest', '<>', session)
        .execute();
    },

    /** Ends a session and returns the cookies that delete it. */
    async close(session: string): Promise<SessionHeaders> {
      await db.deleteFrom('sessions').where('digest', '=', session).execute();
      return {
        'Set-Cookie': [cookie(ours, ''), ...(federated ? [cookie(theirs, '')] : [])],
        ...(federated && { 'Set-Login': 'logged-out' }),
      };
    },
  };
}

export type Sessions = ReturnType<typeof sessions>;
