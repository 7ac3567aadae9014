/** The messages in all languages: those of the build, of which a file that lacks a message does not compile, and the operator's. */
import ar from '../../src/messages/ar.json' with { type: 'json' };
import de from '../../src/messages/de.json' with { type: 'json' };
import en from '../../src/messages/en.json' with { type: 'json' };
import es from '../../src/messages/es.json' with { type: 'json' };
import fr from '../../src/messages/fr.json' with { type: 'json' };
import pt from '../../src/messages/pt.json' with { type: 'json' };
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { type Blanks, fillIn, localeOf, timesIn } from '../../src/ui/words/language.ts';
import type { ForeignWords } from './foreign-words.ts';

export type Messages = typeof en;

const languages = new Map<string, Messages>(Object.entries({ en, ar, de, es, fr, pt }));

/** The languages of the build. */
export const ourLanguages: readonly string[] = [...languages.keys()];

/** Adds a language, or replaces its messages. */
export const addMessages = (tag: string, messages: Messages): void => void languages.set(tag, messages);

/** The first part of the tag is the language: `pt` in `pt-BR`. */
const knownAs = (tag: string) => languages.get(tag.toLowerCase().split('-')[0] ?? '');

/** The messages of a language; those of English for one without. */
export const messagesIn = (tag: string): Messages => knownAs(tag) ?? en;

/** Whether a value is the tag of a language that has a file. */
export const isLanguage = (tag: unknown): tag is string => typeof tag === 'string' && languages.has(tag);

/** Returns the first supported language that is named: by tags, or by lists of them with weights (RFC 9110, 12.5.4). */
export function languageOf(...named: (string | undefined)[]): string {
  for (const list of named)
    for (const tag of inOrder(list?.slice(0, 200) ?? '')) {
      const [language = ''] = tag.toLowerCase().split('-');
      if (languages.has(language)) return language;
    }
  return 'en';
}

const inOrder = (list: string): string[] =>
  list
    .split(/[\s,]+(?!q=)/)
    .map((entry) => /^([\w-]+)(?:\s*;\s*q=([\d.]+))?$/.exec(entry))
    .flatMap((read) => (read ? [{ tag: read[1] ?? '', weight: Number(read[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

/** Our own parts of mails: links, numbers, times, and addresses of the reader's own account. */
type OwnPlaceholder =
  | (
      | 'service'
      | 'link'
      | 'page'
      | 'list'
      | 'docs'
      | 'choices'
      | 'unsubscribe'
      | 'id'
      | 'code'
      | 'date'
      | 'why'
    )
  | ('before' | 'after' | 'address' | 'account' | 'accounts' | 'what');

/** Where a mail has words of people. */
type ForeignPlaceholder = 'project' | 'name' | 'site' | 'quoted';

export type MailValues = Partial<Record<OwnPlaceholder, string>> &
  Partial<Record<ForeignPlaceholder, ForeignWords>>;

/** Returns the words of mails in the language of a BCP 47 tag, or in English if that language is not supported. */
export function mailWords(tag = 'en') {
  const { mail } = messagesIn(tag);
  return (message: keyof Messages['mail'], values: MailValues) => fillIn(mail[message], values);
}

type RefusalShown = { code: string; message: string; retryAfter?: number | undefined };

/**
 * The text of a refusal for a person. In English it is the sentence of the refusal, which is more precise; the other
 * languages have one for each code that participants meet.
 */
export function refusalIn(tag: string, { code, message, retryAfter = 0 }: RefusalShown): string {
  const texts: Record<string, string> = messagesIn(tag).refusals;
  const text = tag === 'en' ? undefined : ownEntry(texts, code);
  return text === undefined ? message : fillIn(text, { time: waitIn(tag, retryAfter) });
}

/** A time in seconds as minutes or hours: "10 Minuten". */
function waitIn(tag: string, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const isShort = minutes < 60;
  const unit = isShort ? 'minute' : 'hour';
  const format = new Intl.NumberFormat(localeOf(tag), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(isShort ? minutes : Math.round(minutes / 60));
}

/** The title of a finder that has none of its own. */
export const finderTitleIn = (tag: string, service: string): string =>
  tag === 'en' ? `Projects on ${service}` : fillIn(messagesIn(tag).finder.all, { service });

/** The fault of a form that participants fill in. */
export const faultIn = (tag: string, fault: keyof Messages['faults'], values: Blanks = {}): string =>
  fillIn(messagesIn(tag).faults[fault], values);

/** A time in UTC for a mail. */
export const formatInstant = (time: number, tag: string): string =>
  timesIn(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })(time) + ' UTC';

/** The status of a project for a person; as it is stored if it is none of ours. */
export function statusIn(tag: string, status: string): string {
  const texts: Record<string, string> = messagesIn(tag).statuses;
  return ownEntry(texts, status) ?? status;
}
