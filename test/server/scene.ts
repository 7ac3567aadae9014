/** Set-up that the scenarios share: people with keys and projects, checked replies, and access to the store. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/contract/index.ts';
import { site } from '../../src/contract/site.ts';
import { afterFile } from '../set-up/after-file.ts';
import { patience } from '../set-up/patience.ts';
import { misfits, rowAt } from '../set-up/service/openapi.ts';
import { openPool } from '../set-up/service/rows.ts';
import {
  type Engine,
  type Service,
  type Settings,
  shareFilledService,
  startFilledService,
} from '../set-up/service/start-service.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Published projects by id, each with its one origin; `hidden` is published, too. */
export const projects = {
  birds: { id: 11, name: 'Bird Count', origin: 'https://birds.example' },
  frogs: { id: 12, name: 'Frog Watch', origin: 'https://frogs.example' },
  hidden: { id: 13, name: 'Hidden Newts', origin: 'https://newts.example' },
  stars: { id: 21, name: 'Star Atlas', origin: 'https://stars.example' },
} as const;

/** The required fields of a project. */
export const projectEntry = (name: string, url: string, more: object = {}) => ({
  name,
  url,
  description: `${name} is a project of the tests.`,
  origin: 'The Test Society',
  contact_email: 'contact@example.org',
  ...more,
});

export const newKey = async (service: Service, address: string): Promise<string> => {
  const { key } = await service.operate<{ key: string }>('key', address);
  return key;
};

const minute = () => Math.floor(Date.now() / 60_000);

/**
 * Repeats a scenario of limits that failed while a window ended: the service's windows begin with each minute. It waits
 * for the next one, since what was counted in this one counts.
 */
export const inOneWindow =
  <Args extends unknown[]>(scenario: (...args: Args) => Promise<void>) =>
  async (...args: Args): Promise<void> => {
    for (;;) {
      const began = minute();
      try {
        return await scenario(...args);
      } catch (error) {
        if (minute() === began) throw error;
        await sleep(60_000 - (Date.now() % 60_000));
      }
    }
  };

export type Client = { client_id: string; client_secret: string };

export const callback = 'https://river.example/callback';

/** Registers a client; the secret of a public one is empty. */
export async function newClient(
  service: Service,
  {
    redirects = [callback],
    owner = 'owner@example.org',
    more = [],
  }: { redirects?: string[]; owner?: string; more?: string[] } = {},
): Promise<Client> {
  const { client_id, client_secret = '' } = await service.operate<
    Pick<Client, 'client_id'> & Partial<Client>
  >(
    ...['oauth-client', 'add', '--name', 'River Watch', '--owner', owner],
    ...redirects.flatMap((uri) => ['--redirect', uri]),
    ...more,
  );
  return { client_id, client_secret };
}

let files = 0;

type Imported = { added: number; updated: number; refused: unknown[] };

const fileOf = async (service: Service, entries: unknown[]): Promise<string> => {
  const file = join(service.dataDir, `entries-${++files}.json`);
  await writeFile(file, JSON.stringify(entries));
  return file;
};

export const importEntries = async (service: Service, owner: string, entries: unknown[], ...more: string[]) =>
  service.operator<Imported>('import', await fileOf(service, entries), '--owner', owner, ...more);

/** The same where no entry may be refused. */
export const importAll = async (service: Service, owner: string, entries: unknown[], ...more: string[]) =>
  service.operate<Imported>('import', await fileOf(service, entries), '--owner', owner, ...more);

/** An owner with three published projects, one of them hidden, and two OAuth clients; a stranger with one of each. */
export const setScene = async (service: Service) => {
  const { birds, frogs, hidden, stars } = projects;
  const entry = ({ id, name, origin }: { id: number; name: string; origin: string }, more: object = {}) =>
    projectEntry(name, `${origin}/home`, { id, ...more });
  const bring = async (owner: string, entries: unknown[]) => {
    await importAll(service, owner, entries, '--publish');
    return newKey(service, owner);
  };
  const [owner, stranger] = await Promise.all([
    bring('owner@example.org', [entry(birds), entry(frogs), entry(hidden, { status: 'hidden' })]),
    bring('stranger@example.org', [entry(stars)]),
  ]);
  const [river, lake, sea] = await Promise.all([
    newClient(service),
    newClient(service),
    newClient(service, { owner: 'stranger@example.org' }),
  ]);
  return { owner, stranger, clients: { river, lake, sea } };
};

