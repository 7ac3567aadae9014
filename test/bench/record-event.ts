/** Durable events per second through HTTP at 50 connections, beside the bare floor, on both engines. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/built.ts';
import { freePort } from '../set-up/free-port.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { runService, type RunningService } from '../set-up/running-service.ts';
import { measure, median, type Measured } from './measure.ts';

const rounds = 5;
const seconds = 4;
const connections = 50;
const profiles = 200;

export async function recordEventBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const engines = words.length > 0 ? words : ['sqlite', 'postgres'];
  const floor = await startFloor();
  try {
    for (const engine of engines) {
      const cluster = engine === 'postgres' ? await startPostgres() : undefined;
      const service = await runService(cluster?.url);
      try {
        await compare(engine, floor, service);
      } finally {
        await service[Symbol.asyncDispose]();
        await cluster?.stop();
      }
    }
  } finally {
    floor.stop();
  }
}

type Floor = { pid: number; url: string; stop: () => void };

async function startFloor(): Promise<Floor> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('floor.ts', import.meta.url))], {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

async function compare(engine: string, floor: Floor, service: RunningService): Promise<void> {
  const requests = await makeRequests(service);
  const pid = service.pid ?? 0;
  const url = `http://127.0.0.1:${service.port}`;
  const load = { requests, connections };
  // A warm-up each, not counted.
  await measure(floor.pid, { ...load, url: floor.url, seconds: 2 });
  await measure(pid, { ...load, url, seconds: 2 });
  const floors: Measured[] = [];
  const services: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await measure(floor.pid, { ...load, url: floor.url, seconds }));
    services.push(await measure(pid, { ...load, url, seconds }));
  }
  report(engine, floors, services);
}

async function makeRequests(service: RunningService) {
  const { json } = await service.operator<{ key: string }>('key', 'owner@example.org');
  const added = (await (
    await service.postJson('/api/project/add', {
      key: json.key,
      name: 'Bench',
      description: 'Bench',
      url: 'https://bench.example.org/',
      origin: 'Bench',
      contact_email: 'owner@example.org',
    })
  ).json()) as { project_id: number };
  await service.operator('publish', String(added.project_id));
  const requests = [];
  for (let index = 0; index < profiles; index++) {
    const looked = (await (
      await service.get(`/api/profile/id?identifier=bench${index}%40example.org&key=${json.key}`)
    ).json()) as { service_profile_id: number };
    const form = new URLSearchParams({
      profile_id: String(looked.service_profile_id),
      project_id: String(added.project_id),
      type: 'collection',
      when: new Date().toISOString().slice(0, 19),
      duration: '900',
      magnitude: '3',
    });
    requests.push({
      method: 'POST' as const,
      path: `/api/record_event?key=${json.key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
  }
  return requests;
}

function report(engine: string, floors: Measured[], services: Measured[]): void {
  const of = (list: Measured[], figure: keyof Measured) => median(list.map((one) => one[figure]));
  const ratio = (figure: keyof Measured) =>
    median(services.map((one, index) => one[figure] / (floors[index] as Measured)[figure]));
  const rows = [
    ['events per second', 'perSecond'],
    ['p50, ms', 'p50'],
    ['p99, ms', 'p99'],
    ['CPU per event, µs', 'cpuMicroseconds'],
  ] as const;
  console.log(
    `\nrecord_event on ${engine}, ${connections} connections, ${rounds} × ${seconds} s each in turn, medians`,
  );
  for (const [name, figure] of rows)
    console.log(
      `  ${name.padEnd(20)} ${of(services, figure).toFixed(1).padStart(9)}   floor ${of(floors, figure).toFixed(1).padStart(9)}   ratio ${ratio(figure).toFixed(2)}`,
    );
}
