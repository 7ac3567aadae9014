/** The start of every journey: a browser, a service with its demonstration partner, and people. */
import { expect } from 'vitest';
import { catalogueFile } from '../judged/judge.ts';
import { openBrowser, type ContextOptions, type Program } from '../set-up/browser.ts';
import type { RunningService } from '../set-up/running-service.ts';
import { startFilledService, type Engine, type Settings } from '../set-up/start-service.ts';

/** Milliseconds: shorter than the test's own limit, so that a failed wait reports its target. */
const patience = 10_000;

/** The catalogue as a first start in development loads it; its demonstration projects come with each start. */
async function loadCatalogue(service: RunningService): Promise<void> {
  const { code } = await service.operator(
    ...['import', catalogueFile, '--owner', 'operator@example.org', '--publish'],
  );
  expect(code).toBe(0);
}

export async function startJourneys(
  engine: Engine = 'sqlite',
  settings: Settings = {},
  program: Program = 'whole',
) {
  const [{ freshContext }, { service }] = await Promise.all([
    openBrowser(program),
    startFilledService(engine, { NODE_ENV: 'development', ...settings }, 'demonstration', loadCatalogue),
  ]);
  /** A new visitor with a browser of their own. */
  const newPerson = async (options?: ContextOptions) => {
    const person = await freshContext(options);
    person.context.setDefaultTimeout(patience);
    return person;
  };
  return { service, newPerson };
}

export type Journeys = Awaited<ReturnType<typeof startJourneys>>;

/** `expect.poll` with that limit, if no locator can wait. */
export const eventually = <Value>(look: () => Value | Promise<Value>) =>
  expect.poll(look, { timeout: patience });