/** Starts a service on a copy of a store with the scene, which is set once in a run; returns the keys, too. */
export const startScene = async (engine: Engine, settings: Settings = {}) => {
  const { service, facts } = await startFilledService(engine, settings, 'scene', setScene);
  return { service, ...facts };
};

/** The scene on the service that the files of a worker share; it has no limits. */
export const shareScene = async (engine: Engine) => {
  const { service, facts } = await shareFilledService(engine, 'scene', setScene);
  return { service, ...facts };
};

/** Adds a project that awaits review and returns its id. */
export const addProject = async (service: Service, key: string, name: string, more: object = {}) => {
  const reply = await service.postJson('/api/project/add/', {
    key,
    ...projectEntry(name, 'https://review.example/', more),
  });
  return (await success('POST /api/project/add', reply)).project_id;
};

export const profileId = async (service: Service, key: string, address: string): Promise<number> => {
  const query = new URLSearchParams({ identifier: address, key });
  return (await success('GET /api/profile/id', await service.get(`/api/profile/id?${query}`)))
    .service_profile_id;
};

const operations = { ...api, ...site };
type Operations = typeof operations;
export type OperationRow = keyof Operations;
type Reply<Row extends OperationRow> = z.output<Operations[Row]['reply']> & { warnings?: string[] };

/** The headers of a keyed or personal reply for caches and for pages that follow. */
const mustBeUnkept = ({ headers }: Response) => {
  expect({
    cache: headers.get('cache-control'),
    referrer: headers.get('referrer-policy'),
    sniffing: headers.get('x-content-type-options'),
    location: headers.get('location'),
  }).toEqual({ cache: 'no-store', referrer: 'no-referrer', sniffing: 'nosniff', location: null });
};

/** The body of a success, after checking it against the contract: every field, no other, no `error`. */
export const successBody = <Row extends OperationRow>(row: Row, body: unknown): Reply<Row> => {
  expect(body).toMatchObject({ result: 'success' });
  expect(body).not.toHaveProperty('error');
  const wanted = (operations[row].reply as z.ZodObject).extend({
    result: z.literal('success'),
    warnings: z.array(z.string().min(1)).min(1).optional(),
  });
  // Parsing drops unknown fields at every depth: the result equals the body only if there were none.
  expect(wanted.parse(body)).toStrictEqual(body);
  expect(misfits(row, body as { result: unknown })).toEqual([]);
  return body as Reply<Row>;
};

export const success = async <Row extends OperationRow>(
  row: Row,
  response: Response,
): Promise<Reply<Row>> => {
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 200 });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  mustBeUnkept(response);
  return successBody(row, JSON.parse(text));
};

const envelope = z.strictObject({
  result: z.literal('error'),
  // One sentence: it starts with a capital letter and ends with a full stop.
  error: z.string().regex(/^[A-Z][^\n]*\.$/),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z
    .array(z.strictObject({ field: z.string().min(1), message: z.string().min(1) }))
    .min(1)
    .optional(),
});
export type RefusalBody = z.output<typeof envelope>;

export const refusalBody = (body: unknown, code: string): RefusalBody => {
  const read = envelope.parse(body);
  expect(read.code).toBe(code);
  return read;
};

/** The names of the bad fields, in alphabetical order. */
export const fieldsOf = ({ errors = [] }: RefusalBody) => errors.map(({ field }) => field).sort();

export const refusal = async (response: Response, status: number, code: string): Promise<RefusalBody> => {
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status });
  mustBeUnkept(response);
  const read = refusalBody(JSON.parse(text), code);
  const row = rowAt(response.url);
  if (row !== undefined) expect([row, code, misfits(row, read)]).toEqual([row, code, []]);
  return read;
};

/** By the address of the database: connecting takes longer than a statement. */
const pools = new Map<string, Pool>();

