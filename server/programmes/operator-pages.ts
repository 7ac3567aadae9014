/** The operator's page of programmes: approves, refuses, withholds and opens them again. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { type OperatorProgrammesPage, operatorProgrammesPath } from '../../src/contract/pages/programmes.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type Audit, forOperators, operatorForm, recordAct } from '../http/operators.ts';
import { badField } from '../http/refusal.ts';
import { formLine } from '../text/one-line.ts';
import { saidIn } from './said.ts';
import type { Pending, Programme, ProgrammeStore } from './store.ts';

type OperatorPages = {
  programmes: ProgrammeStore;
  audit: Audit;
  addressOf: (accountId: number) => Promise<string | undefined>;
  /** Lists what the saved search of a programme finds. */
  refresh: (programme: Programme, now: number) => Promise<void>;
  /** Mails the managers of a programme that it was opened, or why not. */
  tellDecision: (programme: Programme, visit: Pick<Visit, 'ip' | 'now'>) => Promise<void>;
};

const number = idField('the programme');
const states = { approve: 'open', refuse: 'refused', withhold: 'withheld', open: 'open' } as const;

export function programmeOperatorPages({
  programmes,
  audit,
  addressOf,
  refresh,
  tellDecision,
}: OperatorPages): PageHandlers {
  const page = async (fault?: string): Promise<PageAnswer> => ({
    name: 'operator-programmes',
    title: 'Programmes',
    ...(fault !== undefined && { status: 400 }),
    data: {
      programmes: await Promise.all(
        (await programmes.all()).map(async (one) => {
          const by = await addressOf(one.made_by);
          return {
            ...saidIn(one, undefined),
            state: one.state,
            ...(by !== undefined && { by }),
            since: new Date(one.created_at).toISOString(),
            ...(one.pending && { change: changeOf(one, one.pending) }),
          };
        }),
      ),
      ...(fault !== undefined && { fault }),
    },
  });

  return {
    'GET /operator/programmes': forOperators(() => page()),
    'POST /operator/programmes': operatorForm(async (visit) => {
      const { fields } = visit;
      const read = number.safeParse(fields['programme_id']);
      const act = (['approve', 'refuse', 'withhold', 'open', 'change', 'keep'] as const).find(
        (one) => one === fields['act'],
      );
      if (!read.success || act === undefined)
        throw badField('programme_id', 'must be a programme of this page');
      const reason = formLine(fields['reason'] ?? '')
        .trim()
        .slice(0, 500);
      if (act === 'refuse' && reason === '') return page('Write why you refuse it: its managers read that.');
      if (act === 'change' || act === 'keep') {
        const changed = await programmes.answerChange(read.data, act === 'change');
        if (changed) await recordAct(audit, visit, `programme ${act}`, read.data);
        if (changed && act === 'change') await refresh(changed, visit.now);
        return { to: operatorProgrammesPath };
      }
      const decided = await programmes.decide(read.data, states[act], act === 'refuse' ? reason : null);
      if (decided) {
        await recordAct(audit, visit, `programme ${act}`, read.data);
        await tellDecision(decided, visit);
      }
      return { to: operatorProgrammesPath };
    }),
  };
}

/** A change that waits, in all its languages. */
const changeOf = (
  programme: Programme,
  pending: Pending,
): OperatorProgrammesPage['programmes'][number]['change'] => ({
  ...saidIn({ ...programme, ...pending, logo: pending.logo ?? undefined }, undefined),
  others: Object.entries(pending.texts).flatMap(([code, { name = '', text, award }]) =>
    code === '' ? [] : [`${code}: ${[name, text, award].filter(Boolean).join(' · ')}`],
  ),
});
