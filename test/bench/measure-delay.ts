/** Measures how long single requests block the event loop: in a process that is warm, and as the first of a process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../set-up/running-service.ts';
import { type Delay, eventLoopDelay } from './event-loop-delay.ts';

/** The targets, in milliseconds. */
export const [maxWarm, maxCold] = [50, 250];
const warmUps = 15;
const rounds = 5;
/**
 * Tries. Results above the targets are measured again, and the lowest counts: on a busy machine other programs delay
 * it, too, while the service's own delay is there each time.
 */
const maxAgain = 3;
/** This many of an operation's requests are measured cold, besides the valid one. */
const maxRepeated = 3;

export type Sent = { what: string; ask: () => Promise<Response> };
/** `cold` is absent for requests that were not among the slowest. */
export type Measured = { sent: Sent; warm: Delay; cold?: Delay };

async function stillFor(service: RunningService, { ask }: Sent): Promise<Delay> {
  await eventLoopDelay(service);
  const reply = await ask();
  await reply.arrayBuffer();
  return eventLoopDelay(service);
}

/** The first request of its kind in a new process. */
async function coldOf(service: RunningService, sent: Sent): Promise<Delay> {
  await service.restart();
  // Work that every process does once: the first page and the first key are not measured.
  await (await service.get('/health')).arrayBuffer();
  await sleep(300);
  return stillFor(service, sent);
}

async function warmOf(service: RunningService, sent: Sent): Promise<Delay> {
  for (let n = 0; n < warmUps; n++) await (await sent.ask()).arrayBuffer();
  const delays: Delay[] = [];
  for (let n = 0; n < rounds; n++) delays.push(await stillFor(service, sent));
  return median(delays);
}

/** The lowest of up to four measurements, of which all but the last were above the target. */
async function leastOf(measure: () => Promise<Delay>, target: number): Promise<Delay> {
  let least = await measure();
  for (let again = 0; again < maxAgain && least.max > target; again++) {
    const delay = await measure();
    if (delay.max < least.max) least = delay;
  }
  return least;
}

/**
 * Measures all requests of an operation warm, in one process, and the valid one and the slowest of them cold, each in a
 * process of its own: a start takes far longer than a request.
 */
export async function measureAll(service: RunningService, requests: Sent[]): Promise<Measured[]> {
  await service.restart();
  const measured: Measured[] = [];
  for (const sent of requests)
    measured.push({ sent, warm: await leastOf(() => warmOf(service, sent), maxWarm) });
  const slowest = measured.toSorted((one, other) => other.warm.max - one.warm.max).slice(0, maxRepeated);
  for (const each of new Set([...measured.slice(0, 1), ...slowest]))
    each.cold = await leastOf(() => coldOf(service, each.sent), maxCold);
  return measured;
}

export const isAboveTargets = ({ cold, warm }: Measured): boolean =>
  warm.max > maxWarm || (cold?.max ?? 0) > maxCold;

const median = (delays: Delay[]): Delay =>
  delays.toSorted((one, other) => one.max - other.max)[Math.floor(delays.length / 2)] as Delay;
