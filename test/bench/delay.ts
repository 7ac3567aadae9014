/**
 * Sends the worst request that the limits allow to each operation and form, one after another, and measures how long
 * the event loop is blocked, for the first of its kind in a new process (cold) and later (warm).
 */
import { readFileSync, globSync } from 'node:fs';
import fc from 'fast-check';
import { z } from 'zod';
import { ensureBuilt } from '../../scripts/built.ts';
import { api, type Operation } from '../../src/contract/index.ts';
import { site } from '../../src/contract/site.ts';
import { prepare } from '../fuzz/known.ts';
import { oauthRows } from '../fuzz/oauth.ts';
import { type Known, valuesFor } from '../fuzz/values.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { type RunningService, runService } from '../set-up/running-service.ts';
import { type Delay, measuringItself } from './event-loop-delay.ts';
import { isAboveTargets, type Measured, measureAll, maxCold, maxWarm, type Sent } from './measure-delay.ts';
import { worstFields, worstProjects } from './worst-values.ts';

/** Bytes: slightly less than a request's line and headers may have together. */
const queryBytes = 15_000;
const bodyBytes = 210_000;

/** The id of the project that is updated: the next after the existing ones. */
const updated = 14;

/** Includes every page and form; their rows are in the features. OAuth's are the library's. */
function allOperations(): Record<string, Pick<Operation, 'input' | 'maxBytes'> & Partial<Operation>> {
  const rows = globSync('server/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *'((?:GET|POST) \/[\w/:-]*)':/gm)].map(([, row = '']) => row),
  );
  const pages = rows.map((row) => [
    row,
    { auth: 'none', input: z.object({ project_id: z.unknown(), email: z.unknown() }) },
  ]);
  return { ...(Object.fromEntries(pages) as Record<string, Operation>), ...api, ...site, ...oauthRows };
}

/** Valid values, always the same. */
const meantFor = (names: string[], known: Known): Record<string, unknown> => {
  const values = valuesFor(known);
  const chosen = names.filter((name) => name !== 'jsonp' && values[name] !== undefined);
  return Object.fromEntries(
    chosen.map((name) => [
      name,
      fc.sample(values[name] as fc.Arbitrary<unknown>, { seed: 7, numRuns: 1 })[0],
    ]),
  );
};

function requestsTo(
  service: RunningService,
  row: string,
  operation: Partial<Operation> & Pick<Operation, 'input'>,
  known: Known,
  cookie: string,
): Sent[] {
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern.replace(/:(project\w*)/g, '11').replace(/:\w+/g, 'a-token-of-nobody');
  const isPost = method === 'POST';
  const size = isPost ? (operation.maxBytes ?? bodyBytes) : queryBytes;
  const { shape } = operation.input;
  const usual = meantFor(Object.keys(shape), known);
  const all = {
    ...worstFields(shape, size * 0.95, usual),
    ...(row === 'POST /api/project/add' && projects(usual, size)),
  };
  const headers = { cookie, origin: row.includes(' /embed/') ? 'https://birds.example' : service.baseUrl };
  const key = operation.auth === 'key' ? { key: known.keys[0] as string } : {};
  const query = (fields: object) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
  return Object.entries(all).flatMap(([what, fields]): Sent[] => {
    if (!isPost) {
      const text = query({ ...fields, ...key, ...(operation.page && { format: 'json' }) })
        .toString()
        .slice(0, queryBytes);
      return [{ what, ask: () => service.get(`${path}?${text}`, { headers }) }];
    }
    const address = `${path}?${query(key)}`;
    const json = Buffer.from(JSON.stringify(fields)).subarray(0, size);
    const form = Buffer.from(query(fields).toString()).subarray(0, size);
    return [
      {
        what,
        ask: () =>
          service.get(address, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: json,
          }),
      },
      {
        what: `${what}, as a form`,
        ask: () =>
          service.get(address, {
            method,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: form,
          }),
      },
    ];
  });
}

/** Projects to be added, and changes of a published one, the last of which awaits review. */
function projects(usual: Record<string, unknown>, size: number): Record<string, Record<string, unknown>> {
  const added = Object.fromEntries(Object.entries(usual).filter(([name]) => name !== 'service_id'));
  return Object.fromEntries(
    Object.entries(worstProjects(size * 0.45)).flatMap(([what, fields]) => [
      [what, { ...added, ...fields }],
      [`update, ${what}`, { service_id: updated, ...fields }],
    ]),
  );
}

/** Signs in by the mailed link, as a manager of the projects. */
async function cookieOf(service: RunningService): Promise<string> {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email: 'owner@example.org' }, { headers });
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
    ...{ name: 'Updated', description: 'x', origin: 'x' },
    ...{ url: 'https://x.example', contact_email: 'a@example.org' },
  });
  await service.operator('publish', String(updated));
}

/** `npm run bench -- delay [engine] [part of a row] [part of a kind]` */
export async function delayBench([only, part = '', kind = '']: string[]): Promise<void> {
  await ensureBuilt();
  let isAbove = false;
  for (const engine of ['sqlite', 'postgres'].filter((one) => only === undefined || one === only)) {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    try {
      await using service = await runService(cluster?.url, {
        ...measuringItself,
        LIMIT_ORIGIN: '0',
        LIMIT_EXTRA_MB: '0',
      });
      const known = await prepare(service);
      await addUpdated(service, known);
      const cookie = await cookieOf(service);
      for (const [row, operation] of Object.entries(allOperations()).filter(([row]) => row.includes(part))) {
        const requests = requestsTo(service, row, operation, known, cookie);
        const measured = await measureAll(
          service,
          requests.filter(({ what }) => what.includes(kind)),
        );
        isAbove = report(engine, row, measured) || isAbove;
      }
    } finally {
      await cluster?.stop();
    }
  }
  console.log(
    isAbove ? 'Some are above the targets.' : `None above ${maxWarm} ms warm or ${maxCold} ms cold.`,
  );
}

/** Prints the longest delay of an operation, and all above the targets; in brackets the thread's processor time. */
function report(engine: string, row: string, measured: Measured[]): boolean {
  const time = ({ max, cpu }: Delay) => `${max.toFixed(1).padStart(7)} ms (${cpu.toFixed(1).padStart(6)})`;
  const shown = ({ sent, cold, warm }: Measured) =>
    `warm ${time(warm)}, ${cold ? `cold ${time(cold)}` : ' '.repeat(26)}  ${sent.what}`;
  const by = (when: 'cold' | 'warm') =>
    measured.toSorted((one, other) => (other[when]?.max ?? 0) - (one[when]?.max ?? 0))[0];
  const above = measured.filter(isAboveTargets);
  const lines = new Set([by('warm'), by('cold'), ...above].flatMap((each) => (each ? [shown(each)] : [])));
  console.log(`${engine} ${row}`);
  for (const line of lines) console.log(`  ${line}`);
  return above.length > 0;
}
