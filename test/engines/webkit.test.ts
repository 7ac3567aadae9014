import { describe } from 'vitest';
import { hasWebKit, pathOf } from '../set-up/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startWebKit } from './classic.ts';

// Where it is left out, the preflight says so aloud.
describe.runIf(hasWebKit)('WebKitGTK', () =>
  allJourneys(async (proxy) => {
    const [driver, browser] = [await pathOf('webKitDriver'), await pathOf('webKitBrowser')];
    const [display, windows] = [await pathOf('display'), await pathOf('windowManager')];
    return startWebKit({ driver, browser, display, windows }, proxy);
  }),
);
