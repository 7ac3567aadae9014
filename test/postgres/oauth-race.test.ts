/** One code in five exchanges at once, over two processes: one gets tokens, and they end since it was replayed. */
import { expect, test } from 'vitest';
import { newClient } from '../server/scene.ts';
import { exchange, newCode, newTokens, PersonsBrowser } from '../set-up/service/authorize.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { RunningService, unlimited } from '../set-up/service/running-service.ts';
import { startService } from '../set-up/service/start-service.ts';

const rounds = 50;

test('a code, and a refresh token, that several use at once', { timeout: 600_000 }, async () => {
  const one = await startService('postgres', unlimited);
  const settings = { ...unlimited, BASE_URL: one.baseUrl };
  await using two = new RunningService(await freePort(), one.dataDir, one.databaseUrl, settings);
  await two.start();
  const jo = new PersonsBrowser(one);
  await jo.signIn('jo@example.org');
  const client = await newClient(one);

  /** Sends one request five times at once, and answers the tokens of those that succeeded. */
  const fiveTimes = async (fields: Record<string, string>) => {
    const replies = await Promise.all([one, two, one, two, one].map((at) => exchange(at, client, fields)));
    const bodies = await Promise.all(
      replies.map(async (reply) => (await reply.json()) as { access_token?: string; error?: string }),
    );
    expect(bodies.filter(({ error }) => error === 'invalid_grant')).toHaveLength(4);
    return bodies.flatMap(({ access_token }) => (access_token === undefined ? [] : [access_token]));
  };
  const isAlive = async (token: string) =>
    (await two.get('/api/user_info', { headers: { authorization: `Bearer ${token}` } })).status;

  for (let round = 0; round < rounds; round++) {
    const tokens = await fiveTimes(await newCode(jo, client));
    expect(tokens).toHaveLength(1);
    expect(await isAlive(tokens[0] ?? '')).toBe(401);
  }
  const { refresh_token, access_token } = await newTokens(jo, client);
  expect(await isAlive(access_token)).toBe(200);
  const given = await fiveTimes({ grant_type: 'refresh_token', refresh_token });
  expect(given).toHaveLength(1);
  for (const token of [...given, access_token]) expect(await isAlive(token)).toBe(401);
});
