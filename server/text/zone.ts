/** Time zones by their IANA names, such as Europe/Berlin: the days of a person are those where they are. */
import { Temporal } from 'temporal-polyfill';
import { dayLong } from './day.ts';

export const utc = 'UTC';

const shape = /^[A-Za-z][\w+\-/]{0,49}$/;

/** Names in their usual letters that were looked up: doing that takes as long as drawing a small page. */
const usualNames = new Set<string>();

/** The name of a zone, in its usual letters unless it is an alias such as Asia/Kolkata; undefined for any other value. */
export function zoneOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !shape.test(value)) return undefined;
  if (usualNames.has(value)) return value;
  try {
    const usual = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    // No other spelling is kept: there are millions of them.
    usualNames.add(usual);
    return usual.toLowerCase() === value.toLowerCase() ? usual : value;
  } catch {
    return undefined;
  }
}

const at = (zone: string, moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);

/** The day of a moment (milliseconds since 1970), as yyyy-mm-dd. */
export const dayAt = (zone: string, moment: number): string => at(zone, moment).toPlainDate().toString();

/** The first moment of a day (yyyy-mm-dd), in milliseconds since 1970. */
export const startOfDay = (zone: string, day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;

/** The first moment of the day after. */
export const endOfDay = (zone: string, day: string): number =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;

/** Whether a day (yyyy-mm-dd) is from today to in a year. */
export const isWithinYear = (zone: string, day: string, now: number): boolean =>
  day >= dayAt(zone, now) && day <= dayAt(zone, now + 366 * dayLong);

/**
 * Milliseconds that the zone's clocks are ahead of UTC, `since` each moment; the first from the beginning on. Before 1970
 * they are those of 1970: the older changes of a zone take a tenth of a second to find.
 */
export function offsetsOf(zone: string, from: number, to: number): { since: number; ahead: number }[] {
  const offsets = [];
  let next: Temporal.ZonedDateTime | null = at(zone, Math.max(from, 0));
  do {
    offsets.push({ since: next.epochMilliseconds, ahead: next.offsetNanoseconds / 1e6 });
    next = next.getTimeZoneTransition('next');
  } while (next && next.epochMilliseconds <= to);
  return offsets;
}
