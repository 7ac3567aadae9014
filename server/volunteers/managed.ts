/** The project of an address, for those who manage it. */
import { isOpen, type VisibilityColumns } from '../projects/visibility.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';

export type VolunteerProject = VisibilityColumns & { project_id: number; name: string };
export type VolunteerProjects<Row extends VolunteerProject> = {
  row: (projectId: number) => Promise<Row | undefined>;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
};

/** To everybody else, and before publication, there is nothing at the address. */
export const managedProject =
  <Row extends VolunteerProject>({ row: rowOf, manages }: VolunteerProjects<Row>) =>
  async ({ params, visitor }: Visit & { visitor: Visitor }): Promise<Row> => {
    const row = await foundAt(params['project'], rowOf);
    if (!row || !isOpen(row) || !(await manages(row.project_id, visitor.accountId)))
      throw new Refusal('no_project', 'There is no published project at this address.');
    return row;
  };
