/**
 * The worst hour of one network, without an account: the largest requests at each route, all different, until they are
 * refused, one route after the other on one store, while the mail server takes nothing. A route that is not here fails
 * the test, or stores nothing.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientPaths, openPaths, routes as oauthRoutes } from '../../../../server/oauth/paths.ts';
import { api } from '../../../../src/contract/index.ts';
import { fedcmPath, site } from '../../../../src/contract/site.ts';
import { authorizePath, newPkce } from '../../../set-up/service/authorize.ts';
import { startMailServer } from '../../../set-up/service/peers/mail-server.ts';
import { unlimited } from '../../../set-up/service/running-service.ts';
import { shiftClock, shifted } from '../../../set-up/service/shifted-clock.ts';
import { type Engine, engines, type Service } from '../../../set-up/service/start-service.ts';
import { watchOver } from '../../../set-up/watch-over.ts';
import { pageTable } from '../page-table.ts';
import { begin, filled } from '../../projects/registering.ts';
import * as scene from '../../scene.ts';
import {
  callback,
  type Client,
  cookieOf,
  importEntries,
  newClient,
  projectEntry,
  projects,
  rows,
  startScene,
} from '../../scene.ts';

/** The whole, in bytes. */
const most = 20_000_000;
/** Requests to a route that must store nothing. */
const few = 4;
/** Requests to a route that stores something and refuses nothing, after which a request must store nothing more. */
const many = 12_000;
const atOnce = 16;
const hour = 3_600_000;

const { birds } = projects;
/** Reads a reply at once: one that nobody reads keeps its place among the open requests of the network. */
const readAtOnce = async (reply: Promise<Response>): Promise<Response> => {
  const { status, headers, body } = await reply;
  return new Response(body && (await new Response(body).text()), { status, headers });
};
const post: typeof scene.post = (...sent) => readAtOnce(scene.post(...sent));
const send: typeof scene.send = (...sent) => readAtOnce(scene.send(...sent));
const random = (characters: number) =>
  randomBytes(Math.ceil(characters / 2))
    .toString('hex')
    .slice(0, characters);
const noise = async (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** The usual limit of bytes is this many times as much: the test sends less, and multiplies the growth. */
const part = 4;

/** Limits, in bytes an hour, for what is stored in some tables: the routes to them share each. */
const sharedLimits = [
  { tables: ['oauth_artifacts'], most: 3_000_000 },
  { tables: ['site_signs', 'widget_counts'], most: 250_000 },
];
/** Without the limits for each minute: an hour has 60 of these, which is more than anything here sends. */
const settings = { ...unlimited, LIMIT_STORED_MB: String(16 / part) };

type Cell = { route: string; cells: string[] };
const pages: Cell[] = pageTable
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/))
  .map(([method, path, , ...cells]) => ({ route: `${method} ${path}`, cells }));

const isPublic = ({ route, cells }: Cell) =>
  cells[0] !== 'in' && new Set(cells).size === 1 && !route.startsWith('POST /operator/');

/** Bytes by which rows of background work grow meanwhile: fewer than those of one row for each request. */
const noticeable = 300;

const everyRoute = [
  ...new Set([
    ...pages.map(({ route }) => route),
    ...Object.keys(api),
    ...Object.keys(site),
    ...['GET', 'POST'].map((method) => `${method} ${oauthRoutes.authorization}`),
    ...[...clientPaths, oauthRoutes.userinfo].map((path) => `POST ${path}`),
    ...openPaths.map((path) => `GET ${path}`),
    ...[`GET ${fedcmPath}/accounts`, `POST ${fedcmPath}/assertion`],
  ]),
];

