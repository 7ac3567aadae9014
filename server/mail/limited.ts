/** How much mail one address may get, over all flows: nobody can use us to fill somebody's inbox. */
import { tally, type Window } from '../db/tallies.ts';
import type { Database } from '../db/store.ts';
import { dayLong } from '../day.ts';
import { Refusal } from '../http/refusal.ts';
import type { Keyed } from '../secrets.ts';
import { plainAddress } from '../secrets.ts';

const windows: Window[] = [
  { name: 'mail-hour', most: 3, milliseconds: 3_600_000 },
  { name: 'mail-day', most: 6, milliseconds: dayLong },
];

/** Answers nothing, or refuses with 429: the same for members and others. */
export function mailLimit(db: Database, keyed: Keyed) {
  return async (address: string, now: number): Promise<void> => {
    const { isWithin, retryAfter } = await tally(db, windows, keyed('mail', plainAddress(address)), now);
    if (!isWithin)
      throw new Refusal(
        429,
        'too_many_mails',
        'Too many mails were asked for to this address; wait a while, or look for the last one.',
        {
          retryAfter,
        },
      );
  };
}

export type MailLimit = ReturnType<typeof mailLimit>;
