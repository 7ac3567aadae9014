/** The text of a card on our own pages besides the finder's result. */
import { regionsCovered } from '../../places/covered-regions.ts';
import { regionName } from '../../places/gazetteer.ts';
import { placeOf, type StoredGlance, writtenLanguage } from './project-text.ts';
import type { Project } from '../reading/read-project.ts';

export function glanceOf(project: Project): StoredGlance {
  const { regions, time_commitment: effort, translations = {} } = project;
  const lang = writtenLanguage(project);
  const translated = Object.entries(translations).map(
    ([code, { name, description, time_commitment: text }]) =>
      [
        code,
        {
          ...(text !== undefined && { effort: text }),
          ...(name !== undefined && description !== undefined && { lang: code }),
        },
      ] as const,
  );
  return {
    organisation: organisationOf(project),
    place: whereOf(project),
    isFromHome: regions !== undefined && regions.kind !== 'area',
    ...(effort !== undefined && { effort }),
    ...(lang !== undefined && { lang }),
    ...(translated.length > 0 && { translations: Object.fromEntries(translated) }),
    ages: project.audience ?? [],
    // Both are so where nobody said otherwise.
    ...(project.outdoors !== project.indoors && { setting: project.outdoors ? 'outdoors' : 'indoors' }),
  };
}

/** The organisation that runs it, rather than the catalogue that it came from. */
export const organisationOf = (project: Project): string =>
  project.presenting_org ?? project.contact_affiliation ?? project.origin;

/** Labels of catalogues that do not say which place is meant. */
const vague =
  /^(local|regional|national|nationwide|international|global|world|worldwide|state|park-based|anywhere|online|other|various|n\/?a)$/i;

/** The place in a few words; empty where none is known. */
export function whereOf(project: Project): string {
  const label = project.region_label?.trim() ?? '';
  if (label !== '' && !vague.test(label)) return label;
  if (project.regions?.kind === 'area') return namesOf(regionsCovered(project.regions.geometry));
  return project.regions ? '' : placeOf(project);
}

/** A place of more states than this is called by its country, and one of more countries by their number. */
const maxNamed = 2;

/** Countries or states in a few words. */
export function namesOf(codes: string[]): string {
  const all = codes.filter((code) => !code.includes('-'));
  // Outlines of the whole United States have it as well.
  const countries = all.includes('US') ? all.filter((code) => code !== 'PR') : all;
  const states = codes.filter((code) => code.includes('-'));
  const named = (some: string[]) => some.map((code) => regionName(code) ?? code).join(', ');
  // Otherwise it would be the country.
  if (states.length === 1 && states[0] === 'US-GA' && countries.length === 1) return `${named(states)} (US)`;
  if (countries.length === 1 && states.length > 0 && states.length <= maxNamed) return named(states);
  return countries.length <= maxNamed ? named(countries) : `${countries.length} countries`;
}
