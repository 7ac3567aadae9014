/**
 * Every route, asked about a member and about a stranger, and opened by another site in the browser of each: the replies
 * are the same byte for byte, and so is the work before them. The routes are read from the server, so a new one is
 * compared as well. The forms that need more fields than these are in user-enumeration.test.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { site } from '../../../src/contract/site.ts';
import { openPaths, clientPaths, routes as oauth } from '../../../server/oauth/paths.ts';
import { authorizePath, everyScope, newPkce, PersonsBrowser } from '../../set-up/service/authorize.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { factsOf, type Span, startCollector } from '../../set-up/service/peers/span-collector.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { pageRows } from '../../set-up/service/mounted-pages.ts';
import {
  type Client,
  mailedLink,
  newClient,
  profileId,
  projects,
  rows,
  sha256,
  signIn,
  startScene,
} from '../scene.ts';

const { frogs } = projects;
const evil = 'https://evil.example';

/**
 * These are documented to tell: `known` says whether an owner's key has asked for this address before, and the page of a
 * person is found by the number of their account, which only members have, and which names nobody.
 */
const documented = ['GET /api/profile/id', 'GET /people/:user_id'];

const all = [
  ...pageRows(),
  ...Object.keys(api),
  ...Object.keys(site),
  ...[oauth.authorization, oauth.userinfo, ...openPaths].map((path) => `GET ${path}`),
  ...[...clientPaths, oauth.userinfo].map((path) => `POST ${path}`),
  ...['accounts', 'config.json'].map((path) => `GET /fedcm/${path}`),
  'POST /fedcm/assertion',
];
/** These end what the next comparison needs. */
const ending = (route: string) => /sign-out|delete|restore/.test(route);
/** The list of mails exists in development only. */
const published = all.filter((route) => !route.includes('/dev/'));
const routes = [...published.filter((route) => !ending(route)), ...published.filter(ending)];

/** The person that a request is about, in every way in which a field can name a person. */
type Subject = { address: string; profile: number; account: number };

const fieldsAbout = ({ address, profile, account }: Subject): Record<string, string> => ({
  ...Object.fromEntries(
    ['email', 'address', 'guardian', 'identifier', 'login_hint', 'owner', 'to', 'q'].map((name) => [
      name,
      address,
    ]),
  ),
  hashed: sha256(address),
  profile_id: String(profile),
  user_id: String(account),
  account: String(account),
  member: String(account),
  manager: String(account),
  project_id: String(frogs.id),
  project: String(frogs.id),
  type: 'signup',
  of_age: 'true',
  act: 'invite',
});

type Seen = (string | number)[];

