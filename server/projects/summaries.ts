/** The short form of a project for the embeds, the popup and the participant's page. */
import type { Signatory } from '../../src/contract/pages/certificates.ts';
import type { ManagedProject } from '../../src/contract/pages/me.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { isOpen, isPublished, isShown, isTurnedDown } from './visibility.ts';
import type { ManagedRow } from './owners.ts';
import { organisationOf } from './derived/glance.ts';
import { projectHead } from './derived/project-text.ts';
import type { Project } from './reading/read-project.ts';
import { namedIn } from './named-in.ts';
import { projectIn } from './translated.ts';
import { projectOf, type ProjectRow } from './rows.ts';
import type { ProjectStore } from './store.ts';

export function projectSummaries(projects: ProjectStore, baseUrl: string) {
  const headOf = (id: number, title: string): ProjectHead => projectHead(id, title);

  /** For open projects only, for a reader of a language. One that its owner hid from the directory still counts. */
  const openHead = async (id: number, lang?: string): Promise<ProjectHead | undefined> => {
    const named = await projects.openName(id, lang);
    return named && { ...headOf(id, named.name), title: named.title };
  };

  /** Returns the signatory for the hours of an open project, with its organisation. */
  const vouches = async (id: number) => {
    const row = await projects.row(id);
    if (!row || !isOpen(row) || row.signatory === null) return undefined;
    const organisation = organisationOf(projectOf(row));
    return { ...(JSON.parse(row.signatory) as Signatory), ...(organisation !== '' && { organisation }) };
  };

  /** For projects that everybody sees. */
  const shown = async (id: number) => {
    const row = await projects.row(id);
    return row && isShown(row) ? row : undefined;
  };
  const headIn = (row: ProjectRow | undefined, lang?: string) =>
    row && { ...headOf(row.project_id, row.name), title: projectIn(projectOf(row), [lang]).name };

  return {
    /** For projects that everybody sees: also its status, and when it was changed. */
    shownStatus: async (id: number, lang?: string) => {
      const row = await shown(id);
      const head = headIn(row, lang);
      return row && head && { ...head, status: projectOf(row).status, updatedAt: row.updated_at };
    },

    shownHead: async (id: number, lang?: string) => headIn(await shown(id), lang),

    /** For projects that everybody sees, that have not started yet, and that people may wait for. */
    startingHead: async (id: number): Promise<ProjectHead | undefined> => {
      const row = await shown(id);
      return row && mayWaitFor(projectOf(row)) ? headIn(row) : undefined;
    },

    headOf,
    openHead,
    vouches,
    namedIn: namedIn(projects),

    /** The projects that an account manages, with how much of them the public sees. */
    managedBy: async (accountId: number): Promise<ManagedProject[]> =>
      (await projects.managedRows(accountId)).map((row) => ({
        project: headOf(row.project_id, row.name),
        visibility: visibilityOf(row),
        ...(row.review_since !== null && { since: new Date(row.review_since).toISOString() }),
      })),

    openProject: async (id: number, lang?: string) => {
      const head = await openHead(id, lang);
      return head && { projectId: id, title: head.title, page: `${baseUrl}${head.path}` };
    },
  };
}

/** Whether people can ask to be told when the project starts. */
export const mayWaitFor = ({ status, preregistration }: Project): boolean =>
  status === 'starting' && preregistration;

/** How much of a project the public sees. */
export function visibilityOf(
  row: Pick<ManagedRow, 'state' | 'is_hidden' | 'is_withheld' | 'review_since'>,
): ManagedProject['visibility'] {
  if (!isPublished(row)) return isTurnedDown(row) ? 'turned_down' : 'unpublished';
  if (!isOpen(row)) return 'withheld';
  return isShown(row) ? 'published' : 'hidden';
}
