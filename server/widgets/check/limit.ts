/** Limits the checks of one network: each fetches a page of somebody else's. */
import type { Database } from '../../db/store.ts';
import { networkCounter } from '../../limits/network-counter.ts';
import type { Keyed } from '../../secrets/secrets.ts';

/** Enough for a workshop behind one address; too few to use us against a site. */
const window = { name: 'check-network', max: 60, milliseconds: 3_600_000 };

export const checkCounter = (db: Database, keyed: Keyed) =>
  networkCounter(db, {
    window,
    subject: (network) => keyed('check-network', network),
    says: 'Too many pages were checked from here within an hour; go on later.',
  });
