/**
 * Sends the worst request that the limits allow to each operation and form, one after another, and measures how long
 * the event loop is blocked, for the first of its kind in a new process (cold) and later (warm).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensureBuilt } from '../../scripts/built.ts';
import { prepare } from '../fuzz/known.ts';
import type { Known } from '../fuzz/values.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { type RunningService, runService } from '../set-up/service/running-service.ts';
import { worstPages } from '../set-up/hostile/worst-documents.ts';
import { allOperations, requestsTo, updated } from './load/delay-requests.ts';
import { type Delay, measuringItself } from './event-loop-delay.ts';
import { blockedFor, isAboveTargets, type Measured, measureAll, maxCold, maxWarm } from './measure-delay.ts';

const owner = 'owner@example.org';

/** Signs in by the mailed link, as a manager of the projects. */
async function cookieOf(service: RunningService): Promise<string> {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email: owner }, { headers });
  const link = (await service.mails()).at(-1)?.links[0] ?? '';
  const reply = await service.postForm(new URL(link).pathname, { of_age: 'yes' }, { headers });
  return reply.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}

/** Adds the project that is updated, and publishes it: a key can only update a project that was added with it. */
async function addUpdated(service: RunningService, { keys }: Known): Promise<void> {
  await service.postJson(`/api/project/add?key=${keys[0]}`, {
    name: 'Updated',
    description: 'x',
    origin: 'x',
    url: 'https://x.example',
    contact_email: 'a@example.org',
  });
  await service.operate('publish', String(updated));
}

/** A project that somebody begins, and a saved widget: their pages have forms, too. */
async function idsOf(service: RunningService, cookie: string): Promise<Record<string, string>> {
  const headers = { cookie, origin: service.baseUrl };
  const made = async (path: string, fields: Record<string, string>) => {
    const reply = await service.postForm(path, fields, { headers });
    return reply.headers.get('location')?.split(/[/?]/)[2] ?? '';
  };
  const builder = await (await service.get('/builder?embed=finder', { headers: { cookie } })).text();
  const [, once = ''] = /name="once" value="([^"]+)"/.exec(builder) ?? [];
  return {
    draft: await made('/add', { url: 'https://away.invalid/' }),
    widget: await made('/widgets', { once, embed: 'finder', name: 'Of the bench' }),
  };
}

/** Serves the worst pages, each at its number. */
async function serveDocuments() {
  const bodies = Object.values(worstPages);
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(bodies[Number(request.url?.slice(1))]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

const longestShown = 10;

/** `npm run bench -- delay [engine] [part of a row] [part of a kind] [warm]` */
export async function delayBench([only, part = '', kind = '', how]: string[]): Promise<void> {
  await ensureBuilt();
  const documents = await serveDocuments();
  const above: boolean[] = [];
  const parts = part.split('|');
  const rows = Object.entries(allOperations()).filter(([row]) => parts.some((one) => row.includes(one)));
  for (const engine of ['sqlite', 'postgres'].filter((one) => only === undefined || one === only)) {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    try {
      await using service = await runService(cluster?.url, {
        ...measuringItself,
        LIMIT_ORIGIN: '0',
        LIMIT_EXTRA_MB: '0',
        LIMIT_STORED_MB: '0',
        TRUST_PROXY: '1',
        FETCH_FROM: documents.host,
      });
      const known = await prepare(service);
      await addUpdated(service, known);
      await service.operate('role', owner, 'operator');
      let cookie = await cookieOf(service);
      const ids = await idsOf(service, cookie);
      const all: { row: string; measured: Measured }[] = [];
      for (const [row, operation] of rows) {
        // Some forms end the session.
        if ((await service.get('/account', { headers: { cookie } })).status !== 200)
          cookie = await cookieOf(service);
        const asking = { known, cookie, ids, documents: `http://${documents.host}` };
        const requests = requestsTo(service, row, operation, asking);
        const measured = await measureAll(
          service,
          requests.filter(({ what }) => what.includes(kind)),
          how !== 'warm',
        );
        above.push(report(engine, row, measured));
        all.push(...measured.map((each) => ({ row, measured: each })));
      }
      printLongest(engine, all);
    } finally {
      await cluster?.stop();
    }
  }
  documents.stop();
  console.log(
    above.includes(true)
      ? 'Some are above the targets.'
      : `None above ${maxWarm} ms warm or ${maxCold} ms cold.`,
  );
}

const time = ({ max, cpu }: Delay) => `${max.toFixed(1).padStart(7)} ms (${cpu.toFixed(1).padStart(6)})`;

/** The longest of all; on a busy machine, the processor time of the thread in brackets counts. */
function printLongest(engine: string, all: { row: string; measured: Measured }[]): void {
  const longest = all.toSorted(
    (one, other) => blockedFor(other.measured.warm) - blockedFor(one.measured.warm),
  );
  console.log(`${engine}, the longest ${longestShown} warm:`);
  for (const { row, measured } of longest.slice(0, longestShown))
    console.log(`  ${time(measured.warm)}  ${row}: ${measured.sent.what}`);
}

/** Prints the longest delay of an operation, and all above the targets; in brackets the thread's processor time. */
function report(engine: string, row: string, measured: Measured[]): boolean {
  const shown = ({ sent, cold, warm }: Measured) =>
    `warm ${time(warm)}, ${cold ? `cold ${time(cold)}` : ' '.repeat(26)}  ${sent.what}`;
  const by = (when: 'cold' | 'warm') =>
    measured
      .filter((each) => each[when])
      .toSorted((one, other) => blockedFor(other[when] as Delay) - blockedFor(one[when] as Delay))[0];
  const above = measured.filter(isAboveTargets);
  const lines = new Set([by('warm'), by('cold'), ...above].flatMap((each) => (each ? [shown(each)] : [])));
  console.log(`${engine} ${row}`);
  for (const line of lines) console.log(`  ${line}`);
  return above.length > 0;
}
