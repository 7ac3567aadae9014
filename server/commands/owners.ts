/** Commands for the managers and the origins of a project. */
import {
  endCrediting,
  letCredit,
  letManage,
  originProblem,
  readOrigin,
} from '../projects/managing/by-operator.ts';
import type { OriginRow } from '../projects/owners.ts';
import { address, type Command, CommandFault, knownProject } from './command.ts';

export const ownerCommands: Record<string, Command> = {
  manager: {
    words: '<project_id> <email>',
    says: 'lets a person manage a project',
    act: async (features, [given, email], { now }) => {
      const project = await knownProject(features, given);
      const { accountId } = await features.membership.join(address(email), now, { isOfAge: false });
      await letManage(features.projects, project, accountId, now);
      return { text: `That person manages project ${project}.`, json: { project_id: project } };
    },
  },
  'remove-manager': {
    words: '<project_id> <email>',
    says: "ends a person's right to manage a project",
    act: async (features, [given, email], { now }) => {
      const project = await knownProject(features, given);
      const account = await features.accounts.byAddress(address(email).address);
      const thing = { kind: 'project', id: project } as const;
      if (!account || !(await features.managing.remove(thing, account.account_id, {}, now)))
        throw new CommandFault(`That person does not manage project ${project}.`);
      const left = await features.projects.managerCount(project);
      return {
        text: `That person no longer manages project ${project}: their keys can neither record for it nor update it. ${left === 0 ? 'Nobody manages it now' : `${left} others manage it`}. \`manager ${project} <email>\` gives the right back.`,
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
      const url = readOrigin(origin);
      const problem = originProblem(url);
      if (!url || problem === 'form') throw new CommandFault(originForm);
      if (problem === 'shared')
        throw new CommandFault(
          `Several sites share ${url.host} by path: each of them could read the grants.`,
        );
      await letCredit(features.projects, project, url.origin, { now });
      return {
        text: `${url.origin} is registered for project ${project}.`,
        json: { project_id: project, origin: url.origin },
      };
    },
  },
  origins: {
    words: '<project_id>',
    says: "lists the origins whose pages may hold a project's grants, and removes one",
    options: { remove: 'removes this origin; the grants that its pages hold stop working at once' },
    act: async (features, [given], { remove, now }) => {
      const project = await knownProject(features, given);
      if (remove === undefined) {
        const origins = await features.projects.origins(project);
        const line = ({ origin, how }: OriginRow) => `${origin}  ${reasons[how]}`;
        return {
          text: origins.map(line).join('\n') || 'No origins.',
          json: { project_id: project, origins },
        };
      }
      const origin = readOrigin(remove)?.origin;
      if (origin === undefined) throw new CommandFault(originForm);
      const how = await endCrediting(features.projects, project, origin, { now });
      if (how === undefined)
        throw new CommandFault(
          `${origin} is not registered for project ${project}: \`origins ${project}\` lists the registered ones.`,
        );
      const held = await features.projects.grantsAt(project, origin, now);
      return {
        text: `${origin} is no longer registered for project ${project}. ${held} permissions that its pages hold rest: \`origin ${project} ${origin}\` brings them back until they expire.${how === 'url' ? comesBack : ''}`,
        json: { project_id: project, removed: origin },
        recorded: `remove ${origin}`,
      };
    },
  },
};

const originForm = 'The origin must look like https://example.org, without a path.';

const reasons: Record<OriginRow['how'], string> = {
  url: "from the project's address",
  editor: 'registered by an operator',
  proof: 'registered by a manager, with a proof',
};

const comesBack =
  " It is the origin of the project's own address, so the next publication registers it again: correct the address, too.";
