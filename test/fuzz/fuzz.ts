/** Sends fuzzed requests to a running service, a few at a time, and reports replies that are not allowed. */
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { api, type Operation } from '../../src/contract/index.ts';
import { site } from '../../src/contract/site.ts';
import { misfits } from '../set-up/service/openapi.ts';
import { pageRows } from '../set-up/service/mounted-pages.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { crawl } from './crawl.ts';
import { fill } from './fill.ts';
import { formRequests } from './form-requests.ts';
import { largeRequestTo } from './large.ts';
import { oauthRows } from './oauth.ts';
import { People, type Role } from './people.ts';
import { requestTo, type Fuzzed } from './requests.ts';
import { Slowest, type Timed } from './slowest.ts';
import type { Known } from './values.ts';

export type Fault = { at: number; what: string; request: Fuzzed };
/** `statuses`: for each row, the number of replies with each status. */
export type Outcome = {
  faults: Fault[];
  statuses: Record<string, Record<string, number>>;
  /** The forms that the pages showed, by role and row; and the times that somebody had to sign in again. */
  forms: string[];
  renewals: number;
  /** In total and per kB; empty without `askAgain`. */
  slowest: { byMs: Timed[]; perKilobyte: Timed[] };
};

const atOnce = 4;
const perBatch = 200;
/** Requests after which the pages are read again: forms about what others made. */
const perCrawl = 10_000;
const operations: Record<string, Operation> = { ...api, ...site, ...oauthRows };
const pages = new Set(pageRows());

/** The same seed gives the same requests. */
export type Fuzzing = {
  count: number;
  seed: number;
  /** Milliseconds; only a faulty request takes longer. */
  longest: number;
  /** Whether the slowest are sent again afterwards, one by one. */
  askAgain?: boolean;
  /** Called with the numbers of answered requests and of faults. */
  onProgress?: (done: number, faults: number) => void;
};

