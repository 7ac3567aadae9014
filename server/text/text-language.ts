/** The language of a project's texts: it decides how their words are stemmed. */
import { francAll } from 'franc-min';
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

/** What is as near to English as this, where the nearest language is 1, is taken for English: most texts are. */
const nearEnglish = 0.85;
/** Trigrams of more letters tell nothing new. */
const enough = 2000;

/** The languages among ours that are meant by codes and names in any of them: `de-AT`, `German`, `allemand`. */
export function languagesNamed(names: readonly string[]): TextLanguage[] {
  const meant = names.map((name) => name.trim().toLowerCase());
  return textLanguages.filter((language) =>
    meant.some(
      (name) => name === codes[language] || name.split('-')[0] === language || namesOf(language).has(name),
    ),
  );
}

const known = new Map<TextLanguage, Set<string>>();
function namesOf(language: TextLanguage): Set<string> {
  let names = known.get(language);
  if (!names) {
    names = new Set(
      textLanguages.map((tag) =>
        (new Intl.DisplayNames(tag, { type: 'language' }).of(language) ?? language).toLowerCase(),
      ),
    );
    known.set(language, names);
  }
  return names;
}

/** The language of a text, among those that its project lists and English; undefined if it is none of ours. */
export function languageOf(text: string, listed: readonly string[] = []): TextLanguage | undefined {
  const possible = languagesNamed(listed);
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
