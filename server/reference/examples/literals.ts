/** Writes a JSON value as a literal of a programming language. */

export type Notation = {
  list: [open: string, close: string];
  map: [open: string, close: string];
  /** Writes a name, up to its value. */
  name: (name: string) => string;
  text: (text: string) => string;
  truth: [yes: string, no: string];
  /** The white space of one level. */
  step: string;
};

export const json: Notation = {
  list: ['[', ']'],
  map: ['{', '}'],
  name: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  truth: ['true', 'false'],
  step: '  ',
};

export const python: Notation = { ...json, truth: ['True', 'False'], step: '    ' };

const singleQuoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

export const php: Notation = {
  ...json,
  map: ['[', ']'],
  name: (name) => `${singleQuoted(name)} => `,
  text: singleQuoted,
  step: '    ',
};

export const r: Notation = {
  ...json,
  list: ['list(', ')'],
  map: ['list(', ')'],
  name: (name) => `${name} = `,
  truth: ['TRUE', 'FALSE'],
};

/** `indent`: the white space before the line that the value begins on. A list of one value is on one line. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  const { list, map, name, text, truth, step } = notation;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return truth[value ? 0 : 1];
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = indent + step;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, notation, inner));
    return list[0] + items.join(', ') + list[1];
  }
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${name(key)}${literal(item, notation, inner)}`,
  );
  // R refuses a comma behind the last value.
  return `${map[0]}\n${lines.join(',\n')}\n${indent}${map[1]}`;
}
