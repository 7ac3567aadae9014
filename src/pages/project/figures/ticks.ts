/** Two to six round numbers from nothing to at least the most: 0, 50, 100, 150. */
export function niceTicks(max: number): number[] {
  const rough = Math.max(max, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Events are whole: no step below one.
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
  );
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < max || ticks.length < 2) ticks.push(ticks.length * step);
  return ticks;
}
