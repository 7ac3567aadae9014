import { pathOf } from '../set-up/programs/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startWebKit } from './classic.ts';
import { pairs } from './scene.ts';

allJourneys(pairs(0), async (proxy) => {
  const [driver, browser] = [await pathOf('webKitDriver'), await pathOf('webKitBrowser')];
  const [display, windows] = [await pathOf('display'), await pathOf('windowManager')];
  return startWebKit({ driver, browser, display, windows }, proxy);
});
