/**
 * Exact orientation predicate (Shewchuk 1997): on which side of the line a–b the point c lies, for any doubles of the
 * magnitude of degrees. If rounding could change the sign, the value is computed again exactly, as a sum of doubles
 * that do not overlap.
 */

/** Relative error bound: above it, the sign of the fast result is certain. */
const errorBound = 3.3306690738754716e-16;

/** Positive when c lies to the left of the line from a to b, negative to the right, 0 on it; the sign is exact. */
export function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const quick = left - right;
  const size = Math.abs(left) + Math.abs(right);
  return Math.abs(quick) > errorBound * size || size === 0 ? quick : exactTurn(ax, ay, bx, by, cx, cy);
}

function exactTurn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const sum: number[] = [];
  addProduct(sum, bx, ax, cy, ay, 1);
  addProduct(sum, by, ay, cx, ax, -1);
  // The parts are in order of size, so the last one has the sign of the sum.
  return sum.at(-1) ?? 0;
}

/** Adds `sign * (a - b) * (c - d)`. */
function addProduct(sum: number[], a: number, b: number, c: number, d: number, sign: number): void {
  const one = a - b;
  const oneRest = restOfDifference(a, b, one);
  const other = c - d;
  const otherRest = restOfDifference(c, d, other);
  addTimes(sum, sign * one, other);
  if (oneRest !== 0) addTimes(sum, sign * oneRest, other);
  if (otherRest !== 0) addTimes(sum, sign * one, otherRest);
  if (oneRest !== 0 && otherRest !== 0) addTimes(sum, sign * oneRest, otherRest);
}

/** The rounding error of `a - b`. */
function restOfDifference(a: number, b: number, difference: number): number {
  const taken = a - difference;
  const kept = difference + taken;
  return a - kept + (taken - b);
}

/** Splits a double into two halves of 26 bits each (Veltkamp), whose products are exact. */
const splitter = 2 ** 27 + 1;

function addTimes(sum: number[], one: number, other: number): void {
  const product = one * other;
  const oneSplit = splitter * one;
  const oneHigh = oneSplit - (oneSplit - one);
  const oneLow = one - oneHigh;
  const otherSplit = splitter * other;
  const otherHigh = otherSplit - (otherSplit - other);
  const otherLow = other - otherHigh;
  const rest = oneLow * otherLow - (product - oneHigh * otherHigh - oneLow * otherHigh - oneHigh * otherLow);
  addTo(sum, rest);
  addTo(sum, product);
}

/** Adds one double to a sum of doubles that do not overlap, smallest first. */
function addTo(sum: number[], added: number): void {
  let carried = added;
  let kept = 0;
  for (const part of sum) {
    const whole = carried + part;
    const back = whole - carried;
    const rest = carried - (whole - back) + (part - back);
    if (rest !== 0) sum[kept++] = rest;
    carried = whole;
  }
  sum.length = kept;
  if (carried !== 0) sum.push(carried);
}
