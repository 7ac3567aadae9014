/** Days, in UTC. */

import type { FieldFault } from '../http/refusal.ts';

export const dayLong = 86_400_000;

let today = { from: 0, text: '' };

/** The day of a time (milliseconds since 1970) as yyyy-mm-dd. The last result is cached: most calls ask for today. */
export function dayOf(moment: number): string {
  const from = Math.floor(moment / dayLong) * dayLong;
  if (from !== today.from || today.text === '')
    today = { from, text: new Date(moment).toISOString().slice(0, 10) };
  return today.text;
}

/** The fault of a contribution in the future; clocks and time zones may be a day off. */
export const aheadFaults = (when: number | undefined, now: number): FieldFault[] =>
  when !== undefined && when > now + dayLong
    ? [{ field: 'when', message: 'must not lie more than 24 hours in the future' }]
    : [];
