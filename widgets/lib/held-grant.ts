/**
 * Uses the stored grant: every reply may contain a newer one, and when a grant has ended, the contributions that wait
 * for it are dropped.
 */
import { Refused } from './call.ts';
import { keepGrant, keyOf, readGrant } from './grant.ts';
import { emptyOutbox } from './outbox.ts';
import type { Contribution } from './recording.ts';

/** The grant, or the participant token, is no longer good. */
export const isGone = (error: unknown) => error instanceof Refused && error.status === 401;

/**
 * Deletes the grant and the contributions that wait for its profile, because the next person on this page may be
 * another. Returns those contributions.
 */
export function dropGrant(project_id: number) {
  keepGrant(project_id);
  return emptyOutbox(keyOf(project_id)) as Contribution[];
}

/**
 * Runs a call with the stored grant; a newer one in the reply replaces it, a refused one is deleted. `onLost` gets each
 * contribution that waited for a refused one.
 */
export async function withGrant<T extends { grant?: string | undefined }>(
  project_id: number,
  use: (grant: string) => Promise<T>,
  onLost?: (contribution: Contribution) => void,
): Promise<T> {
  const grant = readGrant(project_id);
  // Ended by another message of the page.
  if (!grant) throw new Refused(401, {});
  const isNewest = () => readGrant(project_id) === grant;
  try {
    const reply = await use(grant);
    // Unless another embed of this page was quicker: its grant is the newer one.
    if (reply.grant && isNewest()) keepGrant(project_id, reply.grant);
    return reply;
  } catch (error) {
    if (!isGone(error)) throw error;
    const newer = readGrant(project_id);
    if (newer && !isNewest()) return use(newer);
    for (const lost of dropGrant(project_id)) onLost?.(lost);
    throw error;
  }
}
