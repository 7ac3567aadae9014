/** The operator's page of programmes: approves, refuses, withholds and opens them again. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { type OperatorProgrammesPage, operatorProgrammesPath } from '../../src/contract/pages/programmes.ts';
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { paged } from '../http/paged.ts';
import { forOperators, operatorForm, recordAct } from '../http/operators.ts';
import { badField } from '../http/refusal.ts';
import { formLine } from '../text/one-line.ts';
import type { ProgrammeDeps } from './deps.ts';
import { saidIn } from './said.ts';
import type { Pending, Programme } from './store.ts';

const number = idField('the programme');
const states = { approve: 'open', refuse: 'refused', withhold: 'withheld', open: 'open' } as const;
const perPage = 20;
const acts = ['approve', 'refuse', 'withhold', 'open', 'change', 'keep'] as const;

export function programmeOperatorPages(deps: ProgrammeDeps): PageHandlers {
  const { programmes, accounts, refresh, tellDecision } = deps;
  const page = async (asked?: unknown, fault?: string): Promise<PageAnswer> => {
    const waits = ({ state, pending }: Programme) => state === 'requested' || pending !== undefined;
    const all = await programmes.all();
    const inOrder = [...all.filter(waits), ...all.filter((one) => !waits(one))];
    const { items, ...place } = paged(inOrder, asked, perPage);
    const said = items.map(async (one) => {
      const by = (await accounts.mainProfile(one.made_by))?.address;
      return {
        ...saidIn(one, undefined),
        state: one.state,
        ...(by !== undefined && { by }),
        since: new Date(one.created_at).toISOString(),
        ...(one.pending && { change: changeOf(one, one.pending) }),
      };
    });
    return {
      name: 'operator-programmes',
      title: 'Programmes',
      ...(fault !== undefined && { status: 400 }),
      data: {
        programmes: { ...place, items: await Promise.all(said) },
        ...(fault !== undefined && { fault }),
      },
    };
  };

  return {
    'GET /operator/programmes': forOperators(({ query }) => page(query['page'])),
    'POST /operator/programmes': operatorForm(async (visit) => {
      const { fields } = visit;
      const read = number.safeParse(fields['programme_id']);
      const act = acts.find((one) => one === fields['act']);
      if (!read.success || act === undefined)
        throw badField('programme_id', 'must be a programme of this page');
      const reason = formLine(fields['reason'] ?? '')
        .trim()
        .slice(0, 500);
      if (act === 'refuse' && reason === '')
        return page(undefined, 'Write why you refuse it: its managers read that.');
      const isAboutChange = act === 'change' || act === 'keep';
      const changed = isAboutChange
        ? await programmes.answerChange(read.data, act === 'change')
        : await programmes.decide(read.data, states[act], act === 'refuse' ? reason : null);
      if (!changed) return { to: operatorProgrammesPath };
      await recordAct(accounts.audit, visit, `programme ${act}`, read.data);
      if (act === 'change') await refresh(changed, visit.now);
      if (!isAboutChange) await tellDecision(changed, visit);
      return { to: operatorProgrammesPath };
    }),
  };
}

/** A change that waits, in all its languages. */
const changeOf = (
  programme: Programme,
  pending: Pending,
): OperatorProgrammesPage['programmes']['items'][number]['change'] => ({
  ...saidIn({ ...programme, ...pending, logo: pending.logo ?? undefined }, undefined),
  others: Object.entries(pending.texts).flatMap(([code, { name = '', text, award }]) =>
    code === '' ? [] : [`${code}: ${[name, text, award].filter(Boolean).join(' · ')}`],
  ),
});