/** Forms behind a link that only a mail of ours has; each stores at most a row for it, and mails have limits. */
const behindMails = new Set([
  'POST /account/addresses/:token',
  'POST /answer/:token',
  'POST /guardian/:token',
  'POST /mail/:token',
  'POST /sign-in/:token/guardian',
  'POST /unsubscribe/:token',
  'POST /unsubscribe/status/:token',
]);
/** Nothing to send that is stored: a cookie, an answer without a row, or the end of something. */
const storesNothing = new Set([
  // Both are for people who are signed in.
  ...['POST /programme/:programme/join', 'POST /project/:project/programmes'],
  'POST /add/:draft/delete',
  'POST /authorize/:uid/consent',
  'POST /connect',
  'POST /language',
  'POST /project/:project/hashed',
  'POST /project/:project/preview-image',
  ...['POST /project/:project/put-back', 'POST /me/retracted', 'POST /review/outcome/:outcome'],
  ...['POST /project/:project/outcomes', 'POST /project/:project/outcomes/remove'],
  'POST /project/:project/overlaps',
  'POST /project/:project/signatory',
  'POST /project/:project/signatory/withdraw',
  'POST /project/:project/tell-me-not',
  'POST /project/:project/tier',
  'POST /sign-in/passkey',
  'POST /sign-in/waiting',
  'POST /sign-out',
]);

/** Bytes of rows and of their places in indexes, by table. */
const stored = async (service: Service, engine: Engine): Promise<Map<string, number>> => {
  type Size = { name: string; bytes: number };
  if (engine === 'sqlite') {
    const sizes = await rows<Size>(
      service,
      `select coalesce(m.tbl_name, s.name) as name, sum(s.payload + 8 * s.ncell) as bytes
        from dbstat s left join sqlite_master m on m.name = s.name group by 1`,
    );
    return new Map(sizes.map(({ name, bytes }) => [name, Number(bytes)]));
  }
  const indexes = await rows<{ table: string; columns: string[] }>(
    service,
    `select t.relname as table, array_agg(quote_ident(a.attname)) as columns from pg_index i
      join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
      where t.relnamespace = 'public'::regnamespace group by t.relname, i.indexrelid`,
  );
  const tables = await rows<{ name: string }>(
    service,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const ofTables = tables.map(({ name }) => {
    const keys = indexes
      .filter(({ table }) => table === name)
      .map(
        ({ columns }) =>
          ` + 12 + ${columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ')}`,
      );
    return `select '${name}' as name, sum(pg_column_size(t.*) + 4${keys.join('')})::bigint as bytes from "${name}" t`;
  });
  const sizes = await rows<Size>(service, ofTables.join(' union all '));
  return new Map(sizes.map(({ name, bytes }) => [name, Number(bytes ?? 0)]));
};

/** Counted once a day in the background, whoever asks for what. */
const ofBackground = new Set(['people_figures']);

const grownBy = (before: Map<string, number>, after: Map<string, number>) =>
  [...after]
    .map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }))
    .filter(({ name, bytes }) => bytes > 0 && !ofBackground.has(name));

