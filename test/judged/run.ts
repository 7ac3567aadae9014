/** `npm run judge [sqlite|postgres]`: the quality of the search, query by query. */
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { engines, runService } from '../set-up/service/running-service.ts';
import {
  fillWithCatalogue,
  judge,
  judgedQueries,
  ofPlaces,
  queriesInLanguages,
  share,
  type Verdict,
} from './judge.ts';

const widest = 90;

function print(engine: string, verdicts: Verdict[]): void {
  for (const { kind, q, first, suggestion, isGood } of verdicts) {
    console.log(
      `\n${isGood ? ' ' : '✗'} ${q}   (${kind})${suggestion === undefined ? '' : `   offered: ${suggestion}`}`,
    );
    for (const { title, isRight } of first)
      console.log(`    ${isRight ? '✓' : '·'} ${title.slice(0, widest)}`);
    if (first.length === 0) console.log('    nothing was found');
  }
  const good = verdicts.filter(({ isGood }) => isGood);
  const offered = good.filter(({ suggestion }) => suggestion !== undefined).length;
  console.log(
    `\n${engine}: a right one among the first five for ${good.length} of ${verdicts.length}, ${share(verdicts).toFixed(3)}; ` +
      `for ${offered} of them by the spelling that was offered`,
  );
  const places = ofPlaces(verdicts);
  if (places.length === 0) return;
  const goodPlaces = places.filter(({ isGood }) => isGood).length;
  console.log(
    `${engine}: of the searches with a place, on our page: ${goodPlaces} of ${places.length}, ${share(places).toFixed(3)}`,
  );
}

const { positionals } = parseArgs({ allowPositionals: true });
await ensureBuilt();
for (const engine of engines.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  const cluster = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await using service = await runService(cluster?.url);
    const key = await fillWithCatalogue(service);
    print(`${engine}, English`, await judge(service, key, judgedQueries));
    for (const [language = '', queries = []] of Object.entries(
      Object.groupBy(queriesInLanguages, ({ kind }) => kind),
    ))
      print(`${engine}, ${language}`, await judge(service, key, queries));
  } finally {
    await cluster?.stop();
  }
}
process.exit(0);
