/**
 * The pages of the directory with 10,000 projects published, and of registration and review with 10,000 that await
 * review: requested one after another. The target is 100 ms of server time for each page.
 */
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { runService, unlimited, type RunningService } from '../set-up/service/running-service.ts';
import { importMade } from './made/import-made.ts';
import { projectMaker } from './made/made-projects.ts';
import { median, processorTime } from './measure.ts';

const projects = 10_000;
const times = 30;
const target = 100;

/** A page for each number, so that no request is answered from a cache that the one before filled. */
type Kind = [name: string, path: (n: number) => string];

const words = ['water', 'birds', 'climate', 'students', 'park', 'species'];
/** At most 2,000 projects have one of these: the choices next to their results have counts. */
const counted = [
  'herons',
  'mosquito',
  'eclipse',
  'bats',
  'snow',
  'frogs',
  'whales',
  'coral',
  'bees',
  'stream',
];
const topics = ['Animals', 'Birds', 'Education', 'Biology', 'Food', 'Physics'];
const ages = ['Adults', 'College', 'Families', 'Graduate Students'];
/** Another search for each number. */
const filtered = (n: number) =>
  `topic=${topics[n % 6]}&age=${ages[Math.floor(n / 6) % 4]}${n >= 24 ? '&ended=yes' : ''}`;
const box = (n: number) => `-${120 - n},${20 + n},-${80 - n},${40 + n}`;

const kindsFor = (waiting: number, draft: string): Kind[] => [
  ['/', () => '/'],
  ['/add', () => '/add'],
  ['/add/<draft> and its preview', () => draft],
  ['/add/<draft>/preview', () => `${draft}/preview`],
  ['/review', (n) => `/review?page=${n + 1}`],
  ['/review/<project>', (n) => `/review/${waiting + n}`],
  ['/finder and its map', (n) => `/finder?shown=${20 + n}`],
  ['/finder, newest first', (n) => `/finder?sort=newest&shown=${20 + n}`],
  ['/finder, filters and counts', (n) => `/finder?${filtered(n)}`],
  ['/finder, filters, newest', (n) => `/finder?${filtered(n)}&sort=newest`],
  ['/finder, a word', (n) => `/finder?q=${words[n % words.length]}&shown=${20 + n}`],
  ['/finder, a word, newest', (n) => `/finder?q=${words[n % words.length]}&sort=newest&shown=${20 + n}`],
  ['/finder, a word and counts', (n) => `/finder?q=${counted[n % counted.length]}&shown=${20 + n}`],
  ['/finder, counts, newest', (n) => `/finder?q=${counted[n % counted.length]}&sort=newest&shown=${20 + n}`],
  ['/finder, a part of the map', (n) => `/finder?box=${box(n)}`],
  ['/map-ground.svg', (n) => `/map-ground.svg?frame=${box(n)}`],
  ['/sitemap.xml', () => '/sitemap.xml'],
  ['/sitemap-1.xml', () => '/sitemap-1.xml'],
  ['/feed.atom', () => '/feed.atom'],
  ['/project/<project>', (n) => `/project/${n + 1}`],
  ['/project/<project>/card.png', (n) => `/project/${n + 1}/card.png`],
];

/** `given`: an engine, and a part of the names of the pages. */
export async function pagesBench(given: string[]): Promise<void> {
  await ensureBuilt();
  const all = ['sqlite', 'postgres'];
  const [engines, [part = '']] = [
    all.filter((each) => given.includes(each)),
    given.filter((each) => !all.includes(each)),
  ];
  for (const engine of engines.length > 0 ? engines : all) {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    try {
      await using service = await runService(cluster?.url, unlimited);
      const cookie = await editorOf(service);
      const draft = await draftOf(service, cookie);
      const make = projectMaker();
      const made = Array.from({ length: 2 * projects }, (_, n) => make(n));
      await importMade(service, made.slice(0, projects));
      await importMade(service, made.slice(projects), { isPublished: false });
      console.log(
        `\n${engine}: ms until the reply, and processor time of the service, of ${times} requests each`,
      );
      for (const [name, path] of kindsFor(projects + 1, draft))
        if (name.includes(part)) await time(service, cookie, name, path);
    } finally {
      await cluster?.stop();
    }
  }
}

async function time(service: RunningService, cookie: string, name: string, path: Kind[1]): Promise<void> {
  const { pid = 0 } = service;
  const request = async (n: number) => {
    const started = performance.now();
    const reply = await fetch(service.baseUrl + path(n), { headers: { cookie } });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${path(n)}: ${reply.status}`);
    return performance.now() - started;
  };
  for (let n = 0; n < 3; n++) await request(times + n);
  const before = await processorTime(pid);
  const took: number[] = [];
  for (let n = 0; n < times; n++) took.push(await request(n));
  const processor = ((await processorTime(pid)) - before) * (1000 / times);
  const [usual, longest] = [median(took), Math.max(...took)].map((ms) => ms.toFixed(1).padStart(7));
  const mark = processor > target ? '  above the target' : '';
  console.log(
    `  ${name.padEnd(30)} ${usual}, at most ${longest}; ${processor.toFixed(1).padStart(6)}${mark}`,
  );
}

const post = (service: RunningService, path: string, fields: Record<string, string>, cookie = '') =>
  service.postForm(path, fields, { headers: { origin: service.baseUrl, cookie }, redirect: 'manual' });

/** The path of a filled-in form with a named area, on which the page's preview draws a map. */
async function draftOf(service: RunningService, cookie: string): Promise<string> {
  const begun = await post(service, '/add', { url: 'http://bench.invalid/' }, cookie);
  const path = begun.headers.get('location') ?? '';
  const texts = {
    goal: 'Know the herons',
    task: 'Count herons',
    how_to_join: 'Come to the pond.\n'.repeat(40),
  };
  const area = { where: 'named', where_named: 'Canada, Norway, Indonesia' };
  const facts = { name: 'Heron Hours', description: 'Herons of all ponds. '.repeat(60), topics: 'Animals' };
  await post(service, path, { ...texts, ...area, ...facts, act: 'save' }, cookie);
  return path;
}

/** The cookie of an editor. */
async function editorOf(service: RunningService): Promise<string> {
  const address = 'editor@example.org';
  await post(service, '/sign-in', { email: address });
  const [mail] = await service.mails();
  const reply = await post(service, new URL(mail?.links[0] ?? '').pathname, { of_age: 'yes' });
  await service.operate('role', address, 'editor');
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}
