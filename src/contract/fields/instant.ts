/** Dates and times. */
import { fault, field } from './field.ts';
import { wordOf } from './kinds.ts';

const instantShape =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-4]):([0-5]\d):([0-5]\d)(?:[.,](\d{1,9}))?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i;

const firstInstant = Date.UTC(1000, 0, 1);

const instantExpected = 'must be a date and time like 2026-05-01T10:20:30Z';

/**
 * An ISO timestamp as milliseconds since 1970 UTC; without an offset it is UTC. An unreadable time is never replaced by
 * the current one.
 */
export const instant = (description: string) =>
  field<number, string>(
    {
      longest: 100,
      tooLong: instantExpected,
      read: (value) => {
        // A plus sign that was not percent-encoded arrives as a space: 10:20:30 02:00 means +02:00.
        const text = wordOf(value);
        const parts =
          instantShape.exec(text) ?? instantShape.exec(text.replace(/ (\d\d(?::?\d\d)?)$/, '+$1'));
        if (typeof value !== 'string' || !parts) return fault(instantExpected);
        const [, year = '', month = '', day = '', hour, minute, second, fraction = '', offset = 'Z'] = parts;
        const zone = /z/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).slice(-2) || '00'}`;
        const time = Date.parse(
          `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`,
        );
        // Date.parse reads 30 February as a day in March, so the day is compared with the calendar.
        const isCalendarDay =
          Number(day) <= 28 ||
          new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
        return time >= firstInstant && isCalendarDay ? time : fault(instantExpected);
      },
    },
    description,
    {
      type: 'string',
      title: 'date and time',
      // Not `format: date-time`: RFC 3339 requires an offset, and validators refuse times without one.
      pattern: instantShape.source,
    },
  );
