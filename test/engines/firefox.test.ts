import { pathOf } from '../set-up/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startFirefox } from './bidi.ts';

allJourneys(async (proxy) => startFirefox(await pathOf('firefox'), proxy));
