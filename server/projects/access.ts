/** Permissions on projects: who may act for one, and who sees it before publication. */
import { goodFor } from '../db/brief-cache.ts';
import { noProject, notManager, notPublished, Refusal, withheld } from '../http/refusal.ts';
import type { ProjectBefore } from './revise.ts';
import type { ProjectStore } from './store.ts';
import { slugOf } from '../text/words.ts';

/** Refuses an account that does not manage this open project. Managers may act while they hide it, too. */
export const mustManageOpen =
  (projects: ProjectStore) =>
  async (projectId: number, accountId: number): Promise<void> => {
    const standing = await projects.standing(projectId, accountId);
    if (!standing?.manages) throw standing?.isShown ? notManager() : noProject();
    if (standing.isWithheld) throw withheld();
    if (!standing.isPublished) throw notPublished();
  };

/** Refuses an account that does not manage this project, published or not. */
export const mustManage =
  (projects: ProjectStore) =>
  async (projectId: number, accountId: number): Promise<void> => {
    const standing = await projects.standing(projectId, accountId);
    if (!standing?.manages) throw standing?.isShown ? notManager() : noProject();
  };

/**
 * Returns the project of an address for which this account may send hashes: by its id, with or without its name, or by
 * the name alone among the projects that the account manages. Before publication its events are tests.
 */
export const mustSendHashed =
  (projects: ProjectStore) =>
  async (text: string, accountId: number): Promise<number> => {
    const id = Number(/^\d{1,15}(?=$|-)/.exec(text)?.[0] ?? (await namedBy(projects, text, accountId)));
    const standing = Number.isNaN(id) ? undefined : await projects.standing(id, accountId);
    if (!standing?.manages) throw standing?.isShown ? notManager() : noProject();
    if (standing.isWithheld) throw withheld();
    if (!standing.maySendHashed)
      throw new Refusal(
        'hashed_not_allowed',
        'This project may not send hashed addresses in the record step; ask an editor to allow it.',
      );
    return id;
  };

/** Undefined if two projects have the name. */
async function namedBy(projects: ProjectStore, slug: string, accountId: number) {
  const named = (await projects.managedNames(accountId)).filter(({ name }) => slugOf(name) === slug);
  return named.length === 1 ? named[0]?.project_id : undefined;
}

/**
 * Refuses an update of a project by its id, unless the key has the lineage that added the project, and its person still
 * manages it. For strangers, unpublished, hidden and missing projects look the same.
 */
export function mustBeOwn(
  before: ProjectBefore | undefined,
  { lineage }: { lineage: number },
): ProjectBefore {
  if (!before?.manages) throw before?.isShown ? notManager() : noProject('service_id');
  if (before.keyLineage === null)
    throw new Refusal(
      'added_elsewhere',
      'This project was added on the web, not with a key: it is updated there, or by the editors.',
      { fields: [{ field: 'service_id', message: 'is a project that was not added by the API' }] },
    );
  if (before.keyLineage !== lineage)
    throw new Refusal(
      'other_key',
      'This project was added with another key: use that one or its successor, or update it on its page here.',
      { fields: [{ field: 'service_id', message: 'is a project that was added with another key' }] },
    );
  return before;
}

const maxKept = 10_000;

/**
 * Whether an account manages any open project. A yes is cached as long as a found key is, which limits how long managers
 * may still act when an operator withholds a project; a no is queried again.
 */
export function managesAnyOpen(projects: ProjectStore, clock: () => number = () => performance.now()) {
  const statuses = new Map<number, number>();
  return async (accountId: number): Promise<boolean> => {
    const now = clock();
    if ((statuses.get(accountId) ?? 0) > now) return true;
    statuses.delete(accountId);
    if (!(await projects.managesAnyOpen(accountId))) return false;
    if (statuses.size >= maxKept) statuses.clear();
    statuses.set(accountId, now + goodFor);
    return true;
  };
}
