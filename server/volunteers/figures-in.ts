/** The figures of a stored row, for a page. */
import type { Selectable } from 'kysely';
import { eventTypes } from '../../src/contract/event-types.ts';
import type { VolunteerFigures } from '../../src/contract/volunteers-page.ts';
import type { Tables } from '../db/schema.ts';

export const figuresIn = (
  row: Omit<Selectable<Tables['volunteers']>, 'project_id' | 'profile_id' | 'sort_name'>,
): VolunteerFigures => ({
  pseudonym: row.pseudonym,
  events: Number(row.events),
  unvouched: Number(row.unvouched),
  hours: Math.round((row.duration / 3600) * 10) / 10,
  magnitude: Number(row.magnitude),
  first: row.first_day,
  last: row.last_day,
  types: eventTypes.filter((type) => row.types.includes(` ${type} `)),
});
