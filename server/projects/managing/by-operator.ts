/** Managers and origins that operators give and take, by commands and on their page. */
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import { mayHoldGrants } from '../../grants/origin.ts';
import { Refusal } from '../../http/refusal.ts';
import { ownOrigin } from '../origins.ts';
import { type OriginRow, tooManyOrigins } from '../owners.ts';
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
  const isNew = await projects.addManager(id, accountId);
  if (isNew) await projects.addAct(id, { act: 'joined', accountId }, now);
  return isNew;
}

/** Registers a site of a project; its managers and editors read it in the history, unless it was registered before. */
export async function letCredit(
  projects: ProjectStore,
  id: number,
  origin: string,
  { now, accountId }: { now: number; accountId?: number },
): Promise<void> {
  const added = await projects.addOrigin(id, origin, 'editor', now);
  if (added === 'full') throw new Refusal('invalid', tooManyOrigins);
  if (added === 'new') await projects.addAct(id, { act: 'origin', note: origin, accountId }, now);
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
export function readOrigin(text: string | undefined): URL | undefined {
  const url = webUrl(text ?? '');
  return url && url.origin === text?.replace(/\/$/, '') ? url : undefined;
}

export function originProblem(url: URL | undefined): OriginProblem | undefined {
  if (!url || !mayHoldGrants(url.origin)) return 'form';
  return ownOrigin(url.href) === undefined ? 'shared' : undefined;
}
