/** Limits the drafts that one network may begin: each fetches a page, and is kept for a month. */
import { dayLong } from '../../day.ts';
import type { Database } from '../../db/store.ts';
import { Refusal } from '../../http/refusal.ts';
import { networksOf } from '../../limits/network.ts';
import { countIn } from '../../limits/stored-counts.ts';
import type { Keyed } from '../../secrets.ts';

/** A workshop behind one address; wider networks may have a multiple. */
const perNetwork = { name: 'draft-network', most: 100, milliseconds: dayLong };

export const draftCounter =
  (db: Database, keyed: Keyed) =>
  (ip: string, now: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const counts = networksOf(ip).map(({ name, weight }) => ({
        window: { ...perNetwork, most: perNetwork.most * weight },
        subject: keyed('draft-network', name),
      }));
      const full = await countIn(trx, counts, now);
      if (full)
        throw new Refusal(
          'too_many',
          'Too many drafts were begun from here today; go on with one of them, or begin tomorrow.',
          { retryAfter: full.retryAfter },
        );
    });
