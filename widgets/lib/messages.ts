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
type Told = Partial<Record<Group, Partial<Record<string, string>>>>;

/**
 * One language's words; `version` tells the service whether there are newer ones, and `wanted` is the list of languages
 * that they were the reply to.
 */
export type Words = {
  lang: string;
  dir: 'ltr' | 'rtl';
  version?: string | undefined;
  words: Told;
  wanted?: string;
};

const english: Words = { lang: 'en', dir: 'ltr', words: {} };

/**
 * The languages that an embed should speak, the most wanted first, as a list: as told, as the page around it, as the
 * browser. The service knows which of them it has. English is in the file, so nothing after it is wanted.
 */
export function languageAt(element: Element, told: string | undefined): string {
  const tags = [told, element.closest('[lang]')?.getAttribute('lang'), ...navigator.languages];
  const names = [...new Set(tags.map((tag) => tag?.toLowerCase().split('-')[0]).filter(Boolean))];
  return names.slice(0, names.indexOf('en') + 1 || 5).join() || 'en';
}

const key = 'manyhands:words';

/** The words of languages as an earlier page left them; without them it is English for now. */
export function wordsFor(wanted: string): Words {
  const stored = recallData('localStorage', key) as Words | undefined;
  return stored?.wanted === wanted ? stored : english;
}

export function keepWords(words: Words, wanted: string): Words {
  remember('localStorage', key, JSON.stringify({ ...words, wanted }));
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
export const daysIn = (language: string, days: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

/** A day; with `timeStyle` its time, too. English days are British, as on our pages. */
export const dayIn = (language: string, time: string | Date, timeStyle?: 'short') =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeStyle }).format(
    new Date(time),
  );

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
      return tongue;
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
