/** The history of a project as its managers and the editors read it: versions and acts, newest first. */
import type { HistoryEntry } from '../../../src/contract/pages/review.ts';
import type { ProjectField } from '../../../src/contract/pages/project-form.ts';
import type { Changes } from '../changes.ts';
import type { ProjectStore } from '../store.ts';
import { changesOf } from '../versions.ts';
import { textOf } from './compare.ts';
import { labelOf } from './field-labels.ts';

/** The number of newest versions that are shown with former values: drawing a hundred descriptions takes long. */
const maxWithFormer = 20;

type HistoryReader = { accountId: number; isEditor: boolean };

/** Returns the history. For owners the name of every editor is "an editor", since the service decides; editors see names. */
export async function historyOf(
  projects: Pick<ProjectStore, 'acts' | 'versions'>,
  id: number,
  reader: HistoryReader,
  max?: number,
): Promise<HistoryEntry[]> {
  const nameOf = (
    row: { account_id: number | null; name: string | null; role: string | null },
    us: string,
  ) => {
    if (row.account_id === null) return us;
    if (row.account_id === reader.accountId) return 'You';
    const isEditors = row.role !== null && row.role !== 'none';
    return isEditors && !reader.isEditor ? 'An editor' : (row.name ?? 'A former member');
  };
  const stored = (await projects.versions(id, max)).map((row) => ({ ...row, changes: changesOf(row) }));
  const formerBy = (index: number) =>
    index < maxWithFormer ? formerValues(stored[index]?.changes ?? {}, stored.slice(index + 1)) : [];
  const acts = (await projects.acts(id, max)).map((row) => ({
    moment: row.at,
    at: new Date(row.at).toISOString(),
    act: row.act,
    who: nameOf(row, withoutAccount[row.act] ?? 'An editor'),
    ...(row.note !== null && { note: noteOf(row.act, row.note) }),
    ...(row.subject !== null && { subject: subjectOf(row.subject_name) }),
    ...(row.act === 'corrected' && {
      before: formerBy(stored.findIndex((one) => isOfCorrection(one, row))),
    }),
  }));
  // Corrections are acts; the first version is the sending.
  const versions = stored
    .map((row, index) => ({ ...row, before: formerBy(index) }))
    .filter(({ how }) => how === 'update' || how === 'import')
    .map((row) => ({
      moment: row.created_at,
      at: new Date(row.created_at).toISOString(),
      act: row.how === 'import' ? ('imported' as const) : ('updated' as const),
      who: nameOf(row, ''),
      fields: Object.keys(row.changes).map(labelOf),
      before: row.before,
    }));
  return [...acts, ...versions]
    .sort((one, other) => other.moment - one.moment)
    .map(({ moment: _moment, ...entry }) => entry);
}

/** Two corrections of one moment are of different fields, or follow each other. */
const isOfCorrection = (
  { how, created_at, changes }: { how: string; created_at: number; changes: Changes },
  { at, note }: { at: number; note: string | null },
): boolean => how === 'correction' && created_at === at && Object.hasOwn(changes, note ?? '');

const subjectOf = (name: string | null): string => name ?? 'a former member';

/** Acts of people who need no account for them; the others are the operator's, by commands. */
const withoutAccount: Partial<Record<HistoryEntry['act'], string>> = {
  answered: 'The contact',
  refused: 'An invited person',
};

/** Returns the value of each changed field in the newest earlier version that took effect: people can restore it by hand. */
function formerValues(changes: Changes, earlier: { state: string; changes: Changes }[]) {
  const effective = earlier.filter(({ state }) => state === 'applied');
  return Object.keys(changes).flatMap((name) => {
    const field = name as ProjectField;
    const former = effective.find((row) => Object.hasOwn(row.changes, field));
    return former ? [{ label: labelOf(field), text: textOf(field, former.changes[field]) }] : [];
  });
}

const noteOf = (act: HistoryEntry['act'], note: string): string =>
  act === 'corrected' || act === 'released' ? labelOf(note) : note;
