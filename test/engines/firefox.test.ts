import { pathOf } from '../set-up/programs/installed.ts';
import { allJourneys } from './all-journeys.ts';
import { startFirefox } from './bidi.ts';
import { pairs } from './scene.ts';

allJourneys(pairs(1), async (proxy) => startFirefox(await pathOf('firefox'), proxy));
