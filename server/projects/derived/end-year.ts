/** The year in which a project ended, where its duration names one. */

const year = /(?<!\d)(?:19|20)\d\d(?!\d)/g;

/** Words before the year in which something began, and words after which the last year is not its end. */
const beginning = /\b(?:since|from|start(?:s|ed|ing)?|begins?|began|beginning|begun|seit|ab|depuis|desde)\b/i;

/**
 * "2014–2016", "until 2016" and "2016" ended in 2016; "since 2014" does not say when. The duration is free text: without
 * a year that can be its end, nothing is said.
 */
export function endYearOf(duration: string, thisYear: number): string | undefined {
  const years = duration.match(year) ?? [];
  const last = years.at(-1);
  if (last === undefined || Number(last) > thisYear) return undefined;
  return years.length === 1 && beginning.test(duration) ? undefined : last;
}
