/** The address that an open Tools tab loads: the sites on which the message was shown. */
import { eventTypes } from '../../src/contract/api/event-types.ts';
import { text } from '../../src/contract/fields/kinds.ts';
import type { ShownOn } from '../../src/contract/pages/project-tools.ts';
import { type IntegrationFacts, reachedTier, type Tier, tierNames } from '../../src/contract/pages/tiers.ts';
import { isOpen } from './visibility.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { managedProject } from './managed.ts';
import { projectPath } from './derived/project-text.ts';
import type { ProjectStore } from './store.ts';

const reason = text('the reason', 2000);

type ShownOnSites = (projectId: number, now: number) => Promise<ShownOn[]>;

export function toolsPages(projects: ProjectStore, shownOn: ShownOnSites): PageHandlers {
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
