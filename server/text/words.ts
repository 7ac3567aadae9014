/** Splits text into words, in the same way for stored projects and for searches, on both engines. */
import { normalForm } from '../../src/contract/fields/normal-form.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';

/**
 * Marks that are no letters of their own: accents, and the vowel signs of Arabic and Hebrew. Those of Thai or Hindi are
 * letters, and が is not か.
 */
const marks =
  /(?:(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}](?<![\u{3099}\u{309a}]))+/gu;
const word = /[\p{L}\p{N}\p{M}]+/gu;

// Letters that Unicode does not decompose into a base letter and a mark; the forms of Arabic letters, and its tatweel.
const plain: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  ...{ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ـ: '' },
};
const unplain = /[ßæœøłđðþıٱةىیکـ]/g;

/** The digits of Arabic and of Persian. */
const digits = /[٠-٩۰-۹]/g;
const digit = (letter: string) => String(((letter.codePointAt(0) ?? 0) - 0x660) % 16);

/** Two Arabic signs that Unicode takes for whole sentences: a text of them would become eighteen times as long. */
const sentences = /[\ufdfa\ufdfb]/g;

/** Lower case, without accents and the width of letters: `Señales` and `senales` are the same. */
export const folded = (text: string): string =>
  normalForm(normalForm(text.toLowerCase().replace(sentences, ' '), 'NFKD').replace(marks, ''), 'NFC')
    .replace(unplain, (letter) => ownEntry(plain, letter) ?? letter)
    .replace(digits, digit);

/** Texts of these scripts have no spaces between their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const wordsOf = (run: string): string[] =>
  unspaced.test(run) ? Array.from(segmenter.segment(run), ({ segment }) => segment) : [run];

/** The words of a text, folded: letters and digits only, so that they contain no search syntax. */
export const words = (text: string): string[] =>
  (folded(text).match(word) ?? []).flatMap(wordsOf).map((run) => (run.length > 64 ? cut(run) : run));

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
