/** Commands for the visibility and the permissions of projects. */
import { text } from '../../src/contract/fields/kinds.ts';
import { unpublished } from '../projects/decisions.ts';
import { DecisionFault } from '../projects/versions.ts';
import { decidingOf } from '../app/deciding.ts';
import { publishProject } from '../projects/review/decide.ts';
import { type Command, CommandFault, knownProject, testsGone, word } from './command.ts';

export const projectCommands: Record<string, Command> = {
  publish: {
    words: '<project_id>',
    says: 'publishes a project, deletes its test events, and mails its contact',
    act: async (features, [given], { now }) => {
      const project = await knownProject(features, given);
      const { tests } = await publishProject(decidingOf(features), { id: project }, now);
      const isWithheld = (await features.projects.row(project))?.is_withheld === 1;
      return {
        text: `${
          isWithheld
            ? `Project ${project} is published, but withheld: \`show ${project}\` brings it back.`
            : `Project ${project} is published.`
        }${testsGone(tests)}`,
        json: { project_id: project, state: 'published', ...(isWithheld && { withheld: true }) },
      };
    },
  },
  unpublish: {
    words: '<project_id>',
    says: 'sends a published project back to review',
    act: async (features, [given], { now }) => {
      const project = await knownProject(features, given);
      await features.projects
        .revise(project, { how: 'correction' }, now, unpublished)
        .catch((error: unknown) => {
          if (!(error instanceof DecisionFault)) throw error;
          throw new CommandFault(`Project ${project} is not published.`);
        });
      const reach = await features.projects.reach(project, now);
      return {
        text: `Project ${project} awaits review again. ${resting(reach)} \`publish ${project}\` brings all of it back.`,
        json: { project_id: project, state: 'awaiting_review', ...reach },
      };
    },
  },
  hide: {
    words: '<project_id>',
    says: 'withholds a project: it is shown nowhere, nothing is recorded, and no mail is sent for it',
    options: { why: 'the reason, which its managers read in its history' },
    act: async (features, [given], { why: said, now }) => {
      const project = await knownProject(features, given);
      const why = said === undefined ? undefined : word(text('reason', 1000), said, 'reason (--why)');
      await features.projects.withhold(project, true, now, { why });
      const reach = await features.projects.reach(project, now);
      return {
        text: `Project ${project} is withheld. ${resting(reach)} \`show ${project}\` brings all of it back.`,
        json: { project_id: project, hidden: true, ...reach },
      };
    },
  },
  show: {
    words: '<project_id>',
    says: 'takes `hide` back: the project is shown again',
    act: async (features, [given], { now }) => {
      const project = await knownProject(features, given);
      const isHidden = await features.projects.withhold(project, false, now);
      return {
        text: isHidden
          ? `Project ${project} is not hidden by us any more, but its owner gave it the status hidden.`
          : `Project ${project} is not hidden.`,
        json: { project_id: project, hidden: isHidden },
      };
    },
  },
  trust: {
    words: '<project_id>',
    says: 'publishes updates of a project at once, except its name, url, contact and image',
    options: { no: 'lets all of its updates await review again' },
    act: async (features, [given], { no = false, now }) => {
      const project = await knownProject(features, given);
      await features.projects.trust(project, !no, now);
      return {
        text: no
          ? `Updates of project ${project} await review. \`trust ${project}\` publishes them at once again.`
          : `Project ${project} is trusted.`,
        json: { project_id: project, trusted: !no },
      };
    },
  },
  'allow-hashed': {
    words: '<project_id>',
    says: 'lets a project send hashed addresses in the record step',
    act: async (features, [given]) => {
      const project = await knownProject(features, given);
      await features.projects.allowHashed(project, true, Date.now());
      return { text: `Project ${project} may send hashes.`, json: { project_id: project } };
    },
  },
};

/** Reports the functions that are suspended while a project is not open. Nothing is deleted. */
const resting = ({ participants, grants }: { participants: number; grants: number }) =>
  `Nothing is recorded for it, and its name is not shown. The contributions of ${participants} participants stay theirs; ${grants} permissions of sites are suspended.`;
