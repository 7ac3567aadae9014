/** A project's fields as people read them, and the differences between two versions, word by word. */
import { diffWordsWithSpace } from 'diff';
import { projectFieldNames, type ProjectField } from '../../../src/contract/pages/project-form.ts';
import type { ReviewedField, TextPart } from '../../../src/contract/pages/review.ts';
import type { CoverageMap } from '../../../src/contract/pages/maps.ts';
import { counted } from '../../../src/ui/format.ts';
import { isPins, polygonsOf, positionsOf } from '../../geometry/area.ts';
import { regionsCovered } from '../../places/covered-regions.ts';
import { coverageMap } from '../../places/draw-map.ts';
import { type Changes, isSame } from '../changes.ts';
import { namesOf } from '../derived/glance.ts';
import type { Project } from '../reading/read-project.ts';
import { labelOf } from './field-labels.ts';

/**
 * Edits that are looked for in all fields of a page together, since Myers's algorithm takes quadratic time; above it,
 * both texts are shown whole.
 */
const maxEdits = 400;

export function textOf(field: ProjectField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (field === 'regions') return areaText(value as NonNullable<Project['regions']>);
  if (field === 'UN_regions') return (value as Project['UN_regions']).map(({ name }) => name).join(', ');
  if (field === 'translations') return translationsText(value as NonNullable<Project['translations']>);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

/** One after the other, each text under the name of its language and field. */
const translationsText = (translations: NonNullable<Project['translations']>): string =>
  Object.entries(translations)
    .flatMap(([code, texts]) =>
      Object.entries(texts).map(([field, text]) => {
        const language = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
        return `${language}, ${labelOf(field)}:\n${text}`;
      }),
    )
    .join('\n\n');

/** How much there is, and in which countries or states: maps show the rest. */
function areaText(regions: NonNullable<Project['regions']>): string {
  if (regions.kind !== 'area') return regions.kind;
  const { geometry } = regions;
  const what = isPins(geometry)
    ? counted(positionsOf(geometry).length, 'point')
    : counted(polygonsOf(geometry).length, 'outline');
  const where = namesOf(regionsCovered(geometry));
  return where === '' ? what : `${what} in ${where}`;
}

const mapOf = (project: Project | undefined): CoverageMap | undefined =>
  project?.regions?.kind === 'area' ? coverageMap(project.regions.geometry) : undefined;

/** The areas of two versions, drawn next to each other: two outlines may have the same words. */
function mapsOf(before: Project | undefined, after: Project): Pick<ReviewedField, 'maps'> {
  const [was, is] = [mapOf(before), mapOf(after)];
  return was || is ? { maps: { ...(was && { before: was }), ...(is && { after: is }) } } : {};
}

/** Returns the parts of the new text, with what was removed in between; undefined where too much differs. */
function differ() {
  let left = maxEdits;
  return (before: string, after: string): TextPart[] | undefined => {
    const changes = left > 0 ? diffWordsWithSpace(before, after, { maxEditLength: left }) : undefined;
    left -=
      changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? left;
    return changes?.map(({ value, added, removed }) => ({
      text: value,
      is: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    }));
  };
}

type ComparedFields = {
  /** Only these fields; all that have a value if absent. */
  fields?: Changes;
  before?: Project;
  after: Project;
  corrected: string[];
};

/** Two outlines in one country have the same words. */
const isHiddenChange = (field: ProjectField, before: Project | undefined, after: Project): boolean =>
  field === 'regions' &&
  before?.regions?.kind === 'area' &&
  textOf(field, before.regions) === textOf(field, after.regions) &&
  !isSame(before.regions, after.regions);

/** Editors assign these: they are shown where they are empty, too. */
const assigned: ProjectField[] = ['topics', 'activities'];

export function reviewedFields({ fields, before, after, corrected }: ComparedFields): ReviewedField[] {
  const differences = differ();
  const wanted = fields ? projectFieldNames.filter((name) => name in fields) : projectFieldNames;
  return wanted.flatMap((field) => {
    const was = textOf(field, before?.[field]);
    const is = isHiddenChange(field, before, after)
      ? `${textOf(field, after[field])}, with another outline`
      : textOf(field, after[field]);
    if (!fields && was === '' && is === '' && !assigned.includes(field)) return [];
    const parts = before && was !== '' && is !== '' ? differences(was, is) : undefined;
    return [
      {
        field,
        label: labelOf(field),
        after: is,
        ...(before && { before: was }),
        ...(parts && { parts }),
        ...(field === 'regions' && mapsOf(before, after)),
        isCorrected: corrected.includes(field),
      },
    ];
  });
}
