/** The vocabularies of PPSR Core 2020 with the matching words of our lists: reading and writing use the same rows. */
import type { ProjectStatus } from '../fields/status-words.ts';

type NamePairs<Ours extends string> = readonly (readonly [ours: Ours, theirs: string])[];

/** If several of their words match one of ours, the first is written. */
export const statusWords: NamePairs<ProjectStatus> = [
  ['starting', 'Not yet started'],
  ['active', 'Active'],
  ['active', 'Periodically active'],
  ['hiatus', 'On hold'],
  ['complete', 'Completed'],
  ['complete', 'Abandoned'],
];

export const ageWords: NamePairs<string> = [
  ['Elementary school (6 - 10 years)', 'Elementary school (6-10)'],
  ['Middle school (11 - 13 years)', 'Middle school (11-13)'],
  ['High school (14 - 17 years)', 'Youth/teen (up to 17)'],
  ['Families', 'Families'],
  ['Adults', 'General public'],
];

/** Not one of our audiences; it is written for those that have no class in PPSR. */
export const targetedGroup = 'Targeted group';

/** Activities with different names in PPSR; all others have the same name, and PPSR has no `Other`. */
export const processWords: NamePairs<string> = [
  ['Distributed computing', 'Download software for distributed computing'],
  ['Making and building', 'DIY hacking/making'],
  ['Site selection or description', 'Site selection and/or description'],
  ['Specimen or sample collection', 'Specimen/sample collection'],
];

/**
 * The field of science that is nearest to a topic. If several topics have the same field, it is read as the first of
 * them.
 */
export const scienceWords: NamePairs<string> = [
  ['Animals', 'Biological Sciences - Zoology'],
  ['Archaeology and cultural', 'Studies In Human Society - Anthropology'],
  ['Astronomy and space', 'Physical Sciences - Astronomical And Space Sciences'],
  ['Biology', 'Biological Sciences - Other Biological Sciences'],
  ['Birds', 'Biological Sciences - Zoology'],
  ['Chemistry', 'Chemical Sciences - Analytical Chemistry'],
  ['Climate and weather', 'Earth Sciences - Atmospheric Sciences'],
  ['Computers and technology', 'Information And Computing Sciences - Information Systems'],
  ['Disaster response', 'Studies In Human Society - Other Studies In Human Society'],
  ['Ecology and environment', 'Biological Sciences - Ecology'],
  ['Ecology and environment', 'Environmental Sciences - Environmental Science And Management'],
  ['Education', 'Studies In Human Society - Other Studies In Human Society'],
  ['Food', 'Engineering - Food Sciences'],
  ['Geography', 'Earth Sciences - Physical Geography And Environmental Geoscience'],
  ['Geology and earth science', 'Earth Sciences - Geology'],
  ['Health and medicine', 'Medical And Health Sciences - Public Health And Health Services'],
  ['Nature and outdoors', 'Biological Sciences - Biodiversity'],
  ['Ocean/water and marine', 'Earth Sciences - Oceanography'],
  ['Physics', 'Physical Sciences - Other Physical Sciences'],
  ['Pollinators/insects', 'Biological Sciences - Zoology'],
  ['Psychology', 'Psychology And Cognitive Sciences - Psychology'],
  ['Science policy', 'Studies In Human Society - Policy And Administration'],
  ['Social science', 'Studies In Human Society - Sociology'],
  ['Transportation', 'Engineering - Civil Engineering'],
];

/** The widest field, for projects without a topic. */
export const anyScience = 'Studies In Human Society - Other Studies In Human Society';

/** Maps each of our words to their first word for it. */
export const written = <Ours extends string>(pairs: NamePairs<Ours>): ReadonlyMap<string, string> =>
  new Map([...pairs].reverse());

/** Maps each of their words, in lower case, to ours. */
export const readable = <Ours extends string>(pairs: NamePairs<Ours>): ReadonlyMap<string, Ours> =>
  new Map([...pairs].reverse().map(([ours, theirs]) => [theirs.toLowerCase(), ours]));

/** Code points: the maximum length of our `goal`. */
const longestAim = 120;

/**
 * The aim, which PPSR Core requires, for a project without a goal: the first sentence of its description, cut at a
 * word. Reading reverses this: an aim that only repeats the description counts as absent.
 */
export function aimOf(description: string): string {
  const line =
    description
      .slice(0, 4 * longestAim)
      .trim()
      .split('\n')[0] ?? '';
  const end = /[.!?](?=\s)/.exec(line);
  const sentence = [...(end ? line.slice(0, end.index + 1) : line)];
  if (sentence.length <= longestAim) return sentence.join('').trim();
  const cut = sentence.slice(0, longestAim - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > 0 ? cut.slice(0, space) : cut).trim()}…`;
}
