import { fillIn, type PageLanguage } from './words/language.ts';

/** For whom a project is, in a few words: schools by their ages, joined where they follow each other. */
const schools = new Map([
  ['Elementary school (6 - 10 years)', [6, 10]],
  ['Middle school (11 - 13 years)', [11, 13]],
  ['High school (14 - 17 years)', [14, 17]],
] as const);

type Ages = Pick<PageLanguage, 'nameOf'> & { words: Pick<PageLanguage['words'], 'ages'> };

/** "Ages 6–17, adults"; empty where nobody said. */
export function agesText(audience: string[], { nameOf, words }: Ages): string {
  const spans: [number, number][] = [];
  for (const [school, [from, to]] of schools) {
    if (!audience.includes(school)) continue;
    const last = spans.at(-1);
    if (last?.[1] === from - 1) last[1] = to;
    else spans.push([from, to]);
  }
  const others = audience
    .filter((name) => !schools.has(name as never))
    .map((name) => nameOf('audiences', name));
  const ages = spans.map(([from, to]) => `${from}–${to}`).join(words.ages.comma);
  if (ages === '') return capital(others.join(words.ages.comma));
  if (ages === '6–17' && audience.includes('Adults')) return words.ages.all;
  return [fillIn(words.ages.ages, { ages }), ...others].join(words.ages.comma);
}

const capital = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase());
