/** From what arrived to a project whose every part is known: names as the catalogue writes them, regions read. */
import { projectInput, type ProjectInput, type UnRegion } from '../../src/contract/project.ts';
import type { FieldFault } from '../http/refusal.ts';
import { matchNames, matchUnRegions } from './names.ts';
import { readRegions, type Regions } from './regions.ts';

type Matched = 'topics' | 'activities' | 'tags' | 'UN_regions' | 'regions';

/** A project as the store holds it. */
export type Project = Omit<ProjectInput, Matched> & {
  topics: string[];
  activities: string[];
  tags: string[];
  UN_regions: UnRegion[];
  regions?: Regions;
};

export type Reading = { project: Project } | { faults: FieldFault[] };

/** Reads a whole entry by the contract and by the catalogue; every fault at once. */
export function readProject(entry: unknown): Reading {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { faults: [{ field: 'body', message: 'must be an object with the fields of a project' }] };
  const read = projectInput.safeParse(entry);
  if (read.success) return matched(read.data);
  const faults = read.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }));
  return { faults: [...faults, ...matchFaults(entry)] };
}

/** What the catalogue and the regions say against fields that the contract alone would take. */
export function matchFaults(entry: unknown): FieldFault[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const given = entry as Record<string, unknown>;
  const { shape } = projectInput;
  const part: Partial<Pick<ProjectInput, Matched>> = {};
  for (const field of ['topics', 'activities', 'UN_regions', 'regions'] as const) {
    const read = shape[field].safeParse(given[field] ?? undefined);
    if (read.success) Object.assign(part, { [field]: read.data });
  }
  const reading = matched(part as ProjectInput);
  return 'faults' in reading ? reading.faults : [];
}

/** Matches what the contract has read. */
export function matched({ topics, activities, tags, UN_regions, regions, ...rest }: ProjectInput): Reading {
  const found = {
    topics: matchNames('topic', topics ?? []),
    activities: matchNames('activity', activities ?? []),
    UN_regions: matchUnRegions(UN_regions ?? []),
  };
  const area = regions === undefined ? undefined : readRegions(regions);
  const faults: FieldFault[] = [];
  for (const [field, { fault }] of Object.entries(found)) if (fault) faults.push({ field, message: fault });
  if (area && 'fault' in area) faults.push({ field: 'regions', message: area.fault });
  if (faults.length > 0 || (area && 'fault' in area)) return { faults };
  return {
    project: {
      ...rest,
      topics: found.topics.found,
      activities: found.activities.found,
      UN_regions: found.UN_regions.found,
      tags: tags ?? [],
      ...(area && { regions: area }),
    },
  };
}

const recommended = 64;

/** What is accepted but not recommended, one sentence each. */
export const warningsOf = ({ goal, task }: ProjectInput): string[] =>
  Object.entries({ goal, task })
    .filter(([, text]) => (text?.length ?? 0) > recommended)
    .map(
      ([field]) =>
        `${field} has more than the recommended ${recommended} characters and may be cut short in lists`,
    );
