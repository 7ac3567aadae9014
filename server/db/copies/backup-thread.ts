/** The worker thread that copies the store for the operator's page: checking a copy would block the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { backUp } from './backup.ts';
import type { StoreSettings } from '../store.ts';

export type BackupOrder = { place: StoreSettings; path: string; isVerified: boolean };

const { place, path, isVerified } = workerData as BackupOrder;

// An error ends the thread, and is thrown where it was started.
await backUp(place, path, isVerified);
parentPort?.close();
