/** `npm run bench -- <name>`: speed as ratios to a floor, alternating in one run, medians. Never a test. */
import { delayBench } from './delay.ts';
import { finderBench } from './finder.ts';
import { killsBench } from './kills.ts';
import { overloadBench } from './overload.ts';
import { pageCostBench } from './page-cost.ts';
import { pagesBench } from './pages.ts';
import { personBench } from './person.ts';
import { powerBench } from './power.ts';
import { programmeBench } from './programme.ts';
import { profileBench } from './profile.ts';
import { recordEventBench } from './record-event.ts';
import { scaleBench } from './scale.ts';
import { slowClientsBench } from './load/slow-clients.ts';
import { volumeBench } from './volume.ts';

const benches: Record<string, (words: string[]) => Promise<void>> = {
  record_event: recordEventBench,
  profile: profileBench,
  finder: finderBench,
  kills: killsBench,
  delay: delayBench,
  overload: overloadBench,
  page: pageCostBench,
  pages: pagesBench,
  person: personBench,
  power: powerBench,
  programme: programmeBench,
  scale: scaleBench,
  slow: slowClientsBench,
  volume: volumeBench,
};

const [name = '', ...words] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which bench? One of: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await bench(words);
process.exit();
