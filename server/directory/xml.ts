/** Text in XML documents. */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or a quoted attribute; characters that XML 1.0 does not have are left out (section 2.2). */
export const xmlText = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (character) => ownEntry(entities, character) ?? character);

export const xmlElement = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
