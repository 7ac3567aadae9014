import { pathOf } from '../set-up/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startWebKit } from './classic.ts';

allJourneys(async (proxy) => {
  const [driver, browser] = [await pathOf('webKitDriver'), await pathOf('webKitBrowser')];
  const [display, windows] = [await pathOf('display'), await pathOf('windowManager')];
  return startWebKit({ driver, browser, display, windows }, proxy);
});
