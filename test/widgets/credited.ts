/** The set-up of suites on the built message in happy-dom: a service for each test, and a person credited before. */
import { afterEach, beforeEach } from 'vitest';
import { answeringService } from './answering-service.ts';
import { visit } from './partner-page.ts';

/** The service of the current test. */
export let service: Awaited<ReturnType<typeof answeringService>>;

/** To be called once in a file. */
export function answered() {
  beforeEach(async () => {
    service = await answeringService();
  });
  afterEach(() => service[Symbol.asyncDispose]());
}

export const ask = 'Add to your profile';
export const passive = { 'data-mode': 'passive' };
export const token = { ...passive, 'data-participant': 'a-participant-token-of-ours' };
export const pause = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Storage of a person who was credited here, with their grant. */
export async function credited(attributes?: Record<string, string>) {
  const page = await visit(service.origin, attributes && { attributes });
  await page.shows(ask);
  await page.join();
  await page.shows('Credited');
  return page.leave();
}
