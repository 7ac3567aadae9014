/** Recording contributions: one outbox for each project of a document. */
import { call, isFinal, type Reply, type Sent } from './call.ts';
import { consoleLine } from './console-line.ts';
import { keyOf } from './grant.ts';
import { isGone } from './held-grant.ts';
import { outbox } from './outbox.ts';

export type Contribution = Omit<Sent<'POST /embed/record'>, 'grant'> & { event_id: string; when: string };
export type Recorded = Omit<Reply<'POST /embed/record'>, 'grant'>;
/** Called once for each contribution of the project, also from earlier pages: with the reply, or without one if it was given up. */
type OnSettled = (contribution: Contribution, reply?: Recorded) => unknown;

/** One outbox for each project, however many messages come and go in a document. */
const outboxes = new Map<
  number,
  { send: (contribution: Contribution) => Promise<unknown>; listeners: Set<OnSettled> }
>();

/** Returns `send`, which puts a contribution into the project's outbox; `leave` ends the calls of `onSettled`. */
export function joinOutbox(project_id: number, onSettled: OnSettled) {
  let shared = outboxes.get(project_id);
  if (!shared) {
    const listeners = new Set<OnSettled>([onSettled]);
    const settle: OnSettled = (...outcome) => [...listeners].forEach((listener) => listener(...outcome));
    outboxes.set(project_id, (shared = { listeners, send: outbox(keyOf(project_id), record, settle) }));
  }
  const { listeners, send } = shared;
  listeners.add(onSettled);
  return { send, leave: () => void listeners.delete(onSettled) };
}

/** Sends a contribution; writes the reason of a final refusal into the console, for the owner of the page. */
export const record = ({ grant = '', ...contribution }: Contribution & { grant: string | undefined }) =>
  call('POST /embed/record', { grant, ...contribution }).catch((error: unknown) => {
    if (isFinal(error) && !isGone(error)) consoleLine(error.message);
    throw error;
  });
