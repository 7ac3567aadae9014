/** The figures of a stored row, for a page. */
import type { Selectable } from 'kysely';
import { eventTypes } from '../../src/contract/api/event-types.ts';
import type { VolunteerFigures } from '../../src/contract/pages/volunteers.ts';
import type { Tables } from '../db/schema.ts';
import { shownByChoice } from '../stats/disclosure.ts';

export const figuresIn = (
  row: Omit<Selectable<Tables['volunteers']>, 'project_id' | 'profile_id' | 'sort_name'>,
): VolunteerFigures => ({
  pseudonym: row.pseudonym,
  events: shownByChoice(Number(row.events)),
  unvouched: shownByChoice(Number(row.unvouched)),
  hours: shownByChoice(Math.round((row.duration / 3600) * 10) / 10),
  magnitude: shownByChoice(Number(row.magnitude)),
  first: row.first_day,
  last: row.last_day,
  types: eventTypes.filter((type) => row.types.includes(` ${type} `)),
});
