/** The editors' decisions: from the state of a project to the outcome. The pages and the commands share them. */
import { projectChange, projectFields } from '../../src/contract/api/project.ts';
import type { ProjectField } from '../../src/contract/pages/project-form.ts';
import { type Changes, differing, withChanges, without } from './changes.ts';
import { matchedPart, readAll } from './reading/read-project.ts';
import type { ProjectBefore, ChangeOutcome } from './revise.ts';
import { DecisionFault } from './versions.ts';

function mustAwait(before: ProjectBefore | undefined): ProjectBefore {
  if (!before) throw new DecisionFault('missing');
  if (before.isPublished && !before.awaits) throw new DecisionFault('nothing');
  return before;
}

/** Publishes what awaits review. */
export function approved(before: ProjectBefore | undefined): ChangeOutcome {
  const { project, pending } = mustAwait(before);
  return {
    project: withChanges(project, pending),
    pending: {},
    decision: { state: 'applied' },
    publish: true,
    act: { act: 'approved' },
  };
}

export function turnedDown(before: ProjectBefore | undefined, why: string): ChangeOutcome {
  const { project, isTurnedDown } = mustAwait(before);
  // A second click would mail the owner a second time.
  if (isTurnedDown) throw new DecisionFault('nothing');
  return {
    project,
    pending: {},
    decision: { state: 'rejected', why },
    act: { act: 'turned_down', note: why },
  };
}

/** Sends a published project back to review, together with changes that wait. */
export function unpublished(before: ProjectBefore | undefined): ChangeOutcome {
  if (!before) throw new DecisionFault('missing');
  if (!before.isPublished) throw new DecisionFault('nothing');
  return {
    project: withChanges(before.project, before.pending),
    pending: {},
    unpublish: true,
    act: { act: 'unpublished' },
  };
}

/** Corrects a field, which updates then leave as it is. */
export function corrected(
  before: ProjectBefore | undefined,
  field: ProjectField,
  changes: Changes,
): ChangeOutcome {
  if (!before) throw new DecisionFault('missing');
  const project = withChanges(before.project, changes);
  return {
    project,
    pending: differing(project, without(before.pending, field)),
    corrected: [...before.corrected.filter((one) => one !== field), field],
    act: { act: 'corrected', note: field },
  };
}

/** Lets updates change a corrected field again. */
export function released(before: ProjectBefore | undefined, field: ProjectField): ChangeOutcome {
  if (!before) throw new DecisionFault('missing');
  const { project, pending } = before;
  return {
    project,
    pending,
    corrected: before.corrected.filter((one) => one !== field),
    act: { act: 'released', note: field },
  };
}

/** Reads the corrected value of a field; an empty one empties it, if that is possible. */
export function readCorrection(field: ProjectField, value: unknown): Changes | { fault: string } {
  if (value === '' || value === undefined) {
    const empty = projectFields[field].safeParse(undefined);
    if (!empty.success) return { fault: 'is required' };
    const none = ['topics', 'activities', 'tags', 'UN_regions'].includes(field) ? [] : null;
    return { [field]: empty.data ?? none };
  }
  const reading = readAll({ [field]: value }, projectChange, matchedPart);
  return 'faults' in reading ? { fault: reading.faults[0]?.message ?? 'is not right' } : reading.part;
}
