/** The language of a project's texts: it decides how their words are stemmed. */
import { francAll } from 'franc-min';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { textLanguages, type TextLanguage } from './stem.ts';

const codes: Record<TextLanguage, string> = {
  en: 'eng',
  ar: 'arb',
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  pt: 'por',
};
/** Languages that resemble ours, or have many speakers: a text in one of them is not taken for one of ours. */
const others = 'ita nld swe dan nob pol ces ron hun tur rus ukr ell ind vie pes urd'.split(' ');

/** A text is taken for English from this score on, where the nearest language has 1: most texts are English. */
const nearEnglish = 0.85;
/** Trigrams of more letters tell nothing new. */
const enough = 2000;

/** The codes among these that are meant by codes and names in any of our languages: `de-AT`, `German`, `allemand`. */
export function languagesNamed<Code extends string>(
  names: readonly string[],
  codes: readonly Code[],
): Code[] {
  const meant = names.map((name) => name.trim().toLowerCase());
  return codes.filter((code) => meant.some((name) => name.split('-')[0] === code || namesOf(code).has(name)));
}

const known = new Map<string, Set<string>>();
/** Its names in our languages, and its code of three letters. */
function namesOf(code: string): Set<string> {
  let names = known.get(code);
  if (!names) {
    const called = textLanguages.map(
      (tag) => new Intl.DisplayNames(tag, { type: 'language' }).of(code) ?? code,
    );
    names = new Set([...called, ownEntry<string>(codes, code) ?? code].map((name) => name.toLowerCase()));
    known.set(code, names);
  }
  return names;
}

/** The language of a text, among those that its project lists and English; undefined if it is none of ours. */
export function languageOf(text: string, listed: readonly string[] = []): TextLanguage | undefined {
  const possible = languagesNamed(listed, textLanguages);
  const only =
    possible.length > 0
      ? [...possible, 'en' as const].map((language) => codes[language])
      : [...Object.values(codes), ...others];
  const nearness = new Map(francAll(text.slice(0, enough), { only, minLength: 3 }));
  const [first] = nearness.keys();
  const isEnglish = possible.length === 0 && (nearness.get(codes.en) ?? 0) >= nearEnglish;
  const nearest = textLanguages.find((language) => codes[language] === (isEnglish ? codes.en : first));
  return nearest ?? possible[0];
}
