/** Managers and origins that operators give and take, by commands and on their page. */
import { webUrl } from '../../../src/contract/web-url.ts';
import { ownOrigin } from '../origins.ts';
import type { OriginRow } from '../owners.ts';
import type { ProjectStore } from '../store.ts';

/** `form`: it is no origin. `shared`: several sites share it by path, and each could read the grants. */
export type OriginProblem = 'form' | 'shared';

/** Lets a person manage a project; returns whether that is new. */
export async function letManage(
  projects: ProjectStore,
  id: number,
  accountId: number,
  now: number,
): Promise<boolean> {
  if (await projects.manages(id, accountId)) return false;
  await projects.addManager(id, accountId);
  await projects.addAct(id, { act: 'joined', accountId }, now);
  return true;
}

/** Ends a person's right to manage a project; returns whether they had it. `by`: an operator at the page. */
export async function endManaging(
  projects: ProjectStore,
  id: number,
  { accountId, by }: { accountId: number; by?: number },
  now: number,
): Promise<boolean> {
  if (!(await projects.removeManager(id, accountId))) return false;
  await projects.addAct(id, { act: 'removed', subject: accountId, accountId: by }, now);
  return true;
}

/** Registers a site of a project; its managers and editors read it in the history, unless it was registered before. */
export async function letCredit(
  projects: ProjectStore,
  id: number,
  origin: string,
  { now, accountId }: { now: number; accountId?: number },
): Promise<void> {
  const isKnown = (await projects.origins(id)).some((row) => row.origin === origin && row.how !== 'url');
  await projects.addOrigin(id, origin, 'editor', now);
  if (!isKnown) await projects.addAct(id, { act: 'origin', note: origin, accountId }, now);
}

/** Removes a site of a project; returns how it had been registered, undefined if it was not. */
export async function endCrediting(
  projects: ProjectStore,
  id: number,
  origin: string,
  { now, accountId }: { now: number; accountId?: number },
): Promise<OriginRow['how'] | undefined> {
  const how = await projects.removeOrigin(id, origin);
  if (how !== undefined) await projects.addAct(id, { act: 'origin_removed', note: origin, accountId }, now);
  return how;
}

/** Reads an origin, with or without the slash at its end; returns undefined for anything else. */
export function readOrigin(given: string | undefined): URL | undefined {
  const url = webUrl(given ?? '');
  return url && url.origin === given?.replace(/\/$/, '') ? url : undefined;
}

export function originProblem(
  url: URL | undefined,
  mayHoldGrants: (origin: string) => boolean,
): OriginProblem | undefined {
  if (!url || !mayHoldGrants(url.origin)) return 'form';
  return ownOrigin(url.href) === undefined ? 'shared' : undefined;
}
