/** The authorization server deletes and renews these by itself: expired artifacts, and the keys that sign ID tokens. */
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  everyScope,
  exchange,
  newCode,
  newTokens,
  PersonsBrowser,
  type Tokens,
} from '../../set-up/service/authorize.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { openToken, refreshSeconds, signToken, type TokenKind } from '../../../server/oauth/signed-tokens.ts';
import { signer } from '../../../server/secrets/secrets.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { type Client, count, newClient, rows } from '../scene.ts';

const day = 86_400_000;

describe.each(engines)('the authorization server on %s', (engine) => {
  let service: Service;
  let client: Client;
  let jo: PersonsBrowser;

  beforeAll(async () => {
    service = await startService(engine, unlimited);
    client = await newClient(service, { more: everyScope });
    jo = new PersonsBrowser(service);
    await jo.signIn('jo@example.org');
  });

  const purge = () => service.operate('purge');
  const ofKind = (kind: string) => count(service, `oauth_artifacts where kind = '${kind}'`);
  /** Moves rows into the past. */
  const age = (where: string, days: number) =>
    rows(
      service,
      `update oauth_artifacts set created_at = created_at - ${days * day}, expires_at = expires_at - ${days * day}
        where ${where} returning digest`,
    );

  test('what expired a day ago is deleted, and what is good stays good', async () => {
    const { refresh_token } = await newTokens(jo, client);
    await age("kind in ('AuthorizationCode', 'Interaction')", 2);
    await age("kind = 'Grant'", 179);
    await purge();
    for (const kind of ['AuthorizationCode', 'Interaction'])
      expect([kind, await ofKind(kind)]).toEqual([kind, 0]);
    const refresh = async (token: string) =>
      exchange(service, client, { grant_type: 'refresh_token', refresh_token: token });
    const next = await refresh(refresh_token);
    expect(next.status).toBe(200);
    // From then on it works for as long again.
    await age("kind = 'Grant'", 179);
    await purge();
    const last = await refresh(((await next.json()) as Tokens).refresh_token);
    expect(last.status).toBe(200);
    await age("kind = 'Grant'", 182);
    expect((await refresh(((await last.json()) as Tokens).refresh_token)).status).toBe(400);
    await purge();
    expect(await count(service, 'oauth_artifacts')).toBe(0);
  });

  test('an authorization whose code was never used is deleted with it', async () => {
    await newCode(jo, client);
    expect(await ofKind('Grant')).toBe(1);
    await age("kind in ('AuthorizationCode', 'Interaction')", 2);
    await purge();
    expect(await count(service, 'oauth_artifacts')).toBe(0);
  });

  test('an access token ends after an hour, and a refresh token after 180 days', async () => {
    const { access_token, refresh_token } = await newTokens(jo, client);
    const signed = signer(service.settings['PEPPER'] ?? '', 'oauth-token');
    /** The same token as if it had been issued earlier. */
    const older = (kind: TokenKind, token: string, seconds: number) => {
      const { exp = 0, ...rest } = openToken(signed, kind, token) ?? {};
      return signToken(signed, kind, { ...rest, exp: exp - seconds });
    };
    const person = async (token: string) =>
      (await service.get('/api/user_info', { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await person(older('AccessToken', access_token, 3500))).toBe(200);
    expect(await person(older('AccessToken', access_token, 3601))).toBe(401);
    expect(await person(older('RefreshToken', refresh_token, 0))).toBe(401);
    const refresh = async (seconds: number) => {
      const token = older('RefreshToken', refresh_token, seconds);
      return (await exchange(service, client, { grant_type: 'refresh_token', refresh_token: token })).status;
    };
    expect(await refresh(refreshSeconds + 1)).toBe(400);
    expect(await refresh(refreshSeconds - 100)).toBe(200);
    for (const token of [access_token, refresh_token]) expect(token.length).toBeLessThan(255);
  });

  test('a used code is kept for a day longer, so that its replay still ends its tokens', async () => {
    const code = await newCode(jo, client);
    const { access_token } = (await (await exchange(service, client, code)).json()) as Tokens;
    await age("kind = 'AuthorizationCode'", 0.5);
    await purge();
    const headers = { authorization: `Bearer ${access_token}` };
    const person = async () => (await service.get('/api/user_info', { headers })).status;
    expect(await person()).toBe(200);
    expect((await exchange(service, client, code)).status).toBe(400);
    expect(await person()).toBe(401);
  });

  describe('the keys that sign ID tokens', () => {
    type Key = JsonWebKey & { kid: string };
    const published = async () =>
      ((await (await service.get('/.well-known/jwks.json')).json()) as { keys: Key[] }).keys;
    const newIdToken = async () => (await newTokens(jo, client, { scope: 'openid' })).id_token ?? '';
    const kidOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
    /** Whether one of the published keys verifies a token, as its client does. */
    const isVerified = async (token: string) => {
      const [head = '', body = '', signature = ''] = token.split('.');
      const key = (await published()).find(({ kid }) => kid === kidOf(token));
      if (!key) return false;
      const publicKey = createPublicKey({ key, format: 'jwk' });
      return verify(
        'RSA-SHA256',
        Buffer.from(`${head}.${body}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      );
    };
    /** Lets time pass for the keys, and the service forget those that it has read. */
    const pass = async (days: number) => {
      await rows(
        service,
        `update oauth_signing_keys set created_at = created_at - ${days * day} returning kid`,
      );
      await purge();
      await service.restart();
    };

    test('follow each other: the next is published before it signs, the last stays until its tokens ended', async () => {
      const first = await newIdToken();
      expect(await isVerified(first)).toBe(true);
      await pass(89);
      expect(await published()).toHaveLength(1);
      await pass(2);
      expect(await published()).toHaveLength(2);
      expect(kidOf(await newIdToken())).toBe(kidOf(first));
      await pass(1.5);
      const second = await newIdToken();
      expect(kidOf(second)).not.toBe(kidOf(first));
      expect([await isVerified(first), await isVerified(second)]).toEqual([true, true]);
      await pass(2);
      expect(await published()).toHaveLength(1);
      expect([await isVerified(first), await isVerified(second)]).toEqual([false, true]);
      for (const key of await published()) expect(key).not.toHaveProperty('d');
    });
  });
});
