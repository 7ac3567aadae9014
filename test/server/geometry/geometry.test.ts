/** Areas and points: which covers which, their distance, and the cells by which they are found. */
import fc from 'fast-check';
import pointInPolygon from 'point-in-polygon-hao';
import { describe, expect, test } from 'vitest';
import { type Area, type Position, polygonsOf } from '../../../server/geometry/area.ts';
import { cellCover } from '../../../server/geometry/cell-cover.ts';
import { cellsAt, cellsWithin } from '../../../server/geometry/cells.ts';
import { covers } from '../../../server/geometry/covers.ts';
import { distanceKm } from '../../../server/geometry/distance.ts';
import { readRegions } from '../../../server/geometry/read-area.ts';
import { outlineBytes, outlineFromBytes, outlineOf } from '../../../server/geometry/outline.ts';

// The same rings in every run.
fc.configureGlobal({ seed: 20 });

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...rings: Position[][]): Area => ({ type: 'Polygon', coordinates: rings });
const several = (...polygons: Position[][][]): Area => ({ type: 'MultiPolygon', coordinates: polygons });

/** Around a pole along a parallel, in steps of 30 degrees. */
const parallel = (latitude: number): Position[] =>
  [-180, -150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150, -180].map((longitude) => [longitude, latitude]);

/** Antarctica as maps draw it: along the coast, then back along the lower edge of the map. */
const antarctica: Position[] = [
  [-180, -84],
  [-90, -72],
  [-58, -63],
  [0, -70],
  [110, -66],
  [180, -84],
  [180, -90],
  [-180, -90],
  [-180, -84],
];

