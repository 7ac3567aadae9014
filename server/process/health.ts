/** GET /live: the process answers. GET /health: it can work, so that a proxy may send it requests. */
import type { Express } from 'express';
import { type Readiness, watchReadiness } from '../db/readiness.ts';
import { Refusal, refusalBody } from '../http/refusal.ts';
import type { Features } from '../app/features.ts';

/** The states in which it cannot work, in words. */
const faults: Record<Exclude<Readiness, 'ok' | 'partly-away'>, string> = {
  away: 'The service cannot reach its database at the moment; try again in a few seconds.',
  'read-only': 'The database takes no writes: it is read-only.',
  full: 'The disk of the database is full.',
  refusing: 'The database did not store the last contributions.',
};

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
      ...(canWork ? { result: 'success' } : refusalBody(new Refusal('not_ready', faults[state]), undefined)),
      store: state,
      // How many, and not which: anybody may ask, and the addresses are those of the operator's own network.
      ...(workersAway > 0 && { workers_away: workersAway }),
      // Does not affect the status: without mail the service still records, and must not be restarted.
      mail: mail.isFailing() ? 'failing' : 'ok',
    });
  });
}
