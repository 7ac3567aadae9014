/** Using the kept grant: every reply may carry a newer one, and one that is gone takes with it what waits for it. */
import { call, isFinal, Refused, type Reply, type Sent } from './call.ts';
import { consoleLine } from './console-line.ts';
import { keepGrant, keyOf, readGrant } from './grant.ts';
import { emptyLine, line } from './outbox.ts';

export type Contribution = Omit<Sent<'POST /embed/record'>, 'grant'> & { event_id: string; when: string };
export type Recorded = Omit<Reply<'POST /embed/record'>, 'grant'>;
/** How a contribution of this project ended, whichever page it is from; without a reply it is given up. */
type Hear = (contribution: Contribution, reply?: Recorded) => unknown;

/** The grant, or the participant token, is no longer good. */
export const isGone = (error: unknown) => error instanceof Refused && error.status === 401;

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

/** Forgets the grant, and what waits for its profile: it is not for whoever comes next. Answers what that was. */
export function dropGrant(project_id: number) {
  keepGrant(project_id);
  return emptyLine(keyOf(project_id)) as Contribution[];
}

/** Runs a call with the kept grant; a newer one in the reply replaces it, a refused one is forgotten. */
export async function withGrant<T extends { grant?: string | undefined }>(
  project_id: number,
  use: (grant: string) => Promise<T>,
): Promise<T> {
  const grant = readGrant(project_id);
  // Ended by another message of the page.
  if (!grant) throw new Refused(401, {});
  const isNewest = () => readGrant(project_id) === grant;
  try {
    const reply = await use(grant);
    // Unless another embed of this page was quicker: what it got came later.
    if (reply.grant && isNewest()) keepGrant(project_id, reply.grant);
    return reply;
  } catch (error) {
    if (!isGone(error)) throw error;
    const newer = readGrant(project_id);
    if (newer && !isNewest()) return use(newer);
    for (const lost of dropGrant(project_id)) outboxes.get(project_id)?.hearers.forEach((hear) => hear(lost));
    throw error;
  }
}
