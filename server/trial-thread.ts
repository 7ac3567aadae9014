/** The worker thread in which the operator's page tries a move: SQLite's reads would block the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreSettings } from './db/store.ts';
import { StoreFault } from './db/store-fault.ts';
import { type Copied, tryMove } from './move-store.ts';

export type TrialOrder = { from: StoreSettings; target: StoreSettings };
export type TrialMessage = { progress: string } | { done: Copied & { seconds: number } } | { fault: string };

const { from, target } = workerData as TrialOrder;
const tell = (message: TrialMessage) => parentPort?.postMessage(message);

try {
  tell({ done: await tryMove(from, target, (progress) => tell({ progress })) });
} catch (error) {
  // A class of ours does not survive the way to the other thread; any other error ends this one.
  if (!(error instanceof StoreFault)) throw error;
  tell({ fault: error.message });
}
parentPort?.close();
