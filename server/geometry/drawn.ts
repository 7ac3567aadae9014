/** Polygons between the sent and the stored form: each ring and point has its number as sent. */
import type { Ring } from './area.ts';

/** A closed ring. `ring` and `points` are the numbers of the ring and of its points as sent, from 0. */
export type DrawnRing = { ring: number; positions: Ring; points: Int32Array; flat: Float64Array };

/** The first ring is the outer one. */
export type DrawnPolygon = { polygon: number; rings: DrawnRing[] };

/**
 * The size of a geometry: its area (as `ringArea` counts) and its tolerance for flaws that nobody would see, in
 * degrees.
 */
export type Size = { area: number; slip: number };

/** The number of points, with closing points. */
export const pointsOf = (rings: Pick<DrawnRing, 'points'>[]): number =>
  rings.reduce((sum, { points }) => sum + points.length, 0);
