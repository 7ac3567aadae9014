/** Limits the drafts that one network may begin: each fetches a page, and is kept for a month. */
import { dayLong } from '../../text/day.ts';
import type { Database } from '../../db/store.ts';
import { networkCounter } from '../../limits/network-counter.ts';
import type { Keyed } from '../../secrets/secrets.ts';

/** A workshop behind one address. */
const window = { name: 'draft-network', max: 100, milliseconds: dayLong };

export const draftCounter = (db: Database, keyed: Keyed) =>
  networkCounter(db, {
    window,
    subject: (network) => keyed('draft-network', network),
    says: 'Too many drafts were begun from here today; go on with one of them, or begin tomorrow.',
  });
