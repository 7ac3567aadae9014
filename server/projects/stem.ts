/**
 * The stem of an English word, by Porter's algorithm (Program 14, 1980): `monitoring` and `monitored` are one.
 * It is worked out here and not by the engines, since theirs differ: both index what this says.
 */

const consonants = '[^aeiou][^aeiouy]*';
const vowels = '[aeiouy][aeiou]*';

/** Porter's measure: how often vowels are followed by consonants. */
const measured = {
  some: new RegExp(`^(${consonants})?${vowels}${consonants}`),
  one: new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`),
  more: new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`),
};
const hasVowel = new RegExp(`^(${consonants})?[aeiouy]`);
const endsShort = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);
const endsDouble = /([^aeiouylsz])\1$/;

const plurals: [string, string][] = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
];

const doubleSuffixes: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const adjectives: [string, string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const endings = [
  ...[
    'ement',
    'ance',
    'ence',
    'able',
    'ible',
    'ment',
    'ant',
    'ent',
    'ism',
    'ate',
    'iti',
    'ous',
    'ive',
    'ize',
  ],
  ...['ion', 'al', 'er', 'ic', 'ou'],
].map((ending): [string, string] => [ending, '']);

/** Replaces the first ending of the list that the word has, where what stands before it allows. */
function replaced(
  word: string,
  list: [string, string][],
  allows: (before: string, ending: string) => boolean,
) {
  const found = list.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const before = word.slice(0, -found[0].length);
  return allows(before, found[0]) ? before + found[1] : word;
}

const always = () => true;
const isMeasured = (before: string) => measured.some.test(before);
const isLong = (before: string, ending: string) =>
  measured.more.test(before) && (ending !== 'ion' || /[st]$/.test(before));

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return isMeasured(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const before = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (before === undefined || !hasVowel.test(before)) return word;
  if (/(at|bl|iz)$/.test(before)) return `${before}e`;
  if (endsDouble.test(before)) return before.slice(0, -1);
  return measured.one.test(before) && endsShort.test(before) ? `${before}e` : before;
}

function withoutE(word: string): string {
  if (!word.endsWith('e')) return word;
  const before = word.slice(0, -1);
  const isShort = measured.one.test(before) && endsShort.test(before);
  return measured.more.test(before) || (measured.one.test(before) && !isShort) ? before : word;
}

const withoutDouble = (word: string): string =>
  word.endsWith('ll') && measured.more.test(word.slice(0, -1)) ? word.slice(0, -1) : word;

function stemmed(word: string): string {
  let stem = withoutPast(replaced(word, plurals, always));
  if (stem.endsWith('y') && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(stem, doubleSuffixes, isMeasured);
  stem = replaced(stem, adjectives, isMeasured);
  return withoutDouble(withoutE(replaced(stem, endings, isLong)));
}

const known = new Map<string, string>();
const mostKnown = 50_000;

/** A folded word's stem; what is no English word (digits, other scripts, two letters) is its own. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = known.get(word);
  if (stem === undefined) {
    if (known.size >= mostKnown) known.clear();
    known.set(word, (stem = stemmed(word)));
  }
  return stem;
}
