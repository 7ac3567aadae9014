/**
 * The operator's own words: `words/<language>.json` in the data folder for the pages, and `words/messages/<language>.json`
 * for embeds, mails and refusals. They replace single texts, or add a language; what is missing is in English.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import englishMessages from '../../src/messages/en.json' with { type: 'json' };
import englishWords from '../../src/ui/words/en.json' with { type: 'json' };
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { ourLanguages } from '../text/languages.ts';

export type Texts = { [key: string]: string | Texts };

/** The two files of a language, with their folders in the data folder. */
export const wordFiles = {
  words: { folder: 'words', english: englishWords as Texts },
  messages: { folder: join('words', 'messages'), english: englishMessages as Texts },
} as const;

/** The given texts by language. */
export type OwnWords = Map<string, { words: Texts; messages: Texts }>;

const longest = 2000;
const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Every form that a count has in any language. */
const everyForm = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
/** Whether texts are the forms of one count; a group may hold a text `other` beside its others. */
const isPlural = (texts: Texts) =>
  typeof texts['other'] === 'string' && Object.keys(texts).every((key) => everyForm.has(key));
const placeholdersOf = (text: string) => new Set(text.match(/\{\w+\}/g));

/** The forms of a count, such as `one` and `few`. */
const formsOf = (lang: string): string[] => new Intl.PluralRules(lang).resolvedOptions().pluralCategories;

/** Lists the faults of given texts, each with its key. */
function faultsOf(lang: string, given: unknown, english: Texts, path = ''): string[] {
  if (!isTexts(given)) return [`${path || 'the file'} must be an object with texts`];
  const forms = isPlural(english) ? formsOf(lang) : undefined;
  return Object.entries(given).flatMap(([key, text]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const original = forms ? english['other'] : ownEntry(english, key);
    if (original === undefined || (forms && !forms.includes(key)))
      return [`${at} is not one of our keys: ${(forms ?? Object.keys(english)).slice(0, 8).join(', ')} …`];
    if (typeof original !== 'string') return faultsOf(lang, text, original, at);
    if (typeof text !== 'string' || text.length > longest)
      return [`${at} must be a text of at most ${longest} characters`];
    return text === '' ? [] : placeholderFaults(at, text, original, forms !== undefined);
  });
}

function placeholderFaults(at: string, text: string, original: string, isForm: boolean): string[] {
  const [theirs, ours] = [placeholdersOf(text), placeholdersOf(original)];
  const unknown = [...theirs].filter((name) => !ours.has(name));
  // "a day" needs no number.
  const lost = isForm ? [] : [...ours].filter((name) => !theirs.has(name));
  return [
    ...unknown.map((name) => `${at} has the placeholder ${name}, which nothing fills`),
    ...lost.map((name) => `${at} lacks the placeholder ${name}`),
  ];
}

/** The texts of the first, and of the second where it has none. Forms of a count belong to their language. */
export function withRest<All>(given: Texts, all: All): All {
  const rest = all as Texts;
  const merged: Texts = isPlural(rest) && isPlural(given) ? {} : { ...rest };
  for (const [key, text] of Object.entries(given)) {
    const other = ownEntry(rest, key);
    if (typeof text !== 'string') merged[key] = withRest(text, isTexts(other) ? other : {});
    else if (text !== '') merged[key] = text;
  }
  return merged as All;
}

/** Texts to fill in: those of English, empty, with the plural forms of the language. */
export function emptyTexts(english: Texts, lang: string): Texts {
  const keys = isPlural(english) ? formsOf(lang) : Object.keys(english);
  return Object.fromEntries(
    keys.map((key) => {
      const text = ownEntry(english, key);
      return [key, isTexts(text) ? emptyTexts(text, lang) : ''];
    }),
  );
}

/** The keys of texts that a language lacks, with what they are in English. */
export function missingIn(given: Texts, english: Texts, path = ''): [key: string, english: string][] {
  return Object.entries(english).flatMap(([key, original]): [string, string][] => {
    const at = path === '' ? key : `${path}.${key}`;
    const text = ownEntry(given, key);
    if (typeof original === 'string') return text ? [] : [[at, original]];
    const texts = isTexts(text) ? text : {};
    if (isPlural(original)) return texts['other'] ? [] : [[at, String(original['other'])]];
    return missingIn(texts, original, at);
  });
}

/** Reads the files. A fault names its file and key; a note says how much a new language lacks. */
export function readOwnWords(dataDir: string): { words: OwnWords; faults: string[]; notes: string[] } {
  const words: OwnWords = new Map();
  const faults: string[] = [];
  for (const [file, { folder, english }] of Object.entries(wordFiles) as [
    keyof typeof wordFiles,
    { folder: string; english: Texts },
  ][])
    for (const name of filesIn(join(dataDir, folder))) {
      const about = (fault: string) => faults.push(`${join(folder, name)}: ${fault}`);
      const [, lang] = /^([a-z]{2,3})\.json$/.exec(name) ?? [];
      if (lang === undefined) {
        about('the name must be the code of a language, such as it.json');
        continue;
      }
      try {
        const texts = JSON.parse(readFileSync(join(dataDir, folder, name), 'utf8')) as Texts;
        faultsOf(lang, texts, english).forEach(about);
        words.set(lang, { words: {}, messages: {}, ...words.get(lang), [file]: texts });
      } catch (error) {
        about(`cannot be read as JSON: ${(error as Error).message}`);
      }
    }
  const notes = faults.length > 0 ? [] : [...words].flatMap(([lang, own]) => notesOn(lang, own));
  return { words, faults, notes };
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : [];

const notesOn = (lang: string, own: { words: Texts; messages: Texts }): string[] =>
  ourLanguages.includes(lang)
    ? []
    : Object.entries(wordFiles).flatMap(([file, { folder, english }]) => {
        const { length } = missingIn(own[file as keyof typeof own], english);
        return length === 0
          ? []
          : `${join(folder, `${lang}.json`)} lacks ${length} texts, which are in English: the command \`words ${lang}\` lists them.`;
      });
