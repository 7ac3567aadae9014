import { startChromium } from './chromium.ts';
import { allJourneys } from './all-journeys.ts';

allJourneys(startChromium);
