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
    const { state, workersAway } = await readiness();
    // With some workers of Citus, it can still store contributions to most projects.
    const canWork = state === 'ok' || state === 'partly-away';
    response.status(canWork ? 200 : 503).json({
      result: canWork ? 'success' : 'error',
      store: state,
      ...(workersAway.length > 0 && { workers_away: workersAway }),
      // Does not affect the status: without mail the service still records, and must not be restarted.
      mail: mail.isFailing() ? 'failing' : 'ok',
    });
  });
}
