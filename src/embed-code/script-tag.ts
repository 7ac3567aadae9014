/** HTML that owners paste: a parser reads back every value exactly, no matter which characters it contains. */
import { ownEntry } from '../contract/fields/own-entry.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  // A parser turns a plain carriage return into a line feed, and editors break lines in their own way.
  '\r': '&#13;',
  '\n': '&#10;',
  // Regular expressions, such as the one that indents a snippet, treat these as ends of lines.
  '\u2028': '&#8232;',
  '\u2029': '&#8233;',
};

/** Text for a quoted attribute. NUL and half a surrogate pair have no form in HTML, and are left out. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Cs}|\0/gu, '')
    .replace(/[&"<>\r\n\u2028\u2029]/g, (character) => ownEntry(entities, character) ?? character);

/** An element as an owner writes it, one attribute a line; an empty value is an attribute without one. */
export const elementOf = (name: string, attributes: Record<string, string>, content = ''): string =>
  [
    `<${name}`,
    ...Object.entries(attributes).map(([each, value]) =>
      value === '' ? `  ${each}` : `  ${each}="${escaped(value)}"`,
    ),
    `>${content}</${name}>`,
  ].join('\n');

export const scriptTag = (src: string, attributes: Record<string, string> = {}): string =>
  elementOf('script', { src, ...attributes, async: '' });

type Confirmed = {
  baseUrl: string;
  serviceName: string;
  projectId: string | number;
  type: string;
  /** The owner's number of the submission. */
  ref?: string | undefined;
  lang?: string | undefined;
};

/**
 * The plain link of the message's snippets to the hosted confirmation, for places where scripts are removed (WordPress
 * authors, comments, mails) or do not run. The message replaces it. It is on the line on which the script ends:
 * WordPress's classic editor turns a line break there into a <br>.
 */
export const confirmLink = (confirmed: Confirmed): string =>
  `<a href="${escaped(confirmAddress(confirmed))}">${escaped(linkText(confirmed))}</a>`;

/** The same in Markdown. The address has no parentheses, which URLSearchParams encodes. */
export const confirmMarkdown = (confirmed: Confirmed): string =>
  `[${linkText(confirmed).replace(/[[\]\\]/g, '\\$&')}](${confirmAddress(confirmed)})`;

export function confirmAddress({ baseUrl, projectId, type, ref, lang }: Confirmed): string {
  const query = Object.entries({ type, ref, lang }).filter((entry): entry is [string, string] => !!entry[1]);
  return `${baseUrl}/confirm/${projectId}?${new URLSearchParams(query)}`;
}

const linkText = ({ serviceName }: Confirmed) => `Credit this to my ${serviceName} profile`;
