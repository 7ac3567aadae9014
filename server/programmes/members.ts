/** The people who joined programmes, with their awards: made and ended by their contributions as they are now. */
import type { OwnPart } from '../../src/contract/pages/programmes.ts';
import { pathOf } from '../certificates/certified.ts';
import type { DailyShare } from '../certificates/statement.ts';
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
  /** The contributions that are credited to an account. */
  sharesOf: (db: Database, accountId: number) => Promise<DailyShare[]>;
};

export type MemberStore = ReturnType<typeof memberStore>;

/** A member without an award, whom the partner does not see by name. */
const joining = { certificate_id: null, awarded_in: null, shown_name: null, shown_until: null, is_mailed: 1 };

export function memberStore(db: Database, { programmes, certificates, sharesOf }: MemberDeps) {
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

  const standing = async (from: Database, programme: Programme, accountId: number, now: number) =>
    standingOf(
      await sharesOf(from, accountId),
      programme.rule,
      await programmes.counting(programme.programme_id, from),
      now,
    );
  const isRight = (row: Member, isEnough: boolean) => isEnough === (row.certificate_id !== null);

  /**
   * Makes the award of a member whose contributions are enough, and ends it where they no longer are. The contributions
   * are read again behind the member's lock, so that of two processes the second finds the award of the first.
   */
  const settle = async (programme: Programme, row: Member, now: number) => {
    const { programme_id: id, account_id: accountId } = row;
    const { progress, isEnough } = await standing(db, programme, accountId, now);
    if (isRight(row, isEnough)) return { progress, row };
    return db.transaction().execute(async (trx) => {
      // The account first: one that is deleted at this moment gets no award.
      if (!(await lockOwner(trx, { account: accountId }))) return { progress, row: undefined };
      await change(trx, id, accountId, { joined_at: row.joined_at });
      const present = await member(trx, id, accountId);
      const again = await standing(trx, programme, accountId, now);
      if (!present || isRight(present, again.isEnough)) return { progress: again.progress, row: present };
      const ending = present.certificate_id;
      const certificate_id = ending === null ? await makeAward(trx, accountId, programme) : null;
      if (ending !== null) await certificates.endAward(trx, accountId, ending, now);
      const set = { certificate_id, awarded_in: ending === null ? dayOf(now).slice(0, 7) : null };
      await change(trx, id, accountId, set);
      return { progress: again.progress, row: { ...present, ...set } };
    });
  };

  /** A member's part; undefined for somebody who has not joined. */
  const part = async (programme: Programme, accountId: number, now: number): Promise<OwnPart | undefined> => {
    const before = await member(db, programme.programme_id, accountId);
    const settled = before && (await settle(programme, before, now));
    if (!settled?.row) return undefined;
    const { shown_name, shown_until, is_mailed } = settled.row;
    const award = await awardOf(settled.row);
    const isShown = shown_name !== null && shown_until !== null && shown_until > now;
    return {
      progress: settled.progress,
      isMailed: is_mailed === 1,
      ...(award && { award: { path: award.path } }),
      ...(isShown && { shown: { name: shown_name, until: new Date(shown_until - 1).toISOString() } }),
    };
  };

  return {
    settle,
    part,

    /** A member's part in a programme, while that is open. */
    async partIn(id: number, accountId: number, now: number) {
      const programme = await programmes.find(id);
      const own = programme?.state === 'open' ? await part(programme, accountId, now) : undefined;
      return programme && own && { programme, own };
    },

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

    /** The accounts of members who show themselves; none with a guardian. */
    shown: (id: number, now: number) =>
      db
        .selectFrom('programme_members as m')
        .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
        .select('m.account_id')
        .where('m.programme_id', '=', id)
        .where('m.shown_until', '>', now)
        .where('a.guardian', 'is', null)
        .orderBy('m.shown_name')
        .limit(1000)
        .execute(),

    /** The programmes that an account joined. */
    async joined(accountId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('programme_members')
        .select('programme_id')
        .where('account_id', '=', accountId)
        .orderBy('joined_at')
        .execute();
      return rows.map(({ programme_id }) => programme_id);
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
