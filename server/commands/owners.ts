/** Whose a project is: the people who manage it, and the origins of its pages. */
import { webUrl } from '../../src/contract/web-url.ts';
import { mayHoldGrants } from '../grants/origin.ts';
import { ownOrigin } from '../projects/origins.ts';
import { address, type Command, CommandFault, knownProject } from './command.ts';

export const ownerCommands: Record<string, Command> = {
  manager: {
    words: '<project_id> <email>',
    says: 'lets a person manage a project',
    act: async (features, [given, email], { now }) => {
      const project = await knownProject(features, given);
      const { accountId } = await features.membership.join(address(email), now);
      await features.projects.addManager(project, accountId);
      return { text: `That person manages project ${project}.`, json: { project_id: project } };
    },
  },
  'remove-manager': {
    words: '<project_id> <email>',
    says: 'lets a person manage a project no more',
    act: async (features, [given, email]) => {
      const project = await knownProject(features, given);
      const account = await features.accounts.byAddress(address(email).address);
      if (!account || !(await features.projects.removeManager(project, account.account_id)))
        throw new CommandFault(`That person does not manage project ${project}.`);
      return {
        text: `That person manages project ${project} no more.`,
        json: { project_id: project },
        account: account.account_id,
      };
    },
  },
  origin: {
    words: '<project_id> <origin>',
    says: "registers an origin whose pages may hold this project's grants",
    act: async (features, [given, origin], { now }) => {
      const project = await knownProject(features, given);
      const url = webUrl(origin ?? '');
      if (!url || url.origin !== origin?.replace(/\/$/, '') || !mayHoldGrants(url.origin))
        throw new CommandFault('The origin must look like https://example.org, without a path.');
      if (ownOrigin(url.href) === undefined)
        throw new CommandFault(`${url.host} is shared by many by path: each of them could read the grants.`);
      await features.projects.addOrigin(project, url.origin, 'editor', now);
      return {
        text: `${url.origin} is registered for project ${project}.`,
        json: { project_id: project, origin: url.origin },
      };
    },
  },
};
