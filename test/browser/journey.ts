/** The start of every journey: a browser, a service with its demonstration partner, and people. */
import { catalogueFile } from '../judged/judge.ts';
import { openBrowser, type Program } from '../set-up/browser/browser.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { startFilledService, type Engine, type Settings } from '../set-up/service/start-service.ts';

/** The catalogue as a first start in development loads it; its demonstration projects come with each start. */
const loadCatalogue = (service: RunningService) =>
  service.operate('import', catalogueFile, '--owner', 'operator@example.org', '--publish');

export async function startJourneys(
  engine: Engine = 'sqlite',
  settings: Settings = {},
  program: Program = 'whole',
) {
  const [{ freshContext }, { service }] = await Promise.all([
    openBrowser(program),
    startFilledService(engine, { NODE_ENV: 'development', ...settings }, 'demonstration', loadCatalogue),
  ]);
  /** `newPerson`: a new visitor with a browser of their own. */
  return { service, newPerson: freshContext };
}

export type Journeys = Awaited<ReturnType<typeof startJourneys>>;