const shapes: [name: string, area: Area, covered: Position[], not: Position[]][] = [
  [
    'a box: its corners and sides belong to it',
    polygon(box(0, 0, 10, 5)),
    [
      [5, 2],
      [0, 0],
      [10, 5],
      [5, 0],
      [10, 2.5],
    ],
    [
      [-0.001, 2],
      [10.001, 2],
      [5, 5.001],
      [180, 0],
    ],
  ],
  [
    'a box that ends where cells of every size meet',
    polygon(box(-90, -45, 0, 0)),
    [
      [0, 0],
      [0, -10],
      [-45, 0],
      [-90, -45],
    ],
    [[0.001, -10]],
  ],
  [
    'a box that ends at the antimeridian, asked for from the other side',
    polygon(box(170, -10, 180, 10)),
    [
      [180, 0],
      [-180, 0],
    ],
    [[-179.999, 0]],
  ],
  [
    'a hole: its boundary belongs to the area, its inside does not',
    polygon(box(0, 0, 10, 10), box(4, 4, 6, 6)),
    [
      [1, 1],
      [4, 5],
      [6, 6],
    ],
    [
      [5, 5],
      [4.0001, 4.0001],
    ],
  ],
  [
    'an island in the hole of another',
    several([box(0, 0, 10, 10), box(2, 2, 8, 8)], [box(4, 4, 6, 6)]),
    [
      [1, 1],
      [5, 5],
    ],
    [[3, 3]],
  ],
  [
    'two that overlap cover what each covers',
    several([box(0, 0, 6, 6)], [box(4, 4, 10, 10)]),
    [
      [5, 5],
      [1, 1],
      [9, 9],
    ],
    [[9, 1]],
  ],
  ['a ring drawn the other way round', polygon(box(0, 0, 10, 5).toReversed()), [[5, 2]], [[5, 6]]],
  [
    'a sliver of a metre',
    polygon([
      [0, 0],
      [50, 50],
      [50, 50.00001],
      [0, 0],
    ]),
    [
      [25, 25],
      [25, 25.000002],
    ],
    [
      [25, 25.00001],
      [25, 24.99999],
    ],
  ],
  [
    'a boundary that is no binary fraction',
    polygon([
      [0, 0],
      [0.3, 0.9],
      [-1, 0.9],
      [0, 0],
    ]),
    [[0.1, 0.3]],
    [[0.1000001, 0.3]],
  ],
  [
    'Fiji cut at the antimeridian, as RFC 7946 wants it',
    several([box(177, -20, 180, -15)], [box(-180, -20, -178, -15)]),
    [
      [179, -17],
      [180, -17],
      [-180, -17],
      [-179, -17],
    ],
    [
      [0, -17],
      [-177, -17],
      [176, -17],
    ],
  ],
  [
    'Fiji uncut: the edge to the other side is meant the short way',
    polygon(box(177, -20, -178, -15)),
    [
      [179, -17],
      [180, -17],
      [-180, -17],
      [-179, -17],
    ],
    [
      [0, -17],
      [-177, -17],
      [176, -17],
    ],
  ],
  [
    'an uncut one with a hole beyond the antimeridian',
    polygon(box(170, -10, -170, 10), box(-176, -5, -174, 5)),
    [
      [171, 0],
      [-171, 0],
      [-176, 0],
    ],
    [
      [-175, 0],
      [175, 11],
    ],
  ],
  [
    'an uncut one that begins in the west, with a hole in the east',
    polygon(box(-170, -10, 170, 10).toReversed(), box(174, -5, 176, 5)),
    [
      [171, 0],
      [-171, 0],
    ],
    [[175, 0]],
  ],
  [
    'a bow tie',
    polygon([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
      [0, 0],
    ]),
    [
      [1, 2],
      [3, 2],
      [2, 2],
    ],
    [
      [2, 1],
      [2, 3],
    ],
  ],
  [
    'a star in one line: what it encloses twice is outside, and its boundary inside',
    polygon([
      [0, 10],
      [6, -8],
      [-9.5, 3],
      [9.5, 3],
      [-6, -8],
      [0, 10],
    ]),
    [
      [0, 9],
      [5.5, -7],
      [-9, 2.9],
      [0, 3],
    ],
    [
      [0, 0],
      [0, 2.9],
      [0, -5],
    ],
  ],
  [
    'a hole that crosses the outer ring takes away what is inside of both',
    polygon(box(0, 0, 4, 4), box(2, 1, 6, 3)),
    [
      [1, 2],
      [3, 0.5],
      [3, 3.5],
    ],
    [
      [3, 2],
      [5, 2],
    ],
  ],
  [
    'the whole map',
    polygon(box(-180, -90, 180, 90)),
    [
      [0, 0],
      [180, 90],
      [-180, -90],
      [12.3, 45.6],
    ],
    [],
  ],
  [
    'a band around the world',
    polygon(box(-180, -10, 180, 10)),
    [
      [0, 0],
      [180, 0],
      [-180, 10],
    ],
    [[0, 11]],
  ],
  [
    'a band whose northern side has points in between',
    polygon([
      [-180, -10],
      [180, -10],
      [180, 10],
      [90, 10],
      [-60, 10],
      [-180, 10],
      [-180, -10],
    ]),
    [
      [0, 0],
      [100, -10],
    ],
    [
      [0, 11],
      [0, 90],
      [0, -11],
    ],
  ],
  [
    'an islet that touches the antimeridian from both sides at one latitude: no belt round the world',
    polygon([
      [179.8, -16],
      [180, -16.1],
      [-180, -16.1],
      [-179.8, -16.2],
      [-180, -16.3],
      [180, -16.3],
      [179.8, -16],
    ]),
    [
      [180, -16.2],
      [-180, -16.2],
      [179.95, -16.1],
      [-179.9, -16.2],
    ],
    [
      [0, -16.2],
      [-170, -16.2],
      [179, -16.2],
    ],
  ],
  [
    'an islet whose corner on the antimeridian is given once for each side, as in Fiji',
    polygon([
      [180, -16.149],
      [-180, -16.1693],
      [180, -16.1693],
      [179.9, -16.2],
      [179.9, -16.1],
      [180, -16.149],
    ]),
    [
      [179.95, -16.16],
      [-180, -16.16],
    ],
    [
      [0, -16.16],
      [-179.9, -16.16],
    ],
  ],
  [
    'a strip whose ends lie on the antimeridian at two latitudes',
    polygon([
      [180, 71.5],
      [-180, 71],
      [179, 70.9],
      [178.7, 71.1],
      [180, 71.5],
    ]),
    [[179.5, 71.1]],
    [
      [0, 71.2],
      [-179.5, 71.1],
    ],
  ],
  [
    'the lower part of the map as a rectangle',
    polygon(box(-180, -90, 180, -60)),
    [
      [0, -90],
      [77, -60],
      [180, -75],
    ],
    [
      [0, -59],
      [0, 90],
    ],
  ],
  [
    'Antarctica along the edge of the map',
    polygon(antarctica),
    [
      [0, -90],
      [12, -80],
      [180, -88],
      [-180, -88],
      [-58, -63],
    ],
    [
      [0, -60],
      [-180, -83],
      [0, 90],
    ],
  ],
  [
    'a ring around the north pole',
    polygon(parallel(66)),
    [
      [0, 90],
      [17, 80],
      [180, 70],
      [-180, 66],
    ],
    [
      [0, 65],
      [0, -90],
    ],
  ],
  [
    'a ring around the south pole, westward, with a hole around it',
    polygon(parallel(-60).toReversed(), parallel(-80)),
    [
      [100, -70],
      [180, -80],
    ],
    [
      [100, -81],
      [0, -90],
      [100, -59],
    ],
  ],
];

