/** The change of the pepper in the store: announced to all processes, made in one transaction, and ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/store.ts';
import { formerSeal, type PepperRow, readState } from './live.ts';
import { checkOf, pepperAt, type PepperRing } from './ring.ts';

export async function setRow(db: Database, name: PepperRow, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const removeRows = async (db: Database, ...names: PepperRow[]): Promise<void> => {
  await db.deleteFrom('settings').where('name', 'in', names).execute();
};

/**
 * Announces the next pepper and waits for a process that does not know it; false if there is one. Such a process would
 * neither find the profiles nor the opt-outs that were moved.
 */
export async function mayChange(db: Database, ring: PepperRing, milliseconds: number): Promise<boolean> {
  const { id } = pepperAt(ring, ring.current + 1);
  await removeRows(db, 'pepper_refused');
  await setRow(db, 'pepper_next', id);
  await sleep(milliseconds);
  const { pepper_refused } = await readState(db);
  await removeRows(db, 'pepper_next', 'pepper_refused');
  return pepper_refused === undefined;
}

/** Puts the next pepper in use; false if the store is not in the current one any more. */
export const useNext = (db: Database, ring: PepperRing, now: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const next = pepperAt(ring, ring.current + 1);
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({ value: checkOf(next) })
      .where('name', '=', 'pepper_check')
      .where('value', '=', checkOf(pepperAt(ring, ring.current)))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    const former = ring.peppers.slice(0, ring.current + 1).map(({ text, opens }) => [text, opens]);
    await setRow(trx, 'pepper_former', formerSeal(next).seal(former));
    await setRow(trx, 'pepper_changed', String(now));
    await removeRows(trx, 'pepper_rekeyed');
    return true;
  });

/** Ends that tokens and links of former peppers are accepted. */
export async function endFormer(db: Database, ring: PepperRing): Promise<void> {
  const former = ring.peppers.slice(0, ring.current).map(({ text }) => [text, false]);
  await setRow(db, 'pepper_former', formerSeal(pepperAt(ring, ring.current)).seal(former));
}
