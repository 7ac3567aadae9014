/** Splits text into words, in the same way for stored projects and for searches, on both engines. */
import { normalForm } from '../../src/contract/fields/normal-form.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';

const marks = /\p{M}+/gu;
const word = /[\p{L}\p{N}]+/gu;

// Letters that Unicode does not decompose into a base letter and a mark.
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
    (letter) => ownEntry(plain, letter) ?? letter,
  );

/** The words of a text, folded: letters and digits only, so that they contain no search syntax. */
export const words = (text: string): string[] =>
  (folded(text).match(word) ?? []).map((found) => (found.length > 64 ? cut(found) : found));

// Never splits a surrogate pair.
const cut = (found: string) => found.slice(0, 64).replace(/[\ud800-\udbff]$/, '');

/** A slug for addresses: ASCII words joined by hyphens, cut between words. */
export function slugOf(text: string, max = 60): string {
  let slug = '';
  for (const found of folded(text).match(/[a-z0-9]+/g) ?? []) {
    const longer = slug === '' ? found.slice(0, max) : `${slug}-${found}`;
    if (longer.length > max) break;
    slug = longer;
  }
  return slug;
}
