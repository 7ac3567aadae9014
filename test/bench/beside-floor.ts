/** One kind of request to the service, on both engines, compared with a bare Express server. */
import type { Request } from 'autocannon';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { runService, unlimited, type RunningService } from '../set-up/service/running-service.ts';
import { alternating, report, startBeside } from './alternating.ts';

const rounds = { connections: 50, rounds: 5, seconds: 4 };

export const besideFloor =
  (name: string, makeRequests: (service: RunningService) => Promise<Request[]>) =>
  async (words: string[]): Promise<void> => {
    await ensureBuilt();
    const floor = await startBeside('floor.ts');
    try {
      for (const engine of words.length > 0 ? words : ['sqlite', 'postgres']) {
        const cluster = engine === 'postgres' ? await startPostgres() : undefined;
        try {
          await using service = await runService(cluster?.url, unlimited);
          const requests = await makeRequests(service);
          const { pid = 0, port } = service;
          const contenders = [
            { name: engine, pid, url: `http://127.0.0.1:${port}`, requests },
            { name: 'floor', ...floor, requests },
          ];
          report(`${name} on ${engine}`, await alternating(contenders, rounds), rounds);
        } finally {
          await cluster?.stop();
        }
      }
    } finally {
      floor.stop();
    }
  };
