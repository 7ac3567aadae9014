/** Limits the pictures that one network may upload: each takes a process of its own to decode. */
import { dayLong } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import { networkCounter } from '../limits/network-counter.ts';
import type { Keyed } from '../secrets/secrets.ts';

const window = { name: 'picture-upload', max: 100, milliseconds: dayLong };
const says =
  'cannot be taken: too many were sent from here today; name the address of one, or try again tomorrow';

/** Returns a function that counts an upload; it returns the reason if there were too many. */
export function uploadCounter(db: Database, keyed: Keyed) {
  const countOrRefuse = networkCounter(db, {
    window,
    subject: (network) => keyed('picture-upload', network),
    says,
  });
  return (ip: string, now: number): Promise<string | undefined> =>
    countOrRefuse(ip, now).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal) return error.message;
        throw error;
      },
    );
}
