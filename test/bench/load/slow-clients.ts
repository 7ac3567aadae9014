/**
 * The effect of 2,000 slow clients at one address on other clients: the times of their requests, and how many fail,
 * compared with no slow clients. `npm run bench -- slow [seconds] [count] [part of a kind]`
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../../scripts/built.ts';
import { runService, unlimited, type RunningService } from '../../set-up/service/running-service.ts';
import { attacks, startAttack } from './slow-attackers.ts';

const callers = 20;
const pause = 50;
const patience = 10_000;
const attacker = '127.0.0.2';

type Seen = { milliseconds: number; status: number };

/** Sends one request of another client; returns 0 if there is no reply. */
const ask = (port: number, agent: Agent, localAddress: string, isPost: boolean) =>
  new Promise<Seen>((resolve) => {
    const started = performance.now();
    const done = (status: number) => resolve({ milliseconds: performance.now() - started, status });
    const options = {
      port,
      host: '127.0.0.1',
      localAddress,
      agent,
      timeout: patience,
      method: isPost ? 'POST' : 'GET',
      path: isPost ? '/embed/forget' : '/finder/metadata',
      headers: { host: `localhost:${port}`, 'content-type': 'text/plain' },
    };
    const sent = request(options, (reply) => {
      reply.resume();
      reply.once('end', () => done(reply.statusCode ?? 0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => done(0));
    sent.end(isPost ? '{"project_id":1,"grant":"no-grant-of-anybody"}' : undefined);
  });

/** Other clients at addresses of their own, half of them with keep-alive, half with a new connection each time. */
async function others(port: number, seconds: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const until = performance.now() + seconds * 1000;
  const person = async (index: number) => {
    const agent = new Agent({ keepAlive: index % 2 === 0 });
    for (let turn = 0; performance.now() < until; turn++) {
      seen.push(await ask(port, agent, `127.0.1.${index + 1}`, turn % 2 === 1));
      await sleep(pause);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => person(index)));
  return seen;
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;

const memory = async ({ pid }: RunningService) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function attacked(kind: string, seconds: number, count: number): Promise<Record<string, string>> {
  await using service = await runService(undefined, { ...unlimited, LIMIT_ORIGIN: '0' });
  const attack = await startAttack(kind, { port: service.port, count, from: attacker });
  const seen = await others(service.port, seconds);
  const rss = await memory(service);
  const held = attack.held();
  attack.stop();
  const times = seen.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const failed = seen.filter(
    ({ status }) => status === 0 || status === 408 || status === 429 || status >= 500,
  );
  return {
    requests: String(seen.length),
    'p50, ms': at(times, 0.5).toFixed(1),
    'p99, ms': at(times, 0.99).toFixed(1),
    'longest, ms': at(times, 1).toFixed(0),
    'not answered': `${((failed.length / seen.length) * 100).toFixed(1)} %`,
    'slow clients held': String(held),
    'opened again': String(attack.reconnects()),
    'service, MiB': rss.toFixed(0),
  };
}

export async function slowClientsBench([seconds = '30', count = '2000', part = '']: string[]) {
  await ensureBuilt();
  const rows: Record<string, Record<string, string>> = {};
  for (const kind of ['none', ...Object.keys(attacks).filter((each) => each.includes(part))])
    rows[kind] = await attacked(kind, Number(seconds), Number(count));
  console.table(rows);
}
