/** Decisions on a project as somebody saw it; if it has changed since, they read what somebody else did. */
import { id as idField } from '../../../src/contract/fields/kinds.ts';
import { ChangedMeanwhile } from '../../http/changed-meanwhile.ts';
import type { Visit } from '../../http/pages.ts';
import type { ProjectStore } from '../store.ts';
import { decidingActs, DecisionFault } from '../versions.ts';
import { historyOf } from './history.ts';

const versionField = idField('the version');

/** The version in the form: nothing that came later is decided on. */
export function seenIn({ fields }: Pick<Visit, 'fields'>): number {
  const version = versionField.safeParse(fields['version']);
  if (!version.success) throw new DecisionFault('changed');
  return version.data;
}

const looksLikeDeciding = new Set<string>([...decidingActs, 'updated', 'imported']);

/** Decides on a project; if somebody else did first, says what they did. `to`: the page that shows the project. */
export async function decidedOnce<Answer>(
  projects: Pick<ProjectStore, 'acts' | 'versions'>,
  { id, accountId, to }: { id: number; accountId: number; to: string },
  decide: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof DecisionFault)) throw error;
    const entries = await historyOf(projects, id, { accountId, isEditor: true }, 50);
    const entry = entries.find(({ act }) => looksLikeDeciding.has(act));
    throw new ChangedMeanwhile({ to, ...(entry ? { entry } : { says: 'Nothing awaits a decision.' }) });
  }
}
