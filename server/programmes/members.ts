/** The people who joined programmes, with their awards: made and ended by their contributions as they are now. */
import type { OwnPart } from '../../src/contract/pages/programmes.ts';
import { pathOf } from '../certificates/certified.ts';
import type { SharesSince } from '../accounts/contributions/shares.ts';
import type { CertificateStore } from '../certificates/store.ts';
import { inTurn, lockOwner } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import { dayLong, dayOf } from '../text/day.ts';
import { standingOf } from './rule.ts';
import type { ProgrammeTables } from './schema.ts';
import type { Programme, ProgrammeStore } from './store.ts';

export type Member = ProgrammeTables['programme_members'];
/** Programmes that one account may be in. */
export const maxJoined = 100;

export type MemberDeps = {
  programmes: ProgrammeStore;
  certificates: CertificateStore;
  /** All contributions that are credited to an account. */
  exactShares: (accountId: number) => Promise<SharesSince>;
  /** The same at a visit. */
  sharesAtVisit: (accountId: number) => Promise<SharesSince>;
};

export type MemberStore = ReturnType<typeof memberStore>;

/** A member without an award, whom the partner does not see by name. */
const joining = { certificate_id: null, awarded_in: null, shown_name: null, shown_until: null, is_mailed: 1 };

export function memberStore(db: Database, { programmes, certificates, ...deps }: MemberDeps) {
  const member = (from: Database, id: number, accountId: number): Promise<Member | undefined> =>
    from
      .selectFrom('programme_members')
      .selectAll()
      .where('programme_id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  const change = (trx: Database, id: number, accountId: number, set: Partial<Member>) =>
    trx
      .updateTable('programme_members')
      .set(set)
      .where('programme_id', '=', id)
      .where('account_id', '=', accountId)
      .execute();

  /** All begin on the same day, so that a badge says nothing about when its rule was fulfilled. */
  const makeAward = (trx: Database, accountId: number, { programme_id: programme, created_at }: Programme) =>
    certificates.award(trx, accountId, { holder: '', programme }, Math.floor(created_at / dayLong) * dayLong);

  /** The certificate of a member's award, with its address; undefined also once it is ended. */
  const awardOf = async ({ certificate_id: id }: Member) => {
    const token = id === null ? undefined : await certificates.tokenOf(id);
    return id === null || token === undefined ? undefined : { id, path: pathOf(token) };
  };

  /**
   * Makes the award of a member whose contributions are enough, and ends it where they no longer are. `row` was read
   * before the contributions, and must be the same behind the member's lock: of two processes the second changes
   * nothing. The contributions are not read again behind it, where others would wait for that; what is withdrawn
   * meanwhile ends the award at the next visit.
   */
  const settle = async (programme: Programme, row: Member, now: number, { shares, isExact }: SharesSince) => {
    const { programme_id: id, account_id: accountId, certificate_id: ending } = row;
    const { rule } = programme;
    const { isEnough, ...standing } = standingOf(shares, rule, await programmes.counting(id), now);
    const isRough = !isExact && rule.hours > 0;
    const progress = { ...standing.progress, ...(isRough && { isRough: true as const }) };
    // Hours that overlap end an award, and make none: the next count of all members reads exact ones.
    if (isEnough === (ending !== null) || (isEnough && isRough)) return { progress, row };
    return db.transaction().execute(async (trx) => {
      // The account first: one that is deleted at this moment gets no award.
      if (!(await lockOwner(trx, { account: accountId }))) return { progress, row: undefined };
      await change(trx, id, accountId, { joined_at: row.joined_at });
      const present = await member(trx, id, accountId);
      if (present?.certificate_id !== ending) return { progress, row: present };
      if (ending !== null) await certificates.endAward(trx, accountId, ending, now);
      const set =
        ending === null
          ? {
              certificate_id: await makeAward(trx, accountId, programme),
              awarded_in: dayOf(now).slice(0, 7),
            }
          : { certificate_id: null, awarded_in: null };
      await change(trx, id, accountId, set);
      return { progress, row: { ...present, ...set } };
    });
  };

  const shownOf = ({ shown_name: name, shown_until: until }: Member, now: number) =>
    name === null || until === null || until <= now
      ? undefined
      : { name, until: new Date(until - 1).toISOString() };

  const partOf = async (
    programme: Programme,
    before: Member,
    now: number,
    shares: SharesSince,
  ): Promise<OwnPart | undefined> => {
    const { progress, row } = await settle(programme, before, now, shares);
    if (!row) return undefined;
    const award = await awardOf(row);
    const shown = shownOf(row, now);
    return {
      progress,
      isMailed: row.is_mailed === 1,
      ...(award && { award: { path: award.path } }),
      ...(shown && { shown }),
    };
  };

  /** A member's part; undefined for somebody who has not joined. */
  const part = async (programme: Programme, accountId: number, now: number) => {
    const row = await member(db, programme.programme_id, accountId);
    return row && partOf(programme, row, now, await deps.sharesAtVisit(accountId));
  };

  return {
    part,

    /** A member's part in a programme, while that is open. */
    async partIn(id: number, accountId: number, now: number) {
      const programme = await programmes.find(id);
      const own = programme?.state === 'open' ? await part(programme, accountId, now) : undefined;
      return programme && own && { programme, own };
    },

    settle: async (programme: Programme, row: Member, now: number) =>
      settle(programme, row, now, await deps.exactShares(row.account_id)),

    join: (id: number, accountId: number, now: number): Promise<boolean> =>
      inTurn(db, { account: accountId }, async (trx, hasRoom) => {
        const theirs = trx.selectFrom('programme_members').where('account_id', '=', accountId);
        if (await member(trx, id, accountId)) return true;
        if (!(await hasRoom(theirs, maxJoined))) return false;
        await trx
          .insertInto('programme_members')
          .values({ ...joining, programme_id: id, account_id: accountId, joined_at: now })
          .execute();
        return true;
      }).then((joined) => joined ?? false),

    /** With the award. */
    leave: (id: number, accountId: number, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('programme_members')
          .where('programme_id', '=', id)
          .where('account_id', '=', accountId)
          .returning('certificate_id')
          .executeTakeFirst();
        if (row?.certificate_id) await certificates.endAward(trx, accountId, row.certificate_id, now);
      }),

    /** Shows the partner a member's name until a moment, or no more. */
    show: (id: number, accountId: number, shown: { name: string; until: number } | undefined) =>
      change(db, id, accountId, { shown_name: shown?.name ?? null, shown_until: shown?.until ?? null }),

    /** Ends the mails of the partner to a member, or allows them. Returns false for somebody who is no member. */
    async chooseMail(id: number, accountId: number, isMailed: boolean | undefined): Promise<boolean> {
      if (isMailed !== undefined) await change(db, id, accountId, { is_mailed: isMailed ? 1 : 0 });
      return (await member(db, id, accountId)) !== undefined;
    },

    async award(id: number, accountId: number) {
      const row = await member(db, id, accountId);
      return row && awardOf(row);
    },

    awardOf,

    /** Members who show themselves; none with a guardian. */
    async shown(id: number, now: number) {
      const rows = await db
        .selectFrom('programme_members as m')
        .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
        .selectAll('m')
        .where('m.programme_id', '=', id)
        .where('m.shown_until', '>', now)
        .where('a.guardian', 'is', null)
        .orderBy('m.shown_name')
        .limit(1000)
        .execute();
      return rows.flatMap((row) => {
        const shown = shownOf(row, now);
        return shown ? [{ ...shown, row }] : [];
      });
    },

    /** The programmes that an account joined: their numbers, and its part in those that are open. */
    async joined(accountId: number, now: number) {
      const rows = await db
        .selectFrom('programme_members')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('joined_at')
        .execute();
      const shares = rows.length === 0 ? undefined : await deps.sharesAtVisit(accountId);
      const parts = rows.map(async (row) => {
        const programme = await programmes.find(row.programme_id);
        const own = shares && programme?.state === 'open' && (await partOf(programme, row, now, shares));
        return programme && own ? [{ programme, own }] : [];
      });
      return { ids: rows.map(({ programme_id }) => programme_id), parts: (await Promise.all(parts)).flat() };
    },

    /** Members in the order of their accounts, after one of them, with their profiles. */
    async after(id: number, account: number, limit: number): Promise<{ row: Member; profiles: number[] }[]> {
      const rows = await db
        .selectFrom('programme_members')
        .selectAll()
        .where('programme_id', '=', id)
        .where('account_id', '>', account)
        .orderBy('account_id')
        .limit(limit)
        .execute();
      if (rows.length === 0) return [];
      const accounts = rows.map((row) => row.account_id);
      const profiles = await db
        .selectFrom('profiles')
        .select(['profile_id', 'account_id'])
        .where('account_id', 'in', accounts)
        .execute();
      const ofAccount = Map.groupBy(profiles, (row) => row.account_id);
      return rows.map((row) => ({
        row,
        profiles: (ofAccount.get(row.account_id) ?? []).map(({ profile_id }) => profile_id),
      }));
    },
  };
}
