/** The project of an address like `/project/7-lakes/…`, for a visitor who manages it. */
import type { ProjectWithTabs } from '../../src/contract/pages.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { Visit } from '../http/pages.ts';
import { projectHead } from './derived/project-text.ts';
import type { ProjectRow } from './rows.ts';
import type { ProjectStore } from './store.ts';
import { isOpen } from './visibility.ts';

/** The project at the head of a page for its managers. */
export const managedHead = (row: ProjectRow): ProjectWithTabs => ({
  ...projectHead(row.project_id, row.name),
  tabs: { isOpen: isOpen(row) },
});

/** Undefined also if it is withheld: then its managers may only read about it. */
export const managedProject =
  (projects: Pick<ProjectStore, 'row' | 'manages'>) =>
  async ({ params, visitor }: Pick<Visit, 'params' | 'visitor'>): Promise<ProjectRow | undefined> => {
    const row = visitor && (await foundAt(params['project'], projects.row));
    if (!row || !visitor || row.is_withheld === 1) return undefined;
    return (await projects.manages(row.project_id, visitor.accountId)) ? row : undefined;
  };
