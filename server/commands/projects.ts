/** Projects: brought in, and how they stand in the directory. */
import { readFileSync } from 'node:fs';
import { type Command, CommandFault, address, knownProject } from './command.ts';

export const projectCommands: Record<string, Command> = {
  import: {
    words: '<file.json> --owner <email> [--publish]',
    says: "adds or updates projects in the catalogue's format",
    act: async ({ membership, importProjects, events }, [file], { owner, publish, now, progress }) => {
      const entries = readEntries(file);
      const { accountId } = await membership.join(address(owner), now);
      const { added, updated, refused } = await importProjects(entries, {
        accountId,
        publish,
        now,
        onProgress: (done: number) => progress(`${done} of ${entries.length}`),
      });
      if (publish) await events.dropPublishedTests();
      for (const { index, name, fields } of refused)
        progress(
          `entry ${index} (${name}): ${fields.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
        );
      return {
        text: `${added} added, ${updated} updated, ${refused.length} refused${refused.length > 0 ? ': see which and why above' : ''}.`,
        json: { added, updated, refused },
        failed: refused.length > 0,
      };
    },
  },
  publish: {
    words: '<project_id>',
    says: 'publishes a project; its test events vanish',
    act: async (features, [given], { now }) => {
      const project = await knownProject(features, given);
      await features.projects.publish(project, now);
      await features.events.dropPublishedTests();
      return { text: `Project ${project} is published.`, json: { project_id: project, state: 'published' } };
    },
  },
  hide: {
    words: '<project_id>',
    says: 'takes a project out of the directory',
    act: async (features, [given]) => {
      const project = await knownProject(features, given);
      await features.projects.withhold(project, true);
      return { text: `Project ${project} is hidden.`, json: { project_id: project, hidden: true } };
    },
  },
  show: {
    words: '<project_id>',
    says: 'takes `hide` back',
    act: async (features, [given]) => {
      const project = await knownProject(features, given);
      const isHidden = await features.projects.withhold(project, false);
      return {
        text: isHidden
          ? `Project ${project} is not hidden by us any more, but its owner gave it the status hidden.`
          : `Project ${project} is not hidden.`,
        json: { project_id: project, hidden: isHidden },
      };
    },
  },
  trust: {
    words: '<project_id> [--no]',
    says: 'lets updates of a project publish at once, save name, url, contact and image',
    act: async (features, [given], { no }) => {
      const project = await knownProject(features, given);
      await features.projects.trust(project, !no);
      return {
        text: no ? `Updates of project ${project} await review.` : `Project ${project} is trusted.`,
        json: { project_id: project, trusted: !no },
      };
    },
  },
  'allow-hashed': {
    words: '<project_id>',
    says: 'lets a project send hashed addresses in the record step',
    act: async (features, [given]) => {
      const project = await knownProject(features, given);
      await features.projects.allowHashed(project, true);
      return { text: `Project ${project} may send hashes.`, json: { project_id: project } };
    },
  },
};

function readEntries(file: string | undefined): unknown[] {
  if (!file) throw new CommandFault('Which file? Give a path to JSON.');
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandFault(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(entries)) throw new CommandFault(`${file} must hold an array of projects.`);
  return entries;
}
