/** Limits how often each network may do something expensive, in a stored time window. */
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import { networksOf } from './network.ts';
import { countIn, type Window } from './stored-counts.ts';

/** `subject` is the keyed digest of a network; `says` is the text of the refusal, with what to do instead. */
type Limited = { window: Window; subject: (network: string) => string; says: string };

/** Returns a function that counts once for a network, or refuses. Wider networks may have a multiple. */
export const networkCounter =
  (db: Database, { window, subject, says }: Limited) =>
  (ip: string, now: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const counts = networksOf(ip).map(({ name, weight }) => ({
        window: { ...window, max: window.max * weight },
        subject: subject(name),
      }));
      const full = await countIn(trx, counts, now);
      if (full) throw new Refusal('too_many', says, { retryAfter: full.retryAfter });
    });
