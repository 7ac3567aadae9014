/** The rows of each table, by which a restored copy is compared with its source. */
import { StoreFault } from '../store-fault.ts';

export type RowCounts = Record<string, number>;

/** Compares the rows of each table; throws `StoreFault` with the first that differs. */
export function mustBeEqual(source: RowCounts, copy: RowCounts): void {
  for (const [table, count] of Object.entries(source))
    if (copy[table] !== count)
      throw new StoreFault(
        `The copy is not complete: ${table} has ${copy[table] ?? 'no'} rows in it, and ${count} in the store.`,
      );
}
