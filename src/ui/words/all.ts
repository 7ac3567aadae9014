/** All languages of the pages; a file that lacks a text does not compile. */
import { ownEntry } from '../../contract/fields/own-entry.ts';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import { languageNameIn } from './language-name.ts';
import { createLanguage, type NameLookups, type PageLanguage, type PageWords } from './language.ts';
import pt from './pt.json';
import { regionNameIn, stateIn } from './region-name.ts';

const words: Record<string, PageWords> = { en, ar, de, es, fr, pt };

const languages = new Map<string, PageLanguage>();

const namesIn = (tag: string): NameLookups => ({
  region: (name) => regionNameIn(tag, name),
  state: (name) => stateIn(tag, name),
  language: (name) => languageNameIn(tag, name),
});

/** The language of a tag; English for one without a file. */
export function pageLanguage(tag = 'en'): PageLanguage {
  const known = ownEntry(words, tag);
  if (!known) return pageLanguage('en');
  const language = languages.get(tag) ?? createLanguage(tag, known, namesIn(tag));
  languages.set(tag, language);
  return language;
}
