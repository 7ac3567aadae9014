/** Who may act for a project, and who sees it before the public does. */
import { noProject, notManager, notPublished, Refusal, withheld } from '../http/refusal.ts';
import type { Found } from './revise.ts';
import type { ProjectStore } from './store.ts';
import { slugOf } from '../text/words.ts';

/** Refuses who does not manage this open project. Its managers may act while they hide it, too. */
export const mustManageOpen =
  (projects: ProjectStore) =>
  async (projectId: number, accountId: number): Promise<void> => {
    const standing = await projects.standing(projectId, accountId);
    if (!standing?.manages) throw standing?.isShown ? notManager() : noProject();
    if (standing.isWithheld) throw withheld();
    if (!standing.isPublished) throw notPublished();
  };

/**
 * The project that an address means, where this account may send hashes for it: by its id, with or without its
 * name, or by the name alone among what the account manages. Before publication its events are tests.
 */
export const mustSendHashed =
  (projects: ProjectStore) =>
  async (given: string, accountId: number): Promise<number> => {
    const id = Number(/^\d{1,15}(?=$|-)/.exec(given)?.[0] ?? (await namedBy(projects, given, accountId)));
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

/** A name that two projects share is none. */
async function namedBy(projects: ProjectStore, slug: string, accountId: number) {
  const named = (await projects.managedNames(accountId)).filter(({ name }) => slugOf(name) === slug);
  return named.length === 1 ? named[0]?.project_id : undefined;
}

/**
 * Refuses whoever may not update a project by its id: it takes a key of the lineage that added it, of a person
 * who still manages it. Strangers see no difference between what is unpublished, hidden, and not there.
 */
export function mustBeOwn(found: Found | undefined, { lineage }: { lineage: number }): Found {
  if (!found?.manages) throw found?.isShown ? notManager() : noProject('service_id');
  if (found.keyLineage === null)
    throw new Refusal(
      'added_elsewhere',
      'This project was added on the web, not with a key: it is updated there, or by the editors.',
      { fields: [{ field: 'service_id', message: 'is a project that was not added by the API' }] },
    );
  if (found.keyLineage !== lineage)
    throw new Refusal(
      'other_key',
      'This project was added with another key: use that one or its successor, or update it on its page here.',
      { fields: [{ field: 'service_id', message: 'is a project that was added with another key' }] },
    );
  return found;
}

/** As long as a key that was found is good (server/keys): what an operator withholds ends within it. */
const keptFor = 1_000;
const mostKept = 10_000;

/** Whether an account manages any open project. A yes is kept for a second; a no is asked again. */
export function managesAnyOpen(projects: ProjectStore, clock: () => number = Date.now) {
  const kept = new Map<number, number>();
  return async (accountId: number): Promise<boolean> => {
    const now = clock();
    if ((kept.get(accountId) ?? 0) > now) return true;
    kept.delete(accountId);
    if (!(await projects.managesAnyOpen(accountId))) return false;
    if (kept.size >= mostKept) kept.clear();
    kept.set(accountId, now + keptFor);
    return true;
  };
}
