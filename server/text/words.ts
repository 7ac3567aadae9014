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
  (folded(text).match(word) ?? []).map((run) => (run.length > 64 ? cut(run) : run));

// Never splits a surrogate pair.
const cut = (run: string) => run.slice(0, 64).replace(/[\ud800-\udbff]$/, '');

/** A slug for addresses: ASCII words joined by hyphens, cut between words. */
export function slugOf(text: string, max = 60): string {
  let slug = '';
  for (const run of folded(text).match(/[a-z0-9]+/g) ?? []) {
    const longer = slug === '' ? run.slice(0, max) : `${slug}-${run}`;
    if (longer.length > max) break;
    slug = longer;
  }
  return slug;
}
