/** `/project/…/origin`: managers register a site whose pages may credit, after a proof that it is theirs, and remove it. */
import type { OriginPage } from '../../../src/contract/pages/origin.ts';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import { mayHoldGrants } from '../../grants/origin.ts';
import { foundAt } from '../../http/found-by-number.ts';
import type { FetchPage } from '../../http/outgoing/fetch-guarded.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { signedIn } from '../../http/signed-in.ts';
import { keepsText } from '../../http/signed-out.ts';
import type { Keyed } from '../../secrets/secrets.ts';
import { ownOrigin } from '../origins.ts';
import { maxOrigins } from '../owners.ts';
import { managedHead } from '../managed.ts';
import type { ProjectStore } from '../store.ts';
import { proofFault } from './origin-proof.ts';

type OriginStore = Pick<ProjectStore, 'addOrigin' | 'removeOrigin' | 'origins' | 'grantsAt'>;

export type OriginPages = {
  projects: Pick<ProjectStore, 'row' | 'manages' | 'addAct' | keyof OriginStore>;
  keyed: Keyed;
  fetchPage: FetchPage;
  /** Counts a check for a network, or refuses. */
  countCheck: (ip: string, now: number) => Promise<void>;
};

/** The site that was typed, with the line that proves it, or why it cannot be registered. */
const askedWith =
  (keyed: Keyed) =>
  (project: number, typed: string): Pick<OriginPage, 'asked' | 'fault'> => {
    const url = webUrl(typed.trim());
    if (!url || !mayHoldGrants(url.origin)) return { fault: { why: 'typed' } };
    if (ownOrigin(url.href) === undefined) return { fault: { why: 'shared', host: url.host } };
    const proof = keyed('origin-proof', project, url.origin).slice(0, 32);
    return {
      asked: { origin: url.origin, host: url.hostname, line: `manyhands-project=${project}-${proof}` },
    };
  };

export function originPages({ projects, keyed, ...deps }: OriginPages): PageHandlers {
  const projectOf = async ({ params, visitor }: Visit & { visitor: Visitor }) => {
    const row = await foundAt(params['project'], projects.row);
    if (!row || row.is_withheld === 1 || !(await projects.manages(row.project_id, visitor.accountId)))
      throw new Refusal('no_project', 'There is no published project at this address.');
    return managedHead(row);
  };

  const askedFor = askedWith(keyed);

  /** The origin of the project's own address comes and goes with that address, so it cannot be removed here. */
  const removable = async (project: number, value: unknown): Promise<string> => {
    const all = await projects.origins(project);
    const row = all.find(({ origin, how }) => origin === value && how !== 'url');
    if (!row) throw new Refusal('not_found', 'This project has no such site that can be removed here.');
    return row.origin;
  };

  const page = (data: OriginPage, status = 200): PageAnswer => ({
    name: 'origin',
    title: `Register a site: ${data.project.title}`,
    ...(status !== 200 && { status }),
    data,
  });

  return {
    'GET /project/:project/origin': signedIn(async (visit) => {
      const project = await projectOf(visit);
      const { origin } = visit.query;
      const typed = typeof origin === 'string' ? origin.slice(0, 300) : '';
      const proof = typed === '' ? {} : askedFor(project.id, typed);
      return page({ project, typed, ...proof }, proof.fault === undefined ? 200 : 400);
    }),

    'GET /project/:project/origin/remove': signedIn(async (visit) => {
      const project = await projectOf(visit);
      const origin = await removable(project.id, visit.query['origin']);
      const permissions = await projects.grantsAt(project.id, origin, visit.now);
      return {
        name: 'remove-origin',
        title: `Remove a site: ${project.title}`,
        data: { project, origin, permissions },
      };
    }),

    'POST /project/:project/origin/remove': signedIn(async (visit) => {
      const project = await projectOf(visit);
      const { visitor, fields, now } = visit;
      const origin = await removable(project.id, fields['origin']);
      await projects.removeOrigin(project.id, origin);
      const act = { act: 'origin_removed', note: origin, accountId: visitor.accountId } as const;
      await projects.addAct(project.id, act, now);
      return { to: `${project.path}/tools#origins` };
    }, '/me'),

    'POST /project/:project/origin': keepsText(
      signedIn(async (visit) => {
        const project = await projectOf(visit);
        const { visitor, fields, ip, now } = visit;
        const typed = (fields['origin'] ?? '').slice(0, 300);
        const { asked, fault } = askedFor(project.id, typed);
        if (!asked) return page({ project, typed, ...(fault && { fault }) }, 400);
        const again = (why: NonNullable<OriginPage['fault']>, status: number) =>
          page({ project, typed, asked, fault: why }, status);
        try {
          await deps.countCheck(ip, now);
        } catch (error) {
          if (error instanceof Refusal) return again({ why: 'busy' }, error.status);
          throw error;
        }
        const why = await proofFault(asked.origin, asked.line, deps);
        if (why !== undefined) return again({ why, isUnproved: true }, 400);
        const added = await projects.addOrigin(project.id, asked.origin, 'proof', now);
        if (added === 'full') return again({ why: 'full', n: maxOrigins }, 400);
        const act = { act: 'origin', note: asked.origin, accountId: visitor.accountId } as const;
        if (added === 'new') await projects.addAct(project.id, act, now);
        return { to: `${project.path}/tools#origins` };
      }, '/me'),
    ),
  };
}
