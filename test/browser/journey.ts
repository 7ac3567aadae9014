/** What every journey starts with: a browser, a whole service with its demonstration partner, and people. */
import { expect } from 'vitest';
import { openBrowser, type ContextOptions } from '../set-up/browser.ts';
import { startService, type Engine, type Settings } from '../set-up/start-service.ts';

/** A wait that ends well before its test says what it waited for. */
const patience = 10_000;

export async function startJourneys(engine: Engine = 'sqlite', settings: Settings = {}) {
  const [{ freshContext }, service] = await Promise.all([
    openBrowser(),
    startService(engine, { NODE_ENV: 'development', ...settings }),
  ]);
  /** Somebody with a browser of their own, who has never been here. */
  const newPerson = async (options?: ContextOptions) => {
    const person = await freshContext(options);
    person.context.setDefaultTimeout(patience);
    return person;
  };
  return { service, newPerson };
}

export type Journeys = Awaited<ReturnType<typeof startJourneys>>;

/** `expect.poll` with that patience: for what no locator can wait for. */
export const eventually = <Value>(look: () => Value | Promise<Value>) =>
  expect.poll(look, { timeout: patience });
