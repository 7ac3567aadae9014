/** The address that an open Tools tab loads: the sites on which the message was shown. */
import { eventTypes } from '../../src/contract/event-types.ts';
import { id as idField } from '../../src/contract/fields.ts';
import type { ShownOn } from '../../src/contract/project-tools.ts';
import { isOpen } from '../db/standing.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import type { ProjectStore } from './store.ts';

const projectId = idField('the number at the start of the address');

type ShownOnSites = (projectId: number, now: number) => Promise<ShownOn[]>;

export function toolsPages(projects: ProjectStore, shownOn: ShownOnSites): PageHandlers {
  /** The id of an open project that the visitor manages. To others there is nothing at these addresses. */
  const managed = async ({ params, visitor }: Visit): Promise<number> => {
    const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    const row = read.success && visitor ? await projects.row(read.data) : undefined;
    if (!row || !visitor || !isOpen(row) || !(await projects.manages(row.project_id, visitor.accountId)))
      throw new Refusal('not_found', 'There is nothing at this address.');
    return row.project_id;
  };

  return {
    'GET /project/:project/shown': async (visit) => ({
      json: { shown: await shownOn(await managed(visit), visit.now) },
    }),
  };
}

/** The kind of contribution that an address asks for. */
export const typeIn = ({ query }: Visit) => eventTypes.find((type) => type === query['type']);
