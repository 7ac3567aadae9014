import { expect, test } from 'vitest';
import { niceTicks } from '../../src/pages/project/figures/ticks.ts';

test.each([0, 1, 2, 5, 7, 99, 100, 101, 12_345, 1e9])(
  'the scale of %i is round, whole and reaches it',
  (max) => {
    const ticks = niceTicks(max);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.every(Number.isInteger)).toBe(true);
  },
);
