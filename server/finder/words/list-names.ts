/** The names of topics, activities and audiences as our pages write them in other languages than English. */
import ar from '../../../src/ui/words/ar.json' with { type: 'json' };
import de from '../../../src/ui/words/de.json' with { type: 'json' };
import es from '../../../src/ui/words/es.json' with { type: 'json' };
import fr from '../../../src/ui/words/fr.json' with { type: 'json' };
import pt from '../../../src/ui/words/pt.json' with { type: 'json' };
import { stemOf, textLanguages, type TextLanguage } from '../../text/stem.ts';
import { words as wordsOf } from '../../text/words.ts';
import { lexeme } from './lexemes.ts';

/**
 * `tag`: of the projects with that name; `english`: its English words, and `stems` theirs, which their texts have;
 * `languages`: of those who call it so.
 */
export type ListName = { tag: string; english: string[]; stems: string; languages: TextLanguage[] };

const translated = { ar, de, es, fr, pt };
const kinds = { topics: 'topic', activities: 'activity', audiences: 'age' } as const;

const stemsIn = (words: readonly string[], language: TextLanguage): string =>
  words.map((word) => stemOf(word, language)).join(' ');

const named = new Map<string, ListName>();

/** Calls `each` for every name; "Other" says nothing of a project. */
function eachName(
  each: (name: string[], language: TextLanguage, english: string[], tag: string) => void,
): void {
  for (const language of Object.keys(translated) as (keyof typeof translated)[])
    for (const [group, kind] of Object.entries(kinds) as [keyof typeof kinds, string][])
      for (const [english, name] of Object.entries(translated[language][group]))
        if (english !== 'Other') each(wordsOf(name), language, wordsOf(english), lexeme.tag(kind, english));
}

function add(name: string[], language: TextLanguage, english: string[], tag: string): void {
  const key = stemsIn(name, language);
  if (!named.has(key)) named.set(key, { tag, english, stems: stemsIn(english, 'en'), languages: [language] });
}

const shortest = 5;

eachName(add);
// "Astronomie et espace" is meant by its beginning, unless that is a name itself.
eachName(([first = '', ...others], ...of) => {
  if (others.length > 0 && first.length >= shortest) add([first], ...of);
});

/** The topic, activity or audience that these words are the name of, in the singular or the plural. */
export function listNamed(words: readonly string[]): ListName | undefined {
  const found = textLanguages.flatMap((language) => named.get(stemsIn(words, language)) ?? []);
  const [first] = found;
  // An English word finds its projects by itself: `observation` is French, too, and `climate` has the stem of `climat`.
  if (!first || words.every((word) => first.english.includes(word))) return undefined;
  return { ...first, languages: found.flatMap(({ languages }) => languages) };
}
