/** Recording contributions: one outbox for each project of a document. */
import { call, isFinal, type Reply, type Sent } from './call.ts';
import { consoleLine } from './console-line.ts';
import { keyOf } from './grant.ts';
import { isGone } from './held-grant.ts';
import { line } from './outbox.ts';

export type Contribution = Omit<Sent<'POST /embed/record'>, 'grant'> & { event_id: string; when: string };
export type Recorded = Omit<Reply<'POST /embed/record'>, 'grant'>;
/** How a contribution of this project ended, whichever page it is from; without a reply it is given up. */
type Hear = (contribution: Contribution, reply?: Recorded) => unknown;

/** One outbox for each project, however many messages come and go in a document. */
const outboxes = new Map<
  number,
  { send: (contribution: Contribution) => Promise<unknown>; hearers: Set<Hear> }
>();

/** Who hears is told of every contribution of the project until `leave`. */
export function joinOutbox(project_id: number, hear: Hear) {
  let found = outboxes.get(project_id);
  if (!found) {
    const hearers = new Set<Hear>([hear]);
    const tell: Hear = (...outcome) => [...hearers].forEach((each) => each(...outcome));
    outboxes.set(project_id, (found = { hearers, send: line(keyOf(project_id), post, tell) }));
  }
  const { hearers, send } = found;
  hearers.add(hear);
  return { send, leave: () => void hearers.delete(hear) };
}

/** Tells the owner of the page what can never be recorded. */
const post = ({ grant = '', ...contribution }: Contribution & { grant: string | undefined }) =>
  call('POST /embed/record', { grant, ...contribution }).catch((error: unknown) => {
    if (isFinal(error) && !isGone(error)) consoleLine(error.message);
    throw error;
  });
