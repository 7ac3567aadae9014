/**
 * The words. The file has its own group of English ones, which is the type of all messages: one that is not in
 * it is a compile error. Another language comes with the reply about the project, and is kept for the next page.
 */
import type en from '../../src/messages/en.json';
import { consoleLine } from './console-line.ts';
import { pageMemory, recallData, remember } from './memory.ts';
import { serviceName } from './placeholders.ts';

export type Group = keyof typeof en;
export type Values = Record<string, string | undefined>;
export type Language = 'en' | (typeof translated)[number];
type Told = Partial<Record<Group, Partial<Record<string, string>>>>;

/** One language's words; `version` tells the service whether there are newer ones. */
export type Words = { lang: Language; version?: string | undefined; words: Told };

/** Besides English; src/messages has a file for each. */
const translated = ['es', 'fr', 'de', 'pt', 'ar'] as const;
const english: Words = { lang: 'en', words: {} };

/** The language that an embed should speak: as told, as the page around it, as the browser. */
export function languageAt(element: Element, told: string | undefined): Language {
  const wanted = [told, element.closest('[lang]')?.getAttribute('lang'), ...navigator.languages];
  for (const tongue of wanted) {
    const [name] = (tongue ?? '').toLowerCase().split('-');
    const known = (['en', ...translated] as const).find((each) => each === name);
    if (known) return known;
  }
  return 'en';
}

const key = 'manyhands:words';

/** The words of a language as an earlier page left them; without them it is English for now. */
export function wordsFor(lang: Language): Words {
  const stored = recallData('localStorage', key) as Words | undefined;
  return stored?.lang === lang && lang !== 'en' ? stored : english;
}

export function keepWords(words: Words): Words {
  remember('localStorage', key, JSON.stringify(words));
  return words;
}

/** Texts of the page's owner that replace ours: JSON in a script element, which no CSP blocks. */
function ownersWords(): Told | null {
  const text = document.querySelector('script[data-manyhands-words]')?.textContent;
  try {
    // JSON may also be `null`, which has no words.
    return JSON.parse(text ?? '{}') as Told | null;
  } catch {
    // Read for every state and by every embed, told once.
    if (!pageMemory['told']) consoleLine('data-manyhands-words is not JSON.');
    pageMemory['told'] = 'words';
    return null;
  }
}

/** The only number that is told counts days: plural and digits are the language's. */
export const daysIn = (language: Language, days: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

export const dayIn = (language: Language, time: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(time));

export const momentIn = (language: Language, time: string | Date) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));

const isRightToLeft = (text: string) => /[\u0590-\u08ff]/.test(text);

/** Says a group's messages: in English, or in the words that it was last told to speak. */
export function speaker<G extends Group>(group: G, messages: (typeof en)[G]) {
  type Key = keyof (typeof en)[G] & string;
  const plain = messages as Record<string, string>;
  let words = plain;
  return {
    /** From here on `say` speaks these words. */
    speak(tongue = english) {
      words = { ...plain, ...tongue.words[group], ...ownersWords()?.[group] } as Record<string, string>;
      return { lang: tongue.lang, dir: tongue.lang === 'ar' ? 'rtl' : 'ltr' } as const;
    },

    /** The message with its {placeholders} filled. A value of the other direction is isolated, or it would turn the sentence. */
    say(message: Key, values: Values = {}) {
      const text = `${words[message]}`;
      return text.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = `${name === 'service' ? serviceName : values[name]}`;
        return isRightToLeft(value) === isRightToLeft(text) ? value : `\u2068${value}\u2069`;
      });
    },
  };
}
