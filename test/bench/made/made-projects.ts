/**
 * Generates any number of projects that resemble the catalogue: each word is as frequent in titles, tags and texts as
 * there, so that few words are common and most are rare. The same count gives the same projects.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/built.ts';
import { seeded } from './seeded.ts';

type Entry = {
  name: string;
  description: string;
  tags: string[];
  topics: string[];
  activities: string[];
  presenting_org?: string;
  state?: string;
};

export type MadeProject =
  ReturnType<typeof projectMaker> extends (n: number) => infer Project ? Project : never;

const catalogue = () => JSON.parse(readFileSync(join(root, 'server/demo/catalog.json'), 'utf8')) as Entry[];

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/**
 * Words in addition to the catalogue's, each with the same small probability: the texts of a million projects have many
 * of them.
 */
const rareWords = 200_000;
const rareShare = 0.004;
const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re'.split(
    ' ',
  );

const rareWord = (n: number): string => {
  let word = 'z';
  for (let rest = n + syllables.length ** 3; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] as string;
  return word;
};

export function projectMaker() {
  const entries = catalogue();
  // A name with a link is refused.
  const titles = entries.flatMap(({ name }) => wordsIn(name).filter((word) => !/\.\w/.test(word)));
  const texts = entries.flatMap(({ description }) => wordsIn(description));
  const tags = entries.flatMap((entry) => entry.tags);
  const organisations = entries.flatMap(({ presenting_org: organisation }) => organisation ?? []);
  const states = entries.flatMap(({ state }) => state ?? []);

  return (n: number) => {
    const random = seeded(n);
    const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const some = <Item>(items: readonly Item[], least: number, max: number) =>
      Array.from({ length: least + Math.floor(random() * (max - least + 1)) }, () => one(items));
    const text = (length: number) =>
      Array.from({ length }, () =>
        random() < rareShare ? rareWord(Math.floor(random() * rareWords)) : one(texts),
      ).join(' ');
    const like = one(entries);
    return {
      name: `${some(titles, 2, 7).join(' ')} ${n}`,
      description: text(30 + Math.floor(random() * 110)),
      url: `https://made-${n}.example/`,
      origin: 'Made for the bench',
      presenting_org: one(organisations),
      contact_email: 'bench@example.org',
      status: 'active',
      state: one(states),
      country: 'United States',
      topics: like.topics,
      activities: like.activities,
      tags: [...new Set(some(tags, 1, 6))],
      ...place(random),
    };
  };
}

/** A third may be done anywhere; the others are squares from a village to a country, most of them small. */
function place(random: () => number) {
  if (random() < 0.33) return { regions: random() < 0.5 ? 'anywhere' : 'online' };
  const size = 0.05 * 2 ** (random() * 8);
  const west = -170 + random() * (340 - size);
  const south = -55 + random() * (120 - size);
  const [east, north] = [west + size, south + size];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([lng = 0, lat = 0]) => [Math.round(lng * 1e4) / 1e4, Math.round(lat * 1e4) / 1e4]);
  return { regions: { type: 'Polygon', coordinates: [ring] } };
}
