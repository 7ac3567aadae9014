/** Clients as they come from the registry, and the programs of /docs/gold as printed, through whole authorizations. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as openid from 'openid-client';
import OAuth2Strategy from 'passport-oauth2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { everyScope, newPkce, PersonsBrowser } from '../set-up/service/authorize.ts';
import { isLinux, pathOf } from '../set-up/programs/installed.ts';
import { unlimited } from '../set-up/service/running-service.ts';
import { snippetsIn } from '../set-up/service/snippets.ts';
import { type Service, startService } from '../set-up/service/start-service.ts';
import { callback, type Client, newClient, newKey, rows } from '../server/scene.ts';

const run = promisify(execFile);

let service: Service;
let jo: PersonsBrowser;
let client: Client;
let key: string;
let profile: number;
let folder: string;

beforeAll(async () => {
  service = await startService('sqlite', unlimited);
  jo = new PersonsBrowser(service);
  await jo.signIn('jo@example.org');
  client = await newClient(service, {
    redirects: [callback],
    more: everyScope,
  });
  key = await newKey(service, 'owner@example.org');
  const [row] = await rows<{ profile_id: number }>(
    service,
    "select profile_id from addresses where address = 'jo@example.org'",
  );
  profile = Number(row?.profile_id);
  folder = await mkdtemp(join(tmpdir(), 'gold-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

const personOf = async (token: string): Promise<unknown> => {
  const reply = await service.get('/api/user_info', { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { profile_id?: unknown }).profile_id;
};

/** An address of ours, as the library made it, up to where the person comes back. */
const through = async (address: string | URL): Promise<URL> => {
  const { origin, pathname, search } = new URL(address);
  expect(origin).toBe(service.baseUrl);
  return jo.authorize(pathname + search);
};

/** How a client proves itself, as the specification has it and as RFC 6749 does: the path of `/token`, and the secret. */
const ways: [string, () => [path: string, secret: string]][] = [
  ['its secret', () => ['/token', client.client_secret]],
  ['its secret and the key in the address', () => [`/token?key=${key}`, client.client_secret]],
  ['the key in the address alone', () => [`/token?key=${key}`, '']],
];

