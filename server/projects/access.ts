/** Who may act for a project, and who sees it before the public does. */
import { noProject, notManager, Refusal } from '../http/refusal.ts';
import type { ProjectStore } from './store.ts';

/** Refuses whoever does not manage this published project. Its managers may act while it is hidden, too. */
export const mustManagePublished =
  (projects: ProjectStore) =>
  async (projectId: number, accountId: number): Promise<void> => {
    const standing = await projects.standing(projectId, accountId);
    if (!standing) throw noProject();
    const { isPublished, isHidden, manages } = standing;
    if (manages && isPublished) return;
    if (manages)
      throw new Refusal(
        'not_published',
        'This project awaits review: this is possible once the editors have published it.',
        {
          fields: [{ field: 'project_id', message: 'is not published yet' }],
        },
      );
    if (!isPublished || isHidden) throw noProject();
    throw notManager();
  };

const keptFor = 60_000;
const mostKept = 10_000;

/** Whether an account manages any published project. A yes is kept for a minute; a no is asked again. */
export function managesAnyPublished(projects: ProjectStore, clock: () => number = Date.now) {
  const kept = new Map<number, number>();
  return async (accountId: number): Promise<boolean> => {
    const now = clock();
    if ((kept.get(accountId) ?? 0) > now) return true;
    kept.delete(accountId);
    if (!(await projects.managesAnyPublished(accountId))) return false;
    if (kept.size >= mostKept) kept.clear();
    kept.set(accountId, now + keptFor);
    return true;
  };
}