const everyPoint = shapes.flatMap(([name, area, covered, not]) => [
  ...covered.map((point) => ({ name, area, point, wanted: true })),
  ...not.map((point) => ({ name, area, point, wanted: false })),
]);

describe('an area and a point', () => {
  test.each(everyPoint)('$name: $point is covered: $wanted', ({ area, point: [lng, lat], wanted }) => {
    const outline = outlineFromBytes(outlineBytes(outlineOf(area)));
    expect(covers(outline, lng, lat)).toBe(wanted);
    expect(distanceKm(outline, { lng, lat }) === 0).toBe(wanted);
    const cover = cellCover(outline);
    expect(cover.length).toBeLessThanOrEqual(16);
    const at = new Set(cellsAt({ lng, lat }));
    const found = cover.filter(({ cell }) => at.has(cell));
    if (wanted) expect(found).not.toEqual([]);
    else expect(found.filter(({ isInside }) => isInside)).toEqual([]);
  });

  test.each<[string, Area, Position, number]>([
    ['a degree east of a box', polygon(box(0, -5, 10, 5)), [11, 0], 111.195],
    ['a degree east of it far north', polygon(box(0, 60, 10, 80)), [11, 70], 38.0],
    ['across the antimeridian', polygon(box(170, -5, 180, 5)), [-179, 0], 111.195],
    ['in the middle of a hole', polygon(box(0, -10, 20, 10), box(9, -1, 11, 1)), [10, 0], 111.178],
    ['over the pole', polygon(box(-10, 80, 10, 89)), [180, 89], 222.39],
    ['in a hole about a pole', polygon(parallel(60), parallel(80)), [0, 90], 1111.95],
    ['from the pole', polygon(parallel(-85)), [0, 90], 19459.1],
    ['the side of the world', polygon(box(-1, -1, 1, 1)), [181 - 360, 0], 19766.5],
  ])('the distance is accurate to half a percent: %s', (_, area, [lng, lat], wanted) => {
    const km = distanceKm(outlineOf(area), { lng, lat });
    expect(Math.abs(km / wanted - 1)).toBeLessThan(0.005);
    expect(distanceKm(outlineOf(area), { lng, lat }, wanted * 1.01)).toBe(km);
    expect(distanceKm(outlineOf(area), { lng, lat }, wanted * 0.99)).toBe(Infinity);
  });
});

