/** Commands for editors: show new and changed projects, approve, reject or correct them. */
import { text } from '../../src/contract/fields/kinds.ts';
import { projectFields } from '../../src/contract/api/project.ts';
import type { ProjectField } from '../../src/contract/pages/project-form.ts';
import { decidingOf } from '../app/deciding.ts';
import type { Features } from '../app/features.ts';
import { type Changes, changesBetween } from '../projects/changes.ts';
import { corrected, readCorrection, released } from '../projects/decisions.ts';
import { DecisionFault } from '../projects/versions.ts';
import type { Project } from '../projects/reading/read-project.ts';
import { approveProject, turnDownProject } from '../projects/review/decide.ts';
import { type Command, CommandFault, knownProject, testsGone, word } from './command.ts';

const byEditor = { how: 'correction' as const };

export const reviewCommands: Record<string, Command> = {
  reviews: {
    words: '',
    says: 'lists what awaits review, oldest first',
    act: async ({ projects }) => {
      const reviews = (await projects.awaitingReview()).map((row) => ({
        project_id: row.project_id,
        name: row.name,
        what: row.fields === null ? 'new' : 'changes',
        since: new Date(row.review_since ?? 0).toISOString(),
        fields: row.fields === null ? [] : Object.keys(JSON.parse(row.fields) as object),
      }));
      const line = (one: (typeof reviews)[number]) =>
        `${one.project_id}  ${one.since}  ${plain(one.name)}  ${one.what === 'new' ? 'new' : one.fields.join(', ')}`;
      return { text: reviews.map(line).join('\n') || 'Nothing awaits review.', json: { reviews } };
    },
  },
  review: {
    words: '<project_id>',
    says: 'shows what awaits review of a project, field by field',
    act: async (features, [given]) => {
      const id = await knownProject(features, given);
      const { isPublished, project, pending, version } = await look(features, id);
      const changes = isPublished ? pending : changesBetween({} as Project, project);
      const fields = Object.entries(changes).map(([field, after]) => ({
        field,
        ...(isPublished && { before: project[field as keyof Project] ?? null }),
        after: after ?? null,
      }));
      const line = ({ field, before, after }: { field: string; before?: unknown; after: unknown }) =>
        isPublished
          ? `${field}\n  from ${plain(before)}\n  to   ${plain(after)}`
          : `${field}  ${plain(after)}`;
      return {
        text:
          fields.length === 0
            ? `Nothing of project ${id} awaits review.`
            : `${fields.map(line).join('\n')}\n\nTo take this: approve ${id} ${version}`,
        json: { project_id: id, version, what: isPublished ? 'changes' : 'new', fields },
      };
    },
  },
  'preview-image': {
    words: '<project_id>',
    says: 'fetches the image of a project that awaits review, for editors and its managers',
    act: async (features, [given], { now }) => {
      const id = await knownProject(features, given);
      const image = await features.projects.unpublishedImage(id);
      if (image === undefined)
        throw new CommandFault(`Project ${id} does not await review with an image of its own.`);
      await features.images.preview(id, image, now);
      return {
        text: `The image of project ${id} is being fetched. Its page shows it to editors and its managers.`,
        json: { project_id: id, image },
      };
    },
  },
  approve: {
    words: '<project_id> [version]',
    says: 'publishes a project or its changes; with a version, only if they are still as `review` showed them',
    act: async (features, [given, version], { now }) => {
      const id = await knownProject(features, given);
      const wanted = version === undefined ? undefined : Number(version);
      const { tests } = await decide(id, () =>
        approveProject(decidingOf(features), { id, seen: wanted }, now),
      );
      return {
        text: `Project ${id} is published as it is now.${testsGone(tests)}`,
        json: { project_id: id, state: 'published' },
      };
    },
  },
  reject: {
    words: '<project_id>',
    says: 'turns a project or its changes down',
    options: { why: 'the reason, which its managers see on the Tools tab; required' },
    act: async (features, [given], { why, now }) => {
      const id = await knownProject(features, given);
      const reason = word(text('reason', 1000), why, 'reason (--why)');
      const { isNew } = await decide(id, () =>
        turnDownProject(decidingOf(features), { id, why: reason }, now),
      );
      return {
        text: isNew
          ? `Project ${id} is turned down. Its managers see the reason; \`publish ${id}\` publishes it after all.`
          : `The changes of project ${id} are turned down. Its managers see the reason, and can send them again.`,
        json: { project_id: id, state: 'rejected' },
      };
    },
  },
  correct: {
    words: '<project_id> <field> [value...]',
    says: 'corrects a field, which updates then leave as it is; "" empties it',
    options: { no: 'in place of a value: lets updates change the field again' },
    act: async (features, [given, name = '', ...words], { no = false, now }) => {
      const id = await knownProject(features, given);
      if (!Object.hasOwn(projectFields, name))
        throw new CommandFault(
          `A project has no such field; it has ${Object.keys(projectFields).join(', ')}.`,
        );
      const field = name as ProjectField;
      const changes = no ? {} : valueOf(field, words);
      const before = await look(features, id);
      await decide(id, () =>
        features.projects.revise(id, byEditor, now, (project) =>
          no ? released(project, field) : corrected(project, field, changes),
        ),
      );
      return {
        text: no
          ? `Updates may change ${field} again.`
          : `The field ${field} of project ${id} is corrected. Before: ${plain(before.project[field] ?? null)}; \`correct ${id} ${field} <value>\` brings a value back.`,
        json: { project_id: id, field, corrected: !no },
        recorded: field,
      };
    },
  },
};

async function look({ projects }: Features, id: number) {
  const project = await projects.look(id);
  if (!project) throw new CommandFault(`There is no project ${id}.`);
  return project;
}

/** Says in the words of the commands why a decision was not possible. */
async function decide<T>(id: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DecisionFault)) throw error;
    throw new CommandFault(
      {
        missing: `There is no project ${id}.`,
        nothing: `Nothing of project ${id} awaits review.`,
        changed: `Project ${id} was changed since: look at it again by \`review ${id}\`.`,
      }[error.why],
    );
  }
}

function valueOf(field: ProjectField, words: string[]): Changes {
  if (words.length === 0) throw new CommandFault('To what? Give the value, or "" to empty the field.');
  const read = readCorrection(field, words.join(' '));
  if ('fault' in read) throw new CommandFault(`The field ${field} ${read.fault}.`);
  return read;
}

const max = 4000;

/** A value for a terminal: on one line, and without control characters. */
function plain(value: unknown): string {
  const line = JSON.stringify(value ?? null).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return line.length > max ? `${line.slice(0, max)}… (${line.length} characters)` : line;
}
