/**
 * Outlines as packages publish them are accepted at every scale, and cover the same points as an independent library
 * says.
 */
import pointInPolygon from 'point-in-polygon-hao';
import { describe, expect, test } from 'vitest';
import { type Area, type Position, polygonsOf, type Ring } from '../../../server/geometry/area.ts';
import { covers } from '../../../server/geometry/covers.ts';
import { outlineOf } from '../../../server/geometry/outline.ts';
import { maxPoints, readRegions } from '../../../server/geometry/read-area.ts';
import { type Outline, published } from '../../outlines/packages.ts';

const key = ({ from, scale }: { from: string; scale: string }) => `${from} ${scale}`;

/** The number of refused outlines, if it is not zero. */
const refusedOf: Record<string, number> = {
  // It has 400,000 points.
  'world-atlas land-10m': 1,
};
const simplifiedOf: Record<string, number> = {
  'world-atlas countries-10m': 5,
  'world-atlas land-50m': 1,
};

describe('published outlines', () => {
  test.each(published)('$from: $scale are taken', async (one) => {
    const refused: string[] = [];
    let simplified = 0;
    for (const { name, area } of await one.read()) {
      const reading = readRegions(area);
      if ('fault' in reading) refused.push(`${name}: ${reading.fault}`);
      else if (reading.regions.kind === 'area') {
        const points = polygonsOf(reading.regions.geometry).flat(2).length;
        expect(points).toBeLessThanOrEqual(maxPoints);
        const share = / is simplified to \d+, which changes at most ([\d.]+) %/.exec(
          reading.warnings[0] ?? '',
        );
        if (share) simplified++;
        expect(Number(share?.[1] ?? 0)).toBeLessThan(1);
        // A stored outline is accepted again unchanged.
        const again = readRegions(reading.regions.geometry);
        expect('regions' in again && JSON.stringify(again.regions) === JSON.stringify(reading.regions)).toBe(
          true,
        );
      }
    }
    expect([refused.length, refused]).toEqual([refusedOf[key(one)] ?? 0, refused]);
    expect(simplified).toBe(simplifiedOf[key(one)] ?? 0);
  });
});

/** Mulberry32: the same points in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The rings of a polygon for a library that knows only a plane. A polygon on both sides of the antimeridian, and far
 * from Greenwich, is moved to one side; one that ends a turn from its start continues along the pole.
 */
function onPlane(rings: Ring[]): Ring[] {
  const longitudes = rings.flat().map(([longitude]) => longitude);
  const isAcross =
    longitudes.some((longitude) => longitude > 90) &&
    longitudes.some((longitude) => longitude < -90) &&
    longitudes.every((longitude) => Math.abs(longitude) > 15);
  if (isAcross)
    return rings.map((ring) =>
      ring.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude]),
    );
  return rings.map((ring) => {
    const jump = ring.findIndex(
      ([longitude], at) => at > 0 && Math.abs(longitude - (ring[at - 1] as Position)[0]) > 180,
    );
    const runsToPole = jump > 0 && ring.every(([, latitude]) => latitude < -60);
    if (!runsToPole) return ring;
    const side = (at: number) => 180 * Math.sign((ring[at] as Position)[0]);
    const [before, after] = [ring[jump - 1] as Position, ring[jump] as Position];
    return [
      ...ring.slice(0, jump),
      [side(jump - 1), before[1]],
      [side(jump - 1), -90],
      [side(jump), -90],
      [side(jump), after[1]],
      ...ring.slice(jump),
    ];
  });
}

type Planar = { rings: Ring[]; west: number; east: number; south: number; north: number };

const planarOf = (area: Area): Planar[] =>
  polygonsOf(area).map((polygon) => {
    const rings = onPlane(polygon);
    const [x, y] = [
      rings.flat().map(([longitude]) => longitude),
      rings.flat().map(([, latitude]) => latitude),
    ];
    const least = (all: number[]) => all.reduce((one, other) => Math.min(one, other));
    const max = (all: number[]) => all.reduce((one, other) => Math.max(one, other));
    return { rings, west: least(x), east: max(x), south: least(y), north: max(y) };
  });

/** Whether one of the polygons has the point inside or on its boundary. */
const isInPlane = (polygons: Planar[], longitude: number, latitude: number): boolean =>
  polygons.some(({ rings, west, east, south, north }) =>
    [longitude, longitude + 360].some((x) => {
      if (x < west || x > east || latitude < south || latitude > north) return false;
      return pointInPolygon([x, latitude], rings) !== false;
    }),
  );

/** Whether a point is so near a boundary that rounding decides its side. */
const isOnBoundary = (polygons: Planar[], longitude: number, latitude: number): boolean =>
  polygons.some(({ rings }) =>
    rings.some((ring) =>
      ring.slice(1).some(([bx, by], at) => {
        const [ax, ay] = ring[at] as Position;
        const [dx, dy] = [bx - ax, by - ay];
        return [longitude, longitude + 360].some((x) => {
          const along = ((x - ax) * dx + (latitude - ay) * dy) / (dx * dx + dy * dy || 1);
          const part = Math.max(0, Math.min(1, along));
          return Math.hypot(ax + part * dx - x, ay + part * dy - latitude) < 2e-9;
        });
      }),
    ),
  );

/**
 * A third of them anywhere in the box, a third near a corner of the outline, a third close to the middle of an edge.
 */
function placesFor(area: Area, count: number, random: () => number): Position[] {
  const points = polygonsOf(area).flat(2);
  const all = planarOf(area);
  const any = <Item>(list: Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  return Array.from({ length: count }, (_, index): Position => {
    const { west, east, south, north } = any(all);
    const size = Math.max(east - west, north - south);
    const around = (range: number) => (random() - 0.5) * range;
    let [longitude, latitude] = any(points);
    if (index % 3 === 0) {
      longitude = west + random() * (east - west);
      latitude = south + random() * (north - south);
    } else {
      const reach = size * (index % 3 === 1 ? 0.1 : 0.001);
      longitude += around(reach);
      latitude += around(reach);
    }
    const wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
    return [wrapped, Math.max(-90, Math.min(90, latitude))];
  });
}

const places = 300;

describe('countries cover the points that an independent library says', () => {
  test.each(['110m', '50m', '10m'])(`at ${places} points each, at 1:%s`, async (scale) => {
    const random = randomFrom(20_000);
    const found = published.find((one) => key(one) === `world-atlas countries-${scale}`);
    const countries = (await found?.read()) as Outline[];
    expect(countries.length).toBeGreaterThan(170);
    const differing: string[] = [];
    for (const { name, area } of countries) {
      const reading = readRegions(area);
      if ('fault' in reading || reading.regions.kind !== 'area') throw new Error(`${name} was not taken`);
      const { geometry } = reading.regions;
      const outline = outlineOf(geometry);
      // A simplified outline is compared with itself, every other one with the published one.
      const isSimplified = reading.warnings.some((warning) => warning.includes('is simplified'));
      const plane = planarOf(isSimplified ? geometry : area);
      for (const [longitude, latitude] of placesFor(geometry, places, random))
        if (
          covers(outline, longitude, latitude) !== isInPlane(plane, longitude, latitude) &&
          !isOnBoundary(plane, longitude, latitude)
        )
          differing.push(`${name} at ${longitude}, ${latitude}`);
    }
    expect(differing).toEqual([]);
  });
});
