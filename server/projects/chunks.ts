/** Rows per statement: well below what either engine allows of parameters. */
const most = 100;

/** Rows in portions that one statement can carry. */
export function* chunks<T>(rows: T[], size = most): Iterable<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
