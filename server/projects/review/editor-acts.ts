/** The acts of editors on a project of the queue, by the name of the button. */
import {
  projectForm,
  regionInputs,
  type ProjectField,
  type Typed,
} from '../../../src/contract/pages/project-form.ts';
import type { ReviewPage } from '../../../src/contract/pages/review.ts';
import type { PageAnswer, Visit, Visitor } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { typedIn, valueIn } from '../adding/typed-form.ts';
import { corrected, readCorrection, released } from '../decisions.ts';
import { letCredit, originProblem, readOrigin, type OriginProblem } from '../managing/by-operator.ts';
import { DecisionFault } from '../versions.ts';
import { approveProject, turnDownProject } from './decide.ts';
import { askContact, longText } from './questions.ts';
import { filterIn } from './queue-filter.ts';
import type { ReviewDeps } from './pages.ts';
import { seenIn } from './seen.ts';

type ReviewFault = NonNullable<ReviewPage['fault']>;
/** The page of a project, again. */
export type Show = (visit: Visit, accountId: number, fault?: ReviewFault) => Promise<PageAnswer>;

type EditorDoing = { visit: Visit; visitor: Visitor; id: number; since: number | null };
type EditorAct = (doing: EditorDoing) => Promise<PageAnswer>;

export function editorActs(deps: ReviewDeps, show: Show): Record<string, EditorAct> {
  const { projects, queue } = deps;

  /** Where an editor goes on after a decision: the next project, or the queue when it is empty. */
  const onwards = async (visit: Visit, id: number, since: number | null, done: string) => {
    const filter = filterIn(visit.query['filter']);
    const next = await queue.next(id, since, filter);
    return { to: `/review${next === undefined ? '' : `/${next}`}?done=${done}${keptFilter(filter)}` };
  };

  const projectOf = async (id: number) => {
    const looked = await projects.look(id);
    if (!looked) throw new DecisionFault('missing');
    return looked.project;
  };

  return {
    approve: async ({ visit, visitor, id, since }) => {
      await approveProject(deps.deciding, { ...visitor, id, seen: seenIn(visit) }, visit.now);
      return onwards(visit, id, since, `approved-${id}`);
    },

    reject: async ({ visit, visitor, id, since }) => {
      const why = longText.safeParse(visit.fields['why']);
      if (!why.success)
        return show(visit, visitor.accountId, {
          form: 'reject',
          message: `The reason ${messageOf(why.error)}.`,
          typed: typedText(visit, 'why'),
        });
      await turnDownProject(deps.deciding, { ...visitor, id, why: why.data, seen: seenIn(visit) }, visit.now);
      return onwards(visit, id, since, `rejected-${id}`);
    },

    ask: async ({ visit, visitor, id }) => {
      const question = longText.safeParse(visit.fields['question']);
      if (!question.success)
        return show(visit, visitor.accountId, {
          form: 'ask',
          message: `The question ${messageOf(question.error)}.`,
          typed: typedText(visit, 'question'),
        });
      const project = await projectOf(id);
      const { accountId } = visitor;
      const fault = await askContact(deps, { id, project }, question.data, { accountId, ...visit });
      if (fault !== undefined)
        return show(visit, accountId, { form: 'ask', message: fault, typed: question.data });
      return stay(visit, id, 'asked');
    },

    correct: async ({ visit, visitor, id }) => {
      const field = fieldIn(visit);
      const project = await projectOf(id);
      const typed = typedIn(visit);
      const value = valueIn(typed, field, project);
      const changes = 'fault' in value ? value : readCorrection(field, value.value);
      if ('fault' in changes)
        return show(visit, visitor.accountId, {
          field,
          message: String(changes.fault),
          typed: { ...emptied(field), ...typed },
        });
      await projects.revise(id, by(visitor, visit), visit.now, (state) => corrected(state, field, changes));
      return stay(visit, id, 'corrected', `#field-${field}`);
    },

    release: async ({ visit, visitor, id }) => {
      const field = fieldIn(visit);
      await projects.revise(id, by(visitor, visit), visit.now, (state) => released(state, field));
      return stay(visit, id, 'released', `#field-${field}`);
    },

    trust: async ({ visit, visitor, id }) => {
      await projects.trust(id, true, visit.now, by(visitor, visit));
      return stay(visit, id, 'trusted');
    },

    ...hashedActs(projects),
    'approve-origin': approveOrigin(deps, show),

    untrust: async ({ visit, visitor, id }) => {
      await projects.trust(id, false, visit.now, by(visitor, visit));
      return stay(visit, id, 'untrusted');
    },
  };
}

/** The page of the same project, after an act that decides nothing. */
const stay = ({ query }: Visit, id: number, done: string, anchor = '') => ({
  to: `/review/${id}?done=${done}-${id}${keptFilter(query['filter'])}${anchor}`,
});

/** The filter of the queue, as a part of the address that follows. */
const keptFilter = (value: unknown): string => {
  const filter = filterIn(value);
  return filter === 'all' ? '' : `&filter=${filter}`;
};

/** The permission to send hashed addresses in the record step. */
const hashedActs = (projects: ReviewDeps['projects']): Record<string, EditorAct> => ({
  'allow-hashed': async ({ visit, visitor, id }) => {
    await projects.allowHashed(id, true, visit.now, by(visitor, visit));
    return stay(visit, id, 'hashed');
  },

  'refuse-hashed': async ({ visit, visitor, id }) => {
    await projects.allowHashed(id, false, visit.now, by(visitor, visit));
    return stay(visit, id, 'unhashed');
  },
});

/** Registers a site whose owner cannot place the proof, or whose address the editor has checked by hand. */
const approveOrigin =
  ({ projects }: ReviewDeps, show: Show): EditorAct =>
  async ({ visit, visitor, id }) => {
    const { accountId } = visitor;
    const url = readOrigin(visit.fields['origin']?.trim());
    const problem = originProblem(url);
    if (!url || problem !== undefined)
      return show(visit, accountId, {
        form: 'origin',
        message: originFaults[problem ?? 'form'],
        typed: typedText(visit, 'origin'),
      });
    await letCredit(projects, id, url.origin, { now: visit.now, accountId });
    return stay(visit, id, 'origin');
  };

const originFaults: Record<OriginProblem, string> = {
  form: 'A site looks like https://example.org, without a path. Nothing was registered.',
  shared: 'Several sites share that host, and each could read the permissions. Nothing was registered.',
};

const by = ({ accountId }: Visitor, visit: Visit) => ({
  how: 'correction' as const,
  accountId,
  seen: seenIn(visit),
});

function fieldIn({ fields }: Visit): ProjectField {
  const name = fields['field'] ?? '';
  if (!Object.hasOwn(projectForm, name)) throw new Refusal('not_found', 'There is no such field.');
  return name as ProjectField;
}

/** The inputs of a field, without what is stored. */
const emptied = (field: ProjectField): Typed =>
  Object.fromEntries((field === 'regions' ? regionInputs : [field]).map((input) => [input, '']));

/** A text of a form as it was typed, to be shown again; the field of the form bounds its length. */
const typedText = ({ fields }: Pick<Visit, 'fields'>, name: string): string =>
  (fields[name] ?? '').slice(0, 10_000);

const messageOf = ({ issues }: { issues: { message: string }[] }) => issues[0]?.message ?? 'is not right';
