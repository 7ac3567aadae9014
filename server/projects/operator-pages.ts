/** `/operator/projects`: operators withhold a project, show it again, publish it, or send it back to review. */
import { text } from '../../src/contract/fields/kinds.ts';
import {
  operatorDeeds,
  type OperatorProject,
  operatorPath,
  type ProjectAct,
} from '../../src/contract/pages/operator.ts';
import { type Audit, forOperators, nothingHere, operatorForm, recordAct } from '../http/operators.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
import { unpublished } from './decisions.ts';
import { projectHead } from './derived/project-text.ts';
import { type Deciding, publishProject } from './review/decide.ts';
import { decidedOnce, seenIn } from './review/seen.ts';
import type { ProjectStore } from './store.ts';
import { visibilityOf } from './summaries.ts';

export type OperatorProjectPages = {
  projects: ProjectStore;
  /** Test events of a project, which its publication deletes. */
  testsOf: (id: number, now: number) => Promise<number>;
  deciding: Deciding;
  managersOf: (id: number) => Promise<{ account_id: number; is_owner: number; name: string }[]>;
  mainAddress: (accountId: number) => Promise<string | undefined>;
  audit: Audit;
};

type OperatorDoing = { id: number; accountId: number; seen: number; now: number; why: string };

const here = `${operatorPath}/projects`;
const mostNamed = 20;
const reason = text('the reason', 1000);

/** A number, or the address of a project's page. */
const idIn = (typed: unknown): number =>
  Number(/(?:^|\/project\/)(\d{1,15})(?:[-/?#].*)?$/.exec(String(typed ?? '').trim())?.[1] ?? 0);

/** Each button with its act, and the name of its command in the audit. */
const actsOn = ({ projects, deciding }: OperatorProjectPages) =>
  ({
    withhold: {
      command: 'hide',
      does: ({ id, now, ...by }: OperatorDoing) => projects.withhold(id, true, now, by),
    },
    show: {
      command: 'show',
      does: ({ id, now, accountId, seen }: OperatorDoing) =>
        projects.withhold(id, false, now, { accountId, seen }),
    },
    publish: {
      command: 'publish',
      does: ({ id, now, accountId, seen }: OperatorDoing) =>
        publishProject(deciding, { id, accountId, seen }, now),
    },
    unpublish: {
      command: 'unpublish',
      does: ({ id, now, accountId, seen }: OperatorDoing) =>
        projects.revise(id, { how: 'correction', accountId, seen }, now, unpublished),
    },
  }) satisfies Record<ProjectAct, { command: string; does: (doing: OperatorDoing) => Promise<unknown> }>;

export function operatorProjectPages(deps: OperatorProjectPages): PageHandlers {
  const { projects } = deps;
  const acts = actsOn(deps);

  const peopleOf = async (id: number, now: number) => ({
    managers: await Promise.all(
      (await deps.managersOf(id)).map(async ({ account_id, is_owner, name }) => ({
        id: account_id,
        name,
        isOwner: is_owner === 1,
        address: (await deps.mainAddress(account_id)) ?? '',
      })),
    ),
    origins: await Promise.all(
      (await projects.origins(id)).map(async ({ origin }) => ({
        origin,
        grants: await projects.grantsAt(id, origin, now),
      })),
    ),
  });

  const page = async (
    typed: string,
    now: number,
    more: Pick<OperatorProject, 'done' | 'fault'> = {},
  ): Promise<PageAnswer> => {
    const row = typed === '' ? undefined : await projects.row(idIn(typed));
    const named = typed === '' || row ? [] : await projects.named(typed, mostNamed);
    const isUnknown = typed !== '' && !row && named.length === 0;
    const fault = more.fault ?? (isUnknown ? 'There is no project with this number or name.' : undefined);
    const data: OperatorProject = {
      typed,
      ...(more.done && { done: more.done }),
      ...(fault !== undefined && { fault }),
      ...(named.length > 0 && { named: named.map((one) => projectHead(one.project_id, one.name)) }),
      ...(row && {
        project: {
          ...projectHead(row.project_id, row.name),
          visibility: visibilityOf(row),
          isPublished: row.state === 'published',
          version: await projects.decidedVersion(row.project_id),
          tests: await deps.testsOf(row.project_id, now),
          ...(await projects.reach(row.project_id, now)),
          ...(await peopleOf(row.project_id, now)),
        },
      }),
    };
    return { name: 'operator-project', title: 'Projects', ...(fault !== undefined && { status: 400 }), data };
  };

  const actIn = ({ fields }: Visit): ProjectAct | undefined =>
    (Object.keys(acts) as ProjectAct[]).find((act) => act === fields['act']);

  return {
    [`GET ${operatorPath}/projects`]: forOperators((visit) => {
      const typed = (visit.query['project'] ?? '').slice(0, 300);
      return page(typed, visit.now, doneIn(visit, operatorDeeds));
    }),

    'POST /operator/projects': operatorForm(async (visit) => {
      const { accountId } = visit.visitor;
      const { fields, now } = visit;
      const id = idIn(fields['project']);
      const act = actIn(visit);
      if (!act || !(await projects.row(id))) throw nothingHere();
      const why = reason.safeParse(fields['why']);
      if (act === 'withhold' && !why.success)
        return page(String(id), now, { fault: 'Write why: the managers of the project read it.' });
      await decidedOnce(projects, { id, accountId, to: `${here}?project=${id}` }, async () =>
        acts[act].does({ id, accountId, seen: seenIn(visit), now, why: why.data ?? '' }),
      );
      await recordAct(deps.audit, visit, acts[act].command, id);
      return { to: `${here}?project=${id}&done=${act}` };
    }),
  };
}
