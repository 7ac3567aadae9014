/** Decisions on a project, from a page or a command: each is stored, and then mailed to the contact. */
import { isPublished } from '../visibility.ts';
import { approved, turnedDown } from '../decisions.ts';
import { projectHead } from '../derived/project-text.ts';
import { projectOf } from '../rows.ts';
import type { ProjectStore } from '../store.ts';
import type { DecidedBy } from '../versions.ts';
import { publishedMail, turnedDownMail } from './mails.ts';
import { type ContactMail, mailContact } from './questions.ts';

export type Deciding = ContactMail & {
  projects: Pick<ProjectStore, 'publish' | 'revise'>;
  /** Returns how many test events were deleted. */
  dropPublishedTests: () => Promise<number>;
  baseUrl: string;
};

type DecidedProject = DecidedBy & { id: number };

const byEditor = ({ accountId, seen }: DecidedProject) => ({ how: 'correction' as const, accountId, seen });

const pageOf = ({ baseUrl }: Deciding, id: number, name: string) => `${baseUrl}${projectHead(id, name).path}`;

/** Publishes what awaits review. */
export async function approveProject(deps: Deciding, decided: DecidedProject, now: number) {
  const { id } = decided;
  let isNew = false;
  const { project } = await deps.projects.revise(id, byEditor(decided), now, (before) => {
    isNew = before?.isPublished === false;
    return approved(before);
  });
  const tests = await deps.dropPublishedTests();
  const page = pageOf(deps, id, project.name);
  const reviewed = { id, project, isReviewed: true };
  await mailContact(deps, reviewed, (about) => publishedMail({ ...about, page, id, isNew }));
  return { tests };
}

/** Turns down what awaits review. */
export async function turnDownProject(
  deps: Deciding,
  decided: DecidedProject & { why: string },
  now: number,
) {
  const { id, why } = decided;
  let isNew = false;
  const { project } = await deps.projects.revise(id, byEditor(decided), now, (before) => {
    isNew = before?.isPublished === false;
    return turnedDown(before, why);
  });
  // Without the name, which nobody has reviewed.
  const page = `${deps.baseUrl}/project/${id}/edit`;
  const unreviewed = { id, project, isReviewed: false };
  await mailContact(deps, unreviewed, (about) => turnedDownMail({ ...about, why, page }));
  return { isNew };
}

/** Publishes a project as it is, whatever was decided before. Nobody is mailed of what is withheld or was published. */
export async function publishProject(deps: Deciding, { id, ...by }: DecidedProject, now: number) {
  const before = await deps.projects.publish(id, now, by);
  const tests = await deps.dropPublishedTests();
  const isNew = before !== undefined && !isPublished(before) && before.is_withheld === 0;
  if (isNew) {
    const page = pageOf(deps, id, before.name);
    const reviewed = { id, project: projectOf(before), isReviewed: true };
    await mailContact(deps, reviewed, (about) => publishedMail({ ...about, page, id, isNew }));
  }
  return { tests };
}
