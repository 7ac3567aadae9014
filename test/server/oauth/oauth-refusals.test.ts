/** Refusals of the authorization server: a table of requests, each of which differs from a good one in one thing. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  authorizePath,
  exchange,
  newCode,
  newPkce,
  newTokens,
  PersonsBrowser,
} from '../../set-up/service/authorize.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { callback, type Client, count, newClient, newKey, rows } from '../scene.ts';

describe.each(engines)('the authorization server on %s refuses', (engine) => {
  let service: Service;
  let jo: PersonsBrowser;
  let river: Client;
  let other: Client;
  let local: Client;
  let app: Client;
  let legacy: Client;
  let key: string;
  let strangersKey: string;

  beforeAll(async () => {
    service = await shareService(engine);
    jo = new PersonsBrowser(service);
    await jo.signIn('jo@example.org');
    river = await newClient(service);
    other = await newClient(service);
    local = await newClient(service, { redirects: ['http://127.0.0.1/back'] });
    app = await newClient(service, { more: ['--public'] });
    legacy = await newClient(service, { more: ['--legacy'] });
    key = await newKey(service, 'owner@example.org');
    strangersKey = await newKey(service, 'stranger@example.org');
  });

  const { challenge } = newPkce();

  /** Nothing of it may reach another site: these are told to the person alone. */
  describe('an address to send the person back to', () => {
    test.each([
      ['with a suffix', `${callback}x`],
      ['with a further path', `${callback}/more`],
      ['with a slash at its end', `${callback}/`],
      ['with a query', `${callback}?next=https://evil.example`],
      ['on another port', 'https://river.example:8443/callback'],
      ['with the usual port said', 'https://river.example:443/callback'],
      ['in another case', 'https://river.example/Callback'],
      ['with the host in capitals', 'https://RIVER.example/callback'],
      ['with a user', 'https://river.example@evil.example/callback'],
      ['with a user of its own', 'https://jo@river.example/callback'],
      ['with a fragment', `${callback}#part`],
      ['with a traversal', 'https://river.example/x/../callback'],
      ['with an encoded traversal', 'https://river.example/x/%2e%2e/callback'],
      ['with a backslash', 'https://river.example\\@evil.example/callback'],
      ['with http', 'http://river.example/callback'],
      ['on a host below', 'https://evil.river.example/callback'],
      ['on a host that ends alike', 'https://evilriver.example/callback'],
      ['on another site', 'https://evil.example/callback'],
      ['that is script', 'javascript:alert(1)'],
      ['that is data', 'data:text/html,hello'],
      ['that is a path', '/callback'],
      ['that begins with two slashes', '//evil.example/callback'],
      ['with a line break', `${callback}\r\nSet-Cookie: a=b`],
      ['with NUL', `${callback}\0`],
      ['with white space', ` ${callback}`],
      ['with a full stop after the host', 'https://river.example./callback'],
    ])('%s', async (_, redirect_uri) => {
      const reply = await jo.get(authorizePath(river, challenge, { redirect_uri }));
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
      expect(await reply.text()).toContain('redirect_uri');
    });

    test.each([
      ['another path on another port', 'http://127.0.0.1:4000/elsewhere'],
      ['another loopback host', 'http://localhost:4000/back'],
      ['a host that begins like it', 'http://127.0.0.1.evil.example/back'],
      ['a user on the loopback address', 'http://127.0.0.1:4000@evil.example/back'],
      ['https on the loopback address', 'https://127.0.0.1/back'],
    ])('of a loopback client: %s', async (_, redirect_uri) => {
      const reply = await jo.get(authorizePath(local, challenge, { redirect_uri }));
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    });

    test('a loopback client may use any port', async () => {
      const redirect_uri = 'http://127.0.0.1:53817/back';
      expect(await jo.begin(authorizePath(local, challenge, { redirect_uri }))).toMatch(/consent$/);
    });

    test('none of them', async () => {
      const reply = await jo.get(authorizePath(river, challenge, { redirect_uri: undefined }));
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    });

    test.each([callback, 'https://evil.example/callback'])(
      'two of them, the second of which is %s',
      async (second) => {
        const reply = await jo.get(
          `${authorizePath(river, challenge)}&redirect_uri=${encodeURIComponent(second)}`,
        );
        // The registered one may hear of it; no other may.
        expect(reply.headers.get('location')).toMatch(
          /^https:\/\/river\.example\/callback\?error=invalid_request&/,
        );
      },
    );

    test('a legacy client may leave out the only one', async () => {
      const path = authorizePath(legacy, undefined, { redirect_uri: undefined });
      expect(await jo.begin(path)).toMatch(/consent$/);
    });
  });

  type Beginning = [what: string, changes: Record<string, string | undefined>, error: string];
  test.each<Beginning>([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a PKCE method of no name', { code_challenge_method: 'none' }, 'invalid_request'],
    ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['a token in the answer', { response_type: 'token' }, 'invalid_request'],
    ['an ID token in the answer', { response_type: 'code id_token', nonce: 'n' }, 'invalid_request'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['a scope that the client may not have', { scope: 'extensive' }, 'invalid_scope'],
    ['a scope beside one that it may not have', { scope: 'login email' }, 'invalid_scope'],
    ['a scope with quotes', { scope: '"login"' }, 'invalid_scope'],
    ['an answer by a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['an answer in the fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a prompt of no name', { prompt: 'hello' }, 'invalid_request'],
    ['no prompt beside one', { prompt: 'none login' }, 'invalid_request'],
    ['no prompt before the person agreed', { prompt: 'none' }, 'consent_required'],
  ])('to begin with %s', async (_, changes, error) => {
    const reply = await jo.get(authorizePath(river, challenge, changes));
    expect(reply.status).toBe(303);
    const back = new URL(reply.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(callback);
    // OAuth answers a request for a token in the fragment.
    const said = back.search === '' ? new URLSearchParams(back.hash.slice(1)) : back.searchParams;
    expect(Object.fromEntries(said)).toMatchObject({
      error: error === 'consent_required' ? expect.stringMatching(/_required$/) : error,
      state: 'the state',
      iss: service.baseUrl,
    });
    expect(said.has('code')).toBe(false);
  });

  test.each([
    ['login,extensive', 'scopes are separated by blanks, not by commas'],
    ['login LOGIN', 'scopes are written in small letters'],
    ['hello', 'no scope is known'],
  ])('the scope %j, and says why', async (scope, why) => {
    const back = new URL(await jo.begin(authorizePath(river, challenge, { scope })));
    expect(`${back.origin}${back.pathname}`).toBe(callback);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'invalid_scope',
      error_description: expect.stringContaining(why) as string,
      state: 'the state',
    });
  });

  test.each([
    ['a client that is none', { client_id: 'mhc_nobody' }],
    ['no client', { client_id: undefined }],
    ['a pushed request that is none', { request_uri: 'urn:ietf:params:oauth:request_uri:nothing' }],
    ['a request at an address', { request_uri: 'https://evil.example/request' }],
  ])('to begin with %s, and tells the person alone', async (_, changes) => {
    const reply = await jo.get(authorizePath(river, challenge, changes));
    expect(reply.status).toBeGreaterThanOrEqual(300);
    const location = reply.headers.get('location');
    // A registered address may hear of it; no other may.
    if (location === null) expect(reply.status).toBe(400);
    else expect(location.startsWith(`${callback}?error=`)).toBe(true);
  });

  test('a pushed request of another client', async () => {
    const pushed = await service.postForm('/par', {
      client_id: other.client_id,
      client_secret: other.client_secret,
      response_type: 'code',
      redirect_uri: callback,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect(pushed.status).toBe(201);
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const query = (client: Client) => new URLSearchParams({ client_id: client.client_id, request_uri });
    const theirs = await jo.get(`/authorize?${query(river)}`);
    expect(theirs.headers.get('location') ?? '').not.toMatch(/consent|code=/);
    expect(await jo.begin(`/authorize?${query(other)}`)).toMatch(/consent$/);
  });

  test.each([
    ['a long state', { state: 's'.repeat(1001) }, 400, 'state has more than 1000 characters'],
    ['long parameters', { nonce: 'n'.repeat(1900) }, 413, 'more than 2000 characters'],
  ])('a request with %s, which would be stored before anybody signs in', async (_, long, status, says) => {
    const before = await count(service, 'oauth_artifacts');
    const asked = await jo.get(authorizePath(river, challenge, long));
    expect([asked.status, asked.headers.get('location')]).toEqual([status, null]);
    const fields = { ...river, response_type: 'code', redirect_uri: callback, ...long };
    const pushed = await service.postForm('/par', fields);
    expect([pushed.status, await pushed.json()]).toMatchObject([
      status,
      { error: 'invalid_request', error_description: expect.stringContaining(says) as string },
    ]);
    const posted = await service.postForm('/authorize', { ...fields, client_id: river.client_id });
    expect(posted.status).toBe(status);
    expect(await count(service, 'oauth_artifacts')).toBe(before);
  });

  test('a request that nobody answered, when its hour is over', async () => {
    const path = await jo.begin(authorizePath(river, challenge, { prompt: 'consent' }));
    expect((await jo.get(path)).status).toBe(200);
    const waiting = "oauth_artifacts where kind = 'Interaction'";
    await rows(
      service,
      `update oauth_artifacts set expires_at = ${Date.now() - 1} where kind = 'Interaction' returning digest`,
    );
    expect(await count(service, waiting)).toBeGreaterThan(0);
    await service.operate('purge');
    expect(await count(service, waiting)).toBe(0);
    expect((await jo.get(path)).status).toBe(400);
  });

  type Trade = [what: string, changes: Record<string, string | undefined>, status: number, error: string];
  test.each<Trade>([
    ['without PKCE', { code_verifier: undefined }, 400, 'invalid_grant'],
    ['with a wrong verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['with a short verifier', { code_verifier: 'short' }, 400, 'invalid_request'],
    ['with another address', { redirect_uri: 'https://evil.example/callback' }, 400, 'invalid_grant'],
    ['with the address in another case', { redirect_uri: `${callback}X` }, 400, 'invalid_grant'],
    ['with a wrong secret', { client_secret: 'mhs_wrong' }, 401, 'invalid_client'],
    ['with the digest of the secret', { client_secret: '0'.repeat(64) }, 401, 'invalid_client'],
    ['with the words that stand for a key', { client_secret: 'the owner’s API key' }, 401, 'invalid_client'],
    ['without a secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['without a client', { client_id: undefined, client_secret: undefined }, 400, 'invalid_request'],
    ['as a client that is none', { client_id: 'mhc_nobody' }, 401, 'invalid_client'],
    ['without the code', { code: undefined }, 400, 'invalid_request'],
    ['with half of the code', { code: 'half' }, 400, 'invalid_grant'],
    ['for a password', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['for the client itself', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['without saying for what', { grant_type: undefined }, 400, 'invalid_request'],
  ])('a code %s, and leaves it good', async (_, changes, status, error) => {
    const code = await newCode(jo, river);
    const reply = await exchange(service, river, { ...code, ...changes });
    const json = (await reply.json()) as { error_description: string };
    expect([reply.status, json]).toMatchObject([status, { result: 'error', error }]);
    if (error === 'invalid_client')
      expect(json.error_description).toMatch(
        /client_id and client_secret in the body, or .* header \(Basic\)$/,
      );
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await exchange(service, river, code)).status).toBe(200);
  });

  test.each(['/token', '/par', '/token/revoke', '/authorize'])(
    'half a surrogate pair in JSON for %s, which no form can name',
    async (path) => {
      const body = `{"client_id":"${river.client_id}","state":"\\ud83d","code":"\\ud83d"}`;
      const headers = { 'content-type': 'application/json' };
      const reply = await service.get(path, { method: 'POST', body, headers });
      // The page where a person is asked comes by a redirect.
      expect([path, reply.status]).toEqual([
        path,
        path === '/authorize' ? 303 : expect.toBeOneOf([400, 401]),
      ]);
    },
  );

  test.each(['/token', '/par', '/token/introspect'])(
    'a client id with a NUL character at %s',
    async (path) => {
      const nul = `${river.client_id}\0`;
      const basic = `Basic ${Buffer.from(`${encodeURIComponent(nul)}:x`).toString('base64')}`;
      for (const [fields, headers] of [
        [{ client_id: nul, client_secret: 'x' }, {}],
        [{ grant_type: 'authorization_code' }, { authorization: basic }],
      ] as const)
        expect((await service.postForm(path, fields, { headers })).status).toBeOneOf([400, 401]);
    },
  );

  test.each(['openid-configuration', 'oauth-authorization-server', 'jwks.json'])(
    'nothing to a preflight of %s',
    async (file) => {
      const headers = { origin: 'https://river.example', 'access-control-request-method': 'GET' };
      const reply = await service.get(`/.well-known/${file}`, { method: 'OPTIONS', headers });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([
        204,
        'https://river.example',
      ]);
    },
  );

  describe('two credentials', () => {
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
    const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const all = { ...river, ...(await newCode(jo, river)), ...fields };
      return (await service.postForm('/token', all, { headers })).status;
    };

    test('of two clients, but not because of the header of a proxy', async () => {
      expect(await send({}, basic('proxy', 'its password'))).toBe(200);
      expect(await send({}, { authorization: 'Bearer of-a-proxy' })).toBe(200);
      expect(await send({ client_secret: 'mhs_wrong' }, basic('proxy', 'its password'))).toBe(401);
      expect(await send({}, basic(other.client_id, other.client_secret))).toBe(400);
    });

    test('that are one wrong value, but takes a key or a secret in both fields', async () => {
      const both = (value: string) => send({ key: value, client_secret: value });
      expect(await both(key)).toBe(200);
      expect(await both(river.client_secret)).toBe(200);
      expect(await both(strangersKey)).toBe(401);
      expect(await both(other.client_secret)).toBe(401);
    });
  });

  describe('the API key in the address', () => {
    const keyed = async (query: string, client_secret?: string) => {
      const reply = await exchange(
        service,
        { ...river, client_secret: client_secret ?? '' },
        await newCode(jo, river),
        query,
      );
      return [reply.status, ((await reply.json()) as { error?: string }).error];
    };

    test("the owner's authenticates the client, with its secret or without", async () => {
      expect(await keyed(`?key=${key}`)).toEqual([200, undefined]);
      expect(await keyed(`?key=${key}`, river.client_secret)).toEqual([200, undefined]);
    });

    test.each<[string, () => string, (() => string)?]>([
      ['of somebody else', () => strangersKey],
      ['of somebody else beside the secret', () => strangersKey, () => river.client_secret],
      ['that is none', () => 'mh_nothing'],
      ['that is none beside the secret', () => 'mh_nothing', () => river.client_secret],
      ['of the owner beside a wrong secret', () => key, () => 'mhs_wrong'],
      ['with its last character missing', () => key.slice(0, -1)],
    ])('%s', async (_, given, secret) => {
      expect(await keyed(`?key=${given()}`, secret?.())).toEqual([401, 'invalid_client']);
    });

    test('a public client needs PKCE all the same', async () => {
      const code = await newCode(jo, app);
      const without = await exchange(service, app, { ...code, code_verifier: undefined }, `?key=${key}`);
      expect(without.status).toBe(400);
      expect((await exchange(service, app, code, `?key=${key}`)).status).toBe(200);
    });
  });

  test('a code that was used, and ends what it gave', async () => {
    const code = await newCode(jo, river);
    const tokens = (await (await exchange(service, river, code)).json()) as { access_token: string };
    const person = () =>
      service.get('/api/user_info', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect((await person()).status).toBe(200);
    // A client that finds the code of another, as in a log, ends nothing.
    for (const client of [other, app]) expect((await exchange(service, client, code)).status).toBe(400);
    expect((await person()).status).toBe(200);
    expect((await exchange(service, river, code)).status).toBe(400);
    expect((await person()).status).toBe(401);
  });

  test('a code that is older than a minute', async () => {
    const code = await newCode(jo, river);
    await rows(
      service,
      `update oauth_artifacts set expires_at = ${Date.now() - 20_000}
        where kind = 'AuthorizationCode' and consumed_at is null returning digest`,
    );
    expect((await exchange(service, river, code)).status).toBe(400);
  });

  describe('a refresh token', () => {
    const refresh = (client: Client, refresh_token: string, more: Record<string, string> = {}) =>
      exchange(service, client, { grant_type: 'refresh_token', refresh_token, ...more });

    test('as a code, with a larger scope', async () => {
      const { refresh_token, access_token } = await newTokens(jo, river);
      for (const reply of [
        await refresh(river, access_token),
        await refresh(river, refresh_token, { scope: 'login openid' }),
        await exchange(service, river, {
          grant_type: 'authorization_code',
          code: refresh_token,
          redirect_uri: callback,
        }),
      ])
        expect(reply.status).toBe(400);
      expect((await refresh(river, refresh_token)).status).toBe(200);
    });

    test('that was used: all that came of it ends', async () => {
      const first = await newTokens(jo, river);
      const second = (await (await refresh(river, first.refresh_token)).json()) as typeof first;
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect((await refresh(river, first.refresh_token)).status).toBe(400);
      expect((await refresh(river, second.refresh_token)).status).toBe(400);
      for (const { access_token } of [first, second]) {
        const headers = { authorization: `Bearer ${access_token}` };
        expect((await service.get('/api/user_info', { headers })).status).toBe(401);
      }
    });

    test('that was revoked', async () => {
      const { refresh_token } = await newTokens(jo, river);
      const revoked = await service.postForm('/token/revoke', { ...river, token: refresh_token });
      expect([revoked.status, await revoked.json()]).toEqual([200, { result: 'success' }]);
      expect((await refresh(river, refresh_token)).status).toBe(400);
    });
  });

  describe('to say who authorized', () => {
    const headersOf = (authorization: string) => ({ headers: { authorization } });

    test.each<[string, (token: string) => Promise<Response>, string]>([
      ['without a token', () => service.get('/api/user_info'), 'Bearer'],
      ['to a token in the address', (token) => service.get(`/api/user_info?access_token=${token}`), 'Bearer'],
      [
        'to a token in another scheme',
        (token) => service.get('/api/user_info', headersOf(`Basic ${token}`)),
        'Bearer',
      ],
      [
        'to a token that was cut',
        (token) => service.get('/api/user_info', headersOf(`Bearer ${token.slice(1)}`)),
        'Bearer error="invalid_token"',
      ],
      [
        'to an API key',
        () => service.get('/api/user_info', headersOf(`Bearer ${key}`)),
        'Bearer error="invalid_token"',
      ],
      [
        'to a quote',
        () => service.get('/api/user_info', headersOf(`Bearer '--`)),
        'Bearer error="invalid_token"',
      ],
    ])('%s', async (_, ask, challenged) => {
      const { access_token } = await newTokens(jo, river);
      const reply = await ask(access_token);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')?.startsWith(challenged)).toBe(true);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    });

    test('to a token without openid at /userinfo, which is for OpenID Connect', async () => {
      const { access_token } = await newTokens(jo, river);
      const reply = await service.get('/userinfo', headersOf(`Bearer ${access_token}`));
      expect(reply.status).toBe(403);
    });

    test('to 10,000 random tokens', { timeout: 400_000 }, async () => {
      const statuses = new Map<number, number>();
      const ask = async () => {
        const token = randomBytes(32).toString('base64url');
        const { status } = await service.get('/api/user_info', headersOf(`Bearer ${token}`));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      };
      for (let asked = 0; asked < 10_000; asked += 50) await Promise.all(Array.from({ length: 50 }, ask));
      expect([...statuses.values()].reduce((sum, some) => sum + some)).toBe(10_000);
      // After a hundred in a minute the address is told to wait.
      expect([...statuses.keys()].sort()).toEqual([401, 429]);
    });
  });
});
