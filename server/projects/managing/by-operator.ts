/** Managers and origins that operators give and take, by commands and on their page. */
import { webUrl } from '../../../src/contract/web-url.ts';
import { ownOrigin } from '../origins.ts';
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