/** Small whole numbers, so that many points coincide or lie on edges. */
const ring = fc
  .array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })), { minLength: 3, maxLength: 9 })
  .map((points): Position[] => [...points, points[0] as Position]);

/** On none of the lines between the points of such rings, so that rounding does not decide. */
const offLine = fc
  .tuple(fc.nat({ max: 70 }), fc.nat({ max: 70 }))
  .map(([east, north]): Position => [east / 10 + Math.SQRT1_2 / 100, north / 10 + Math.LN2 / 1000]);

describe('random rings', () => {
  test('cover what an independent library says, however they cross', () => {
    fc.assert(
      fc.property(ring, fc.array(offLine, { minLength: 20, maxLength: 20 }), (points, places) => {
        const reading = readRegions(polygon(points));
        fc.pre('regions' in reading && reading.regions.kind === 'area');
        const { geometry } = (reading as { regions: { geometry: Area } }).regions;
        const outline = outlineOf(geometry);
        for (const [lng, lat] of places) {
          const wanted = pointInPolygon([lng, lat], [points]) !== false;
          expect(covers(outline, lng, lat)).toBe(wanted);
          expect(distanceKm(outline, { lng, lat }) === 0).toBe(wanted);
        }
      }),
      { numRuns: 3000 },
    );
  });

  const place = fc.record({
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
  });
  const around = fc
    .tuple(place, fc.double({ min: 0.001, max: 60, noNaN: true }), fc.integer({ min: 4, max: 40 }))
    .map(([{ lng, lat }, reach, corners]): Area => {
      const points = Array.from({ length: corners }, (_, index): Position => {
        const turned = (2 * Math.PI * (index % (corners - 1))) / (corners - 1);
        const east = lng + reach * (1 + (index % 2)) * 0.5 * Math.cos(turned);
        const north = Math.max(-90, Math.min(90, lat + reach * 0.5 * Math.sin(turned)));
        return [((((east + 180) % 360) + 360) % 360) - 180, north];
      });
      return polygon([...points.slice(0, -1), points[0] as Position]);
    });

  /** Includes corners of the cells of the index. */
  const onGrid = fc
    .tuple(fc.integer({ min: 0, max: 10 }), fc.nat({ max: 1024 }), fc.nat({ max: 1024 }))
    .map(([depth, column, row]): Position => {
      const size = 2 ** depth;
      return [((column % (size + 1)) / size) * 360 - 180, ((row % (size + 1)) / size) * 180 - 90];
    });
  const pins = fc
    .array(
      fc.oneof(
        onGrid,
        place.map(({ lng, lat }): Position => [lng, lat]),
      ),
      { minLength: 1, maxLength: 40 },
    )
    .map((coordinates): Area => ({ type: 'MultiPoint', coordinates }));

  test('are found through their cells wherever they cover', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          around,
          pins,
          ring.map((points) => polygon(points)),
        ),
        fc.array(place, { minLength: 20, maxLength: 20 }),
        (given, places) => {
          const reading = readRegions(given);
          fc.pre('regions' in reading && reading.regions.kind === 'area');
          const area = (reading as { regions: { geometry: Area } }).regions.geometry;
          const outline = outlineOf(area);
          const cover = cellCover(outline);
          const corners = polygonsOf(area)
            .flat(2)
            .map(([lng, lat]) => ({ lng, lat }));
          for (const one of [...places, ...corners]) {
            const at = new Set(cellsAt(one));
            const found = cover.filter(({ cell }) => at.has(cell));
            if (covers(outline, one.lng, one.lat)) expect(found).not.toEqual([]);
            else expect(found.filter(({ isInside }) => isInside)).toEqual([]);
            const km = distanceKm(outline, one, 500);
            if (km === Infinity) continue;
            const { ranges, above } = cellsWithin(km + 1e-6, one);
            const isNear = ({ cell }: { cell: number }) =>
              above.includes(cell) || ranges.some(([from, to]) => from <= cell && cell <= to);
            expect(cover.some(isNear)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
