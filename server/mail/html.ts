/** The HTML of a mail, made from its text: both say the same. */
import { documentLang, isRightToLeft } from '../../src/ui/words/language.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ownEntry(entities, character) ?? '');

// No digits may surround the text: a page that looks for the digits of a code must find no others. An address is wider
// than a phone, and has no place for a break: mail programs know the older of the two properties, too.
const style =
  'font-family:sans-serif;line-height:normal;max-width:fit-content;overflow-wrap:anywhere;word-break:break-word';

export function htmlOf(text: string, lang = 'en'): string {
  const dir = isRightToLeft(lang) ? 'rtl' : 'ltr';
  const paragraphs = text.trim().split(/\n{2,}/);
  return `<!doctype html><html lang="${escaped(documentLang(lang))}" dir="${dir}"><body style="${style}">${paragraphs.map(paragraph).join('')}</body></html>`;
}

function paragraph(text: string): string {
  const lines = text.split('\n');
  const isQuoted = lines.every((line) => line.startsWith('>'));
  const inside = lines.map((line) => linked(isQuoted ? line.replace(/^> ?/, '') : line)).join('<br>');
  return isQuoted ? `<blockquote>${inside}</blockquote>` : `<p>${inside}</p>`;
}

/** Splitting by one group puts the addresses at the odd places. */
const linked = (line: string) =>
  line
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, place) =>
      place % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('');
