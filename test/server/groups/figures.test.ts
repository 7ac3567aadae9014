/** The figures that the leaders of a group read. */
import { expect, test } from 'vitest';
import { byWeek } from '../../../server/groups/figures.ts';

/** From some days with their contributions, each made in two projects. */
const weeksOf = (days: Record<string, number>) =>
  byWeek(
    Object.entries(days).flatMap(([date, events]) =>
      [1, events - 1].map((some, project_id) => ({
        project_id,
        day: Date.parse(date) / 86_400_000,
        isReported: false,
        events: some,
        seconds: 0,
      })),
    ),
  );

const usual = { '2026-05-04': 25, '2026-05-05': 30, '2026-05-10': 20, '2026-05-11': 30 };

test('a day with ten times the usual is odd, and named in its week', () => {
  expect(weeksOf({ ...usual, '2026-05-12': 300 })).toEqual([
    {
      from: '2026-05-11',
      contributions: 330,
      hours: 0,
      oddDays: [{ day: '2026-05-12', contributions: 300 }],
    },
    { from: '2026-05-04', contributions: 75, hours: 0, oddDays: [] },
  ]);
});

test('a busy week of usual days has no odd day', () => {
  const busy = Object.fromEntries([13, 14, 15, 16, 17].map((n) => [`2026-05-${n}`, 299]));
  expect(
    weeksOf({ ...usual, '2026-05-06': 30, '2026-05-07': 31, ...busy }).flatMap((week) => week.oddDays),
  ).toEqual([]);
});

test.each([
  ['the first day alone', { '2026-05-04': 1000 }, []],
  ['few after one', { '2026-05-04': 1, '2026-05-05': 19 }, []],
  ['many after one', { '2026-05-04': 1, '2026-05-05': 20 }, ['2026-05-05']],
  [
    'two, with a quiet one between',
    { ...usual, '2026-05-13': 300, '2026-05-15': 301 },
    ['2026-05-13', '2026-05-15'],
  ],
])('%s', (_, days, odd) => {
  expect(weeksOf(days).flatMap(({ oddDays }) => oddDays.map(({ day }) => day))).toEqual(odd);
});
