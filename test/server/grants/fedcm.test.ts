/** FedCM: the browser's requests for its own dialog, and the code that it gets. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  mailedLink,
  post,
  projects,
  refusal,
  rows,
  send,
  shareScene,
  startScene,
  success,
} from '../scene.ts';

const { birds, frogs, stars } = projects;
const inTheClear = 'http://plain.example';
const token = () => randomBytes(32).toString('base64url');
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const byBrowser = { 'sec-fetch-dest': 'webidentity' };

type SignedIn = { session: string; federated: string; headers: Headers };

/** Signs in and returns both cookies, as a browser would store them. */
const signIn = async (service: Service, address: string): Promise<SignedIn> => {
  await post(service, '/sign-in', { email: address });
  const { status, headers } = await post(service, await mailedLink(service, address), { of_age: 'yes' });
  expect(status).toBe(303);
  const [session = '', federated = ''] = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { session, federated, headers };
};

const accountsOf = (service: Service, cookie: string, headers: Record<string, string> = byBrowser) =>
  service.get('/fedcm/accounts', { headers: { ...headers, cookie } });

const accountIdOf = async (service: Service, cookie: string) => {
  const reply = (await (await accountsOf(service, cookie)).json()) as { accounts: { id: string }[] };
  return reply.accounts[0]?.id ?? 'no account';
};

