/** The command for a language: what it lacks, and files to fill in. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyTexts, missingIn, type Texts, wordFiles } from '../operating/own-words.ts';
import { ourLanguages } from '../text/languages.ts';
import { type Command, CommandFault } from './command.ts';

export const wordCommands: Record<string, Command> = {
  words: {
    words: '<language>',
    says: 'lists the texts that a language of your own lacks; for a new one (it), writes the two files to fill in',
    act: async ({ settings }, [lang = '']) => {
      if (!/^[a-z]{2,3}$/.test(lang))
        throw new CommandFault('The language must be a code of two or three letters, such as it.');
      const wrote: string[] = [];
      const missing: { file: string; key: string; english: string }[] = [];
      for (const { folder, english } of ourLanguages.includes(lang) ? [] : Object.values(wordFiles)) {
        const file = join(settings.DATA_DIR, folder, `${lang}.json`);
        if (!existsSync(file)) {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, `${JSON.stringify(emptyTexts(english, lang), undefined, 2)}\n`, { flag: 'wx' });
          wrote.push(file);
        }
        const given = JSON.parse(readFileSync(file, 'utf8')) as Texts;
        for (const [key, text] of missingIn(given, english)) missing.push({ file, key, english: text });
      }
      return { text: sentencesOn(lang, wrote, missing), json: { language: lang, wrote, missing } };
    },
  },
};

function sentencesOn(lang: string, wrote: string[], missing: { key: string; english: string }[]): string {
  const lines = [
    ...wrote.map((file) => `Written, to fill in: ${file}`),
    ...missing.map(({ key, english }) => `${key}: ${english}`),
    missing.length === 0
      ? `Nothing is missing in ${lang}. A text of DATA_DIR/words/${lang}.json replaces ours.`
      : `${missing.length} texts are missing in ${lang}, and are in English. Restart the service when you have filled some in.`,
  ];
  return lines.join('\n');
}
