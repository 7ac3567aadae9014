/** Groups in the database. */
import { sql } from 'kysely';
import { randomId } from '../db/ids.ts';
import { inTurn, lockOwner } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import { networksOf } from '../limits/network.ts';
import { type Count, countIn, takeBack, type Window } from '../limits/stored-counts.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Keyed, Sealer } from '../secrets/secrets.ts';
import { dayLong, dayOf } from '../text/day.ts';
import { newCode } from './codes.ts';
import type { GroupRow } from './schema.ts';

/** Groups that one account may have opened. */
export const maxGroups = 50;
const maxMembers = 500;

/* A code is one of 20^8, 2.6 × 10^10. With a thousand open groups, all networks together hit one in 30 years. */
const perNetwork: Window = { name: 'group-code', max: 30, milliseconds: 3_600_000 };
const overall: Window = { name: 'group-codes', max: 1000, milliseconds: 3_600_000 };
/** Contributions of a class, of each pupil many times. */
const perDay: Window = { name: 'group-day', max: 2000, milliseconds: dayLong };

/** In the budget of bytes: a contribution of a group has a type, a number, a time and two amounts. */
const contributionBytes = 200;

export type GroupStore = ReturnType<typeof groupStore>;

export function groupStore(db: Database, keyed: Keyed, sealed: Sealer, storing: Pick<StoredBytes, 'store'>) {
  const withCode = () => {
    const code = newCode();
    return { code_digest: keyed('group-code', code), code_sealed: sealed.seal(code) };
  };
  const ofCode = (code: string) =>
    db
      .selectFrom('groups')
      .selectAll()
      .where('code_digest', 'in', keyed.all('group-code', code))
      .executeTakeFirst();

  return {
    find: (id: number): Promise<GroupRow | undefined> =>
      db.selectFrom('groups').selectAll().where('group_id', '=', id).executeTakeFirst(),

    codeOf: (row: GroupRow): string => sealed.open(row.code_sealed) as string,

    /** The open group of a code. Wrong ones are counted for the network, and for all; a right one takes its count back. */
    async byCode(code: string, ip: string, now: number): Promise<GroupRow | undefined> {
      const counts: Count[] = [
        ...networksOf(ip).map(({ name, weight }) => ({
          window: { ...perNetwork, max: perNetwork.max * weight },
          subject: keyed('group-network', name),
        })),
        { window: overall, subject: keyed('group-all') },
      ];
      return db.transaction().execute(async (trx) => {
        const full = await countIn(trx, counts, now);
        if (full)
          throw new Refusal('too_many_tries', 'Too many codes were tried; try again later.', {
            retryAfter: full.retryAfter,
          });
        const row = await ofCode(code);
        if (row) await takeBack(trx, counts);
        return row;
      });
    },

    /** Counts a contribution; refuses one beyond those of a day. */
    async countContribution(row: GroupRow, ip: string, now: number): Promise<void> {
      // A code is no key: anybody who reads it may send it.
      storing.store('contributions', ip, contributionBytes, now);
      const count = { window: perDay, subject: keyed('group-contributions', row.group_id) };
      const full = await db.transaction().execute((trx) => countIn(trx, [count], now));
      if (full)
        throw new Refusal('too_many', `A group may have ${perDay.max} contributions a day.`, {
          retryAfter: full.retryAfter,
        });
    },

    /** Opens a group with its own account; undefined if the person has too many. */
    open: (
      made: Pick<GroupRow, 'name' | 'ends_at' | 'made_by'> & { form: string },
      now: number,
    ): Promise<{ groupId: number; accountId: number } | undefined> =>
      inTurn(db, { account: made.made_by }, async (trx, hasRoom) => {
        const theirs = trx.selectFrom('groups').where('made_by', '=', made.made_by);
        const same = await theirs.selectAll().where('form', '=', made.form).executeTakeFirst();
        if (same) return { groupId: same.group_id, accountId: same.account_id };
        if (!(await hasRoom(theirs, maxGroups))) return undefined;
        const [group_id, account_id] = [randomId(), randomId()];
        await sql`insert into accounts (account_id, name, role, created_at, confirmed_at)
          values (${account_id}, '', 'none', ${now}, ${now})`.execute(trx);
        await sql`insert into profiles (profile_id, account_id, created_at, used_day, joined_at)
          values (${randomId()}, ${account_id}, ${now}, ${dayOf(now)}, ${now})`.execute(trx);
        await trx
          .insertInto('groups')
          .values({ ...made, ...withCode(), group_id, account_id, created_at: now })
          .execute();
        await trx
          .insertInto('group_managers')
          .values({ group_id, account_id: made.made_by, is_owner: 1 })
          .execute();
        return { groupId: group_id, accountId: account_id };
      }),

    /** Gives a group another code; the former is worth nothing from now on. */
    renew: (id: number) => db.updateTable('groups').set(withCode()).where('group_id', '=', id).execute(),

    end: (id: number, now: number) =>
      db
        .updateTable('groups')
        .set({ ends_at: now })
        .where('group_id', '=', id)
        .where('ends_at', '>', now)
        .execute(),

    led: (accountId: number): Promise<GroupRow[]> =>
      db
        .selectFrom('group_managers as m')
        .innerJoin('groups as g', 'g.group_id', 'm.group_id')
        .selectAll('g')
        .where('m.account_id', '=', accountId)
        .orderBy('g.created_at', 'desc')
        .execute(),

    joined: (accountId: number) =>
      db
        .selectFrom('group_members as m')
        .innerJoin('groups as g', 'g.group_id', 'm.group_id')
        .selectAll('g')
        .select('m.shown_name')
        .where('m.account_id', '=', accountId)
        .orderBy('m.joined_at')
        .execute(),

    members: (id: number) =>
      db.selectFrom('group_members').selectAll().where('group_id', '=', id).orderBy('joined_at').execute(),

    /** Joins, or changes what the leaders see. False if the group is full. */
    join: async (id: number, accountId: number, shownName: string | null, now: number): Promise<boolean> =>
      (await inTurn(db, { account: accountId }, async (trx) => {
        await lockOwner(trx, { group: id });
        const members = await trx
          .selectFrom('group_members')
          .select('account_id')
          .where('group_id', '=', id)
          .execute();
        const isMember = members.some((row) => row.account_id === accountId);
        if (!isMember && members.length >= maxMembers) return false;
        await trx
          .insertInto('group_members')
          .values({ group_id: id, account_id: accountId, joined_at: now, shown_name: shownName })
          .onConflict((conflict) =>
            conflict.columns(['group_id', 'account_id']).doUpdateSet({ shown_name: shownName }),
          )
          .execute();
        return true;
      })) ?? false,

    leave: (id: number, accountId: number) =>
      db.deleteFrom('group_members').where('group_id', '=', id).where('account_id', '=', accountId).execute(),

    /** Groups that ended so long ago that they are deleted, with the contributions that only they had. */
    over: (before: number): Promise<GroupRow[]> =>
      db.selectFrom('groups').selectAll().where('ends_at', '<', before).limit(1000).execute(),

    forget: (id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const table of ['group_members', 'group_managers', 'groups'] as const)
          await trx.deleteFrom(table).where('group_id', '=', id).execute();
      }),
  };
}
