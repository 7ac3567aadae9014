/** Stores the acts of editors and owners on a project; with its versions, they are its history. */
import { memberName } from '../db/member-name.ts';
import type { Tables } from '../db/schema.ts';
import { randomId } from '../db/ids.ts';
import type { Database, Store } from '../db/store.ts';
import { lockedRow } from './rows.ts';

type ActRow = Tables['project_acts'];

export type Act = {
  act: ActRow['act'];
  /** Absent for the operator's terminal, and for an answer without an account. */
  accountId?: number | undefined;
  /** The reason, the question, the answer, or the field. */
  note?: string | undefined;
  /** The act that this one answers. */
  about?: number | undefined;
  /** The account of the person whom it concerns. */
  subject?: number | undefined;
};

/** Returns the ids of the acts, in order. */
export async function addActs(trx: Database, acts: (Act & { id: number })[], now: number): Promise<number[]> {
  if (acts.length === 0) return [];
  const rows = acts.map(({ id, act, accountId, note, about, subject }) => ({
    project_id: id,
    act_id: randomId(),
    at: now,
    act,
    account_id: accountId ?? null,
    note: note ?? null,
    about: about ?? null,
    subject: subject ?? null,
  }));
  await trx.insertInto('project_acts').values(rows).execute();
  return rows.map(({ act_id }) => act_id);
}

/** Milliseconds in which the same question again is a second click, and no second question. */
const sameQuestion = 60_000;

export function actsOf({ db, engine }: Pick<Store, 'db' | 'engine'>) {
  return {
    addAct: async (id: number, act: Act, now: number): Promise<number> =>
      (await addActs(db, [{ ...act, id }], now))[0] as number,

    /** Stores a question to the contact, and returns its number; undefined if it was asked a moment ago. */
    ask: (id: number, note: string, accountId: number, now: number): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        await lockedRow(trx, engine, id);
        const row = await trx
          .selectFrom('project_acts')
          .select('act_id')
          .where('project_id', '=', id)
          .where('act', '=', 'asked')
          .where('note', '=', note)
          .where('at', '>', now - sameQuestion)
          .executeTakeFirst();
        return row ? undefined : (await addActs(trx, [{ id, act: 'asked', note, accountId }], now))[0];
      }),

    act: (id: number, actId: number): Promise<ActRow | undefined> =>
      db
        .selectFrom('project_acts')
        .selectAll()
        .where('project_id', '=', id)
        .where('act_id', '=', actId)
        .executeTakeFirst(),

    /** Stores the answer to a question, once; returns whether it was the first. */
    answer: (id: number, question: number, note: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        // Locks the question, so that of two answers at once the second finds the first.
        const result = await trx
          .updateTable('project_acts')
          .set({ about: question })
          .where('project_id', '=', id)
          .where('act_id', '=', question)
          .where('act', '=', 'asked')
          .where('about', 'is', null)
          .executeTakeFirst();
        if (result.numUpdatedRows !== 1n) return false;
        await addActs(trx, [{ id, act: 'answered', note, about: question }], now);
        return true;
      }),

    acts: (
      id: number,
      max = maxActs,
    ): Promise<(ActRow & { name: string | null; role: string | null; subject_name: string | null })[]> =>
      db
        .selectFrom('project_acts as a')
        .leftJoin('accounts as p', 'p.account_id', 'a.account_id')
        .leftJoin('accounts as s', 's.account_id', 'a.subject')
        .selectAll('a')
        .select(['p.role', memberName('p').as('name'), memberName('s').as('subject_name')])
        .where('project_id', '=', id)
        .orderBy('at', 'desc')
        .orderBy('act_id', 'desc')
        .limit(max)
        .execute(),
  };
}

/** More are not shown on pages: the newest say where a project stands. */
const maxActs = 200;
