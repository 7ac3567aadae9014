/** The authorization server deletes and renews these by itself: expired artifacts, and the keys that sign ID tokens. */
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  everyScope,
  exchange,
  newClient,
  newCode,
  newTokens,
  PersonsBrowser,
  type Tokens,
} from '../set-up/authorize.ts';
import { unlimited } from '../set-up/running-service.ts';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { count, rows } from './scene.ts';

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

  const purge = async () => expect((await service.operator('purge')).code).toBe(0);
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
    await age("kind in ('AuthorizationCode', 'AccessToken', 'Interaction')", 2);
    await purge();
    for (const kind of ['AuthorizationCode', 'AccessToken', 'Interaction'])
      expect([kind, await ofKind(kind)]).toEqual([kind, 0]);
    expect([await ofKind('RefreshToken'), await ofKind('Grant')]).toEqual([1, 1]);
    const next = await exchange(service, client, { grant_type: 'refresh_token', refresh_token });
    expect(next.status).toBe(200);
    await age("kind = 'RefreshToken'", 181);
    await age("kind in ('AccessToken', 'Grant')", 2);
    await purge();
    expect(await count(service, 'oauth_artifacts')).toBe(0);
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
