/**
 * Broad words, which 2,500 to 8,500 of 10,000 projects have, searched by 20 clients at a time: compared with FTS5's own
 * ranking and with a bare Express server, with equally long replies. The service caches no replies, but it caches the
 * best projects for a word until the directory changes. So there are thousands of points, and more pairs of words than
 * fit into the cache.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { runService, type RunningService } from '../set-up/service/running-service.ts';
import { alternating, report, startBeside, type Contender } from './alternating.ts';
import { eventLoopDelay, measuringItself } from './event-loop-delay.ts';
import { importMade } from './made/import-made.ts';
import { projectMaker } from './made/made-projects.ts';
import { measure } from './measure.ts';
import { seeded } from './made/seeded.ts';

const usual = 10_000;
const part = 50_000;
const rounds = { connections: 20, rounds: 5, seconds: 4 };
const broad =
  `analysis animals bioblitz biology citizen classification climate collection data description ecology education
  entities entry environment environmental finding health identification learning marine measurement monitoring
  national nature nps observation outdoors park photography project research sample science scientists selection
  service site species specimen tagging water`.split(/\s+/);

type Peer = Awaited<ReturnType<typeof startBeside>>;

export async function finderBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const isWidgetOnly = words.includes('widget');
  const projects = Number(words.find((word) => /^\d+$/.test(word)) ?? usual);
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : ['sqlite', 'postgres']) {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    const peers: Peer[] = [];
    try {
      await using service = await runService(cluster?.url, measuringItself);
      const key = await fillWithMade(service, projects);
      await compareWidget(engine, service, key);
      if (isWidgetOnly) continue;
      if (!cluster)
        peers.push(await startBeside('plain-fts5.ts', { FILE: join(service.dataDir, 'manyhands.db') }));
      peers.push(await startFloor(service, key));
      await compare(
        `finder on ${engine}, a broad word`,
        service,
        peers,
        broad.map((q) => ({ q, key })),
      );
      await compare(`finder on ${engine}, a broad word and a point`, service, peers, withPoints(key));
      await compare(`finder on ${engine}, two broad words`, service, peers, pairs(key));
    } finally {
      for (const peer of peers) peer.stop();
      await cluster?.stop();
    }
  }
}

/** An import takes a part of them at a time, as its file is read at once. */
async function fillWithMade(service: RunningService, projects: number): Promise<string> {
  const make = projectMaker();
  for (let first = 0; first < projects; first += part)
    await importMade(
      service,
      Array.from({ length: Math.min(part, projects - first) }, (_, n) => make(first + n)),
    );
  return (await service.operator<{ key: string }>('key', 'seeker@example.org')).json.key;
}

async function startFloor(service: RunningService, key: string): Promise<Peer> {
  const file = join(service.dataDir, 'reply.json');
  await writeFile(file, await (await service.get(pathOf({ q: broad[0] ?? '', key }))).text());
  return startBeside('floor.ts', { FLOOR_REPLY: file });
}

const pathOf = (asked: Record<string, string>) =>
  `/finder?${new URLSearchParams({ format: 'json', limit: '20', ...asked })}`;

function withPoints(key: string): Record<string, string>[] {
  const random = seeded(1);
  return Array.from({ length: 20_000 }, (_, n) => ({
    q: broad[n % broad.length] ?? '',
    lat: (random() * 120 - 55).toFixed(4),
    lng: (random() * 340 - 170).toFixed(4),
    key,
  }));
}

const pairs = (key: string): Record<string, string>[] =>
  broad.flatMap((one) => broad.filter((each) => each !== one).map((each) => ({ q: `${one} ${each}`, key })));

/** The finder widget's operation next to the API's, and its replies to browsers that have them already (304). */
async function compareWidget(engine: string, service: RunningService, key: string) {
  const { pid = 0, port } = service;
  const paths = broad.map((q) => `/embed/finder?${new URLSearchParams({ q, limit: '20' })}`);
  const etags = await Promise.all(
    paths.map(async (path) => (await service.get(path)).headers.get('etag') ?? ''),
  );
  const ways = {
    '304 of the widget': paths.map((path, n) => ({ path, headers: { 'if-none-match': etags[n] ?? '' } })),
    widget: paths.map((path) => ({ path })),
    API: broad.map((q) => ({ path: pathOf({ q, key }) })),
  };
  const contenders = Object.entries(ways).map(([name, requests]) => ({
    name,
    pid,
    url: `http://127.0.0.1:${port}`,
    requests: requests.map((request) => ({ method: 'GET' as const, ...request })),
  }));
  report(`the widget's finder on ${engine}`, await alternating(contenders, rounds), rounds);
  const alone = { ...rounds, connections: 1 };
  report(`the same, one at a time`, await alternating(contenders.slice(0, 2), alone), alone);
}

async function compare(
  title: string,
  service: RunningService,
  peers: Peer[],
  asked: Record<string, string>[],
) {
  const requests = asked.map((query) => ({ method: 'GET' as const, path: pathOf(query) }));
  const refused = await service.get(requests[0]?.path ?? '');
  if (!refused.ok) return console.log(`\n${title}: ${await refused.text()}`);
  const { pid = 0, port } = service;
  const names = peers.length > 1 ? ['plain FTS5', 'floor'] : ['floor'];
  const contenders = [
    { name: 'service', pid, url: `http://127.0.0.1:${port}`, requests },
    ...peers.map((peer, index) => ({ name: names[index] ?? '', ...peer, requests })),
  ];
  report(title, await alternating(contenders, rounds), rounds);
  const alone = { ...rounds, connections: 1 };
  report(`${title}, one at a time`, await alternating(contenders.slice(0, 1), alone), alone);
  await eventLoopDelay(service);
  await measure(pid, { ...(contenders[0] as Contender), ...rounds });
  const { p99, max } = await eventLoopDelay(service);
  console.log(`  event-loop delay inside the service under this load, ms: p99 ${p99}, at most ${max}`);
}
