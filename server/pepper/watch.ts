/** Watches, in each process of the service, whether the operator changes the pepper. */
import type { Database } from '../db/store.ts';
import type { Log } from '../log.ts';
import type { Peppers } from './live.ts';
import { setRow } from './change.ts';

/** Milliseconds. A command that announces a change waits several times as long for a process that objects. */
export const watchesEvery = 1000;

/**
 * `onUnknown` is called when the store is in a pepper that this process was not given: it would find no profile. A
 * process that does not know an announced pepper says so in the store, and the change does not begin.
 */
export function watchPepper(db: Database, peppers: Peppers, log: Log, onUnknown: () => void): () => void {
  let isLooking = false;
  const look = async () => {
    const { isKnown, rows } = await peppers.refresh();
    if (!isKnown) return onUnknown();
    const next = rows.pepper_next;
    if (next === undefined || peppers.ring().peppers.some(({ id }) => id === next)) return;
    if (rows.pepper_refused === next) return;
    await setRow(db, 'pepper_refused', next);
    log.error(
      'the pepper cannot be changed yet: this process was not given the new one; restart it with PEPPER and PEPPER_BEFORE',
    );
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A database that is away is reported by everything else that uses it.
    void look()
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  }, watchesEvery);
  timer.unref();
  return () => clearInterval(timer);
}
