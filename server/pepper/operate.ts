/** The operator's acts on the pepper, for the command and the page: the change while the service runs, and its end. */
import { sql } from 'kysely';
import type { Store } from '../db/store.ts';
import { digestColumns, sealedColumns } from './columns.ts';
import { endFormer, mayChange, setRow, useNext } from './change.ts';
import { type Peppers, type PepperState, readState } from './live.ts';
import { rekey } from './rekey.ts';
import type { PepperRing } from './ring.ts';
import { watchesEvery } from './watch.ts';

/** A mistake of the operator, or a change that is not possible now: one sentence. */
export class PepperFault extends Error {}

/**
 * `first`: no change was made or prepared. `change`: this process knows a new pepper that is not yet in use. `reused`:
 * that one was in use before. `move`: a change was begun, and rows are left. `moved`: nothing is left to move.
 */
export type PepperStep = 'first' | 'change' | 'reused' | 'move' | 'moved';

export function pepperStep({ peppers, current }: PepperRing, { pepper_rekeyed }: PepperState): PepperStep {
  if (current < peppers.length - 1) {
    const next = peppers.at(-1)?.id;
    return peppers.findIndex(({ id }) => id === next) < peppers.length - 1 ? 'reused' : 'change';
  }
  if (current === 0) return 'first';
  return pepper_rekeyed === undefined ? 'move' : 'moved';
}

/** The rows of all tables that a change looks at. */
export async function pepperRowCount({ searching }: Store): Promise<number> {
  let rows = 0;
  for (const table of new Set([...digestColumns, ...sealedColumns].map((column) => column.table))) {
    const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
    rows += Number((await counted.execute(searching)).rows[0]?.count);
  }
  return rows;
}

export type PepperProgress = { onAnnounce: () => void; onRows: (moved: number) => void };

/** Throws `PepperFault` unless there is a change to make or to finish. */
export function mustBeChangeable(step: PepperStep): void {
  if (step === 'first')
    throw new PepperFault(
      'The store is in PEPPER already: to change it, set a new PEPPER, and PEPPER_BEFORE to the one in use, for every process.',
    );
  if (step === 'reused') throw new PepperFault('PEPPER: this store had it before; take a new one.');
}

/**
 * Puts the new pepper in use, if that is not done yet, and moves all rows to it. It can be interrupted and run again.
 * Throws `PepperFault`.
 */
export async function changePepper(
  store: Store,
  peppers: Peppers,
  now: number,
  { onAnnounce, onRows }: PepperProgress,
): Promise<{ rows: number; changed: boolean }> {
  const { db } = store;
  const before = peppers.ring();
  const step = pepperStep(before, await readState(db));
  mustBeChangeable(step);
  const changed = step === 'change';
  if (changed) {
    onAnnounce();
    if (!(await mayChange(db, before, 4 * watchesEvery)))
      throw new PepperFault(
        'Nothing was changed: a process of the service was not given the new pepper. Restart each with PEPPER and PEPPER_BEFORE first.',
      );
    if (!(await useNext(db, before, now)))
      throw new PepperFault('Nothing was changed here: the pepper was changed by another process.');
    await peppers.refresh();
  }
  const rows = await rekey(store, peppers, onRows);
  await setRow(db, 'pepper_rekeyed', String(Date.now()));
  await store.scrub();
  return { rows, changed };
}

/** Ends former peppers; returns how many there are. Throws `PepperFault` where there is none, or rows are still in one. */
export async function endFormerPeppers({ db }: Store, peppers: Peppers): Promise<number> {
  const ring = peppers.ring();
  const step = pepperStep(ring, await readState(db));
  if (step === 'move') throw new PepperFault('Rows are still in the former pepper: move them first.');
  if (step !== 'moved')
    throw new PepperFault('The store is in its first pepper: there is no former one to end.');
  await endFormer(db, ring);
  return ring.current;
}
