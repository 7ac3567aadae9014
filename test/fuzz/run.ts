/** `npm run fuzz -- [count] [seed] [engine]`: fuzzed requests to a new service, on both engines unless one is named. */
import { builtOrExit } from '../../scripts/built.ts';
import { pageRows } from '../set-up/service/mounted-pages.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { engines, runService } from '../set-up/service/running-service.ts';
import { fuzz, shown } from './fuzz.ts';
import { prepare, unlimited } from './known.ts';
import { shownTime } from './slowest.ts';

const [count = '100000', seed = String(Date.now() % 2 ** 31), only] = process.argv.slice(2);
await builtOrExit();
let failed = 0;
for (const engine of engines.filter((one) => only === undefined || one === only)) {
  console.log(`${engine}: ${count} requests, seed ${seed}`);
  const cluster = engine === 'postgres' ? await startPostgres() : undefined;
  const service = await runService(cluster?.url, unlimited);
  const started = performance.now();
  const { faults, statuses, slowest, forms, renewals } = await fuzz(service, await prepare(service), {
    count: Number(count),
    seed: Number(seed),
    longest: 1000,
    askAgain: true,
    onProgress: (done, faults) => {
      if (done % 5000 === 0)
        console.log(`${done} after ${Math.round((performance.now() - started) / 1000)} s, ${faults} faults`);
    },
  });
  console.log('The slowest, asked again alone, the least of three times:');
  for (const timed of slowest.byMs) console.log(shownTime(timed));
  console.log('The slowest for their length, where that is 2 kB or more:');
  for (const timed of slowest.perKilobyte) console.log(shownTime(timed));
  const rows = new Set(forms.map((each) => each.replace(/ \w+$/, '')));
  console.log(
    `Forms of roles: ${forms.length}; people signed in ${renewals} times. Sent with guessed names, because no page showed them:`,
  );
  console.log(pageRows().filter((row) => row.startsWith('POST') && !rows.has(row)));
  console.log('Replies by status:');
  for (const [row, counts] of Object.entries(statuses))
    console.log(`${row.padEnd(40)} ${JSON.stringify(counts)}`);
  const kinds = Map.groupBy(faults, ({ what }) => what.replace(/\d+/g, 'n').slice(0, 120));
  for (const [kind, alike] of kinds) {
    console.log(`\n${alike.length} times: ${kind}`);
    for (const fault of alike.slice(0, 3)) console.log(shown(fault));
  }
  console.log(`${engine}: ${faults.length === 0 ? 'nothing wrong' : `${faults.length} faults`}`);
  failed += faults.length;
  if (failed > 0) console.log(service.log().slice(-3000));
  await service[Symbol.asyncDispose]();
  await cluster?.stop();
}
process.exit(failed === 0 ? 0 : 1);
