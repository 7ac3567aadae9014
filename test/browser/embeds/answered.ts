/** The set-up of suites on the built files: one browser for the file, and for each test a service that replies. */
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { answeringService } from '../../widgets/answering-service.ts';

type Service = Awaited<ReturnType<typeof answeringService>>;

/** The browser of this file, from its first test on. */
export let open: Awaited<ReturnType<typeof openBrowser>>;
/** The service of the current test. */
export let service: Service;

/** To be called once in a file; `prepare` sets the replies of each test's service. */
export function answered(prepare: (service: Service) => void = () => undefined) {
  beforeAll(async () => {
    open = await openBrowser('shell');
  });
  beforeEach(async () => {
    service = await answeringService();
    prepare(service);
  });
  afterEach(() => service[Symbol.asyncDispose]());
}
