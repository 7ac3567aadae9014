/** POST /api/event/retract: a project takes contributions back. The reply tells nothing about a person. */
import type { z } from 'zod';
import { maxRetracted, type retractInput } from '../../src/contract/api/retraction.ts';
import type { Caller, Facts } from '../http/facts.ts';
import { badFields } from '../http/refusal.ts';
import { namedContributions, type Naming } from './named-contributions.ts';
import type { EventStore } from './store.ts';

type Input = z.output<typeof retractInput>;

/** `mustManage`: refuses an account that does not manage the project. */
export function retractHandlers(
  deps: Naming & { events: Pick<EventStore, 'retract'> },
  mustManage: (projectId: number, accountId: number) => Promise<void>,
) {
  return {
    'POST /api/event/retract': async (input: Input, caller: Caller, { now }: Facts) => {
      const { project_id: projectId, event_ids: ids = [], idempotency_keys: keys = [], reason } = input;
      if (ids.length + keys.length === 0)
        throw badFields([
          { field: 'event_ids', message: 'or idempotency_keys is required' },
          { field: 'idempotency_keys', message: 'or event_ids is required' },
        ]);
      await mustManage(projectId, caller.accountId);
      const named = await namedContributions(deps, input, { max: maxRetracted }, now);
      await deps.events.retract(projectId, named, reason, now);
      return { retracted: named.length };
    },
  };
}