describe('libraries', () => {
  test.each([
    ['its secret in the body', openid.ClientSecretPost],
    ['its secret in the header', openid.ClientSecretBasic],
  ])('openid-client with %s: discovery, ID token, userinfo, refreshing, revoking', async (_, way) => {
    const config = await openid.discovery(
      new URL(service.baseUrl),
      client.client_id,
      undefined,
      way(client.client_secret),
      { execute: [openid.allowInsecureRequests] },
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const parameters = {
      redirect_uri: callback,
      scope: 'openid profile email',
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const back = await through(openid.buildAuthorizationUrl(config, parameters));
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
    });
    const { sub = '' } = tokens.claims() ?? {};
    expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      profile_id: profile,
      email: 'jo@example.org',
    });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, next.access_token);
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: false });
    const pushed = await openid.buildAuthorizationUrlWithPAR(config, parameters);
    expect((await through(pushed)).searchParams.get('code')).not.toBeNull();
  });

  test.each([
    ...ways.map((way) => [...way, openid.ClientSecretPost] as const),
    ...ways
      .slice(0, 2)
      .map(([name, way]) => [`${name}, by HTTP Basic`, way, openid.ClientSecretBasic] as const),
  ])('openid-client without discovery, with %s', async (_, way, proofOf) => {
    const [path, secret] = way();
    const server = {
      issuer: service.baseUrl,
      authorization_endpoint: `${service.baseUrl}/authorize`,
      token_endpoint: service.baseUrl + path,
    };
    const proof = secret === '' ? openid.None() : proofOf(secret);
    const config = new openid.Configuration(server, client.client_id, undefined, proof);
    openid.allowInsecureRequests(config);
    const { verifier: pkceCodeVerifier, challenge } = newPkce();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'login',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const came = { pkceCodeVerifier, expectedState: 's' };
    const tokens = await openid.authorizationCodeGrant(config, await through(address), came);
    expect(await personOf(tokens.access_token)).toBe(profile);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await personOf(next.access_token)).toBe(profile);
  });

  test.each(ways)('passport-oauth2 with %s', async (_, way) => {
    const [path, clientSecret] = way();
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${service.baseUrl}/authorize`,
        tokenURL: service.baseUrl + path,
        clientID: client.client_id,
        clientSecret,
        callbackURL: callback,
        state: true,
        pkce: true,
      } as OAuth2Strategy.StrategyOptions,
      (accessToken: string, _refresh: string, _profile: unknown, done: OAuth2Strategy.VerifyCallback) =>
        void personOf(accessToken).then((found) => done(null, { found })),
    );
    expect(await passed(strategy as unknown as Strategy)).toEqual({ found: profile });
  });
});

type Strategy = { authenticate: (request: object, options: object) => void };

/** Takes a person through a strategy of Passport, and answers whom it found. */
async function passed(strategy: Strategy): Promise<unknown> {
  const session = {};
  const ask = (query: object) =>
    new Promise<unknown>((resolve, reject) => {
      const acting = Object.assign(Object.create(strategy) as Strategy, {
        redirect: resolve,
        success: resolve,
        fail: reject,
        error: reject,
      });
      acting.authenticate({ query, session, headers: {}, connection: {}, url: '/' }, {});
    });
  const back = await through(String(await ask({})));
  return ask(Object.fromEntries(back.searchParams));
}

describe('the programs of /docs/gold, as printed', () => {
  /** Writes a program into a file, with the client and the key in it. */
  const written = async (name: string, file: string): Promise<string> => {
    const printed = snippetsIn(await (await service.get('/docs/gold')).text()).get(name) ?? 'no such snippet';
    const filled = printed
      .replaceAll('YOUR_CALLBACK', callback)
      .replaceAll('YOUR_CLIENT_ID', client.client_id)
      .replaceAll('YOUR_CLIENT_SECRET', client.client_secret)
      .replaceAll('YOUR_API_KEY', key)
      // Over plain http, which only a service for trying things out speaks.
      .replace(/(client\.discovery\(.*)\);/, '$1, undefined, { execute: [client.allowInsecureRequests] });');
    await writeFile(join(folder, file), filled);
    return join(folder, file);
  };
  const program = async (name: string): Promise<unknown> =>
    import(/* @vite-ignore */ pathToFileURL(await written(name, `${name}.mjs`)).href);

  type Flow = {
    begin: () => Promise<{ address: string; verifier: string; state: string }>;
    finish: (cameBackAt: string, kept: object) => Promise<number>;
  };

  test.each(['gold-openid-client', 'gold-http'])('%s', async (name) => {
    const { begin, finish } = (await program(name)) as Flow;
    const { address, ...kept } = await begin();
    const back = await through(address);
    expect(await finish(back.href, kept)).toBe(profile);
    await expect(finish(back.href, { ...kept, state: 'another' })).rejects.toThrow();
  });

  test('gold-passport', async () => {
    const { strategy } = (await program('gold-passport')) as { strategy: Strategy };
    expect(await passed(strategy)).toEqual({ profileId: profile });
  });

  // Elsewhere the preflight says that it is left out: nothing installs Authlib.
  const onLinux = isLinux ? test : () => undefined;
  onLinux('gold-authlib', async () => {
    await written('gold-authlib', 'gold_authlib.py');
    // In processes of their own, as the two requests of a site are.
    const python = async (expression: string, ...args: string[]) => {
      const script = `import json, sys, gold_authlib as site; print(json.dumps(${expression}))`;
      const env = { PYTHONPATH: folder, AUTHLIB_INSECURE_TRANSPORT: '1' };
      const { stdout } = await run('/usr/bin/python3', ['-c', script, ...args], { env });
      return JSON.parse(stdout) as unknown;
    };
    const { verifier } = newPkce();
    const [address, state] = (await python('site.begin(sys.argv[1])', verifier)) as [string, string];
    const back = await through(address);
    expect(await python('site.finish(*sys.argv[1:])', back.href, verifier, state)).toBe(profile);
  });

  test('gold-socialite, with a stand-in for the framework', async () => {
    const provider = await written('gold-socialite', 'socialite.php');
    const standIn = join(root, 'test/fixtures/socialite.php');
    const env = { CLIENT_ID: client.client_id, CLIENT_SECRET: client.client_secret, CALLBACK: callback };
    const php = async (...args: string[]) => {
      const { stdout } = await run(await pathOf('php'), [standIn, provider, ...args], { env });
      return JSON.parse(stdout) as unknown;
    };
    const { address, verifier, state } = (await php('begin')) as Record<string, string>;
    const back = await through(address ?? '');
    expect(back.searchParams.get('state')).toBe(state);
    const code = back.searchParams.get('code') ?? '';
    expect(await php('finish', code, verifier ?? '')).toBe(profile);
  });
});

test('a client that talks to several servers takes no answer of another one (mix-up)', async () => {
  const config = await openid.discovery(
    new URL(service.baseUrl),
    client.client_id,
    undefined,
    openid.ClientSecretPost(client.client_secret),
    { execute: [openid.allowInsecureRequests] },
  );
  const { verifier: pkceCodeVerifier, challenge } = newPkce();
  const begin = () =>
    through(
      openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'login',
        state: 'ours',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    );
  const finish = (back: URL) =>
    openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: 'ours' });
  const changed = async (change: (parameters: URLSearchParams) => void) => {
    const back = await begin();
    change(back.searchParams);
    return finish(back);
  };
  for (const iss of ['https://evil.example', `${service.baseUrl}/`, ''])
    await expect(changed((said) => said.set('iss', iss))).rejects.toThrow();
  await expect(changed((said) => said.delete('iss'))).rejects.toThrow();
  await expect(changed((said) => said.set('state', 'theirs'))).rejects.toThrow();
  expect(await personOf((await finish(await begin())).access_token)).toBe(profile);
});
