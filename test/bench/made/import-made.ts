/** Fills a running service with generated projects, as an operator's import does. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningService } from '../../set-up/service/running-service.ts';
import type { MadeProject } from './made-projects.ts';

export async function importMade(
  service: RunningService,
  made: MadeProject[],
  { isPublished } = { isPublished: true },
): Promise<void> {
  const file = join(service.dataDir, 'made.json');
  await writeFile(file, JSON.stringify(made));
  const more = isPublished ? ['--publish'] : [];
  const imported = await service.operator('import', file, '--owner', 'made@example.org', ...more);
  if (imported.code !== 0) throw new Error(`The projects were not imported: ${imported.stdout}`);
}
