/** Forms of `/operator/projects`: operators give and take the right to manage a project, and its origins. */
import { emailAddress, id } from '../../../src/contract/fields/kinds.ts';
import { operatorPath, type OperatorDeed } from '../../../src/contract/pages/operator.ts';
import { type Audit, nothingHere, operatorForm, recordAct } from '../../http/operators.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import { recipient, type Recipient } from '../../text/mail-address.ts';
import type { ProjectStore } from '../store.ts';
import { endCrediting, letCredit, letManage, originProblem, readOrigin } from './by-operator.ts';

export type OperatorManaging = {
  projects: ProjectStore;
  /** Finds or makes the account of an address. */
  join: (to: Recipient, now: number, how: { isOfAge: false }) => Promise<{ accountId: number }>;
  /** Ends a person's right to manage a project; returns whether they had it. */
  endManaging: (id: number, accountId: number, by: number, now: number) => Promise<boolean>;
  audit: Audit;
};

const address = emailAddress('the address of the person');
const projectField = id('the project');
const accountField = id('the account');

export function operatorManagingPages(deps: OperatorManaging): PageHandlers {
  const { projects, audit } = deps;

  const projectIn = async ({ fields }: Visit): Promise<number> => {
    const read = projectField.safeParse(fields['project']);
    if (!read.success || !(await projects.row(read.data))) throw nothingHere();
    return read.data;
  };
  const back = (project: number, done: OperatorDeed) => ({
    to: `${operatorPath}/projects?project=${project}&done=${done}`,
  });

  return {
    'POST /operator/projects/managers': operatorForm(async (visit) => {
      const by = visit.visitor.accountId;
      const { fields, now } = visit;
      const project = await projectIn(visit);
      if (fields['act'] === 'remove') {
        const accountId = accountField.safeParse(fields['account']).data ?? 0;
        if (!(await deps.endManaging(project, accountId, by, now))) throw nothingHere();
        await recordAct(audit, visit, 'remove-manager', `${project} ${accountId}`);
        return back(project, 'unmanaged');
      }
      const result = address.safeParse(fields['email']);
      const to = result.success ? recipient(result.data) : undefined;
      if (!to) return back(project, 'no-address');
      const { accountId } = await deps.join(to, now, { isOfAge: false });
      if (await letManage(projects, project, accountId, now))
        await recordAct(audit, visit, 'manager', `${project} ${accountId}`);
      return back(project, 'managed');
    }),

    'POST /operator/projects/origins': operatorForm(async (visit) => {
      const { accountId } = visit.visitor;
      const { fields, now } = visit;
      const project = await projectIn(visit);
      const url = readOrigin(fields['origin']?.trim());
      if (fields['act'] === 'remove') {
        const how = url && (await endCrediting(projects, project, url.origin, { now, accountId }));
        if (!url || how === undefined) throw nothingHere();
        await recordAct(audit, visit, `origins remove ${url.origin}`, project);
        return back(project, 'origin-removed');
      }
      const problem = originProblem(url);
      if (!url || problem) return back(project, problem === 'shared' ? 'shared-origin' : 'no-origin');
      await letCredit(projects, project, url.origin, { now, accountId });
      await recordAct(audit, visit, `origin ${url.origin}`, project);
      return back(project, 'origin');
    }),
  };
}