describe.each(engines)('the worst hour of one network on %s', (engine) => {
  let service: Service;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let isTaken = true;
  let client: Client;
  let open: Client;
  let grant = '';
  let widget = '';
  let drafts: { path: string; cookie: string }[];
  const others = Array.from({ length: 120 }, (_, i) => ({ id: 1000 + i, origin: `https://p${i}.example` }));
  const starting = 2000;

  beforeAll(async () => {
    mail = await startMailServer({ greylists: () => !isTaken });
    // The limits are for an hour of the clock: one begins now, so that none ends on the way.
    const folder = await mkdtemp(joinPath(tmpdir(), 'manyhands-data-'));
    watchOver(folder);
    const clock = joinPath(folder, 'clock');
    await shiftClock(clock, hour - (Date.now() % hour));
    const more = { SMTP_URL: mail.url, SMTP_TLS: 'optional', ...shifted(clock) };
    ({ service } = await startScene(engine, { ...settings, ...more }));
    const entries = others.map(({ id, origin }) => projectEntry(`Other ${id}`, `${origin}/`, { id }));
    const soon = { id: starting, status: 'starting', preregistration: true };
    const imported = await importEntries(
      service,
      'owner@example.org',
      [...entries, projectEntry('Soon', 'https://soon.example/', soon)],
      '--publish',
    );
    expect(imported.stdout).not.toContain('refused":[{');
    client = await newClient(service);
    open = await newClient(service, { more: ['--public'] });
  });

  const get: Service['get'] = (...sent) => readAtOnce(service.get(...sent));
  const postForm: Service['postForm'] = (...sent) => readAtOnce(service.postForm(...sent));

  /** The text of the newest mail to an address. */
  const textTo = async (address: string): Promise<string> => {
    const newest = () => mail.received.findLast(({ envelope }) => envelope.includes(address));
    await expect.poll(newest).toBeDefined();
    return newest()?.text ?? '';
  };
  const linkTo = async (address: string, start: string): Promise<string> =>
    new RegExp(`${start}[^\\s?]+`).exec(await textTo(address))?.[0] ?? `/${start} was not mailed`;
  const address = (what: string, i: number) => `${random(20)}${what}${i}@${random(40)}.example`;
  const join = (email: string) =>
    send(
      service,
      '/embed/join',
      { project_id: birds.id, address: email, of_age: true, lang: 'de' },
      birds.origin,
    );
  const begun = (i: number) => drafts[i % drafts.length] as { path: string; cookie: string };
  const withPicture = async (i: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(filled('With A Picture', { act: 'keep' })))
      form.append(name, value);
    form.append('picture', new File([new Uint8Array(await noise(700))], 'noise.png', { type: 'image/png' }));
    const { path, cookie } = begun(i);
    return get(path, { method: 'POST', body: form, headers: { origin: service.baseUrl, cookie } });
  };
  const longState = (parameters: Record<string, string>) => ({
    response_type: 'code',
    redirect_uri: callback,
    code_challenge: newPkce().challenge,
    code_challenge_method: 'S256',
    scope: 'login',
    state: random(1000),
    login_hint: random(500),
    ...parameters,
  });

  const largeWidget = () => ({
    name: random(200),
    embed: 'finder',
    q: random(20_000),
    near: random(20_000),
  });

  /** `isByBytes`: limited by the bytes that it stores. */
  type Worst = { isByBytes?: true; most?: number; send: (i: number) => Promise<Response> };
  /** In this order: while mail is taken, those that need the mail. */
  const worst = (): Record<string, Worst> => ({
    'POST /sign-in/:token': {
      most: 40,
      send: async (i) => {
        const email = address('in', i);
        await post(service, '/sign-in', { email, next: `/me?${random(900)}` });
        return post(service, await linkTo(email, '/sign-in/'), { of_age: 'yes' });
      },
    },
    'POST /embed/join/code': {
      most: 40,
      send: async (i) => {
        const email = address('code', i);
        const { flow } = (await (await join(email)).json()) as { flow: string };
        const code = /\d{6}/.exec(await textTo(email))?.[0];
        const said = { project_id: birds.id, flow, address: email, code };
        const reply = await send(service, '/embed/join/code', said, birds.origin);
        ({ grant } = (await reply.clone().json()) as { grant: string });
        return reply;
      },
    },
    'POST /tell-me/:token': {
      most: 40,
      send: async (i) => {
        const email = address('told', i);
        await post(service, `/project/${starting}/tell-me`, { email });
        return post(service, await linkTo(email, '/tell-me/'), { choice: 'yes' });
      },
    },
    'POST /add/:draft/send': {
      most: 60,
      send: async (i) => {
        isTaken = false;
        const draft = await begin(service, `http://sent${i}.invalid/`);
        await post(
          service,
          draft.path,
          filled(random(300), { where: 'anywhere', act: 'preview' }),
          draft.cookie,
        );
        drafts.push(draft);
        return post(service, `${draft.path}/send`, { email: address('draft', i) }, draft.cookie);
      },
    },
    'POST /sign-in': {
      send: (i) => post(service, '/sign-in', { email: address('to', i), next: `/me?${random(900)}` }),
    },
    'POST /embed/join': { send: (i) => join(address('join', i)) },
    'POST /project/:project/tell-me': {
      send: (i) => post(service, `/project/${starting}/tell-me`, { email: address('tell', i) }),
    },
    'POST /guardian': { send: (i) => post(service, '/guardian', { email: address('guardian', i) }) },
    'POST /add': { send: (i) => post(service, '/add', { url: `http://added${i}.invalid/${random(1900)}` }) },
    'POST /add/:draft': {
      isByBytes: true,
      send: (i) => post(service, begun(i).path, { name: random(200_000), act: 'keep' }, begun(i).cookie),
    },
    'POST /add/:draft with a picture': { isByBytes: true, most: 24, send: withPicture },
    'POST /widgets': { isByBytes: true, send: () => post(service, '/widgets', largeWidget()) },
    'POST /widgets/:widget': {
      isByBytes: true,
      send: () => post(service, `/widgets/${widget}`, largeWidget()),
    },
    'POST /sign-in/passkey/options': {
      isByBytes: true,
      send: () => post(service, '/sign-in/passkey/options', {}),
    },
    'POST /builder/check': {
      send: (i) => post(service, '/builder/check', { url: `http://checked${i}.invalid/` }),
    },
    'GET /authorize': {
      isByBytes: true,
      send: () => get(authorizePath(client, newPkce().challenge, longState({ client_id: client.client_id }))),
    },
    'POST /par': {
      isByBytes: true,
      send: () => postForm('/par', longState({ client_id: open.client_id })),
    },
    'GET /embed/project': {
      isByBytes: true,
      send: (i) => {
        const id = others[i % others.length]?.id;
        return get(`/embed/project?project_id=${id}`, {
          headers: { origin: `https://${random(200)}.example` },
        });
      },
      most: 320,
    },
    'POST /embed/widget': {
      isByBytes: true,
      most: 200,
      send: () =>
        send(
          service,
          '/embed/widget',
          { widget: Number(widget), act: 'view' },
          `https://${random(200)}.example`,
        ),
    },
    'POST /confirm/:project': {
      isByBytes: true,
      most: 480,
      send: (i) =>
        post(service, `/confirm/${others[i % others.length]?.id}`, { ref: random(200), type: random(5) }),
    },
    'POST /embed/record': {
      isByBytes: true,
      send: () => {
        const said = {
          grant,
          project_id: birds.id,
          event_id: random(100),
          type: 'collection',
          place: random(100),
        };
        return send(
          service,
          '/embed/record',
          { ...said, extra: JSON.stringify({ a: random(65_000) }) },
          birds.origin,
        );
      },
    },
  });

  const isRefused = async (reply: Response) =>
    reply.status === 429 ||
    (reply.headers.get('location') ?? '').includes('temporarily_unavailable') ||
    (reply.status >= 400 && (await reply.text()).includes('temporarily_unavailable'));

  /** Sends until all of some requests at once are refused, or nothing more is stored. */
  const drive = async (route: string, { most: end = many, send: sendOne }: Worst) => {
    for (let i = 0; i < end; i += atOnce) {
      const replies = await Promise.all(
        Array.from({ length: Math.min(atOnce, end - i) }, (_, k) => sendOne(i + k)),
      );
      expect([route, replies.filter(({ status }) => status === 500)]).toEqual([route, []]);
      if ((await Promise.all(replies.map(isRefused))).every(Boolean)) return i;
    }
    return end;
  };

  /** A path with made-up values, and every field that a stranger might send. */
  const generic = (route: string, i: number): Promise<Response> => {
    const [method = '', pattern = ''] = route.split(' ');
    const { id = 0 } = others[i % others.length] ?? {};
    const path = pattern
      .replace(/:project(_id)?\b/, String(id))
      .replace(':file', 'hours.csv')
      .replace(/:\w+/g, random(20));
    const fields = {
      email: address('any', i),
      name: random(500),
      project_id: String(id),
      url: 'http://any.invalid/',
      act: 'keep',
      q: random(500),
    };
    const headers = { origin: method === 'GET' ? `https://${random(30)}.example` : service.baseUrl };
    if (method === 'GET') return get(`${path}?${new URLSearchParams(fields)}`, { headers });
    return pattern.startsWith('/embed/')
      ? send(service, path, { ...fields, project_id: id }, headers.origin)
      : postForm(path, fields, { headers });
  };

  test('is at most 20 MB, and every route has its part', async () => {
    drafts = [];
    const owner = await signIn2();
    const saved = await post(service, '/widgets', { embed: 'finder', name: 'Seen', once: random(43) }, owner);
    widget = /\d+/.exec(saved.headers.get('location') ?? '')?.[0] ?? 'none';
    const parts: { route: string; requests: number; bytes: number; tables: string }[] = [];
    const grownIn = new Map<string, number>();
    const rowsOfWorst = worst();
    const measured = async (route: string, requests: () => Promise<number>) => {
      const before = await stored(service, engine);
      const sent = await requests();
      // Refusals are counted together, a second later.
      if (/confirm|record/.test(route)) await new Promise((resolve) => setTimeout(resolve, 1500));
      const grown = grownBy(before, await stored(service, engine));
      for (const { name, bytes } of grown) grownIn.set(name, (grownIn.get(name) ?? 0) + bytes);
      const times = rowsOfWorst[route]?.isByBytes ? part : 1;
      const bytes = times * grown.reduce((sum, table) => sum + table.bytes, 0);
      const tables = grown.sort((one, other) => other.bytes - one.bytes).slice(0, 4);
      parts.push({
        route,
        requests: sent,
        bytes,
        tables: tables.map((t) => `${t.name} ${t.bytes}`).join(', '),
      });
      return bytes;
    };
    for (const [route, one] of Object.entries(rowsOfWorst)) await measured(route, () => drive(route, one));
    const listed = [...parts].sort((one, other) => other.bytes - one.bytes);
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.info(
      [`${engine}: ${total} bytes`, ...listed.map((part) => Object.values(part).join('  '))].join('\n'),
    );
    for (const { tables, most } of sharedLimits) {
      const bytes = part * tables.reduce((sum, table) => sum + (grownIn.get(table) ?? 0), 0);
      expect([tables, bytes > 0 && bytes <= most, bytes]).toEqual([tables, true, bytes]);
    }
    const quiet = everyRoute.filter((route) => !(route in rowsOfWorst));
    const askAll = async (asked: string[]) => {
      for (const route of asked) await Promise.all(Array.from({ length: few }, (_, i) => generic(route, i)));
      return asked.length * few;
    };
    // Together first: measuring takes longer than asking.
    const storing = (await measured('all others', () => askAll(quiet))) > noticeable ? quiet : [];
    const unnamed: string[] = [];
    for (const route of storing)
      if ((await measured(route, () => askAll([route]))) > noticeable)
        unnamed.push(`${route} stores ${parts.at(-1)?.tables}`);
    for (const { route } of pages.filter(isPublic))
      if (
        route.startsWith('POST') &&
        quiet.includes(route) &&
        !behindMails.has(route) &&
        !storesNothing.has(route)
      )
        unnamed.push(`${route} has no row`);
    expect(unnamed).toEqual([]);
    expect(total).toBeLessThan(most);
  }, 1_800_000);

  /** An owner, before mail is refused. */
  const signIn2 = async () => {
    await post(service, '/sign-in', { email: 'owner@example.org' });
    const reply = await post(service, await linkTo('owner@example.org', '/sign-in/'), { of_age: 'yes' });
    return cookieOf(reply);
  };
});
