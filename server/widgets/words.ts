/** The embeds' words in the languages that are not in their files; a file that lacks a message does not compile. */
import ar from '../../src/messages/ar.json' with { type: 'json' };
import de from '../../src/messages/de.json' with { type: 'json' };
import type en from '../../src/messages/en.json';
import es from '../../src/messages/es.json' with { type: 'json' };
import fr from '../../src/messages/fr.json' with { type: 'json' };
import pt from '../../src/messages/pt.json' with { type: 'json' };
import { sha256 } from '../secrets.ts';

const languages = new Map<string, typeof en>(Object.entries({ ar, de, es, fr, pt }));

const versions = new Map(
  [...languages].map(([lang, words]) => [lang, sha256(JSON.stringify(words)).slice(0, 12)]),
);

export type Words = { lang: string; version: string; words: typeof en };

/** The words of a language, unless the page has this version; nothing for English and what we do not speak. */
export function wordsOf(lang: string, kept: string | undefined): Words | undefined {
  const [words, version] = [languages.get(lang), versions.get(lang)];
  return words && version && version !== kept ? { lang, version, words } : undefined;
}
