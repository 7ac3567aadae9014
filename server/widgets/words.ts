/** The embeds' messages in languages that their files do not contain. */
import { languages, type Messages } from '../text/languages.ts';
import { sha256 } from '../secrets/secrets.ts';

type EmbedMessages = Pick<Messages, 'confirmation' | 'apihelper' | 'finder'>;

const ofEmbeds = new Map(
  [...languages].map(([lang, { confirmation, apihelper, finder }]): [string, EmbedMessages] => [
    lang,
    { confirmation, apihelper, finder },
  ]),
);
ofEmbeds.delete('en');

const versions = new Map(
  [...ofEmbeds].map(([lang, words]) => [lang, sha256(JSON.stringify(words)).slice(0, 12)]),
);

export type EmbedWords = { lang: string; version: string; words: EmbedMessages };

/**
 * The messages of a language, unless the page has this version; undefined for English and for unsupported languages.
 */
export function wordsOf(lang: string, known: string | undefined): EmbedWords | undefined {
  const [words, version] = [ofEmbeds.get(lang), versions.get(lang)];
  return words && version && version !== known ? { lang, version, words } : undefined;
}