const poolOf = (databaseUrl: string): Pool => {
  const known = pools.get(databaseUrl);
  if (known) return known;
  const pool = openPool(databaseUrl, 4);
  pools.set(databaseUrl, pool);
  afterFile(() => {
    pools.delete(databaseUrl);
    return pool.end();
  });
  return pool;
};

/** Rows of the store. `sql` may also change them, to move times that would need real time to pass. */
export const rows = async <Row>(service: Service, sql: string): Promise<Row[]> => {
  if (service.databaseUrl === undefined) {
    const db = new DatabaseSync(join(service.dataDir, 'manyhands.db'), { timeout: 5000 });
    try {
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  }
  return (await poolOf(service.databaseUrl).query(sql)).rows as Row[];
};

export const accountOf = async (service: Service, address: string): Promise<number> => {
  const from = `addresses where address = '${address}'`;
  return Number(
    (await rows<{ account_id: number }>(service, `select account_id from ${from}`))[0]?.account_id,
  );
};

export const count = async (service: Service, from: string): Promise<number> =>
  (await rows<{ count: number }>(service, `select count(*) as count from ${from}`))[0]?.count ?? NaN;

/** An embed's request: JSON sent as text/plain, with the Origin that a browser would add. */
export const send = (service: Service, path: string, body: object, origin?: string) =>
  service.get(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...(origin !== undefined && { origin }) },
  });

/** The newest mail to an address; waits for the first, which another process may be sending. */
export const newestMail = (service: Service, address: string) =>
  vi.waitFor(
    async () => {
      const mail = (await service.mails()).find(({ to }) => to === address);
      if (!mail) throw new Error(`No mail went to ${address}.`);
      return mail;
    },
    { timeout: patience },
  );

export const mailedCode = async (service: Service, address: string) =>
  /^\d{6}/.exec((await newestMail(service, address)).subject)?.[0] ?? 'no code';

/** Joins from a project's page, up to the grant. */
export const joinFrom = async (
  service: Service,
  { id, origin }: { id: number; origin: string },
  address: string,
) => {
  const asked = await send(service, '/embed/join', { project_id: id, address, of_age: true }, origin);
  const { flow } = await success('POST /embed/join', asked);
  // Mail is sent to the canonical form of the address.
  const code = await mailedCode(service, address.toLowerCase());
  const redeemed = await send(service, '/embed/join/code', { project_id: id, flow, address, code }, origin);
  return success('POST /embed/join/code', redeemed);
};

/** Posts one of our own forms, as a browser does. */
export const post = (service: Service, path: string, fields: Record<string, string>, cookie?: string) =>
  service.postForm(path, fields, {
    headers: { origin: service.baseUrl, ...(cookie !== undefined && { cookie }) },
  });

export const cookieOf = (response: Response): string =>
  /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? 'no cookie';

/** The path of the newest link that begins so and was mailed to an address; mails may be sent after the reply. */
export const linkTo = (service: Service, address: string, start: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const mails = (await service.mails()).filter(({ to }) => to === address);
      const paths = mails.flatMap(({ links }) => links.map((link) => new URL(link).pathname));
      const path = paths.find((each) => each.startsWith(start));
      if (path === undefined) throw new Error(`No link to ${start} was mailed to ${address}.`);
      return path;
    },
    { timeout: patience },
  );

/** The path of the first link in the newest mail to an address. */
export const mailedLink = async (service: Service, address: string): Promise<string> =>
  new URL((await newestMail(service, address)).links[0] ?? 'no:link').pathname;

/** Signs in through the mailed link, as a person of 16 or older, and returns the cookie. */
export const signIn = async (service: Service, address: string): Promise<string> => {
  expect((await post(service, '/sign-in', { email: address })).status).toBe(200);
  const signedIn = await post(service, await linkTo(service, address, '/sign-in/'), { of_age: 'yes' });
  expect(signedIn.status).toBe(303);
  return cookieOf(signedIn);
};

/** The version in the forms of a page, which acts on it send back. */
export const versionAt = async (service: Service, path: string, cookie: string): Promise<string> => {
  const reply = await service.get(path, { headers: { cookie } });
  return /name="version" value="([\w-]+)"/.exec(await reply.text())?.[1] ?? '';
};
