/** How much mail may be asked for: nobody can use us to fill somebody's inbox, nor a page to fill many. */
import { dayLong } from '../day.ts';
import { tally, untally, type Window } from '../db/tallies.ts';
import type { Database } from '../db/store.ts';
import { networkOf } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Keyed } from '../secrets.ts';
import { plainAddress } from '../secrets.ts';

/** What one address gets, over all flows. */
const perAddress: Window[] = [
  { name: 'mail-hour', most: 3, milliseconds: 3_600_000 },
  { name: 'mail-day', most: 6, milliseconds: dayLong },
];

/** What one network asks for: a school joins behind one IP address, and an IPv6 network has any number of them. */
const perIp: Window[] = [{ name: 'mail-ip', most: 120, milliseconds: 3_600_000 }];

/** What one project's pages ask for from one origin. */
const perPlace: Window[] = [{ name: 'mail-place', most: 2000, milliseconds: dayLong }];

export type Asking = { address: string; ip: string; place?: string };

/** Answers nothing, or refuses with 429: the same for members and others. Only keyed digests are kept. */
export function mailLimit(db: Database, keyed: Keyed) {
  return async ({ address, ip, place }: Asking, now: number): Promise<void> => {
    // The address first, and what a later limit refuses is taken back: who asks in vain uses up nobody's share.
    const limits: [Window[], string][] = [
      [perAddress, keyed('mail', plainAddress(address))],
      ...(place ? ([[perPlace, keyed('mail-place', place)]] as [Window[], string][]) : []),
      [perIp, keyed('mail-ip', networkOf(ip))],
    ];
    for (const [index, [windows, subject]] of limits.entries()) {
      const { isWithin, retryAfter } = await tally(db, windows, subject, now);
      if (isWithin) continue;
      for (const [taken, by] of limits.slice(0, index))
        for (const window of taken) await untally(db, window, by);
      throw new Refusal(
        'too_many_mails',
        windows === perAddress
          ? 'Too many mails were asked for to this address; wait a while, or look for the last one.'
          : 'Too many mails were asked for from here; wait a while.',
        { retryAfter },
      );
    }
  };
}

export type MailLimit = ReturnType<typeof mailLimit>;
