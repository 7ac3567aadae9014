/** The messages in all supported languages; a file that lacks a message does not compile. */
import ar from '../src/messages/ar.json' with { type: 'json' };
import de from '../src/messages/de.json' with { type: 'json' };
import en from '../src/messages/en.json' with { type: 'json' };
import es from '../src/messages/es.json' with { type: 'json' };
import fr from '../src/messages/fr.json' with { type: 'json' };
import pt from '../src/messages/pt.json' with { type: 'json' };

export type Messages = typeof en;

export const languages: ReadonlyMap<string, Messages> = new Map(Object.entries({ en, ar, de, es, fr, pt }));

/** The first part of the tag is the language: `pt` in `pt-BR`. */
const languageOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';

/** The language of a mail for a BCP 47 tag. */
export const mailLanguage = (tag = 'en'): string => (languages.has(languageOf(tag)) ? languageOf(tag) : 'en');

type Values = Record<string, string | number>;

/** Returns the words of mails in the language of a BCP 47 tag, or in English if that language is not supported. */
export function mailWords(tag?: string) {
  const { mail } = languages.get(mailLanguage(tag)) ?? en;
  return (message: keyof Messages['mail'], values: Values) =>
    mail[message].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
