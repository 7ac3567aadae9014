/**
 * Light stemmers, of folded words: they take plurals and articles off, and join no words of different meaning. Spanish
 * and Portuguese after Savoy (Light Stemming Approaches for the French, Portuguese, German and Hungarian Languages,
 * 2006), Arabic after Larkey (light10, 2007).
 */

/** The first rule that a word ends with is applied, where enough letters are left. */
type Rule = [ending: RegExp, instead: string];

const applied = (word: string, rules: Rule[]): string => {
  const rule = rules.find(([ending]) => ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
};

/** `flor` and `flores`, but also `nube` and `nubes`: no word keeps its last `e`. */
const withoutE = (word: string) => (word.length > 3 ? word.replace(/e$/, '') : word);

/** `luz, luces`; `crisis` and `virus` are no plurals. */
export const spanish = (word: string): string =>
  withoutE((word.length > 3 ? word.replace(/(?<![iu])s$/, '') : word).replace(/ce$/, 'z'));

const portuguesePlurals: Rule[] = [
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ais$/, 'al'],
  [/ois$/, 'ol'],
  [/uis$/, 'ul'],
  [/e?is$/, 'el'],
  [/ns$/, 'm'],
  [/(?<!u)s$/, ''],
];
/** Of four letters, `reis` and `bois` have singulars in `i`. */
const shortPlurals: Rule[] = [...portuguesePlurals.slice(0, 1), ...portuguesePlurals.slice(-2)];

/** `canção, canções`; `réptil, répteis` and `papel, papéis` share a plural, and so an ending. */
export function portuguese(word: string): string {
  if (word.length <= 3) return word;
  const singular = applied(word, word.length > 4 ? portuguesePlurals : shortPlurals);
  return withoutE(singular.length > 4 ? singular.replace(/il$/, 'el') : singular);
}

const article = /^(?:[وبكف]?ال|لل)(?=.{3})/u;
const and = /^و(?=ا.{3})/u;
/** Without the article and the conjunctions that are written with the word. */
export const withoutArticle = (word: string): string => word.replace(article, '').replace(and, '');

/** `فراشة, فراشات`; of a word without its article. Plurals of another form are a list (irregular-words.json). */
export const arabic = (word: string): string =>
  applied(word, [
    [/(?<=.{4})(?:ون|ين)$/u, ''],
    [/(?<=.{3})(?:ات|ها|يه)$/u, ''],
    [/(?<=.{3})[هي]$/u, ''],
  ]);
