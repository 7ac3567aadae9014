/** A programme's figures for its partner: of all members together, rounded, and hidden where they are few. */
import type { DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import type { Database } from '../db/store.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { fewestRecipients } from '../../src/contract/pages/volunteers.ts';
import { peopleRounding, sumRounding } from '../stats/disclosure.ts';
import type { ProgrammeTables } from './schema.ts';

type Row = ProgrammeTables['programme_figures'];
type Rounded = { people: DisclosedPeople; contributions: DisclosedPeople; hours: DisclosedPeople };

/** Numbers of people of a programme are rounded in the same way everywhere. */
export const programmeScope = (id: number): string => `programme ${id}`;

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
  const group = ({ people, who }: Row) => ({ people: Number(people), who: String(who) });
  const rounded = (row: Row): Rounded => ({
    people: peopleOf(group(row)),
    contributions: sumOf(group(row), Number(row.events)),
    hours: sumOf(group(row), Number(row.seconds) / 3600),
  });
  const all = (project: number) => rows.find((row) => row.month === '' && row.project_id === project);
  const [joined, awarded] = [all(0), all(-1)];
  return {
    people: joined ? peopleOf(group(joined)) : null,
    awards: awarded ? peopleOf(group(awarded)) : null,
    rows: rows
      .filter(({ month }) => month !== '')
      .map((row) => ({ month: row.month, projectId: row.project_id, ...rounded(row) })),
  };
}

/** How many members there are at the least, by the figures that the partner reads anyway, and by the rule of mailings. */
export async function leastMembers(db: Database, keyed: Keyed, id: number): Promise<number> {
  const { people } = await roundedFigures(db, keyed, id);
  // Rounding may have added four.
  return Math.max(fewestRecipients, (people ?? 0) - fewestRecipients);
}
