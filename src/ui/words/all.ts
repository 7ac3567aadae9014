/** The languages of the pages: those of the build, of which a file that lacks a text does not compile, and the operator's. */
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import { languageNameIn } from './language-name.ts';
import { createLanguage, type NameLookups, type PageLanguage, type PageWords } from './language.ts';
import pt from './pt.json';
import { regionNameIn, stateIn } from './region-name.ts';

const ofBuild: Record<string, PageWords> = { en, ar, de, es, fr, pt };

const languages = new Map<string, PageLanguage>();

const namesIn = (tag: string): NameLookups => ({
  region: (name) => regionNameIn(tag, name),
  state: (name) => stateIn(tag, name),
  language: (name) => languageNameIn(tag, name),
});

/** Adds a language, or replaces its words. */
export const addLanguage = (tag: string, words: PageWords): void =>
  void languages.set(tag, createLanguage(tag, words, namesIn(tag)));

for (const [tag, words] of Object.entries(ofBuild)) addLanguage(tag, words);

/** The language of a tag; English for one without words. */
export const pageLanguage = (tag = 'en'): PageLanguage =>
  languages.get(tag) ?? (languages.get('en') as PageLanguage);

/** Each language by its own name. */
export const languageNames = (): [tag: string, name: string][] =>
  [...languages.keys()].map((tag) => {
    const name = languageNameIn(tag, tag);
    return [tag, name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1)];
  });
