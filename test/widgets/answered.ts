/** What suites on the built files have in common: one browser for the file, and for each test a service that answers. */
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser } from '../set-up/browser.ts';
import { answeringService } from './answering-service.ts';

type Service = Awaited<ReturnType<typeof answeringService>>;

/** This file's, from its first test on. */
export let open: Awaited<ReturnType<typeof openBrowser>>;
/** This test's. */
export let service: Service;

/** Called once in a file; `prepare` says what the service answers in each of its tests. */
export function answered(prepare: (service: Service) => void = () => undefined) {
  beforeAll(async () => {
    open = await openBrowser();
  });
  beforeEach(async () => {
    service = await answeringService();
    prepare(service);
  });
  afterEach(() => service[Symbol.asyncDispose]());
}
