/** `npm run bench -- <name>`: speed as ratios against a floor, alternating in one run, medians. Never a test. */
import { finderBench } from './finder.ts';
import { millionBench } from './million.ts';
import { pageCostBench } from './page-cost.ts';
import { profileBench } from './profile.ts';
import { recordEventBench } from './record-event.ts';
import { unchangedFileBench } from './unchanged-file.ts';

const benches: Record<string, (words: string[]) => Promise<void>> = {
  record_event: recordEventBench,
  profile: profileBench,
  finder: finderBench,
  million: millionBench,
  page: pageCostBench,
  unchanged: unchangedFileBench,
};

const [name = '', ...words] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which bench? One of: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await bench(words);
process.exit(0);
