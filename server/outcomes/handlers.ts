/** POST /api/outcome: an owner tells what came of contributions. The reply tells nothing about a person. */
import type { z } from 'zod';
import { maxNamed, type outcomeInput } from '../../src/contract/api/outcome.ts';
import type { Caller, Facts } from '../http/facts.ts';
import { badField, badFields, type FieldFault } from '../http/refusal.ts';
import type { OutcomeStore } from './store.ts';

export type OutcomeFields = z.output<typeof outcomeInput>;

/** `named`: the ids of the contributions that the fields name, or a refusal. */
export type Telling = {
  outcomes: Pick<OutcomeStore, 'tell'>;
  named: (fields: OutcomeFields, max: number, now: number) => Promise<number[]>;
};

/** Faults that no field shows alone: either a period or single contributions are named. */
function faultsOf({ from, to, event_ids, idempotency_keys }: OutcomeFields): FieldFault[] {
  const isPeriod = from !== undefined || to !== undefined;
  if (event_ids !== undefined || idempotency_keys !== undefined)
    return isPeriod ? [{ field: 'from', message: 'must be left out if single contributions are named' }] : [];
  if (from === undefined)
    return [{ field: 'from', message: 'is required, with to, or else event_ids or idempotency_keys' }];
  if (to === undefined) return [{ field: 'to', message: 'is required with from' }];
  return from > to ? [{ field: 'to', message: 'must not be before from' }] : [];
}

/** Stores what was told, once. */
export async function tell({ outcomes, named }: Telling, fields: OutcomeFields, now: number) {
  const faults = faultsOf(fields);
  if (faults.length > 0) throw badFields(faults);
  const events = await named(fields, maxNamed, now);
  const told = await outcomes.tell({ ...fields, events }, now);
  if (!told) throw badField('project_id', 'has 200 outcomes, which is the most; remove one on its Tools tab');
  return told;
}

/** `mustManage`: refuses an account that does not manage the published project. */
export const outcomeHandlers = (
  telling: Telling,
  mustManage: (projectId: number, accountId: number) => Promise<void>,
) => ({
  'POST /api/outcome': async (fields: OutcomeFields, caller: Caller, { now }: Facts) => {
    await mustManage(fields.project_id, caller.accountId);
    const { outcome_id, state, isKnown } = await tell(telling, fields, now);
    return { outcome_id, state, ...(isKnown && { duplicate: true as const }) };
  },
});
