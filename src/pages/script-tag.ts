/** HTML that owners paste: whatever a value contains, a parser reads back exactly that. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  // A parser turns a plain carriage return into a line feed, and editors break lines in their own way.
  '\r': '&#13;',
  '\n': '&#10;',
  // A regular expression, such as that which indents a snippet, sees a new line behind them.
  '\u2028': '&#8232;',
  '\u2029': '&#8233;',
};

/** Text for a quoted attribute. NUL and half a surrogate pair have no form in HTML, and are left out. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Cs}|\0/gu, '')
    .replace(/[&"<>\r\n\u2028\u2029]/g, (character) => entities[character] ?? character);

/** An element as an owner writes it, one attribute a line; an empty value is an attribute without one. */
export const elementOf = (name: string, attributes: Record<string, string>): string =>
  [
    `<${name}`,
    ...Object.entries(attributes).map(([each, value]) =>
      value === '' ? `  ${each}` : `  ${each}="${escaped(value)}"`,
    ),
    `></${name}>`,
  ].join('\n');

export const scriptTag = (src: string, attributes: Record<string, string> = {}): string =>
  elementOf('script', { src, ...attributes, async: '' });
