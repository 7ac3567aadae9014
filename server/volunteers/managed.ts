/** The project of an address, for those who manage it. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { isOpen, type VisibilityColumns } from '../projects/visibility.ts';
import type { Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';

const projectId = idField('the number at the start of the address');

export type VolunteerProject = VisibilityColumns & { project_id: number; name: string };
export type VolunteerProjects<Row extends VolunteerProject> = {
  row: (projectId: number) => Promise<Row | undefined>;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
};

/** To everybody else, and before publication, there is nothing at the address. */
export const managedProject =
  <Row extends VolunteerProject>({ row: rowOf, manages }: VolunteerProjects<Row>) =>
  async ({ params, visitor }: Visit & { visitor: Visitor }): Promise<Row> => {
    const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    const row = read.success ? await rowOf(read.data) : undefined;
    if (!row || !isOpen(row) || !(await manages(row.project_id, visitor.accountId)))
      throw new Refusal('no_project', 'There is no published project at this address.');
    return row;
  };
