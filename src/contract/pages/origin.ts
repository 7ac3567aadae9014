/** The data of the page on which managers register a site of their project. */
import type { ProjectWithTabs } from '../pages.ts';

export const proofFile = '/.well-known/manyhands-project.txt';
export const proofLabel = '_manyhands';

/** Why a site cannot be registered. */
type OriginFault =
  | ('typed' | 'shared' | 'full' | 'busy')
  | ('address' | 'private' | 'unreachable' | 'slow' | 'missing' | 'failing')
  | ('redirects' | 'large' | 'encoded' | 'elsewhere' | 'other');

export type OriginPage = {
  project: ProjectWithTabs;
  /** As it was typed. */
  typed: string;
  /** The site, and the line that proves it; absent until an address was typed that can be registered. */
  asked?: { origin: string; host: string; line: string };
  fault?: { why: OriginFault; host?: string; n?: number; isUnproved?: true };
};

/** Asks before a site is removed. `permissions`: of participants, that its pages hold. */
export type RemoveOriginPage = { project: ProjectWithTabs; origin: string; permissions: number };
