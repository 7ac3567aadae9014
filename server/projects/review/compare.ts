/** A project's fields as people read them, and the differences between two versions, word by word. */
import { diffWordsWithSpace } from 'diff';
import { projectFieldNames, projectForm, type ProjectField } from '../../../src/contract/project-form.ts';
import type { ReviewedField, TextPart } from '../../../src/contract/review-page.ts';
import { statusWords } from '../../../src/contract/status-words.ts';
import { polygonsOf } from '../../geometry/area.ts';
import type { Changes } from '../changes.ts';
import type { Project } from '../read-project.ts';

/** The maximum edit distance, since Myers's algorithm takes quadratic time; above it, both texts are shown whole. */
const mostEdits = 400;

export function textOf(field: ProjectField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (field === 'regions') return areaText(value as NonNullable<Project['regions']>);
  if (field === 'UN_regions') return (value as Project['UN_regions']).map(({ name }) => name).join(', ');
  if (Array.isArray(value)) return value.join(', ');
  if (field === 'status') return statusWords(String(value));
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

function areaText(regions: NonNullable<Project['regions']>): string {
  if (regions.kind !== 'area') return regions.kind === 'online' ? 'Online' : 'Anywhere';
  const polygons = polygonsOf(regions.geometry);
  const points = polygons.reduce((sum, rings) => rings.reduce((all, ring) => all + ring.length, sum), 0);
  return `${regions.geometry.type} with ${points} points`;
}

/** The parts of the new text, with what was removed in between; undefined where too much differs. */
export function differences(before: string, after: string): TextPart[] | undefined {
  return diffWordsWithSpace(before, after, { maxEditLength: mostEdits })?.map(
    ({ value, added, removed }) => ({
      text: value,
      is: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    }),
  );
}

type ComparedFields = {
  /** Only these fields; all that have a value if absent. */
  fields?: Changes;
  before?: Project;
  after: Project;
  corrected: string[];
};

/** Editors assign these: they are shown where they are empty, too. */
const assigned: ProjectField[] = ['topics', 'activities'];

export function reviewedFields({ fields, before, after, corrected }: ComparedFields): ReviewedField[] {
  const wanted = fields ? projectFieldNames.filter((name) => name in fields) : projectFieldNames;
  return wanted.flatMap((field) => {
    const [was, is] = [textOf(field, before?.[field]), textOf(field, after[field])];
    if (!fields && was === '' && is === '' && !assigned.includes(field)) return [];
    const parts = before && was !== '' && is !== '' ? differences(was, is) : undefined;
    return [
      {
        ...{ field, label: projectForm[field].label, after: is },
        ...(before && { before: was }),
        ...(parts && { parts }),
        isCorrected: corrected.includes(field),
      },
    ];
  });
}
