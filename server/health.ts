/** GET /live: the process answers. GET /health: it can work, so that a proxy may send it requests. */
import type { Express } from 'express';
import { watchReadiness } from './db/readiness.ts';
import type { Features } from './app/features.ts';

export function mountHealth(app: Express, { store, mail, settings }: Features): void {
  const readiness = watchReadiness(store, { dataDir: settings.DATA_DIR });
  app.get('/live', (_request, response) => {
    response.json({ result: 'success' });
  });
  app.get('/health', async (_request, response) => {
    const state = await readiness(Date.now());
    response.status(state === 'ok' ? 200 : 503).json({
      result: state === 'ok' ? 'success' : 'error',
      store: state,
      // Does not affect the status: without mail the service still records, and must not be restarted.
      mail: mail.isFailing() ? 'failing' : 'ok',
    });
  });
}
