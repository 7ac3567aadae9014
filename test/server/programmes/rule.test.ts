/** The rule of a programme, by the days of the contributions. */
import { expect, test } from 'vitest';
import { standingOf } from '../../../server/programmes/rule.ts';

const schoolYear = {
  contributions: 2,
  hours: 0,
  projects: 0,
  from: '2026-08-01',
  isYearly: true as const,
  counts: 'all' as const,
};

const standing = (rule: object, days: string[], today: string) => {
  const { progress, isEnough } = standingOf(
    days.map((date) => ({
      project_id: 1,
      day: Date.parse(date) / 86_400_000,
      isReported: true,
      events: 1,
      seconds: 0,
    })),
    { ...schoolYear, ...rule },
    new Map([[1, null]]),
    Date.parse(today),
  );
  return [progress.contributions, isEnough];
};

test.each([
  ['before the first of all days', ['2026-07-30', '2026-07-31'], '2026-08-01', [0, false]],
  ['on the first and on the last day of a year', ['2026-08-01', '2027-07-31'], '2027-07-31', [2, true]],
  ['the day after, the award stays', ['2026-08-01', '2027-07-31'], '2027-08-01', [0, true]],
  ['in two years', ['2027-07-31', '2027-08-01'], '2027-08-01', [1, false]],
  ['in a former and in this one', ['2026-09-01', '2027-07-31', '2029-01-01'], '2029-07-31', [1, true]],
])('contributions %s', (_, days, today, expected) => {
  expect(standing({}, days, today)).toEqual(expected);
});

test('a year may begin on 29 February', () => {
  const leap = { from: '2028-02-29' };
  expect(standing(leap, ['2028-02-29', '2029-02-28'], '2029-02-28')).toEqual([2, true]);
  expect(standing(leap, ['2029-02-28', '2029-03-01'], '2029-03-01')).toEqual([1, false]);
});

test('without years, all days count together', () => {
  const rule = { isYearly: undefined, to: '2028-01-01' };
  expect(standing(rule, ['2027-07-31', '2027-08-01', '2028-01-02'], '2029-01-01')).toEqual([2, true]);
});
