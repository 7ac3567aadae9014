/** Measures how long single requests block the event loop: in a process that is warm, and as the first of a process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../set-up/service/running-service.ts';
import { type Delay, eventLoopDelay } from './event-loop-delay.ts';

/** The targets, in milliseconds. */
export const [maxWarm, maxCold] = [50, 250];
const warmUps = 15;
const rounds = 5;
/** Requests before the first look; a result far below the target ends the measuring. */
const firstLook = 2;
const farBelow = 0.3;
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
  for (let n = 0; n < firstLook; n++) await (await sent.ask()).arrayBuffer();
  const seen = await stillFor(service, sent);
  if (blockedFor(seen) < farBelow * maxWarm) return seen;
  for (let n = 0; n < warmUps; n++) await (await sent.ask()).arrayBuffer();
  const delays: Delay[] = [];
  for (let n = 0; n < rounds; n++) delays.push(await stillFor(service, sent));
  return median(delays);
}

/** The lowest of up to four measurements, of which all but the last were above the target. */
async function leastOf(measure: () => Promise<Delay>, target: number): Promise<Delay> {
  let least = await measure();
  for (let again = 0; again < maxAgain && blockedFor(least) > target; again++) {
    const delay = await measure();
    if (blockedFor(delay) < blockedFor(least)) least = delay;
  }
  return least;
}

/**
 * Measures all requests of an operation warm, in one process, and the valid one and the slowest of them cold, each in a
 * process of its own: a start takes far longer than a request.
 */
export async function measureAll(
  service: RunningService,
  requests: Sent[],
  isColdToo: boolean,
): Promise<Measured[]> {
  if (isColdToo) await service.restart();
  const measured: Measured[] = [];
  for (const sent of requests)
    measured.push({ sent, warm: await leastOf(() => warmOf(service, sent), maxWarm) });
  if (!isColdToo) return measured;
  const slowest = measured
    .toSorted((one, other) => blockedFor(other.warm) - blockedFor(one.warm))
    .slice(0, maxRepeated);
  for (const each of new Set([...measured.slice(0, 1), ...slowest]))
    each.cold = await leastOf(() => coldOf(service, each.sent), maxCold);
  return measured;
}

/** The longest time without a turn of the event loop, less what other programs took of it. */
export const blockedFor = ({ max, cpu }: Delay): number => Math.min(max, cpu);

export const isAboveTargets = ({ cold, warm }: Measured): boolean =>
  blockedFor(warm) > maxWarm || (cold !== undefined && blockedFor(cold) > maxCold);

const median = (delays: Delay[]): Delay =>
  delays.toSorted((one, other) => blockedFor(one) - blockedFor(other))[
    Math.floor(delays.length / 2)
  ] as Delay;
