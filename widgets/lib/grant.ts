/** The project grant: an opaque token in this page's own storage that credits to one profile in one project. */
import { recall, remember } from './memory.ts';

/** The prefix of all keys of a project in the page's storage. */
export const keyOf = (project_id: number) => `manyhands:${project_id}:`;

export const readGrant = (project_id: number) => recall('localStorage', `${keyOf(project_id)}grant`);
export const keepGrant = (project_id: number, grant?: string) =>
  remember('localStorage', `${keyOf(project_id)}grant`, grant);
