/** Figures of a programme for its partner: of all members together, rounded, and hidden where they are few. */
import type { Database } from '../db/store.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { fewestRecipients } from '../../src/contract/pages/volunteers.ts';
import { peopleRounding, sumRounding } from '../stats/disclosure.ts';
import type { ProgrammeTables } from './schema.ts';

type Row = ProgrammeTables['programme_figures'];

/** Numbers of people of a programme are rounded in the same way everywhere. */
export const programmeScope = (id: number): string => `programme ${id}`;

/** The rows by month, newest first; `rounded` makes of one what the partner may read. */
export async function roundedFigures(db: Database, keyed: Keyed, id: number) {
  const rows = await db
    .selectFrom('programme_figures')
    .selectAll()
    .where('programme_id', '=', id)
    .orderBy('month', 'desc')
    .orderBy('project_id')
    .execute();
  const scope = programmeScope(id);
  const peopleOf = peopleRounding(keyed, scope);
  const sumOf = sumRounding(keyed, scope);
  const ofAll = (project: number) => {
    const row = rows.find(({ month, project_id }) => month === '' && project_id === project);
    return row ? peopleOf(row) : null;
  };
  const rounded = (row: Row) => ({
    month: row.month,
    projectId: row.project_id,
    people: peopleOf(row),
    contributions: sumOf(row, row.events),
    hours: sumOf(row, row.seconds / 3600),
  });
  return {
    people: ofAll(0),
    awards: ofAll(-1),
    rows: rows.filter(({ month }) => month !== ''),
    rounded,
  };
}

/** How many members there are at the least, by the figures that the partner reads anyway, and by the rule of mailings. */
export async function leastMembers(db: Database, keyed: Keyed, id: number): Promise<number> {
  const { people } = await roundedFigures(db, keyed, id);
  // Rounding may have added four.
  return Math.max(fewestRecipients, (people ?? 0) - fewestRecipients);
}
