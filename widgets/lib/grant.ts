/** The project grant: an opaque token in this page's own storage that credits to one profile in one project. */
import { recall, remember } from './memory.ts';

const keyOf = (project_id: number) => `manyhands:${project_id}:grant`;

export const readGrant = (project_id: number) => recall('localStorage', keyOf(project_id));
export const keepGrant = (project_id: number, grant?: string) =>
  remember('localStorage', keyOf(project_id), grant);
