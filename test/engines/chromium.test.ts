import { startChromium } from './chromium.ts';
import { allJourneys } from './all-journeys.ts';
import { combinations } from './scene.ts';

allJourneys(combinations, startChromium);
