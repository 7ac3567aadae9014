import { startChromium } from './chromium.ts';
import { allJourneys } from './all-journeys.ts';
import { pairs } from './scene.ts';

allJourneys(pairs(0), startChromium);
