/** The calling page and its project: no cookies, only what the page itself has. */
import type { Facts } from '../http/facts.ts';
import { noProject, Refusal } from '../http/refusal.ts';
import type { EmbedDeps, EmbedProject } from './deps.ts';
import type { CodePlace } from './one-time-codes.ts';
import { mayHoldGrants } from './origin.ts';

export type EmbedPage = ReturnType<typeof embedPage>;

export function embedPage({ openProject, isRegistered }: Pick<EmbedDeps, 'openProject' | 'isRegistered'>) {
  const mustFind = async (projectId: number, lang?: string): Promise<EmbedProject> => {
    const project = await openProject(projectId, lang);
    if (!project) throw noProject();
    return project;
  };

  /** Whether a page of this origin may hold grants for the project. */
  const mayGrant = async (projectId: number, origin: string | undefined): Promise<boolean> =>
    origin !== undefined && mayHoldGrants(origin) && isRegistered(projectId, origin);

  return {
    mustFind,
    mayGrant,

    /** Returns the calling page, or refuses it if its origin is not one of the project's. */
    async mustBeAt(projectId: number, { origin }: Facts): Promise<CodePlace> {
      if (origin !== undefined && (await mayGrant(projectId, origin))) return { projectId, origin };
      await mustFind(projectId);
      throw new Refusal('origin_not_registered', "This page's origin is not registered for this project.");
    },
  };
}
