/** All languages of the pages; a file that lacks a text does not compile. */
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import { createLanguage, type PageLanguage, type PageWords } from './language.ts';
import pt from './pt.json';

const words: Record<string, PageWords> = { en, ar, de, es, fr, pt };

const languages = new Map<string, PageLanguage>();

/** The language of a tag; English for one without a file. */
export function pageLanguage(tag = 'en'): PageLanguage {
  const known = tag in words ? tag : 'en';
  const language = languages.get(known) ?? createLanguage(known, words[known] ?? en);
  languages.set(known, language);
  return language;
}
