import { expect, test } from 'vitest';
import type { DailyCount } from '../../src/contract/daily-count.ts';
import { dailySeries } from '../../src/pages/project/series.ts';

const count = (day: string, events: number, more: Partial<DailyCount> = {}): DailyCount => ({
  day,
  type: 'collection',
  source: 'api',
  late: false,
  events,
  ...more,
});

const ranges: [
  string,
  DailyCount[],
  today: string,
  first: string | undefined,
  last: string | undefined,
  days: number,
][] = [
  ['nothing', [], '2026-05-31', undefined, undefined, 0],
  ['a project of today', [count('2026-05-31', 1)], '2026-05-31', '2026-05-31', '2026-05-31', 1],
  ['a young project', [count('2026-05-29', 1)], '2026-05-31', '2026-05-29', '2026-05-31', 3],
  [
    'an old project',
    [count('2025-01-01', 1), count('2026-05-30', 1)],
    '2026-05-31',
    '2026-05-02',
    '2026-05-31',
    30,
  ],
  [
    'a project that rests',
    [count('2024-01-01', 1), count('2024-03-31', 1)],
    '2026-05-31',
    '2024-03-02',
    '2024-03-31',
    30,
  ],
  [
    'a leap day',
    [count('2024-02-28', 1), count('2024-03-01', 1)],
    '2024-03-01',
    '2024-02-28',
    '2024-03-01',
    3,
  ],
];

test.each(ranges)('the days of %s are there without a gap', (_, days, today, first, last, length) => {
  const { stacks } = dailySeries(days, today);
  expect([stacks.at(0)?.day, stacks.at(-1)?.day, stacks.length]).toEqual([first, last, length]);
});

test('a stack adds late and timely events of one kind, and keeps kinds apart', () => {
  const { stacks, kinds } = dailySeries(
    [
      count('2026-05-31', 2),
      count('2026-05-31', 3, { late: true }),
      count('2026-05-31', 4, { source: 'browser' }),
      count('2026-05-31', 5, { type: 'signup' }),
    ],
    '2026-05-31',
  );
  expect(stacks[0]?.pieces.map(({ from, events }) => [from, events])).toEqual([
    [0, 5],
    [5, 4],
    [9, 5],
  ]);
  expect(kinds.map(({ type, source }) => `${type} ${source}`)).toEqual([
    'collection api',
    'collection browser',
    'signup api',
  ]);
});

test.each([1, 2, 5, 7, 99, 100, 101, 12_345, 1e9])(
  'the scale of %i is round, whole and reaches it',
  (most) => {
    const { ticks } = dailySeries([count('2026-05-31', most)], '2026-05-31');
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.every(Number.isInteger)).toBe(true);
  },
);
