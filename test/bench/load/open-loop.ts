/**
 * Open-loop load: requests are sent at a given rate, however quickly they are answered. Latency counts from the moment
 * at which a request was due, so that a service that stalls cannot hide it (coordinated omission).
 */
import { Worker } from 'node:worker_threads';
import type { RunningService } from '../../set-up/service/running-service.ts';
import { mainThreadTime } from '../measure.ts';

/** `perSecond`: Infinity sends on each connection as soon as its last reply has come (closed loop). */
type Phase = { perSecond: number; seconds: number };
export type LoadOfThread = { port: number; requests: string[]; phases: Phase[]; connections: number };

/** Milliseconds since the start; `sentAt` is not a number for one that found no free connection. */
export type Reply = { dueAt: number; sentAt: number; endedAt: number; status: number };

/** The replies to what was due within a phase, which took from `from` to `to`. */
export type PhaseOutcome = {
  from: number;
  to: number;
  replies: Reply[];
  /** Requests that found no free connection. */
  unsent: number;
  /** Processor time of the service's event loop: on a busy machine, this still shows what a reply costs. */
  processorSeconds: number;
};

/** The messages of the thread: the bounds of the phases, and four numbers for each reply. */
type OfThread = { bounds: number[]; unsent: (number | undefined)[]; replies: Float64Array };

/** Sends the phases one after another, from a thread of its own; `pid` is the process of the service. */
export async function offer(pid: number, load: LoadOfThread): Promise<PhaseOutcome[]> {
  const worker = new Worker(new URL('./open-loop-thread.ts', import.meta.url), { workerData: load });
  const times: Promise<number>[] = [];
  const { bounds, replies, unsent } = await new Promise<OfThread>((resolve, reject) => {
    worker.on('message', (message: 'phase' | OfThread) => {
      if (message === 'phase') times.push(mainThreadTime(pid));
      else resolve(message);
    });
    worker.once('error', reject);
  });
  await worker.terminate();
  const spent = await Promise.all(times);
  const outcomes = load.phases.map((_, at): PhaseOutcome => ({
    from: bounds[at] ?? 0,
    to: bounds[at + 1] ?? 0,
    replies: [],
    unsent: unsent[at] ?? 0,
    processorSeconds: (spent[at + 1] ?? 0) - (spent[at] ?? 0),
  }));
  for (let at = 0; at < replies.length; at += 4) {
    const [dueAt = 0, sentAt = 0, endedAt = 0, status = 0] = replies.subarray(at, at + 4);
    outcomes.findLast(({ from }) => dueAt >= from)?.replies.push({ dueAt, sentAt, endedAt, status });
  }
  return outcomes;
}

/** Requests as text: contributions of many people, each from an address of its own behind a proxy (TRUST_PROXY=1). */
export function contributionRequests(
  { port }: RunningService,
  { key, projectId, profiles }: { key: string; projectId: number; profiles: number[] },
): string[] {
  return profiles.map((profile, index) => {
    const body = new URLSearchParams({
      profile_id: String(profile),
      project_id: String(projectId),
      type: 'collection',
      duration: '900',
      magnitude: '3',
    }).toString();
    return [
      `POST /api/record_event?key=${key} HTTP/1.1`,
      `Host: localhost:${port}`,
      `X-Forwarded-For: 198.51.${index >> 8}.${index & 255}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  });
}

export const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? NaN;

export const isServed = ({ status }: Reply) => status === 200;
export const isRefused = ({ status }: Reply) => status === 429 || status === 503;
export const isSent = ({ sentAt }: Reply) => !Number.isNaN(sentAt);
/** Milliseconds until the reply, from when it was sent. */
export const sinceSent = ({ sentAt, endedAt }: Reply) => endedAt - sentAt;

export const perSecond = (count: number, { from, to }: PhaseOutcome) =>
  Math.round((count / (to - from)) * 1000);
