/** Decisions on a project, from a page or a command: each is stored, and then mailed to the contact. */
import { isPublished } from '../../db/standing.ts';
import { approved, turnedDown } from '../decisions.ts';
import { projectHead } from '../project-text.ts';
import { projectOf } from '../rows.ts';
import type { ProjectStore } from '../store.ts';
import { publishedMail, turnedDownMail } from './mails.ts';
import { type ContactMail, mailContact } from './questions.ts';

export type Deciding = ContactMail & {
  projects: Pick<ProjectStore, 'publish' | 'revise'>;
  /** Returns how many test events were deleted. */
  dropPublishedTests: () => Promise<number>;
  baseUrl: string;
};

/** `version`: the one that was looked at. `accountId`: absent for the operator's terminal. */
type DecidedProject = { id: number; version?: number | undefined; accountId?: number | undefined };

const byEditor = ({ accountId }: DecidedProject) => ({ how: 'correction' as const, accountId });

const pageOf = ({ baseUrl }: Deciding, id: number, name: string) => `${baseUrl}${projectHead(id, name).path}`;

/** Publishes what awaits review. */
export async function approveProject(deps: Deciding, decided: DecidedProject, now: number) {
  const { id, version } = decided;
  let isNew = false;
  const { project } = await deps.projects.revise(id, byEditor(decided), now, (found) => {
    isNew = found?.isPublished === false;
    return approved(found, version);
  });
  const tests = await deps.dropPublishedTests();
  const page = pageOf(deps, id, project.name);
  await mailContact(deps, project, (about) => publishedMail({ ...about, page, id, isNew }));
  return { tests };
}

/** Turns down what awaits review. */
export async function turnDownProject(
  deps: Deciding,
  decided: DecidedProject & { why: string },
  now: number,
) {
  const { id, version, why } = decided;
  let isNew = false;
  const { project } = await deps.projects.revise(id, byEditor(decided), now, (found) => {
    isNew = found?.isPublished === false;
    return turnedDown(found, why, version);
  });
  const page = `${pageOf(deps, id, project.name)}/edit`;
  await mailContact(deps, project, (about) => turnedDownMail({ ...about, why, page }));
  return { isNew };
}

/** Publishes a project as it is, whatever was decided before. Nobody is mailed of what is withheld or was published. */
export async function publishProject(deps: Deciding, { id, accountId }: DecidedProject, now: number) {
  const before = await deps.projects.publish(id, now, accountId);
  const tests = await deps.dropPublishedTests();
  const isNew = before !== undefined && !isPublished(before) && before.is_withheld === 0;
  if (isNew) {
    const page = pageOf(deps, id, before.name);
    await mailContact(deps, projectOf(before), (about) => publishedMail({ ...about, page, id, isNew }));
  }
  return { tests };
}
