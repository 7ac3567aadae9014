/** Outcomes: what came of the contributions to a project. */
import { namedContributions } from '../events/named-contributions.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Telling } from '../outcomes/handlers.ts';
import { outcomePages } from '../outcomes/pages.ts';
import { saidOf } from '../outcomes/said.ts';
import { managedProject } from '../projects/managed.ts';
import { isOpen } from '../projects/visibility.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

export const tellingOf = (features: Features): Telling => ({
  outcomes: features.outcomes,
  named: (fields, max, now) => namedContributions(features, fields, { max, takesOlder: true }, now),
});

export const pagesOfOutcomes = ({ features, heads }: Surfaces): PageHandlers =>
  outcomePages({
    ...tellingOf(features),
    outcomes: features.outcomes,
    audit: features.accounts.audit,
    managed: async (visit) => {
      const row = await managedProject(features.projects)(visit);
      return row && isOpen(row) ? heads.headOf(row.project_id, row.name) : undefined;
    },
  });

/** The first outcomes of projects, for the review queue. */
export const awaitingOutcomes = async ({ features, heads }: Surfaces) =>
  (await features.outcomes.waiting()).map(({ name, ...row }) => ({
    ...saidOf(row, undefined),
    project: heads.headOf(row.project_id, name),
    since: new Date(row.created_at).toISOString(),
  }));
