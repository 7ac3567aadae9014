/** A service for the benches of an open loop: a project, the profiles of its participants, and requests without end. */
import { startPostgres } from '../../set-up/postgres/postgres.ts';
import { ownProject, profilesOf } from '../../set-up/service/project.ts';
import { type RunningService, runService, unlimited } from '../../set-up/service/running-service.ts';
import { contributionRequests } from './open-loop.ts';

const people = 200;

export type LoadedService = {
  service: RunningService;
  port: number;
  pid: number;
  requests: ReturnType<typeof contributionRequests>;
};

/** The numbers among the words of a bench, in their order. */
export const numbersIn = (words: string[]): number[] => words.map(Number).filter((value) => value > 0);

/** Runs a bench on a new service, which ends afterwards. */
export async function onLoadedService(
  engine: string,
  run: (loaded: LoadedService) => Promise<void>,
): Promise<void> {
  const cluster = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await using service = await runService(cluster?.url, { ...unlimited, TRUST_PROXY: '1' });
    const owned = await ownProject(service);
    const profiles = await profilesOf(service, owned.key, people);
    const { port, pid = 0 } = service;
    await run({ service, port, pid, requests: contributionRequests(service, { ...owned, profiles }) });
  } finally {
    await cluster?.stop();
  }
}
