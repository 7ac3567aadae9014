/** The embeds' messages that their files do not contain: other languages, and what the operator says otherwise. */
import english from '../../src/messages/en.json' with { type: 'json' };
import { documentLang, isRightToLeft } from '../../src/ui/words/language.ts';
import { languageOf, type Messages, messagesIn } from '../text/languages.ts';
import { sha256 } from '../secrets/secrets.ts';

type EmbedMessages = Pick<Messages, 'confirmation' | 'apihelper' | 'finder'>;

export type EmbedWords = {
  lang: string;
  dir: 'ltr' | 'rtl';
  version: string;
  words: Partial<EmbedMessages>;
};

const groups = ({ confirmation, apihelper, finder }: Messages): EmbedMessages => ({
  confirmation,
  apihelper,
  finder,
});

const known = new Map<Messages, EmbedWords>();

/** The words of the first language of a list that we have, unless the page has this version; undefined for our English. */
export function wordsOf(wanted: string, version: string | undefined): EmbedWords | undefined {
  const lang = languageOf(wanted);
  const messages = messagesIn(lang);
  // A page may have kept what the operator said before.
  if (messages === english) return version ? { lang, dir: 'ltr', version: '', words: {} } : undefined;
  let words = known.get(messages);
  if (!words) {
    const own = groups(messages);
    const dir = isRightToLeft(lang) ? 'rtl' : 'ltr';
    words = { lang: documentLang(lang), dir, version: sha256(JSON.stringify(own)).slice(0, 12), words: own };
    known.set(messages, words);
  }
  return words.version === version ? undefined : words;
}
