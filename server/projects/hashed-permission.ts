/** The permission to send hashed addresses in the record step: managers ask for it, editors decide case by case. */
import { sql } from 'kysely';
import type { Database, Store } from '../db/store.ts';
import { addActs } from './acts.ts';
import { lockedRow } from './rows.ts';

const kinds = ['hashed_asked', 'hashed_allowed', 'hashed_refused'] as const;

export function hashedPermission({ db, engine }: Pick<Store, 'db' | 'engine'>) {
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
    allowHashed: (id: number, isAllowed: boolean, now: number, accountId?: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('projects')
          .set({ may_send_hashed: isAllowed ? 1 : 0 })
          .where('project_id', '=', id)
          .execute();
        await addActs(trx, [{ id, act: isAllowed ? 'hashed_allowed' : 'hashed_refused', accountId }], now);
      }),

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
