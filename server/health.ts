/** GET /health: whether the service reaches its database, and whether its mail works. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import type { Store } from './db/store.ts';
import type { Features } from './app/features.ts';

export function mountHealth(app: Express, { store, mail }: Features): void {
  app.get('/health', async (_request, response) => {
    const isWell = await isAnswering(store);
    response.status(isWell ? 200 : 503).json({
      result: isWell ? 'success' : 'error',
      // Does not affect the status: without mail the service still records, and must not be restarted.
      mail: mail.isFailing() ? 'failing' : 'ok',
    });
  });
}

/** A database that does not respond counts as unreachable. */
async function isAnswering({ db }: Store): Promise<boolean> {
  const asked = db.selectFrom('settings').select('name').limit(1).execute();
  return Promise.race([
    asked,
    sleep(3000, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
  ]).then(
    () => true,
    () => false,
  );
}
