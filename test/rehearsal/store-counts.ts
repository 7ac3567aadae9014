/** Counts the rows of a store at each step of the rehearsal. */
import { isDeepStrictEqual } from 'node:util';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, tablesOf } from '../set-up/service/rows.ts';
import type { RunningService } from '../set-up/service/running-service.ts';

export type Counts = Record<string, number>;

/** Tables that a release makes from others, or that say what the service did; they may differ after a step. */
const notCompared =
  /^(project_(words|texts|stems|tags|areas)|areas|area_cells|search_|rates|tallies|kysely_|audit|settings|embed_copies|glances)/;

/** The rows of each table, and whether the totals are those of the events. */
export async function countsOf(at: RunningService): Promise<Counts> {
  await using rows = openRows(at);
  const counts: Counts = {};
  for (const table of (await tablesOf(at, rows)).sort()) {
    if (notCompared.test(table)) continue;
    const [row] = await rows.all<{ count: number }>(`select count(*) as count from ${table}`);
    counts[table] = Number(row?.count);
  }
  const { stored, counted } = await rollUps(rows);
  if (!isDeepStrictEqual(stored, counted)) throw new Error('The totals are not those of the events.');
  return counts;
}

/** Throws with every table that differs; a table that only one side has counts if it has rows. */
export function mustBeSame(what: string, before: Counts, after: Counts): void {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (table) => (before[table] ?? 0) !== (after[table] ?? 0),
  );
  if (differing.length === 0) return;
  const list = differing.map((table) => `${table} ${before[table] ?? 0} → ${after[table] ?? 0}`);
  throw new Error(`${what}: counts differ: ${list.join(', ')}`);
}

const shown = ['projects', 'accounts', 'keys', 'profiles', 'events', 'submissions', 'daily', 'participation'];

export const inWords = (counts: Counts): string =>
  shown.map((table) => `${table} ${counts[table] ?? 0}`).join(', ');
