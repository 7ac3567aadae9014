/** The heavy acts of the operator's store page, each with the functions of its command. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupOrder } from '../db/backup-thread.ts';
import { storeBytes } from '../db/describe.ts';
import { distributionState } from '../db/distribute.ts';
import { placeOf } from '../db/store.ts';
import { StoreFault } from '../db/store-fault.ts';
import { describeTarget, targetAt } from '../db/try-copy.ts';
import { clearTrials, triedMove } from '../move-store.ts';
import { copies } from '../operating/copies.ts';
import { longActs } from '../operating/long-acts.ts';
import { moveActs } from '../operating/move-acts.ts';
import { pepperActs } from '../operating/pepper-acts.ts';
import { PepperFault } from '../pepper/operate.ts';
import type { TrialMessage, TrialOrder } from '../trial-thread.ts';
import type { Features } from './features.ts';

export function storeActs({ store, settings, log, peppers, accounts }: Features) {
  const place = placeOf(settings);
  const { COPY_TO, DATA_DIR } = settings;
  if (store.engine === 'sqlite')
    clearTrials(DATA_DIR).catch((error: unknown) =>
      log.error({ err: error }, 'the copy of an interrupted trial could not be deleted'),
    );
  return {
    copies: copies({
      folder: join(DATA_DIR, 'backups'),
      make: (path) => copyApart({ place, path, isVerified: store.engine === 'sqlite' }),
      alone: (act) => store.alone('backup', act),
      onFault: (error) => log.error({ err: error }, 'a backup could not be made'),
    }),
    acts: longActs({
      db: store.db,
      alone: store.alone,
      audit: accounts.audit,
      sayFault: (error) =>
        error instanceof PepperFault || error instanceof StoreFault ? error.message : undefined,
      onFault: (error, name) => log.error({ err: error, act: name }, "an operator's act failed"),
    }),
    pepper: pepperActs(store, peppers, settings.PEPPER_BEFORE !== undefined),
    move: moveActs({
      isOnPostgres: store.engine === 'postgres',
      bytes: () => storeBytes(store, DATA_DIR),
      target: COPY_TO === undefined ? undefined : describeTarget(COPY_TO),
      tryMove: (onProgress) =>
        tryApart(
          { from: { ...place, searchUrl: undefined }, target: targetAt(COPY_TO ?? '', DATA_DIR) },
          onProgress,
        ),
    }),
    distribution: () => distributionState(store),
  };
}

/** Copies the store in a thread of its own. */
const copyApart = (order: BackupOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./backup.js', import.meta.url), { workerData: order });
    thread.once('error', reject);
    thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the backup thread ended'))));
  });

/** Tries a move in a thread of its own. */
const tryApart = (order: TrialOrder, onProgress: (says: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./trial.js', import.meta.url), { workerData: order });
    thread.on('message', (message: TrialMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('done' in message) resolve(triedMove(message.done));
      else reject(new StoreFault(message.fault));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of the trial ended')));
  });
