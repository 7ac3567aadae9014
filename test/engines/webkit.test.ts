import { displayProgram, webKitBrowser, webKitDriver } from '../set-up/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startWebKit } from './classic.ts';

allJourneys(async (proxy) => {
  const driver = await webKitDriver();
  return startWebKit({ driver, browser: await webKitBrowser(), display: await displayProgram() }, proxy);
});
