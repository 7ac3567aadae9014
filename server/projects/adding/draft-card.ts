/** The card of a project that is still being written: without the fields that cannot be read yet. */
import type { ProjectCardData } from '../../../src/contract/finder-page.ts';
import { projectChange } from '../../../src/contract/project.ts';
import { projectFieldNames, type Typed } from '../../../src/contract/project-form.ts';
import { glanceOf } from '../glance.ts';
import { cardOf } from '../project-text.ts';
import { matchedPart, type Project, readAll } from '../read-project.ts';
import { type ReadTyped, textIn, wayIn } from './typed-form.ts';

/** Undefined as long as there is no name. */
export function draftCard(typed: Typed, read: ReadTyped, now: number): ProjectCardData | undefined {
  const project = 'project' in read ? read.project : partOf(typed, read.faults);
  if (project.name === '') return undefined;
  return { ...cardOf(project, { id: 0, updatedAt: now, picture: '' }), glance: glanceOf(project) };
}

const empty = {
  ...{ name: '', description: '', url: '', origin: '', contact_email: '' },
  ...{ status: 'active', preregistration: false, outdoors: true, indoors: true, project_type: 'Project' },
  ...{ topics: [], activities: [], tags: [], UN_regions: [] },
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
  const place = way === 'named' && isRead('regions') ? textIn(typed, 'where_named') : '';
  if (place !== '') fields['region_label'] ??= place.replaceAll('\n', ', ').slice(0, 300);
  const reading = readAll(fields, projectChange, matchedPart);
  const part = 'faults' in reading ? {} : reading.part;
  return { ...empty, ...part } as unknown as Project;
}
