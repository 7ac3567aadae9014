/** Writes a JSON value as a literal of a programming language. */

export type Notation = {
  list: [open: string, close: string];
  map: [open: string, close: string];
  /** Writes a name, up to its value. */
  name: (name: string) => string;
  text: (text: string) => string;
  booleans: [yes: string, no: string];
  none: string;
  /** Indentation of one level. */
  indent: string;
};

export const json: Notation = {
  list: ['[', ']'],
  map: ['{', '}'],
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  booleans: ['true', 'false'],
  none: 'null',
  indent: '  ',
};

export const python: Notation = {
  ...json,
  booleans: ['True', 'False'],
  none: 'None',
  indent: '    ',
};

const singleQuoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

export const php: Notation = {
  ...json,
  map: ['[', ']'],
  name: (name) => `${singleQuoted(name)} => `,
  text: singleQuoted,
  indent: '    ',
};

export const r: Notation = {
  ...json,
  list: ['list(', ')'],
  map: ['list(', ')'],
  name: (name) => `${name} = `,
  booleans: ['TRUE', 'FALSE'],
  none: 'NULL',
};

/** `outer`: the white space before the line that the value begins on. A list of one value is on one line. */
export function literal(value: unknown, notation: Notation, outer = ''): string {
  const { list, map, name, text, booleans, none, indent } = notation;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return booleans[value ? 0 : 1];
  if (value === null) return none;
  if (typeof value !== 'object') return String(value);
  const inner = outer + indent;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, notation, inner));
    return list[0] + items.join(', ') + list[1];
  }
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${name(key)}${literal(item, notation, inner)}`,
  );
  // R refuses a comma behind the last value.
  return `${map[0]}\n${lines.join(',\n')}\n${outer}${map[1]}`;
}
