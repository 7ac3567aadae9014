/**
 * The stems of words, by the language of their text: `monitoring` and `monitored` have the same. They are computed here
 * because the engines' own stemmers differ: both index this result.
 */
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { LRUCache } from 'lru-cache';
import { stemmer as english } from 'stemmer';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import irregular from './irregular-words.json' with { type: 'json' };
import { isEnglishStopWord } from './stop-words.ts';
import { arabic, portuguese, spanish, withoutArticle } from './light-stemmers.ts';

/** Languages with a stemmer. Texts of others are stemmed as English. */
export const textLanguages = ['en', 'ar', 'de', 'es', 'fr', 'pt'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** Stems a word by its singular, if that is irregular. One that is its own singular there is no other word's inflection. */
const regular =
  (language: keyof typeof irregular, stemmed: (word: string) => string) =>
  (word: string): string => {
    const singular = ownEntry<string>(irregular[language], word) ?? word;
    return ownEntry<string>(irregular[language], singular) === singular ? singular : stemmed(singular);
  };

/** `Voegel` is `Vögel`, which folds to `vogel`; `neue` and `Quelle` are not. */
const withoutUmlauts = (word: string) =>
  word.replace(/([ao])e|(?<![aeq])ue/g, (two, vowel: string) => vowel ?? two[0]);

const stemmers: Record<TextLanguage, (word: string) => string> = {
  // The Andes are not `and`, which every text has.
  en: regular('en', (word) => {
    const stem = english(word);
    return isEnglishStopWord(stem) && !isEnglishStopWord(word) ? word : stem;
  }),
  // `ألوان` (colours) has no article.
  ar: (word) => regular('ar', arabic)(Object.hasOwn(irregular.ar, word) ? word : withoutArticle(word)),
  // Plurals in `s` follow a vowel: `Fotos`, `Kameras`, but not `Maus`.
  de: (word) =>
    regular('de', (one) => german(one.replace(/(?<=..[^aeiou][aou])s$/, '')))(withoutUmlauts(word)),
  es: spanish,
  // `lieux`, `cailloux`
  fr: regular('fr', (word) => french(word.replace(/(?<=[eo]u)x$/, ''))),
  pt: regular('pt', portuguese),
};

const isOf: Record<TextLanguage, RegExp> = {
  ...{ en: /^[a-z]{3,}$/, de: /^[a-z]{3,}$/, es: /^[a-z]{3,}$/, fr: /^[a-z]{3,}$/, pt: /^[a-z]{3,}$/ },
  ar: /^[\u0621-\u064a]{3,}$/,
};

const known = new LRUCache<string, string>({ max: 50_000 });

/** Put before what is of a language other than English: no German stem is taken for an English one. */
export const textMark = (language: TextLanguage) => (language === 'en' ? '' : `${language}_`);

/**
 * The stem of a folded word in a text of a language, marked with the language. Digits, words of two letters and of
 * other scripts are their own stems, in every language.
 */
export function stemOf(word: string, language: TextLanguage = 'en'): string {
  if (!isOf[language].test(word)) return word;
  const name = `${language} ${word}`;
  let stem = known.get(name);
  if (stem === undefined) known.set(name, (stem = textMark(language) + stemmers[language](word)));
  return stem;
}

/** The stems that a word may have in texts of these languages and of English, that of English first. */
export const stemsOf = (word: string, languages: readonly TextLanguage[]): string[] => [
  ...new Set([stemOf(word), ...languages.map((language) => stemOf(word, language))]),
];

/** The prefixes of the stems of words that begin with these letters. */
export const beginningsOf = (letters: string, languages: readonly TextLanguage[]): string[] => [
  ...new Set([
    letters,
    ...languages.map(
      (language) => textMark(language) + (language === 'de' ? withoutUmlauts(letters) : letters),
    ),
  ]),
];
