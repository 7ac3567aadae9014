/** The words of the pages on which somebody authorizes a site, in the six languages of the embeds. */
import type { ComponentChildren } from 'preact';
import ar from '../messages/ar.json';
import de from '../messages/de.json';
import en from '../messages/en.json';
import es from '../messages/es.json';
import fr from '../messages/fr.json';
import pt from '../messages/pt.json';

export type ConsentWord = keyof typeof en.consent;

/** In the order in which they are offered, each by its own name. */
export const offered = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ar: 'العربية',
};

const words: Record<string, typeof en.consent> = {
  en: en.consent,
  ar: ar.consent,
  de: de.consent,
  es: es.consent,
  fr: fr.consent,
  pt: pt.consent,
};

export const dirOf = (lang: string): 'ltr' | 'rtl' => (lang === 'ar' ? 'rtl' : 'ltr');

/** Returns the words of a language; elements may stand at their placeholders. */
export function consentWords(lang = 'en') {
  const known = words[lang] ?? en.consent;
  return (word: ConsentWord, values: Record<string, ComponentChildren> = {}): ComponentChildren =>
    // Every second part is the name of a placeholder.
    known[word].split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : values[part]));
}

export type Say = ReturnType<typeof consentWords>;
