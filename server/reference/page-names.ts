/** The address of each operation's page below /docs/api, made from its row: `POST /api/record_event` → `record-event`. */

/** Names by row, in the order of the rows. A name that an earlier row has gets the method in front. */
export function pageNames<Row extends string>(rows: readonly Row[]): Map<Row, string> {
  const names = new Map<Row, string>();
  const taken = new Set<string>();
  for (const row of rows) {
    const [method = '', path = ''] = row.split(' ');
    const plain = path
      .replace(/^\/api\b/, '')
      .replace(/\/:\w+/g, '')
      .replace(/^\/|\/$/g, '')
      .replace(/\W+|_/g, '-');
    const name = taken.has(plain) ? `${method.toLowerCase()}-${plain}` : plain;
    taken.add(name);
    names.set(row, name);
  }
  return names;
}
