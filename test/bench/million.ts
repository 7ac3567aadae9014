/**
 * Every kind of search over a million projects (or `npm run bench -- million 100000 postgres`), from outside, one after
 * another: the usual time, and the slow ones. The store is kept for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/built.ts';
import { freePort } from '../set-up/free-port.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { RunningService, runService } from '../set-up/running-service.ts';
import { eventLoopDelay, measuringItself } from './event-loop-delay.ts';
import { fillStore } from './fill-store.ts';
import { rareWord } from './made-projects.ts';
import { seeded } from './seeded.ts';

const samples = 40;

export async function millionBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  if (words.includes('postgres')) {
    const cluster = await startPostgres();
    try {
      await using service = await runService(cluster.url, measuringItself);
      await fill(service, count);
      await ask(service, count);
    } finally {
      await cluster.stop();
    }
    return;
  }
  const dataDir = join(tmpdir(), `manyhands-bench-${count}`);
  await mkdir(dataDir, { recursive: true });
  const service = new RunningService(await freePort(), dataDir, undefined, {
    BASE_URL: 'http://localhost:45999',
    ...measuringItself,
  });
  try {
    await service.start();
    const full = join(dataDir, 'full');
    if (!existsSync(full)) {
      await fill(service, count);
      await writeFile(full, '');
    }
    await ask(service, count);
    console.log(`\nThe store is kept in ${dataDir}: remove it when the schema has changed.`);
  } finally {
    await service.stop();
  }
}

async function fill(service: RunningService, count: number): Promise<void> {
  await service.operator('key', 'seeker@example.org');
  await service.stop();
  const started = Date.now();
  await fillStore(service, count, (done) => {
    if (done % 50_000 === 0)
      console.log(`${done} projects after ${Math.round((Date.now() - started) / 1000)} s`);
  });
  await service.start();
}

type Kind = [name: string, query: (n: number) => Record<string, string>];

const random = seeded(7);
const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const broad = [
  'science',
  'nature',
  'observation',
  'identification',
  'park',
  'learning',
  'biology',
  'data',
  'water',
];
const common = ['climate', 'wildlife', 'health', 'birds', 'forest', 'ocean', 'students', 'river', 'beach'];
const rare = () => rareWord(Math.floor(random() * 200_000));
const oceans = [
  { lat: '-40.1', lng: '-120.5' },
  { lat: '30.2', lng: '-40.3' },
  { lat: '-55.9', lng: '80.4' },
];
const point = () => ({ lat: (random() * 120 - 55).toFixed(3), lng: (random() * 340 - 170).toFixed(3) });
const topics = ['Birds', 'Biology', 'Nature and outdoors', 'Astronomy and space', 'Food'];
const activities = ['Observation', 'Photography', 'Data entry'];

const kinds = (count: number): Kind[] => [
  ['a rare word', () => ({ q: rare() })],
  ['a common word', () => ({ q: one(common) })],
  ['a broad word', () => ({ q: one(broad) })],
  ['two broad words', () => ({ q: `${one(broad)} ${one(broad)}` })],
  ['a broad and a rare word', () => ({ q: `${one(broad)} ${rare()}` })],
  ['four words', () => ({ q: `${one(common)} ${one(broad)} ${one(common)} ${rare()}` })],
  ['a question', () => ({ q: `how can I help with ${one(common)} and ${one(common)} near ${one(broad)}` })],
  ['the beginning of a word', () => ({ q: one(broad).slice(0, 4) })],
  ['two letters', () => ({ q: one(common).slice(0, 2) })],
  ['a misspelt word', () => ({ q: one(common).replace(/(.)(.)(.)$/, '$2$1$3x') })],
  ['nothing found', (n) => ({ q: `qqqxyz${n}` })],
  ['an empty q', () => ({ q: '' })],
  ['a phrase', () => ({ phrase: `${one(common)} and` })],
  ['a topic', () => ({ topic: one(topics) })],
  ['an activity', () => ({ activity: one(activities) })],
  ['a topic and an activity', () => ({ topic: one(topics), activity: one(activities) })],
  ['a broad word and a topic', () => ({ q: one(broad), topic: one(topics) })],
  ['a rare word and a topic', () => ({ q: rare(), topic: one(topics) })],
  ['an address', () => ({ url: `https://made-${Math.floor(random() * count)}.example/` })],
  ['a UN region', () => ({ UN: '021' })],
  ['a point', point],
  ['a point in an ocean', () => one(oceans)],
  ['a point and a topic', () => ({ ...point(), topic: one(topics) })],
  ['a point and a broad word', () => ({ ...point(), q: one(broad) })],
];

async function ask(service: RunningService, count: number): Promise<void> {
  const key = (await service.operator<{ key: string }>('key', 'seeker@example.org')).json.key;
  const timed = async (path: string) => {
    const started = performance.now();
    const reply = await service.get(path);
    const text = await reply.text();
    return { ms: performance.now() - started, reply: JSON.parse(text) as Reply };
  };
  type Reply = { result: string; total?: number; next?: string; results?: { id: number }[]; error?: string };
  const pathOf = (query: Record<string, string>) =>
    `/finder?${new URLSearchParams({ format: 'json', limit: '20', key, ...query })}`;

  console.log(`\n${count} projects: milliseconds from outside, ${samples} searches each\n`);
  console.log(
    `  ${''.padEnd(30)}${['p50', 'p95', 'most', 'found'].map((word) => word.padStart(10)).join('')}`,
  );
  const print = (name: string, times: number[], found: number | string) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    const cells = [at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1).padStart(10));
    console.log(`  ${name.padEnd(30)}${cells.join('')}${String(found).padStart(10)}`);
  };
  await eventLoopDelay(service);
  for (const [name, query] of kinds(count)) {
    const times: number[] = [];
    let found: number | string = 0;
    for (let n = 0; n < samples; n++) {
      const { ms, reply } = await timed(pathOf(query(n)));
      times.push(ms);
      found = reply.total ?? reply.error?.slice(0, 40) ?? '';
      if (reply.result === 'error') break;
    }
    print(name, times, found);
  }
  const second: number[] = [];
  const detail: number[] = [];
  for (let n = 0; n < samples; n++) {
    const { next, results = [] } = (await timed(pathOf({ q: one(broad) }))).reply;
    const q = one(broad);
    const first = (await timed(pathOf({ q }))).reply;
    second.push((await timed(pathOf({ q, cursor: first.next ?? next ?? '' }))).ms);
    detail.push((await timed(`/api/project/${results[0]?.id ?? 1}?key=${key}`)).ms);
  }
  print('the second page', second, '');
  print('the detail of a project', detail, '');
  const { p99, max } = await eventLoopDelay(service);
  console.log(`  event-loop delay inside the service meanwhile, ms: p99 ${p99}, at most ${max}`);
}
