/** The heavy acts of the operator's store page, each with the functions of its command. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupOrder } from '../db/copies/backup-thread.ts';
import { distributionState } from '../db/postgres/distribute.ts';
import { placeOf } from '../db/store.ts';
import { clearTrials } from '../process/move-store.ts';
import { copies } from '../operating/copies.ts';
import { pepperActs } from '../operating/pepper-acts.ts';
import { pepperChange } from '../operating/pepper-change.ts';
import type { Features } from './features.ts';

export function storeActs({ store, settings, log, peppers, accounts }: Features) {
  const place = placeOf(settings);
  const { DATA_DIR } = settings;
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
    pepperChange: pepperChange({
      db: store.db,
      alone: (act) => store.alone('pepper', act),
      audit: accounts.audit,
      onFault: (error) => log.error({ err: error }, 'a change of the pepper failed'),
    }),
    pepper: pepperActs(store, peppers, settings.PEPPER_BEFORE !== undefined),
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
