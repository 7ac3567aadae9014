/** The address that an open Tools tab loads: the sites on which the message was shown. */
import { eventTypes } from '../../src/contract/api/event-types.ts';
import { id as idField, text } from '../../src/contract/fields/kinds.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import type { ShownOn } from '../../src/contract/pages/project-tools.ts';
import { type IntegrationFacts, reachedTier, type Tier, tierNames } from '../../src/contract/pages/tiers.ts';
import { isOpen } from './visibility.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { formLine } from '../text/one-line.ts';
import { managedProject } from './managed.ts';
import { projectPath } from './derived/project-text.ts';
import type { ProjectStore } from './store.ts';

const signatoryName = nameText('the name', 80);
const signatoryRole = nameText('the function', 80);
const retractionId = idField('the retraction');
const reason = text('the reason', 2000);

type PutBack = (projectId: number, retractionId: number, now: number) => Promise<void>;
type ShownOnSites = (projectId: number, now: number) => Promise<ShownOn[]>;

export function toolsPages(
  projects: ProjectStore,
  { shownOn, putBack }: { shownOn: ShownOnSites; putBack: PutBack },
): PageHandlers {
  /** A project that the visitor manages. To others there is nothing at these addresses. */
  const managed = async (visit: Visit) => {
    const row = await managedProject(projects)(visit);
    if (!row) throw new Refusal('not_found', 'There is nothing at this address.');
    return row;
  };

  return {
    'GET /project/:project/shown': async (visit) => {
      const row = await managed(visit);
      if (!isOpen(row)) throw new Refusal('not_found', 'There is nothing at this address.');
      return { json: { shown: await shownOn(row.project_id, visit.now) } };
    },

    'POST /project/:project/tier': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      const tier = tierNames.find((one) => one === visit.fields['tier']);
      if (!tier) throw new Refusal('invalid', 'tier must be bronze, silver or gold; go back and choose one.');
      await projects.chooseTier(id, tier);
      return { to: `${projectPath(id, name)}/tools` };
    },

    'POST /project/:project/signatory': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      const read = {
        name: signatoryName.safeParse(visit.fields['name']),
        role: signatoryRole.safeParse(visit.fields['role']),
      };
      for (const [field, { error }] of Object.entries(read))
        if (error)
          throw new Refusal(
            'invalid',
            `The ${field} ${error.issues[0]?.message ?? 'is missing'}; go back and write it.`,
          );
      await projects.nameSignatory(id, {
        name: formLine(read.name.data ?? ''),
        role: formLine(read.role.data ?? ''),
      });
      return { to: `${projectPath(id, name)}/tools#signatory` };
    },

    'POST /project/:project/signatory/withdraw': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      await projects.nameSignatory(id, undefined);
      return { to: `${projectPath(id, name)}/tools#signatory` };
    },

    'POST /project/:project/overlaps': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      const may = visit.fields['may'] === 'yes';
      if (visit.visitor)
        await projects.letOverlap(id, may, visit.now, { accountId: visit.visitor.accountId });
      return { to: `${projectPath(id, name)}/tools#overlaps` };
    },

    'POST /project/:project/put-back': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      const retraction = retractionId.safeParse(visit.fields['retraction_id']);
      if (!retraction.success) throw incomplete();
      await putBack(id, retraction.data, visit.now);
      return { to: `${projectPath(id, name)}/tools#retractions` };
    },

    'POST /project/:project/hashed': async (visit) => {
      const { project_id: id, name } = await managed(visit);
      const why = reason.safeParse(visit.fields['why']);
      if (!why.success)
        throw new Refusal(
          'invalid',
          `Your reason ${why.error.issues[0]?.message ?? 'is missing'}; go back and write it.`,
        );
      if (visit.visitor) await projects.askHashed(id, why.data, visit.visitor.accountId, visit.now);
      return { to: `${projectPath(id, name)}/tools#hashed` };
    },
  };
}

/** The tier that lacks nothing, or else the one of which something was seen; a key may be for another project. */
export const nearestTier = (seen: IntegrationFacts): Tier =>
  reachedTier(seen) ?? (seen.client.isDone ? 'gold' : seen.api.isDone ? 'silver' : 'bronze');

/** The kind of contribution that an address asks for. */
export const typeIn = ({ query }: Visit) => eventTypes.find((type) => type === query['type']);
