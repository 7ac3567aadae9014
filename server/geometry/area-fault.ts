/** A fault of an area, for its sender: one sentence that names the position. */
import type { Position } from './area.ts';

export class AreaFault {
  readonly fault: string;
  constructor(fault: string) {
    this.fault = fault;
  }
}

/** ` (polygon 2, ring 1, point 17, near 12.3, 45.6)`: counted from 1, longitude first. */
export function placed(
  { polygon, ring, point }: { polygon?: number; ring?: number; point?: number },
  near?: Position,
): string {
  const parts = [
    ...(polygon === undefined ? [] : [`polygon ${polygon + 1}`]),
    ...(ring === undefined ? [] : [`ring ${ring + 1}`]),
    ...(point === undefined ? [] : [`point ${point + 1}`]),
    ...(near === undefined ? [] : [`near ${near.map((number) => Number(number.toFixed(5))).join(', ')}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