describe.each(engines)('FedCM on %s', (engine) => {
  let service: Service;
  let owner: string;
  let reviewed: number;
  let member: SignedIn;
  let accountId: string;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, { FEDCM: 'true' }));
    reviewed = await addProject(service, owner, 'Moss Map');
    await rows(
      service,
      `insert into project_origins (project_id, origin, how, created_at)
        values (${birds.id}, '${inTheClear}', 'url', 1), (${reviewed}, '${birds.origin}', 'url', 1)`,
    );
    member = await signIn(service, 'member@example.org');
    accountId = await accountIdOf(service, member.federated);
  });

  type Asking = {
    fields?: Record<string, string | undefined>;
    origin?: string | undefined;
    cookie?: string;
    headers?: Record<string, string>;
    verifier?: string;
  };
  /** The request that Chromium posts, with the changes of a scenario. */
  const ask = ({ fields = {}, cookie = member.federated, verifier = token(), ...more }: Asking = {}) => {
    const origin = 'origin' in more ? more.origin : birds.origin;
    const said = {
      client_id: String(birds.id),
      account_id: accountId,
      disclosure_text_shown: 'false',
      is_auto_selected: 'false',
      mode: 'active',
      params: JSON.stringify({ challenge: s256(verifier) }),
      ...fields,
    };
    const given = Object.entries(said).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return service.postForm('/fedcm/assertion', Object.fromEntries(given), {
      headers: { ...(more.headers ?? byBrowser), cookie, ...(origin !== undefined && { origin }) },
    });
  };
  const codeFor = async (verifier: string, asking: Asking = {}) => {
    const reply = await ask({ ...asking, verifier });
    expect(reply.status).toBe(200);
    return ((await reply.json()) as { token: string }).token;
  };
  const redeem = (code: string, verifier: string, { id, origin }: { id: number; origin: string } = birds) =>
    send(service, '/embed/connect', { project_id: id, code, verifier }, origin);

  describe('the files', () => {
    test('name each other, and nobody', async () => {
      const wellKnown = await service.get('/.well-known/web-identity');
      expect(wellKnown.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await wellKnown.json()).toEqual({
        provider_urls: [`${service.baseUrl}/fedcm/config.json`],
        accounts_endpoint: `${service.baseUrl}/fedcm/accounts`,
        login_url: `${service.baseUrl}/connect/fedcm`,
      });
      expect(await (await service.get('/fedcm/config.json')).json()).toEqual({
        accounts_endpoint: '/fedcm/accounts',
        id_assertion_endpoint: '/fedcm/assertion',
        login_url: '/connect/fedcm',
      });
    });

    test('the embeds learn that it is offered', async () => {
      const reply = await service.get(`/embed/project?project_id=${birds.id}`);
      expect(await success('GET /embed/project', reply)).toMatchObject({ fedcm: true });
    });
  });

  describe('the second cookie', () => {
    test('comes with the sign-in, for the FedCM addresses alone, and goes with the sign-out', async () => {
      const { session, federated, headers } = await signIn(service, 'comes-and-goes@example.org');
      expect(headers.get('set-login')).toBe('logged-in');
      expect(headers.getSetCookie()[1]).toMatch(
        /^mh_fedcm=[\w-]{60,}; Max-Age=2592000; Path=\/fedcm; HttpOnly; SameSite=None; Secure$/,
      );
      const out = await post(service, '/sign-out', {}, session);
      expect(out.headers.get('set-login')).toBe('logged-out');
      expect(out.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^mh_session=; Max-Age=0; /),
        expect.stringMatching(/^mh_fedcm=; Max-Age=0; Path=\/fedcm; /),
      ]);
      // If it is kept all the same, it does not work.
      await refusal(await accountsOf(service, federated), 401, 'signed_out');
    });

    test('doesn’t sign you in, under any name', async () => {
      const [, value] = member.federated.split('=');
      for (const cookie of [
        member.federated,
        `mh_session=${value}`,
        `${member.federated}; mh_session=${value}`,
      ])
        expect((await service.get('/me', { headers: { cookie } })).status).toBe(303);
    });

    test('is given, before the dialog, to a person who was signed in already', async () => {
      const { headers, status } = await service.get('/connect/fedcm', {
        headers: { cookie: member.session },
      });
      expect(status).toBe(200);
      expect(headers.get('set-login')).toBe('logged-in');
      const [cookie = ''] = headers.getSetCookie().map((one) => one.split(';')[0]);
      expect(await accountIdOf(service, cookie)).toBe(accountId);
      const stranger = await service.get('/connect/fedcm');
      expect([stranger.status, stranger.headers.getSetCookie()]).toEqual([200, []]);
      expect(stranger.headers.get('set-login')).toBeNull();
      expect(await stranger.text()).toContain('Sign in to add your contribution');
    });
  });

  describe('GET /fedcm/accounts', () => {
    test('names the one account, to the browser', async () => {
      const reply = await accountsOf(service, member.federated);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await reply.json()).toEqual({
        accounts: [
          { id: accountId, name: 'member@example.org', email: 'member@example.org', approved_clients: [] },
        ],
      });
    });

    test.each<[string, string | undefined, Record<string, string>, number, 'browser_only' | 'signed_out']>([
      ['a page fetches it', undefined, { 'sec-fetch-dest': 'empty' }, 403, 'browser_only'],
      ['a link leads to it', undefined, { 'sec-fetch-dest': 'document' }, 403, 'browser_only'],
      ['something without the header', undefined, {}, 403, 'browser_only'],
      ['nobody is signed in', '', byBrowser, 401, 'signed_out'],
      ['a made-up cookie', `mh_fedcm=${token()}`, byBrowser, 401, 'signed_out'],
      ["the first cookie's token", 'first', byBrowser, 401, 'signed_out'],
    ])('%s', async (_, cookie = member.federated, headers, status, code) => {
      const sent = cookie === 'first' ? `mh_fedcm=${member.session.split('=')[1]}` : cookie;
      await refusal(await accountsOf(service, sent, headers), status, code);
    });
  });

  describe('POST /fedcm/assertion', () => {
    test('gives the code of the popup, which the page redeems for a grant', async () => {
      const verifier = token();
      const reply = await ask({ verifier });
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'access-control-allow-origin': birds.origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
        'cache-control': 'no-store',
      });
      const { token: code, ...rest } = (await reply.json()) as { token: string };
      expect(rest).toEqual({});
      const { grant } = await success('POST /embed/connect', await redeem(code, verifier));
      // The browser's dialog did not tell that managers see contributions, so they see nothing of this person.
      expect(await rows(service, 'select is_told from grants')).toEqual([{ is_told: 0 }]);
      const event = { grant, project_id: birds.id, type: 'collection', event_id: randomUUID() };
      const recorded = await send(service, '/embed/record', event, birds.origin);
      expect((await success('POST /embed/record', recorded)).credited).toBe(true);
      const me = await service.get('/account', { headers: { cookie: member.session } });
      expect(await me.text()).toContain(birds.origin);
    });

    type Row = [string, () => Asking, number, string];
    test.each<Row>([
      ['without the header of the browser', () => ({ headers: {} }), 403, 'browser_only'],
      ['fetched by a page', () => ({ headers: { 'sec-fetch-dest': 'empty' } }), 403, 'browser_only'],
      ['from no origin', () => ({ origin: undefined }), 403, 'origin_not_registered'],
      ['from a sandboxed page', () => ({ origin: 'null' }), 403, 'origin_not_registered'],
      ["from another project's page", () => ({ origin: stars.origin }), 403, 'origin_not_registered'],
      ['from another port', () => ({ origin: `${birds.origin}:8443` }), 403, 'origin_not_registered'],
      ['from a registered page in the clear', () => ({ origin: inTheClear }), 403, 'origin_not_registered'],
      ['from our own site', () => ({ origin: service.baseUrl }), 403, 'origin_not_registered'],
      [
        'for another project',
        () => ({ fields: { client_id: String(frogs.id) } }),
        403,
        'origin_not_registered',
      ],
      ['for an unpublished project', () => ({ fields: { client_id: String(reviewed) } }), 404, 'no_project'],
      ['for no project', () => ({ fields: { client_id: '4711' } }), 404, 'no_project'],
      ['for what is no number', () => ({ fields: { client_id: 'birds' } }), 400, 'invalid'],
      ['unasked, without a click', () => ({ fields: { mode: 'passive' } }), 400, 'invalid'],
      ['without saying how', () => ({ fields: { mode: undefined } }), 400, 'invalid'],
      ['chosen by the browser alone', () => ({ fields: { is_auto_selected: 'true' } }), 400, 'invalid'],
      ['without a challenge', () => ({ fields: { params: '{}' } }), 400, 'invalid'],
      ['with half a challenge', () => ({ fields: { params: '{"challenge":"abc"}' } }), 400, 'invalid'],
      [
        'with a challenge that is no text',
        () => ({ fields: { params: '{"challenge":[1]}' } }),
        400,
        'invalid',
      ],
      ['with what is no JSON', () => ({ fields: { params: 'challenge' } }), 400, 'invalid'],
      ['without params', () => ({ fields: { params: undefined } }), 400, 'invalid'],
      ['for another account', () => ({ fields: { account_id: '12345' } }), 401, 'signed_out'],
      ['by nobody', () => ({ cookie: '' }), 401, 'signed_out'],
      ['with the first cookie only', () => ({ cookie: member.session }), 401, 'signed_out'],
      ['with a made-up cookie', () => ({ cookie: `mh_fedcm=${token()}` }), 401, 'signed_out'],
    ])('%s: nothing, and the page does not learn why', async (_, asking, status, code) => {
      const codes = await count(service, 'connect_codes');
      const reply = await ask(asking());
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      await refusal(reply, status, code);
      expect(await count(service, 'connect_codes')).toBe(codes);
    });

    test('a session that was ended elsewhere', async () => {
      const { federated } = await signIn(service, 'ended@example.org');
      const account_id = await accountIdOf(service, federated);
      await rows(service, `update sessions set expires_at = 1 where account_id = ${account_id}`);
      await refusal(await ask({ cookie: federated, fields: { account_id } }), 401, 'signed_out');
    });

    test('of two people who share a browser, only the one who is signed in now', async () => {
      const first = await signIn(service, 'first@example.org');
      const account_id = await accountIdOf(service, first.federated);
      await post(service, '/sign-out', {}, first.session);
      const second = await signIn(service, 'second@example.org');
      await refusal(await ask({ cookie: second.federated, fields: { account_id } }), 401, 'signed_out');
      await refusal(await ask({ cookie: first.federated, fields: { account_id } }), 401, 'signed_out');
    });
  });

  describe('its code, as the popup’s', () => {
    test.each<[string, (code: string, verifier: string) => Promise<Response>, number, string]>([
      ['with another verifier', (code) => redeem(code, token()), 401, 'connect_code_gone'],
      [
        'from a page of another project',
        (code, verifier) => redeem(code, verifier, { id: birds.id, origin: stars.origin }),
        403,
        'origin_not_registered',
      ],
      ['for another project', (code, verifier) => redeem(code, verifier, frogs), 401, 'connect_code_gone'],
      [
        'after a minute',
        async (code, verifier) => {
          await rows(service, 'update connect_codes set expires_at = expires_at - 61000');
          return redeem(code, verifier);
        },
        401,
        'connect_code_gone',
      ],
      [
        'a second time',
        async (code, verifier) => {
          await success('POST /embed/connect', await redeem(code, verifier));
          return redeem(code, verifier);
        },
        401,
        'connect_code_gone',
      ],
    ])('%s: no grant', async (_, trying, status, code) => {
      const verifier = token();
      const given = await codeFor(verifier);
      await refusal(await trying(given, verifier), status, code);
    });
  });
});

test('without the setting there is nothing: no address, no second cookie, nothing in replies to embeds or browsers', async () => {
  const { service } = await shareScene('sqlite');
  for (const path of ['/.well-known/web-identity', '/fedcm/config.json', '/fedcm/accounts'])
    expect((await service.get(path, { headers: byBrowser })).status).toBe(404);
  expect((await service.postForm('/fedcm/assertion', {}, { headers: byBrowser })).status).toBe(404);
  const { session, federated, headers } = await signIn(service, 'member@example.org');
  expect([federated, headers.get('set-login')]).toEqual(['', null]);
  const way = await service.get('/connect/fedcm', { headers: { cookie: session } });
  expect([way.headers.getSetCookie(), way.headers.get('set-login')]).toEqual([[], null]);
  const reply = await service.get(`/embed/project?project_id=${birds.id}`);
  expect(await success('GET /embed/project', reply)).not.toHaveProperty('fedcm');
});
