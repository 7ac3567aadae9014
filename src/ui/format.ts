/** Numbers and dates of the pages that are in English. The zone is fixed: server and browser draw the same text. */
const locale = 'en-GB';

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export const formatNumber = (value: number) => number.format(value);

/** "1 project", "2,310 projects". */
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

const formatted = (format: Intl.DateTimeFormat) => (value: string) => {
  const time = new Date(value);
  // Shown as it came rather than as "Invalid Date": a page must not fail on one bad row.
  return Number.isNaN(time.getTime()) ? value : format.format(time);
};

export const formatDate = formatted(date);
export const formatInstant = formatted(instant);
