/** The rule for changes of a project: which of them apply at once, and which await an editor. */
import type { PartialProject, Project } from './reading/read-project.ts';

/** The state of a project before a change. */
export type ChangeBase = {
  project: Project;
  /** The values that await review; null for a field that is to be removed. */
  pending: Changes;
  corrected: string[];
  isPublished: boolean;
  isTrusted: boolean;
};

type ChangedField = keyof Project;

/** Some fields of a project; null for fields that are removed. */
export type Changes = { [F in ChangedField]?: Project[F] | null | undefined };

export type Revised = {
  project: Project;
  pending: Changes;
  /** Fields that an editor corrected and the update would change: they stay as they are. */
  kept: ChangedField[];
  /** Fields of a trusted project that await review all the same. */
  held: ChangedField[];
};

/**
 * Fields that identify the project's owner or lead people to other sites: an editor reviews them even if the project is
 * trusted.
 */
const identifying = new Set<string>([
  ...['name', 'url', 'image', 'contact_name', 'contact_affiliation'],
  ...['contact_email', 'contact_phone', 'contact_address', 'public_email'],
]);

/** An owner's update. Fields that are not named stay; null removes one, which the API cannot. */
export function revised(standing: ChangeBase, changes: PartialProject | Changes): Revised {
  const { corrected, isPublished, isTrusted } = standing;
  let { project, pending } = standing;
  const fields: ChangedField[] = [];
  for (const [field, value] of entriesOf(changes)) {
    if (corrected.includes(field)) {
      if (!isSame(value, project[field])) fields.push(field);
      continue;
    }
    // Hiding a project, or showing it again, needs no review.
    const isHiding = field === 'status' && (value === 'hidden' || project.status === 'hidden');
    const waits = isPublished && !isHiding && !(isTrusted && !identifying.has(field));
    if (waits) pending = { ...pending, [field]: value };
    else {
      project = withChanges(project, { [field]: value });
      pending = without(pending, field);
    }
  }
  pending = differing(project, pending);
  const held = entriesOf(changes)
    .map(([field]) => field)
    .filter((field) => isTrusted && field in pending);
  return { project, pending, kept: fields, held };
}

/** A project with changes applied. */
export const withChanges = (project: Project, changes: Changes): Project =>
  Object.fromEntries(
    Object.entries({ ...project, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as Project;

/** The changes that differ from the project. */
export const differing = (project: Project, changes: Changes): Changes =>
  Object.fromEntries(
    entriesOf(changes).filter(([field, value]) => !isSame(value ?? undefined, project[field])),
  ) as Changes;

/** The changes that lead from one version to another. */
export const changesBetween = (before: Project, after: Project): Changes => {
  const gone = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
  return differing(before, { ...gone, ...after });
};

export const without = (changes: Changes, field: string): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => name !== field)) as Changes;

const entriesOf = <T extends Changes>(fields: T): [ChangedField, T[ChangedField]][] =>
  (Object.entries(fields) as [ChangedField, T[ChangedField]][]).filter(([, value]) => value !== undefined);

/**
 * Whether two values have the same JSON, in any order of their members. Compared member by member: serializing an
 * outline of 20,000 points takes 5 ms each time.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
