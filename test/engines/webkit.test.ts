import { displayProgram, webKitBrowser, webKitDriver, windowManager } from '../set-up/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startWebKit } from './classic.ts';

allJourneys(async (proxy) => {
  const driver = await webKitDriver();
  const browser = await webKitBrowser();
  return startWebKit(
    { driver, browser, display: await displayProgram(), windows: await windowManager() },
    proxy,
  );
});
