/**
 * `bench -- overload [times] [seconds] [connections] [engine…]`: offers many times the capacity. Shows how much of the capacity is
 * left, how soon the others are refused, and when the service is at full speed again afterwards.
 */
import { ensureBuilt } from '../../scripts/built.ts';
import { numbersIn, onLoadedService } from './load/loaded-service.ts';
import {
  isRefused,
  isSent,
  isServed,
  offer,
  percentile,
  perSecond,
  sinceSent,
  type PhaseOutcome,
} from './load/open-loop.ts';

/** Connections that measure the capacity. */
const usual = 64;
/** The part of the capacity that is offered afterwards. */
const afterwards = 0.5;
/** Milliseconds in which everything must be served for the speed to be full again. */
const window = 500;

export async function overloadBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const [times = 10, seconds = 10, many = 500] = numbersIn(words);
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : ['sqlite', 'postgres'])
    await onLoadedService(engine, async ({ port, pid, requests }) => {
      const phases = [
        { perSecond: Infinity, seconds: 3 },
        { perSecond: Infinity, seconds },
      ];
      const [, steady] = await offer(pid, { port, requests, phases, connections: usual });
      if (!steady) throw new Error('Nothing was measured.');

      const capacity = perSecond(steady.replies.filter(isServed).length, steady);
      const [over, after] = await offer(pid, {
        port,
        requests,
        connections: many,
        phases: [
          { perSecond: capacity * times, seconds },
          { perSecond: capacity * afterwards, seconds: 8 },
        ],
      });
      if (over && after) report(engine, { capacity, times, many, steady, over, after });
    });
}

type Measured = Record<'steady' | 'over' | 'after', PhaseOutcome> &
  Record<'capacity' | 'times' | 'many', number>;

function report(engine: string, { capacity, times, many, steady, over, after }: Measured) {
  const sent = over.replies.filter(isSent);
  const served = sent.filter(isServed);
  const refused = sent.filter(isRefused);
  const others = sent.length - served.length - refused.length;
  const goodput = perSecond(served.length, over);
  const milliseconds = (values: number[], part: number) => percentile(values, part).toFixed(0);
  const perProcessorSecond = ({ replies, processorSeconds }: PhaseOutcome) =>
    Math.round(replies.filter(isServed).length / processorSeconds);
  const durations = (replies: typeof sent) =>
    `p50 ${milliseconds(replies.map(sinceSent), 0.5)} ms, p99 ${milliseconds(replies.map(sinceSent), 0.99)} ms`;
  console.log(`
overload on ${engine}
  capacity (${usual} connections, closed loop)   ${capacity}/s
  offered                ${capacity * times}/s; ${perSecond(sent.length, over)}/s found a free one of ${many} connections
  served                 ${goodput}/s = ${(goodput / capacity).toFixed(2)} of the capacity (aim 0.80); ${durations(served)}
  per second of the event loop's processor time   ${perProcessorSecond(over)}/s, at capacity ${perProcessorSecond(steady)}/s = ${(perProcessorSecond(over) / perProcessorSecond(steady)).toFixed(2)}
  refused                ${perSecond(refused.length, over)}/s; ${durations(refused)} (aim 50 ms)
  neither                ${others} (aim 0)
  full speed again after ${fullSpeedAgain(after)} s (aim 5)`);
}

/** Seconds until a window in which everything that was due was served. */
function fullSpeedAgain({ from, to, replies }: PhaseOutcome): string {
  for (let start = from; start + window <= to; start += window / 5) {
    const within = replies.filter(({ dueAt }) => dueAt >= start && dueAt < start + window);
    if (within.length > 0 && within.every(isServed)) return ((start + window - from) / 1000).toFixed(1);
  }
  return `more than ${((to - from) / 1000).toFixed(0)}`;
}
