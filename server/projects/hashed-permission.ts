/** The permission to send hashed addresses in the record step: managers ask for it, editors decide case by case. */
import { sql } from 'kysely';
import type { Database, Store } from '../db/store.ts';
import { type Act, addActs } from './acts.ts';
import { lockedRow } from './rows.ts';
import { type DecidedBy, mustBeAsSeen } from './versions.ts';

const kinds = ['hashed_asked', 'hashed_allowed', 'hashed_refused'] as const;

/** Gives a project a permission, or takes it, and stores the act of either. */
export const permission =
  (
    { db, engine }: Pick<Store, 'db' | 'engine'>,
    column: 'may_send_hashed' | 'is_trusted' | 'may_overlap',
    acts: [Act['act'], Act['act']],
  ) =>
  (id: number, isGiven: boolean, now: number, { accountId, seen }: DecidedBy = {}): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const row = await lockedRow(trx, engine, id);
      await mustBeAsSeen(trx, id, seen);
      // A refusal of what was asked for is an act, although it changes nothing.
      if (column !== 'may_send_hashed' && row?.[column] === (isGiven ? 1 : 0)) return;
      await trx
        .updateTable('projects')
        .set({ [column]: isGiven ? 1 : 0 })
        .where('project_id', '=', id)
        .execute();
      await addActs(trx, [{ id, act: acts[isGiven ? 0 : 1], accountId }], now);
    });

export function hashedPermission(store: Pick<Store, 'db' | 'engine'>) {
  const { db, engine } = store;
  return {
    /** The last that was said about it. */
    saidOfHashed: (id: number) => lastSaid(db, id),

    /** Asks the editors, unless that is open already or was allowed. */
    askHashed: (id: number, why: string, accountId: number, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await lockedRow(trx, engine, id);
        if (!row || row.may_send_hashed === 1) return;
        const last = await lastSaid(trx, id);
        if (last?.act !== 'hashed_asked')
          await addActs(trx, [{ id, act: 'hashed_asked', note: why, accountId }], now);
      }),

    /** Allows it, or refuses and ends it; without an account, at the operator's terminal. */
    allowHashed: permission(store, 'may_send_hashed', ['hashed_allowed', 'hashed_refused']),

    /** Projects whose managers wait for a decision, the first that asked first. */
    async askedForHashed(max: number): Promise<{ id: number; name: string }[]> {
      const { rows } = await sql<{ project_id: number; name: string }>`
        select p.project_id, p.name from project_acts a join projects p on p.project_id = a.project_id
        where a.act = 'hashed_asked' and not exists (select 1 from project_acts l
          where l.project_id = a.project_id and l.act in ('hashed_allowed', 'hashed_refused') and l.at >= a.at)
        order by a.at, a.act_id limit ${max}`.execute(db);
      return rows.map(({ project_id: id, name }) => ({ id, name }));
    },
  };
}

const lastSaid = (db: Database, id: number) =>
  db
    .selectFrom('project_acts')
    .select(['act', 'at', 'note'])
    .where('project_id', '=', id)
    .where('act', 'in', kinds)
    .orderBy('at', 'desc')
    .orderBy('act_id', 'desc')
    .executeTakeFirst();
