/** Data derived from a project's fields: its card in the finder, its detail, and the words by which it is found. */
import type { Glance } from '../../../src/contract/pages/finder.ts';
import type { FinderResult } from '../../../src/contract/api/finder.ts';
import type { ProjectDetail } from '../../../src/contract/api/project.ts';
import { projectLanguages } from '../../../src/contract/fields/project-languages.ts';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import type { Project } from '../reading/read-project.ts';
import { languageOf, languagesNamed } from '../../text/text-language.ts';
import { slugOf } from '../../text/words.ts';

/** The path of a project's page here: the id identifies it, the name is for people. */
export function projectPath(id: number, name: string): string {
  const slug = slugOf(name);
  return slug === '' ? `/project/${id}` : `/project/${id}-${slug}`;
}

/** The part of a project that other pages need to link to it. */
export const projectHead = (id: number, name: string) => ({ id, title: name, path: projectPath(id, name) });

type Standing = { id: number; updatedAt: number; picture: string };

/** The path of a picture; its size for lists ends in `-640.webp` (server/images/serve.ts). */
export const picturePath = (picture: string): string => `/images/${picture}.webp`;

/** The texts of a card in further languages, by the code of each. */
type CardTranslations = Record<string, Partial<Pick<FinderResult, 'title' | 'description'>>>;
/** As stored: addresses here are paths. */
export type StoredCard = FinderResult & { translations?: CardTranslations };

const cardTranslations = ({ translations = {} }: Project): CardTranslations =>
  Object.fromEntries(
    Object.entries(translations).map(([lang, { name, description }]) => [
      lang,
      { ...(name !== undefined && { title: name }), ...(description !== undefined && { description }) },
    ]),
  );

/** The card, or detail, for a reader of a language. */
export function cardIn<Card extends FinderResult | ProjectDetail>(
  stored: Card & Pick<StoredCard, 'translations'>,
  lang: string | undefined,
): Card {
  if (stored.translations === undefined) return stored;
  const { translations, ...card } = stored;
  return { ...(card as Card), ...ownEntry(translations, lang) };
}

/** `translations`: by the codes of all; without `lang` where only a part of title and description is translated. */
export type StoredGlance = Glance & { translations?: Record<string, Pick<Glance, 'effort' | 'lang'>> };

/** The text for a reader of a language. */
export function glanceIn({ translations = {}, ...glance }: StoredGlance, lang: string | undefined): Glance {
  const translated = ownEntry(translations, lang);
  if (!translated) return glance;
  const own = { ...glance };
  delete own.lang;
  return { ...own, ...translated };
}

export function cardOf(project: Project, { id, updatedAt, picture }: Standing): StoredCard {
  return {
    ...(project.translations && { translations: cardTranslations(project) }),
    id,
    title: project.name,
    description: project.description,
    url: projectPath(id, project.name),
    website: project.url,
    origin: project.origin,
    status: project.status,
    ...(picture !== '' && { image: picturePath(picture) }),
    ...(picture !== '' && project.image_credit !== undefined && { image_credit: project.image_credit }),
    activities: project.activities,
    topics: project.topics,
    tags: project.tags,
    UN_regions: project.UN_regions,
    updated: new Date(updatedAt).toISOString(),
  };
}

export function detailOf(project: Project, standing: Standing): ProjectDetail & StoredCard {
  return { ...cardOf(project, standing), regions: regionEntries(project) };
}

function regionEntries({ regions, region_label, ...project }: Project): ProjectDetail['regions'] {
  if (!regions) return [];
  if (regions.kind !== 'area') return [{ name: regions.kind, osm_id: 0, legal: '', geometry: {} }];
  const { name = placeOf(project), osm_id = 0, legal = '' } = regions.origin ?? {};
  return [{ name: region_label ?? name, osm_id, legal, geometry: { ...regions.geometry } }];
}

/** City, state and country, as far as they are known. */
export const placeOf = ({ city, state, country }: Pick<Project, 'city' | 'state' | 'country'>): string =>
  [city, state, country].filter((part) => part !== undefined).join(', ');

/** The language that its authors wrote in: one that they list, else the one that the texts are in, if we know it. */
export const writtenLanguage = ({
  name,
  description,
  languages,
}: Pick<Project, 'name' | 'description' | 'languages'>): string | undefined => {
  const [only, ...more] = languagesNamed(languages ?? [], projectLanguages);
  return languageOf(`${name}. ${description}`, languages) ?? (more.length === 0 ? only : undefined);
};

/**
 * The texts by which a project is found, by weight: the title counts most. Each text is a field of its own. `lists`:
 * names of our lists, and `place`: both are English; the others are in the project's language.
 */
export type ProjectTexts = Record<
  'title' | 'tags' | 'lists' | 'organisation' | 'place' | 'body' | 'audience',
  string[]
>;

export function textsOf(project: Project): ProjectTexts {
  const present = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined);
  return {
    title: [project.name],
    tags: project.tags,
    lists: [...project.topics, ...project.activities],
    organisation: present(project.origin, project.presenting_org, project.contact_affiliation),
    place: [
      ...present(project.region_label, placeOf(project)),
      ...project.UN_regions.map(({ name }) => name),
    ],
    body: present(
      project.description,
      project.goal,
      project.task,
      project.how_to_join,
      project.special_skills,
      project.gear,
    ),
    audience: project.audience ?? [],
  };
}
