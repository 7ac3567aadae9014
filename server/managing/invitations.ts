/**
 * Invitations to manage a thing, by mail. One works once, for a week, for the account that has its address, and ends with
 * the ownership of the person who made it. The store has a digest of its link, and the address encrypted.
 */
import { maxManagers } from '../../src/contract/pages/people.ts';
import { dayLong } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';
import { newToken, type Sealer, sha256 } from '../secrets/secrets.ts';
import {
  invitationsOf,
  type ManagerRow,
  type ManagingAct,
  owns,
  type storedManagers,
  type Managed,
  type Trx,
} from './things.ts';

const invitedFor = 7 * dayLong;

/** An invitation that nobody has answered; `by` is the name of the owner who made it. */
export type Invitation = Managed & { digest: string; address: string; by: string; expiresAt: number };

type InvitationDeps = {
  db: Database;
  sealed: Sealer;
  stored: ReturnType<typeof storedManagers>;
  decide: (
    thing: Managed,
    now: number,
    decision: (trx: Trx, managers: ManagerRow[]) => Promise<ManagingAct | boolean>,
  ) => Promise<boolean>;
};

/** `decide`: takes a decision about a thing while nobody else does. */
export function invitations({ db, sealed, stored, decide }: InvitationDeps) {
  type Row = Tables['invitations'];
  const open = (trx: Database, now: number) =>
    trx.selectFrom('invitations').selectAll().where('expires_at', '>', now);
  const openOf = (trx: Database, { kind, id }: Managed, now: number): Promise<Row[]> =>
    open(trx, now).where('kind', '=', kind).where('thing_id', '=', id).orderBy('expires_at').execute();

  /** Undefined if the person who made it owns the thing no more. */
  const read = (row: Row, managers: ManagerRow[]): Invitation | undefined => {
    const maker = managers.find((one) => one.account_id === row.account_id && one.is_owner === 1);
    const { digest, kind, thing_id: id, expires_at: expiresAt } = row;
    return maker && { digest, kind, id, address: String(sealed.open(row.sealed)), by: maker.name, expiresAt };
  };

  const useUp = async (trx: Database, { digest }: Invitation, now: number): Promise<boolean> => {
    const { numDeletedRows } = await trx
      .deleteFrom('invitations')
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  };

  return {
    /** The open invitations of a thing. */
    async invitations(thing: Managed, now: number): Promise<Invitation[]> {
      const managers = await stored.of(db, thing);
      return (await openOf(db, thing, now)).flatMap((row) => read(row, managers) ?? []);
    },

    /**
     * Returns the token of the invitation's link; `open` if the address has one already, `full` if there is no room,
     * undefined if `by` does not own the thing.
     */
    async invite(
      thing: Managed,
      address: string,
      by: number,
      now: number,
    ): Promise<{ token: string } | 'open' | 'full' | undefined> {
      const token = newToken();
      let why: 'open' | 'full' | undefined;
      const isMade = await decide(thing, now, async (trx, managers) => {
        if (!owns(managers, by)) return false;
        const rows = await openOf(trx, thing, now);
        if (rows.some((row) => sealed.open(row.sealed) === address)) why = 'open';
        else if (managers.length + rows.length >= maxManagers) why = 'full';
        if (why) return false;
        const row = { digest: sha256(token), kind: thing.kind, thing_id: thing.id, account_id: by };
        await trx
          .insertInto('invitations')
          .values({ ...row, sealed: sealed.seal(address), expires_at: now + invitedFor })
          .execute();
        return { act: 'invited', accountId: by };
      });
      return isMade ? { token } : why;
    },

    /** The invitation of a link, if it is still good. */
    async invitation(token: string, now: number): Promise<Invitation | undefined> {
      const row = await open(db, now).where('digest', '=', sha256(token)).executeTakeFirst();
      return row && read(row, await stored.of(db, { kind: row.kind, id: row.thing_id }));
    },

    /** Takes an invitation of the thing back. */
    withdraw: (thing: Managed, digest: string, by: number, now: number) =>
      decide(thing, now, async (trx, managers) => {
        if (!owns(managers, by)) return false;
        const { numDeletedRows } = await invitationsOf(trx, thing)
          .where('digest', '=', digest)
          .executeTakeFirst();
        return numDeletedRows === 1n && { act: 'uninvited', accountId: by };
      }),

    /** Ends an invitation that its reader refuses. */
    refuse: (invitation: Invitation, now: number) =>
      decide(invitation, now, async (trx) => (await useUp(trx, invitation, now)) && { act: 'refused' }),

    /** Makes a person a co-manager; if two accept one invitation at the same time, only the first becomes one. */
    accept: (invitation: Invitation, accountId: number, now: number) =>
      decide(invitation, now, async (trx, managers) => {
        const row = await open(trx, now).where('digest', '=', invitation.digest).executeTakeFirst();
        if (!row || !read(row, managers) || !(await useUp(trx, invitation, now))) return false;
        if (managers.some((one) => one.account_id === accountId)) return true;
        await stored.add(trx, invitation, accountId, 0);
        return { act: 'joined', accountId };
      }),

    /** Ends all invitations of a thing, with the thing. */
    async endInvitations(thing: Managed): Promise<void> {
      await invitationsOf(db, thing).execute();
    },

    /** Deletes invitations that have ended. */
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
    },
  };
}
