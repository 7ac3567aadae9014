/** `npm run bench -- <name>`: speed as ratios to a floor, alternating in one run, medians. Never a test. */
import { archiveBench } from './archive.ts';
import { copyStoreBench } from './copy-store.ts';
import { delayBench } from './delay.ts';
import { finderBench } from './finder.ts';
import { imageBombsBench } from './image-bombs.ts';
import { killsBench } from './kills.ts';
import { mailsBench } from './mails.ts';
import { millionBench } from './million.ts';
import { outlinesBench } from './outlines.ts';
import { overloadBench } from './overload.ts';
import { pageCostBench } from './page-cost.ts';
import { pagesBench } from './pages.ts';
import { powerBench } from './power.ts';
import { profileBench } from './profile.ts';
import { recordEventBench } from './record-event.ts';
import { scaleBench } from './scale.ts';
import { slowClientsBench } from './slow-clients.ts';
import { soakBench } from './soak.ts';
import { statsBench } from './stats.ts';
import { tokenBench } from './token.ts';
import { unchangedFileBench } from './unchanged-file.ts';
import { volumeBench } from './volume.ts';
import { volunteersBench } from './volunteers.ts';

const benches: Record<string, (words: string[]) => Promise<void>> = {
  archive: archiveBench,
  record_event: recordEventBench,
  profile: profileBench,
  copy: copyStoreBench,
  finder: finderBench,
  kills: killsBench,
  mails: mailsBench,
  delay: delayBench,
  million: millionBench,
  outlines: outlinesBench,
  overload: overloadBench,
  page: pageCostBench,
  pages: pagesBench,
  power: powerBench,
  scale: scaleBench,
  slow: slowClientsBench,
  soak: soakBench,
  stats: statsBench,
  token: tokenBench,
  unchanged: unchangedFileBench,
  volume: volumeBench,
  volunteers: volunteersBench,
  images: imageBombsBench,
};

const [name = '', ...words] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which bench? One of: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await bench(words);
process.exit();
