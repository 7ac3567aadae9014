/** How text becomes words, alike when a project is stored and when it is searched, and on both engines. */
import { normalForm } from '../../src/contract/normal-form.ts';

const marks = /\p{M}+/gu;
const word = /[\p{L}\p{N}]+/gu;

// Letters that Unicode does not take apart into a base and a mark.
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const unplain = /[ßæœøłđðþı]/g;

/** Lower case, without accents: `Señales` and `senales` are the same. */
export const folded = (text: string): string =>
  normalForm(normalForm(text.toLowerCase(), 'NFD').replace(marks, ''), 'NFC').replace(
    unplain,
    (letter) => plain[letter] ?? letter,
  );

/** The words of a text, folded: letters and digits only, so that no search syntax survives. */
export const words = (text: string): string[] =>
  (folded(text).match(word) ?? []).map((found) => (found.length > 64 ? cut(found) : found));

// Never in the middle of a letter that takes two units.
const cut = (found: string) => found.slice(0, 64).replace(/[\ud800-\udbff]$/, '');

/** What may stand in an address: ascii words joined by hyphens, cut between words. */
export function slugOf(text: string, most = 60): string {
  let slug = '';
  for (const found of folded(text).match(/[a-z0-9]+/g) ?? []) {
    const longer = slug === '' ? found.slice(0, most) : `${slug}-${found}`;
    if (longer.length > most) break;
    slug = longer;
  }
  return slug;
}
