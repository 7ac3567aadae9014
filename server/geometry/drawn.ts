/** Polygons on their way from what was sent to what is stored: each ring and point knows its place as sent. */
import type { Ring } from './area.ts';

/** A closed ring. `ring` and `points` say which ring of the polygon and which points of it were sent, from 0. */
export type DrawnRing = { ring: number; positions: Ring; points: Int32Array; flat: Float64Array };

/** The first ring is the outer one. */
export type DrawnPolygon = { polygon: number; rings: DrawnRing[] };

/** What a geometry measures: its area (as `ringArea` counts) and the largest slip, in degrees, that nobody would see. */
export type Size = { area: number; slip: number };

/** Closing points included. */
export const pointsOf = (rings: Pick<DrawnRing, 'points'>[]): number =>
  rings.reduce((sum, { points }) => sum + points.length, 0);
