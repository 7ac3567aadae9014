/** Rows per statement: well below the number of parameters that either engine allows. */
const max = 100;

/** Splits rows into chunks for one statement each. */
export function* chunks<T>(rows: T[], size = max): Iterable<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
