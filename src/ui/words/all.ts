/** All languages of the pages; a file that lacks a text does not compile. */
import en from './en.json';
import { createLanguage, type PageLanguage, type PageWords } from './language.ts';

const words: Record<string, PageWords> = { en };

const languages = new Map<string, PageLanguage>();

/** The language of a tag; English for one without a file. */
export function pageLanguage(tag = 'en'): PageLanguage {
  const known = tag in words ? tag : 'en';
  const language = languages.get(known) ?? createLanguage(known, words[known] ?? en);
  languages.set(known, language);
  return language;
}
