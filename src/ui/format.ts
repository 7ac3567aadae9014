/** Numbers and dates for people. The zone is fixed, so that server and browser draw the same text. */
import type { DisclosedPeople } from '../contract/api/disclosed.ts';

const locale = 'en-GB';

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export const formatNumber = (value: number) => number.format(value);

/** A share of a whole in percent; 0 % if the whole is 0. */
export const formatShare = (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole);

/** "about 25", "fewer than 10": a number of people as owners learn it. */
export const about = (people: DisclosedPeople) =>
  people === null ? 'fewer than 10' : `about ${formatNumber(people)}`;

/** "1 project", "2,310 projects". */
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

const formatted = (format: Intl.DateTimeFormat) => (value: string) => {
  const time = new Date(value);
  // Shown as it came rather than as "Invalid Date": a page must not fail on one bad row.
  return Number.isNaN(time.getTime()) ? value : format.format(time);
};

export const formatDate = formatted(date);
export const formatDay = formatted(shortDay);
export const formatMonth = formatted(month);
export const formatInstant = formatted(instant);
