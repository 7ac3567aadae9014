/** A circle by words: the greatest distance, and where there is none. */
import { expect, test } from 'vitest';
import { circleAround } from '../../../server/projects/adding/circle.ts';

test.each([
  ['48.1, 11.6', '0.001', 'regions'],
  ['48.1, 11.6', '999,9', 'regions'],
  ['48.1, 11.6', '1000', 'regions'],
  ['48.1, 11.6', '1000.001', 'needs a distance of at most 1000 km, such as 25'],
  ['48.1, 11.6', '1001', 'needs a distance of at most 1000 km, such as 25'],
  ['48.1, 11.6', '0', 'needs a distance of at most 1000 km, such as 25'],
  ['48.1, 11.6', '-5', 'needs a distance of at most 1000 km, such as 25'],
  ['48.1, 11.6', '1e2', 'needs a distance of at most 1000 km, such as 25'],
  ['88, 11.6', '111', 'regions'],
  ['88, 11.6', '112', 'is around a pole: its outline has to be pasted'],
  ['-88, 11.6', '112', 'is around a pole: its outline has to be pasted'],
])('%s, %s km', (at, km, expected) => {
  const circle = circleAround(at, km);
  expect('fault' in circle ? circle.fault : 'regions').toBe(expected);
});

test('the outline is as far from its middle in every direction, also across the date line', () => {
  for (const middle of [
    [0, 0],
    [60, 179.5],
    [-45, -179.9],
  ] as const) {
    const circle = circleAround(middle.join(', '), '100') as {
      regions: { coordinates: [number, number][][] };
    };
    const rad = Math.PI / 180;
    for (const [lng, lat] of circle.regions.coordinates[0] ?? []) {
      const cos =
        Math.sin(lat * rad) * Math.sin(middle[0] * rad) +
        Math.cos(lat * rad) * Math.cos(middle[0] * rad) * Math.cos((lng - middle[1]) * rad);
      expect(Math.abs(Math.acos(cos) * 6371 - 100)).toBeLessThan(1);
      expect(Math.abs(lng)).toBeLessThanOrEqual(180);
    }
  }
});
