/** Using the kept grant: every reply may carry a newer one, and one that is gone takes with it what waits for it. */
import { call, isFinal, Refused } from './call.ts';
import { keepGrant, readGrant } from './grant.ts';
import { dropAll, putInLine, takeOut, waiting, type Contribution } from './queue.ts';

/** The grant, or the participant token, is no longer good. */
export const isGone = (error: unknown) => error instanceof Refused && error.status === 401;

/** Forgets the grant, and the records that were for its profile, not for whoever comes next. */
export function dropGrant(project_id: number) {
  keepGrant(project_id);
  dropAll(project_id);
}

/** Runs a call with the kept grant; a newer one in the reply replaces it, a refused one is forgotten. */
export async function withGrant<T extends { grant?: string }>(
  project_id: number,
  use: (grant: string) => Promise<T>,
): Promise<T> {
  const grant = readGrant(project_id) ?? '';
  try {
    const reply = await use(grant);
    if (reply.grant) keepGrant(project_id, reply.grant);
    return reply;
  } catch (error) {
    if (!isGone(error)) throw error;
    const newer = readGrant(project_id);
    // Another embed of this page may have exchanged it in between.
    if (newer && newer !== grant) return use(newer);
    dropGrant(project_id);
    throw error;
  }
}

/** Sends one record; it waits in line until it is answered for good. */
export async function send(project_id: number, record: Contribution) {
  putInLine(project_id, record);
  try {
    const reply = await withGrant(project_id, (grant) => call('POST /embed/record', { grant, ...record }));
    takeOut(project_id, record);
    return reply;
  } catch (error) {
    if (isFinal(error)) takeOut(project_id, record);
    throw error;
  }
}

/** What an earlier page could not bring through; whatever fails again waits for the next. */
export async function sendWaiting(project_id: number) {
  for (const { record } of waiting(project_id)) await send(project_id, record).catch(() => undefined);
}