export async function fuzz(
  service: RunningService,
  known: Known,
  { count, seed, longest, askAgain = false, onProgress }: Fuzzing,
): Promise<Outcome> {
  const outcome: Outcome = {
    faults: [],
    statuses: {},
    slowest: { byMs: [], perKilobyte: [] },
    forms: [],
    renewals: 0,
  };
  const people = new People(service);
  await people.renew();
  const seeds = await fill(service, people, known);
  const shown = new Set<string>();
  /** With the cookie of its role, which may change in between. */
  const asRole = ({ role, ...request }: Fuzzed & { role?: Role }): Fuzzed =>
    role === undefined
      ? request
      : {
          ...request,
          headers: { ...request.headers, origin: service.baseUrl, cookie: people.cookieOf(role) },
        };
  const slowest = new Slowest();
  const late: Fault[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const toOperation = fc.oneof(
    ...Object.entries(operations).flatMap(([row, operation]) => {
      // Operations with many fields have more possible mistakes.
      const weight = Object.keys(operation.input.shape).length + 3;
      return [
        { weight: 9 * weight, arbitrary: requestTo(row, operation, known) },
        { weight, arbitrary: largeRequestTo(row, operation, known) },
      ];
    }),
  );
  let toForm = formRequests([], known);
  for (let done = 0; done < count; done += perBatch) {
    if (done > 0) await people.renew();
    if (done % perCrawl === 0) {
      const forms = await crawl(service, people, seeds);
      for (const { role, row } of forms) shown.add(`${row} ${role}`);
      toForm = formRequests(forms, known);
    }
    const any: fc.Arbitrary<Fuzzed & { role?: Role }> = fc.oneof(toOperation, toForm);
    const numRuns = Math.min(perBatch, count - done);
    const batch = fc.sample(any, { seed: seed + done, numRuns }).entries();
    const one = async () => {
      for (const [index, fuzzed] of batch) {
        const told = await answerTo(service.port, agent, asRole(fuzzed));
        const row = (outcome.statuses[fuzzed.row ?? 'other'] ??= {});
        row[told.status] = (row[told.status] ?? 0) + 1;
        if (askAgain) slowest.add(done + index, fuzzed, told.ms);
        if (told.ms > longest)
          late.push({ at: done + index, what: `${Math.round(told.ms)} ms`, request: fuzzed });
        const what = wrongWith(fuzzed, told);
        if (what !== undefined) outcome.faults.push({ at: done + index, what, request: fuzzed });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    onProgress?.(done + numRuns, outcome.faults.length);
    if (service.pid === undefined) {
      outcome.faults.push({
        at: done,
        what: 'the service ended',
        request: batch.next().value?.[1] ?? nothing,
      });
      break;
    }
  }
  if (service.pid !== undefined) {
    const askAlone = async (request: Fuzzed) => (await answerTo(service.port, agent, asRole(request))).ms;
    outcome.slowest = await slowest.askedAgain(askAlone);
    // Alone, so that the request itself is measured, and not concurrent ones.
    for (const fault of late) if ((await askAlone(fault.request)) > longest) outcome.faults.push(fault);
  }
  agent.destroy();
  return { ...outcome, forms: [...shown].sort(), renewals: people.renewals };
}

const nothing: Fuzzed = { row: undefined, method: '', path: '', headers: {}, body: undefined };

type Told = { status: number | string; type: string; text: string; ms: number };

const answerTo = (port: number, agent: Agent, { method, path, headers, body }: Fuzzed): Promise<Told> =>
  new Promise((resolve) => {
    const started = performance.now();
    const finish = (status: number | string, type = '', text = '') =>
      resolve({ status, type, text, ms: performance.now() - started });
    try {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          agent,
          method,
          path,
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            finish(
              response.statusCode ?? 0,
              response.headers['content-type'],
              Buffer.concat(parts).toString(),
            ),
          );
          response.on('error', () => finish('broken reply'));
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
      sent.end(body);
    } catch (error) {
      // Node's client refuses to send it.
      finish(`unsent: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
    }
  });

function wrongWith({ row, method, headers }: Fuzzed, { status, type, text }: Told): string | undefined {
  if (typeof status === 'string') return status.startsWith('unsent') ? undefined : `no reply: ${status}`;
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`;
  // Requests that Node itself refuses before they are requests.
  if (row === undefined || method === 'HEAD' || 'expect' in headers) return undefined;
  if (pages.has(row)) return wrongInPage(status, type);
  if (Object.hasOwn(oauthRows, row)) return wrongInOauth(status, type, text);
  if (status >= 300 && status < 400) return `a redirect, status ${status}`;
  const script = /^\/\*\*\/ [\w$.]+\((.*)\);$/s.exec(text)?.[1];
  const isScript = type.startsWith('application/javascript');
  if (operations[row]?.page && type.startsWith('text/html')) return undefined;
  if (!isScript && !type.startsWith('application/json'))
    return `status ${status} and content type ${type || 'none'}`;
  if (isScript && script === undefined) return 'a script that is no call';
  let reply: { result?: unknown; code?: string };
  try {
    reply = JSON.parse(script ?? text) as typeof reply;
  } catch {
    return 'no JSON';
  }
  const isSuccess = reply.result === 'success';
  if (!isSuccess && reply.result !== 'error') return 'neither success nor error';
  if (!isScript && isSuccess !== (status === 200))
    return `status ${status} and result ${String(reply.result)}`;
  const misfit = misfits(row, reply);
  return misfit.length > 0 ? `the reply does not fit: ${misfit.join('; ')}` : undefined;
}

/** A refusal is a page, or JSON for a script. */
const wrongInPage = (status: number, type: string): string | undefined =>
  status < 400 || /^(?:text\/html|application\/json)/.test(type)
    ? undefined
    : `status ${status} and content type ${type || 'none'}`;

/** A page, a redirect, an object in JSON (RFC 6749, section 5), or nothing after a revocation (RFC 7009). */
function wrongInOauth(status: number, type: string, text: string): string | undefined {
  if ((status >= 300 && status < 400) || text === '' || type.startsWith('text/html')) return undefined;
  if (!type.startsWith('application/') || !type.includes('json'))
    return `status ${status} and content type ${type || 'none'}`;
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return status >= 400 && typeof error !== 'string' ? 'a refusal without an error code' : undefined;
  } catch {
    return 'no JSON';
  }
}

/** Enough of a request to reproduce it. */
export const shown = ({ at, what, request: { method, path, headers, body } }: Fault): string =>
  `#${at} ${what}\n  ${method} ${path.slice(0, 500)} ${JSON.stringify(headers)}\n  ${body?.toString('latin1').slice(0, 800) ?? ''}`;
