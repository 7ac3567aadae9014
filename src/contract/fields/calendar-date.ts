/** Days as they may arrive. */
import { fault, field } from './field.ts';

const dateShape = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ][\d:.,+-]{0,30}Z?)?$/i;
/** With dots the day is first everywhere; with slashes it depends on the country. */
const dottedShape = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/;
const expected = 'must be a date like 2026-05-01, or 1.5.2026';

/** The day of an ISO date, of a timestamp as written, in whatever time zone, or of a date with dots. */
export function calendarDateOf(value: unknown): string | undefined {
  const written = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
  const text = written.replace(
    dottedShape,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  const [, year, month, day] = dateShape.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  // Date.parse accepts 30 February and makes it March: the day must be one of the calendar.
  return year >= '1000' && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? date : undefined;
}

/** A day of the calendar, as yyyy-mm-dd. */
export const calendarDate = (description: string) =>
  field<string>(
    { longest: 100, tooLong: expected, read: (value) => calendarDateOf(value) ?? fault(expected) },
    description,
    { type: 'string', title: 'date', pattern: dateShape.source },
  );