/** Where two replies begin to differ; nothing if they are the same. */
function difference(one: Seen, other: Seen): string[] {
  const [left, right] = [one.join('\n'), other.join('\n')];
  if (left === right) return [];
  const at = [...left].findIndex((letter, place) => letter !== right[place]);
  return [left, right].map((text) => text.slice(Math.max(0, at - 40), at + 80));
}

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let manager: string;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let client: Client;
  let member: Subject & { cookie: string };
  let stranger: Subject;
  let other: Subject;

  beforeAll(async () => {
    collector = await startCollector();
    const traces = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_BSP_MAX_QUEUE_SIZE: '100000',
    };
    ({ service, owner: key } = await startScene(engine, { ...unlimited, ...traces, FEDCM: 'true' }));
    await service.operate('manager', String(frogs.id), 'asker@apart.example');
    await service.operate('allow-hashed', String(frogs.id));
    manager = await signIn(service, 'asker@apart.example');
    client = await newClient(service, { more: everyScope });
    const cookie = await signIn(service, 'joined-one@apart.example');
    const subject = async (who: string): Promise<Subject> => {
      const address = `${who}@apart.example`;
      const profile = await profileId(service, key, address);
      const [row] = await rows<{ account_id: number }>(
        service,
        `select account_id from addresses where address = '${address}'`,
      );
      // A number that nobody has is one of the same length.
      return { address, profile, account: Number(row?.account_id ?? profile + 1) };
    };
    member = { ...(await subject('joined-one')), cookie };
    stranger = await subject('absent-one');
    other = await subject('another-one');
  });

  const addressOf = (route: string, { account, profile }: Subject) =>
    (route.split(' ')[1] ?? '')
      .replace('/project/:project', `/project/${frogs.id}-frog-watch`)
      .replace(':project_id', String(frogs.id))
      .replace(':project', String(frogs.id))
      .replace(':user_id', String(account))
      .replace(':account', String(account))
      .replace(':profile', String(profile))
      .replace(/:\w+/g, 'x');

  type Headers = Record<string, string>;
  const ask = (route: string, about: Subject, headers: Headers, fields = fieldsAbout(about)) => {
    const isPost = route.startsWith('POST');
    const isEmbed = route.includes('/embed/');
    const query = new URLSearchParams({ ...fields, ...(Object.hasOwn(api, route) && { key }) });
    const at = addressOf(route, about);
    return service.get(isPost && !Object.hasOwn(api, route) ? at : `${at}?${query}`, {
      method: isPost ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(isEmbed && { origin: frogs.origin }), ...headers },
      ...(isPost && { body: new URLSearchParams(fields) }),
    });
  };

  /** All of a reply but what differs between any two: dates, limits, random values, and the subject itself. */
  const seen = async (reply: Response, { address, profile, account }: Subject): Promise<Seen> => {
    const ignored = ['date', 'keep-alive', 'etag', 'content-length', 'x-request-id'];
    const headers = [...reply.headers].filter(
      ([name]) => !ignored.includes(name) && !name.startsWith('ratelimit'),
    );
    const plain = (text: string) =>
      [address.split('@')[0] ?? '', sha256(address), String(profile), String(account)]
        .reduce((left, one) => left.replaceAll(one, 'SUBJECT'), text)
        .replaceAll(/[\w-]{43,}(\.[\w-]+)*|\b\d{3} \d{3}\b/g, 'RANDOM')
        .replaceAll(/"(flow|request_id|exported_at|ago|token|event_id)": ?("[^"]+"|\d+)/g, '"$1":"RANDOM"')
        .replaceAll(/(mh_[a-z_]+=)[^;]+/g, '$1RANDOM');
    return [reply.status, plain(JSON.stringify(headers)), plain(await reply.text())];
  };

  type Asked = { route: string; headers: Headers; from: number; between: number; to: number };
  const asked: Asked[] = [];

  /** Asks about both. It is about somebody else first, so that they find the same caches. */
  const askBoth = async (route: string, headers: Headers) => {
    await (await ask(route, other, headers)).text();
    // Spans are told apart by the millisecond in which they began.
    await sleep(2);
    const from = Date.now();
    const ofMember = await seen(await ask(route, member, headers), member);
    await sleep(2);
    const between = Date.now();
    const ofStranger = await seen(await ask(route, stranger, headers), stranger);
    return {
      differs: difference(ofMember, ofStranger),
      about: { route, headers, from, between, to: Date.now() },
    };
  };

  test.each([
    ['nobody who is signed in', () => ({})],
    ['a manager', () => ({ cookie: manager })],
  ] as [string, () => Headers][])('no route tells %s a member from a stranger', async (_, headersOf) => {
    const told: unknown[] = [];
    for (const route of routes) {
      const { differs, about } = await askBoth(route, { 'sec-fetch-site': 'same-origin', ...headersOf() });
      asked.push(about);
      if (differs.length > 0 && !documented.includes(route)) told.push([route, ...differs]);
    }
    expect(told).toEqual([]);
    expect(routes.length).toBeGreaterThan(150);
  });

  /** The one cookie that is sent along to other sites' requests, of a member. */
  const federatedCookie = async () => {
    const email = 'joined-one@apart.example';
    await service.postForm('/sign-in', { email }, { headers: { origin: service.baseUrl } });
    const signedIn = await service.postForm(
      await mailedLink(service, email),
      {},
      { headers: { origin: service.baseUrl } },
    );
    const cookies = signedIn.headers.getSetCookie();
    // Every other one stays at home.
    for (const cookie of cookies)
      expect(cookie).toMatch(
        cookie.startsWith('mh_fedcm=') ? /Path=\/fedcm;.*SameSite=None/ : /SameSite=Lax/,
      );
    return cookies.find((cookie) => cookie.startsWith('mh_fedcm='))?.split(';')[0] ?? '';
  };

  /** How another site can have a browser ask: none of these carries the cookies of the session (SameSite=Lax). */
  test('a frame, an image, a script or a request of another site gets the same for both', async () => {
    const federated = await federatedCookie();
    expect(federated).toMatch(/^mh_fedcm=/);
    const told: unknown[] = [];
    for (const route of routes)
      for (const dest of ['iframe', 'image', 'script', 'empty']) {
        const headers = { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest };
        const fields = { project_id: String(frogs.id) };
        const [mine, none] = [
          await seen(await ask(route, other, { ...headers, cookie: federated }, fields), other),
          await seen(await ask(route, other, headers, fields), other),
        ];
        const differs = difference(mine, none);
        if (differs.length > 0) told.push([route, dest, ...differs]);
      }
    expect(told).toEqual([]);
  });

  /** A link or a window of another site does carry them: it may not see where that leads, or that it does not. */
  test('a window that another site opens is cut off, saves a file or comes back for both alike', async () => {
    const opened = async (route: string, cookie?: string) => {
      const window: unknown[] = [];
      let at = `${addressOf(route, other)}?${new URLSearchParams({ project_id: String(frogs.id) })}`;
      for (let step = 0; step < 5; step++) {
        const reply = await service.get(at, {
          redirect: 'manual',
          headers: {
            'sec-fetch-site': 'cross-site',
            'sec-fetch-mode': 'navigate',
            'sec-fetch-dest': 'document',
            ...(cookie !== undefined && { cookie }),
          },
        });
        const header = (name: string) => reply.headers.get(name) ?? '';
        const isCut = header('cross-origin-opener-policy') !== '';
        const text = await reply.text();
        const next = header('location');
        window.push([isCut, /^attachment/.test(header('content-disposition')), reply.status === 204]);
        if (next === '') return { last: window.at(-1), frames: text.split('<iframe').length, left: '' };
        const to = new URL(next, service.baseUrl);
        if (to.origin !== service.baseUrl) return { window, left: to.href };
        at = to.pathname + to.search;
      }
      return { window, left: 'for ever' };
    };
    const told: unknown[] = [];
    for (const route of routes.filter((one) => one.startsWith('GET') && !documented.includes(one))) {
      const [mine, none] = [await opened(route, member.cookie), await opened(route)];
      if (JSON.stringify(mine) !== JSON.stringify(none)) told.push([route, mine, none]);
    }
    expect(told).toEqual([]);
  });

  const { challenge } = newPkce();
  test.each<[string, Record<string, string>]>([
    ['as it is', {}],
    ['with max_age', { scope: 'openid', max_age: '0' }],
    ['with a long max_age', { scope: 'openid', max_age: '100000' }],
    ['with a login_hint', { login_hint: 'joined-one@apart.example' }],
    ['for more', { scope: 'login' }],
    ['for a subject', { scope: 'openid', claims: '{"id_token":{"sub":{"value":"1"}}}' }],
    ['pushed before', { push: 'yes' }],
  ])('prompt=none %s answers a member who authorized nothing as a stranger', async (_, { push, ...more }) => {
    const path = async () => {
      const plain = authorizePath(client, challenge, { prompt: 'none', ...more });
      if (push === undefined) return plain;
      const fields = Object.fromEntries(new URLSearchParams(plain.split('?')[1]));
      const pushed = await service.postForm('/par', { ...fields, client_secret: client.client_secret });
      const { request_uri = '' } = (await pushed.json()) as { request_uri?: string };
      return `/authorize?${new URLSearchParams({ client_id: client.client_id, request_uri })}`;
    };
    const headersOf = async (cookie: string) => {
      const reply = await service.get(await path(), { redirect: 'manual', headers: { cookie } });
      return seen(reply, other);
    };
    const answer = await headersOf(member.cookie);
    expect(answer).toEqual(await headersOf('none=of-ours'));
    expect(answer[0]).toBe(303);
    expect(answer[1]).toContain('login_required');
  });

  test('prompt=none answers those who authorized the client, until they end that', async () => {
    const person = new PersonsBrowser(service);
    await person.signIn('authorized@apart.example');
    const path = authorizePath(client, challenge, { scope: 'login' });
    await person.authorize(path);
    expect(await person.begin(`${path}&prompt=none`)).toMatch(/\?code=/);
    await rows(
      service,
      `delete from oauth_consents where client_id = '${client.client_id}' returning client_id`,
    );
    expect(await person.begin(`${path}&prompt=none`)).toMatch(/error=login_required/);
  });

  /** The statements that each request waited for before its reply. */
  const requestsSeen = () => {
    const began = ({ startTimeUnixNano: start }: Span) => Number(BigInt(start) / 1_000_000n);
    return [...Map.groupBy(collector.spans(), ({ traceId }) => traceId).values()].flatMap((spans) => {
      const request = spans.find(({ kind }) => kind === 2);
      if (!request) return [];
      const isBefore = (span: Span) => BigInt(span.endTimeUnixNano) <= BigInt(request.endTimeUnixNano);
      const work = spans.filter((span) => span.kind === 3 && isBefore(span)).map(({ name }) => name);
      // The queue of mails works next to the request, in its own time, and for both.
      const own = work.filter((name) => !name.endsWith(' mails')).sort();
      return [{ path: factsOf(request)['http.route'], at: began(request), work: own.join(', ') }];
    });
  };

  test('each route does the same work for both before it replies', async () => {
    const compared = new Set<string>();
    let open = asked.filter(({ route }) => !documented.includes(route));
    let told: string[][] = [];
    // A statement may be noted a moment after the reply it led to: those that differ are asked again.
    for (let round = 0; round < 5 && open.length > 0; round++) {
      await sleep(1_000);
      const requests = requestsSeen();
      const workOf = (route: string, from: number, to: number) =>
        requests.filter(({ path, at }) => route.endsWith(` ${path}`) && at >= from && at < to);
      told = [];
      const differing: Asked[] = [];
      for (const one of open) {
        const [mine, theirs] = [
          workOf(one.route, one.from, one.between),
          workOf(one.route, one.between, one.to),
        ];
        if (mine.length === 1 && theirs.length === 1) compared.add(one.route);
        if (mine.at(-1)?.work === theirs.at(-1)?.work) continue;
        told.push([one.route, String(mine.at(-1)?.work), String(theirs.at(-1)?.work)]);
        differing.push((await askBoth(one.route, one.headers)).about);
      }
      open = differing;
    }
    expect(told).toEqual([]);
    expect(compared.size).toBeGreaterThan(100);
  });
});
