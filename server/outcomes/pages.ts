/** The form for outcomes on the Tools tab, and the editor's decision about the first one of a project. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { outcomeInput } from '../../src/contract/api/outcome.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { tell, type Telling } from './handlers.ts';
import type { OutcomeStore } from './store.ts';

type Deps = Telling & {
  outcomes: Pick<OutcomeStore, 'decide' | 'remove'>;
  /** The open project of an address that the visitor manages. */
  managed: (visit: Visit) => Promise<{ id: number; path: string } | undefined>;
  audit: (at: number, actor: string, act: string, subject: string) => Promise<void>;
};

const outcomeId = idField('the outcome');
/** The fields of the form for the sentence in a further language: `sentence-de`. */
const inLanguage = /^sentence-([a-z]{2,3})$/;

const nothingHere = () => new Refusal('not_found', 'There is nothing at this address.');

function idIn(value: unknown): number {
  const read = outcomeId.safeParse(value);
  if (!read.success) throw incomplete();
  return read.data;
}

export function outcomePages(deps: Deps): PageHandlers {
  const managed = async (visit: Visit) => {
    const project = await deps.managed(visit);
    if (!project) throw nothingHere();
    return { ...project, to: `${project.path}/tools#outcomes` };
  };

  return {
    'POST /project/:project/outcomes': async (visit) => {
      const { id, to } = await managed(visit);
      const { fields, now } = visit;
      const translations = Object.fromEntries(
        Object.entries(fields).flatMap(([name, text]) => {
          const code = inLanguage.exec(name)?.[1];
          return code === undefined ? [] : [[code, text]];
        }),
      );
      const sent = ['kind', 'sentence', 'link', 'from', 'to'].flatMap((name) =>
        fields[name] === undefined || fields[name].trim() === '' ? [] : [[name, fields[name]]],
      );
      const read = outcomeInput.safeParse({ ...Object.fromEntries(sent), project_id: id, translations });
      if (!read.success) {
        const [fault] = read.error.issues;
        throw new Refusal(
          'invalid',
          `${String(fault?.path[0])} ${fault?.message ?? 'is missing'}; go back and write it.`,
        );
      }
      await tell(deps, read.data, now);
      return { to };
    },

    'POST /project/:project/outcomes/remove': async (visit) => {
      const { id, to } = await managed(visit);
      await deps.outcomes.remove(id, idIn(visit.fields['outcome_id']));
      return { to };
    },

    'POST /review/outcome/:outcome': async ({ visitor, params, fields, now }) => {
      const read = outcomeId.safeParse(params['outcome']);
      if (!visitor || visitor.role === 'none' || !read.success) throw nothingHere();
      const isGood = fields['act'] === 'show';
      const projectId = await deps.outcomes.decide(read.data, isGood, now);
      if (projectId === undefined) return { to: '/review' };
      const act = isGood ? 'show-outcome' : 'refuse-outcome';
      await deps.audit(now, `account ${visitor.accountId}`, act, String(projectId));
      return { to: `/review?done=${isGood ? 'told' : 'untold'}-${projectId}` };
    },
  };
}
