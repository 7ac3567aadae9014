/** A project that is still being written, and its card: without the fields that cannot be read yet. */
import type { ProjectCardData } from '../../../src/contract/pages/finder.ts';
import type { CoverageMap } from '../../../src/contract/pages/maps.ts';
import { projectChange } from '../../../src/contract/api/project.ts';
import { projectFieldNames, type Typed } from '../../../src/contract/pages/project-form.ts';
import { coverageMap } from '../../places/draw-map.ts';
import { glanceOf } from '../derived/glance.ts';
import { cardOf, glanceIn } from '../derived/project-text.ts';
import { matchedPart, type Project, readAll } from '../reading/read-project.ts';
import type { Pictures } from './pictures.ts';
import { labelOf } from './named-regions.ts';
import { type ReadTyped, textIn, valueIn, wayIn } from './typed-form.ts';

/** The project as far as it can be read. `stored`: the project that is changed, whose area may be kept. */
export function draftProject(typed: Typed, read: ReadTyped, stored?: Project): Project {
  if ('project' in read) return read.project;
  const regions = areaOf(typed, read.faults, stored);
  return { ...partOf(typed, read.faults), ...(regions && { regions }) };
}

/** Undefined as long as there is no name. */
export function draftCard(
  typed: Typed,
  project: Project,
  now: number,
  { pictureAt }: Pick<Pictures, 'pictureAt'>,
): ProjectCardData | undefined {
  if (project.name === '') return undefined;
  return {
    ...cardOf(project, { id: 0, updatedAt: now, picture: pictureAt(textIn(typed, 'image')) ?? '' }),
    glance: glanceIn(glanceOf(project), undefined),
  };
}

/** The area of a draft on a map; undefined as long as none can be read. */
export const draftMap = ({ regions }: Project): CoverageMap | undefined =>
  regions?.kind === 'area' ? coverageMap(regions.geometry) : undefined;

/** Characters of an outline that is read here, in the thread of the requests. */
const shortOutline = 8000;

/** A circle or a short outline is read before the rest of the project is complete: people adjust it by its map. */
function areaOf(typed: Typed, faults: { field: string }[], stored?: Project): Project['regions'] {
  const way = wayIn(typed);
  if (way === 'same') return stored?.regions;
  const isShort = way === 'circle' || (way === 'drawn' && textIn(typed, 'regions').length <= shortOutline);
  if (!isShort || faults.some(({ field }) => field === 'regions')) return undefined;
  const value = valueIn(typed, 'regions');
  if ('fault' in value) return undefined;
  const reading = readAll({ regions: value.value }, projectChange, matchedPart);
  return 'faults' in reading ? undefined : (reading.part as Partial<Project>).regions;
}

const empty = {
  name: '',
  description: '',
  url: '',
  origin: '',
  contact_email: '',
  status: 'active',
  preregistration: false,
  outdoors: true,
  indoors: true,
  project_type: 'Project',
  topics: [],
  activities: [],
  tags: [],
  UN_regions: [],
} as const;

function partOf(typed: Typed, faults: { field: string }[]): Project {
  const isRead = (name: string) => !faults.some(({ field }) => field === name);
  const fields: Record<string, unknown> = Object.fromEntries(
    projectFieldNames
      .filter((name) => name !== 'regions' && typed[name] !== undefined && isRead(name))
      .map((name) => [name, typed[name]]),
  );
  const way = wayIn(typed);
  if (way === 'online' || way === 'anywhere') fields['regions'] = way;
  const place = way === 'named' && isRead('regions') ? labelOf(textIn(typed, 'where_named')) : '';
  if (place !== '') fields['region_label'] ??= place;
  const reading = readAll(fields, projectChange, matchedPart);
  const part = 'faults' in reading ? {} : reading.part;
  return { ...empty, ...part } as unknown as Project;
}
