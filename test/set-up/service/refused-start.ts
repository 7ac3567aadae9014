/** A service that must not start, with its output. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { RunningService, type Settings } from './running-service.ts';
import { watchOver } from '../watch-over.ts';

export type RefusedStart = { code: string; lines: string[] };

const shape = /^The service ended with (\w+)\. It printed:\n([^]*)$/;

/** Returns the exit code and every line printed; throws if the service started. An empty setting is not set. */
export const refusedStart = async (settings: Settings): Promise<RefusedStart> => {
  const dataDir = settings['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'manyhands-data-')));
  watchOver(dataDir);
  const service = new RunningService(await freePort(), dataDir, settings['DATABASE_URL'], settings);
  const error = await service.start().then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  await service.kill9();
  const [, code, printed] = shape.exec(error?.message ?? '') ?? [];
  if (code === undefined || printed === undefined) throw error ?? new Error('The service started.');
  return { code, lines: printed.split('\n').filter((line) => line !== '') };
};
