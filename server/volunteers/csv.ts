/** The list of volunteers as CSV (RFC 4180). */
import type { Volunteer } from '../../src/contract/volunteers-page.ts';

const header: string[] = [
  ...['pseudonym', 'name', 'first_contribution', 'last_contribution', 'contributions'],
  ...['reported_by_the_participant', 'hours', 'magnitude', 'types'],
];

const written = (lines: (string | number)[][]): string =>
  lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');

export const csvHead = written([header]);

export const csvLines = (volunteers: readonly Volunteer[]): string =>
  written(
    volunteers.map((one) => [
      ...[one.pseudonym, one.name, one.first, one.last, one.events],
      ...[one.unvouched, one.hours, one.magnitude, one.types.join(' ')],
    ]),
  );

/** A spreadsheet runs a text that begins with one of these signs as a formula (CSV injection). */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
