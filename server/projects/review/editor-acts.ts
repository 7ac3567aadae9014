/** The acts of editors on a project of the queue, by the name of the button. */
import { id as idField } from '../../../src/contract/fields.ts';
import { projectForm, type ProjectField } from '../../../src/contract/project-form.ts';
import type { ReviewPage } from '../../../src/contract/review-page.ts';
import type { PageAnswer, Visit, Visitor } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { typedIn, valueIn } from '../adding/typed-form.ts';
import { approved, corrected, DecisionFault, readCorrection, released, turnedDown } from '../decisions.ts';
import { originProblem, readOrigin, type OriginProblem } from '../managing/by-operator.ts';
import { projectHead } from '../project-text.ts';
import { publishedMail, turnedDownMail } from './mails.ts';
import { askContact, longText, mailContact } from './questions.ts';
import type { ReviewDeps } from './pages.ts';

type ReviewFault = NonNullable<ReviewPage['fault']>;
/** The page of a project, again. */
export type Show = (visit: Visit, accountId: number, fault?: ReviewFault) => Promise<PageAnswer>;

type EditorDoing = { visit: Visit; visitor: Visitor; id: number; since: number | null };
type EditorAct = (doing: EditorDoing) => Promise<PageAnswer>;

const versionField = idField('the version');

export function editorActs(deps: ReviewDeps, show: Show): Record<string, EditorAct> {
  const { projects, queue } = deps;

  /** Where an editor goes on after a decision: the next project, or the queue when it is empty. */
  const onwards = async (id: number, since: number | null, done: string) => {
    const next = await queue.next(id, since);
    return { to: next === undefined ? `/review?done=${done}` : `/review/${next}?done=${done}` };
  };

  const projectOf = async (id: number) => {
    const looked = await projects.look(id);
    if (!looked) throw new DecisionFault('missing');
    return looked.project;
  };

  return {
    approve: async ({ visit, visitor, id, since }) => {
      let isNew = false;
      const { project } = await projects.revise(id, by(visitor), visit.now, (state) => {
        isNew = state?.isPublished === false;
        return approved(state, versionIn(visit));
      });
      await deps.dropPublishedTests();
      const page = `${deps.baseUrl}${projectHead(id, project.name).path}`;
      await mailContact(deps, project, (about) => publishedMail({ ...about, page, id, isNew }));
      return onwards(id, since, `approved-${id}`);
    },

    reject: async ({ visit, visitor, id, since }) => {
      const why = longText.safeParse(visit.fields['why']);
      if (!why.success)
        return show(visit, visitor.accountId, {
          form: 'reject',
          message: `The reason ${messageOf(why.error)}.`,
        });
      const { project } = await projects.revise(id, by(visitor), visit.now, (state) =>
        turnedDown(state, why.data, versionIn(visit)),
      );
      const page = `${deps.baseUrl}${projectHead(id, project.name).path}/edit`;
      await mailContact(deps, project, (about) => turnedDownMail({ ...about, why: why.data, page }));
      return onwards(id, since, `rejected-${id}`);
    },

    ask: async ({ visit, visitor, id }) => {
      const question = longText.safeParse(visit.fields['question']);
      if (!question.success)
        return show(visit, visitor.accountId, {
          form: 'ask',
          message: `The question ${messageOf(question.error)}.`,
        });
      const project = await projectOf(id);
      const { accountId } = visitor;
      const fault = await askContact(deps, { id, project }, question.data, { accountId, ...visit });
      if (fault !== undefined) return show(visit, accountId, { form: 'ask', message: fault });
      return { to: `/review/${id}?done=asked-${id}` };
    },

    correct: async ({ visit, visitor, id }) => {
      const field = fieldIn(visit);
      const project = await projectOf(id);
      const given = valueIn(typedIn(visit.fields), field, project);
      const changes = 'fault' in given ? given : readCorrection(field, given.value);
      if ('fault' in changes)
        return show(visit, visitor.accountId, { field, message: String(changes.fault) });
      await projects.revise(id, by(visitor), visit.now, (state) => corrected(state, field, changes));
      return { to: `/review/${id}?done=corrected-${id}#field-${field}` };
    },

    release: async ({ visit, visitor, id }) => {
      const field = fieldIn(visit);
      await projects.revise(id, by(visitor), visit.now, (state) => released(state, field));
      return { to: `/review/${id}?done=released-${id}#field-${field}` };
    },

    trust: async ({ visit, visitor, id }) => {
      await projects.trust(id, true, visit.now, visitor.accountId);
      return { to: `/review/${id}?done=trusted-${id}` };
    },

    ...hashedActs(projects),
    'approve-origin': approveOrigin(deps, show),

    untrust: async ({ visit, visitor, id }) => {
      await projects.trust(id, false, visit.now, visitor.accountId);
      return { to: `/review/${id}?done=untrusted-${id}` };
    },
  };
}

/** The permission to send hashed addresses in the record step. */
const hashedActs = (projects: ReviewDeps['projects']): Record<string, EditorAct> => ({
  'allow-hashed': async ({ visit, visitor, id }) => {
    await projects.allowHashed(id, true, visit.now, visitor.accountId);
    return { to: `/review/${id}?done=hashed-${id}` };
  },

  'refuse-hashed': async ({ visit, visitor, id }) => {
    await projects.allowHashed(id, false, visit.now, visitor.accountId);
    return { to: `/review/${id}?done=unhashed-${id}` };
  },
});

/** Registers a site whose owner cannot place the proof, or whose address the editor has checked by hand. */
const approveOrigin =
  ({ projects, mayHoldGrants }: ReviewDeps, show: Show): EditorAct =>
  async ({ visit, visitor, id }) => {
    const { accountId } = visitor;
    const { origin } = visit.fields;
    const url = readOrigin(typeof origin === 'string' ? origin.trim() : undefined);
    const problem = originProblem(url, mayHoldGrants);
    if (!url || problem !== undefined)
      return show(visit, accountId, { form: 'origin', message: originFaults[problem ?? 'form'] });
    await projects.addOrigin(id, url.origin, 'editor', visit.now);
    await projects.addAct(id, { act: 'origin', note: url.origin, accountId }, visit.now);
    return { to: `/review/${id}?done=origin-${id}` };
  };

const originFaults: Record<OriginProblem, string> = {
  form: 'A site looks like https://example.org, without a path. Nothing was registered.',
  shared: 'Several sites share that host, and each could read the permissions. Nothing was registered.',
};

const by = ({ accountId }: Visitor) => ({ how: 'correction' as const, accountId });

/** The version that the editor saw: nothing that came later is decided on. */
function versionIn({ fields }: Visit): number {
  const version = versionField.safeParse(fields['version']);
  if (!version.success) throw new DecisionFault('changed');
  return version.data;
}

function fieldIn({ fields }: Visit): ProjectField {
  const name = String(fields['field']);
  if (!Object.hasOwn(projectForm, name)) throw new Refusal('not_found', 'There is no such field.');
  return name as ProjectField;
}

const messageOf = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? 'is not right';
