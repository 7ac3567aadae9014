/** Reads and describes the choice of a group of volunteers. */
import { eventTypes } from '../../src/contract/api/event-types.ts';
import { activities, leasts, type VolunteerFilter } from '../../src/contract/pages/volunteers.ts';
import { dayLong } from '../text/day.ts';

/** Unknown values mean no restriction: every address of the list shows something. */
export function readFilter(fields: Record<string, unknown>): VolunteerFilter {
  const type = eventTypes.find((one) => one === fields['type']);
  return {
    ...(type && { type }),
    active: activities.find((one) => one === fields['active']) ?? 'any',
    least: leasts.find((one) => one === fields['least']) ?? '1',
  };
}

export const storedFilter = (text: string): VolunteerFilter =>
  readFilter(JSON.parse(text) as Record<string, unknown>);

/** The days between which the last contribution must be, as of the day of the figures. */
export function lastDays({ active }: VolunteerFilter, day: string): { from?: string; before?: string } {
  if (active === 'any') return {};
  const ago = (days: number) => new Date(Date.parse(day) - days * dayLong).toISOString().slice(0, 10);
  return active === 'before' ? { before: ago(90) } : { from: ago(Number(active)) };
}
