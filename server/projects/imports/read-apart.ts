/** Reads the inventories of operators in a thread: a table of a megabyte takes seconds. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../http/refusal.ts';
import { networksOf } from '../../limits/network.ts';
import { JobQueue } from '../../threads/job-queue.ts';
import { idleMilliseconds, Thread } from '../../threads/thread.ts';
import type { ReadInventory, UnreadInventory } from './read-thread.ts';

const longestSeconds = 30;
/** Inventories that may wait in total. */
const max = 16;
/** V8 ends a thread that exceeds its heap; the service goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

const tooLong = () =>
  new Refusal(
    'too_large',
    `Reading this inventory took longer than ${longestSeconds} seconds, so it was ended. Split it, or use the command.`,
  );

/** Reads an inventory and its records, or refuses one that takes too long. */
export function inventoryReader() {
  const thread = new Thread<UnreadInventory>(
    'inventory reader',
    () => new Worker(new URL('./read-inventory.js', import.meta.url), { resourceLimits }),
    idleMilliseconds,
  );
  const queue = new JobQueue(thread, { what: 'inventories', max, longest: longestSeconds * 1000, tooLong });
  return (unread: UnreadInventory, ip: string) => queue.run<ReadInventory>(unread, networksOf(ip));
}
