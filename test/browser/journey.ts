/** The start of every journey: a browser, a service with its demonstration partner, and people. */
import { expect } from 'vitest';
import { openBrowser, type ContextOptions, type Program } from '../set-up/browser.ts';
import { startService, type Engine, type Settings } from '../set-up/start-service.ts';

/** Milliseconds: shorter than the test's own limit, so that a failed wait reports its target. */
const patience = 10_000;

export async function startJourneys(
  engine: Engine = 'sqlite',
  settings: Settings = {},
  program: Program = 'whole',
) {
  const [{ freshContext }, service] = await Promise.all([
    openBrowser(program),
    startService(engine, { NODE_ENV: 'development', ...settings }),
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
