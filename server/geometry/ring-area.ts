/** The area of a ring in square degrees at the equator, on an equal-area map (Lambert's cylindrical projection). */
import { isRoundPole, isRoundSouth } from './outline.ts';

const radians = Math.PI / 180;

/** The area within a ring without jumps; for one around a pole, the area up to the pole. */
export const ringArea = (numbers: Float64Array): number => Math.abs(signedArea(numbers));

/** The same, positive for a counterclockwise ring that goes around no pole. */
function signedArea(numbers: Float64Array): number {
  const isRound = isRoundPole(numbers);
  // Relative to a latitude of the ring itself, so that small rings lose no precision.
  const base = isRound ? (isRoundSouth(numbers) ? -1 : 1) : Math.sin((numbers[1] as number) * radians);
  let sum = 0;
  for (let at = 2; at < numbers.length; at += 2) {
    const step = (numbers[at] as number) - (numbers[at - 2] as number);
    const middle = ((numbers[at + 1] as number) + (numbers[at - 1] as number)) / 2;
    sum += step * (Math.sin(middle * radians) - base);
  }
  return -sum / radians;
}

/** The area of the triangle between three points. */
export function triangleArea(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const flat = Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
  return flat * Math.abs(Math.cos(((ay + by + cy) / 3) * radians));
}
