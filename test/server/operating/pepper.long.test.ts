/** The pepper is changed while people contribute, join and refuse: nothing stops, and nothing is forgotten. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { digestColumns, sealedColumns } from '../../../server/pepper/columns.ts';
import { newTokens, PersonsBrowser } from '../../set-up/service/authorize.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { RunningService, unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Engine, type Service } from '../../set-up/service/start-service.ts';
import {
  count,
  joinFrom,
  mailedCode,
  newClient,
  newestMail,
  post,
  profileId,
  projects,
  rows,
  send,
  signIn,
  startScene,
  success,
} from '../scene.ts';

const { birds, frogs } = projects;
const [second, third] = ['second', 'third'].map(
  (which) => `the ${which} pepper for tests, of no use elsewhere`,
) as [string, string];

/** Two processes on PostgreSQL; with SQLite, a folder has one. */
const processesOf = async (engine: Engine) => {
  const { service, owner: key } = await startScene(engine, unlimited);
  const { PEPPER: inUse = '' } = service.settings;
  if (engine === 'sqlite') return { service, other: service, key, inUse, end: () => undefined };
  const other = new RunningService(await freePort(), service.dataDir, service.databaseUrl, {
    ...unlimited,
    BASE_URL: service.baseUrl,
  });
  await other.start();
  return { service, other, key, inUse, end: () => other.kill9() };
};

const record = async (service: Service, key: string, profile: number, idempotencyKey: string) => {
  const reply = await service.postJson(
    '/api/record_event',
    { key, project_id: birds.id, profile_id: profile, type: 'collection', when: '2026-05-01T10:20:30Z' },
    { headers: { 'idempotency-key': idempotencyKey } },
  );
  return success('POST /api/record_event', reply);
};

/** Digests and encrypted values that are not in the pepper with this id. */
const leftBehind = async (service: Service, id: string) => {
  const left: string[] = [];
  for (const { table, column } of [...digestColumns, ...sealedColumns])
    if ((await count(service, `${table} where ${column} <> '' and ${column} not like '${id}.%'`)) > 0)
      left.push(`${table}.${column}`);
  return left;
};

describe.each(engines)('changing the pepper on %s', (engine) => {
  test('contributions, sign-ins, permissions, refusals and mails go on', async () => {
    const { service, other, key, inUse, end } = await processesOf(engine);
    try {
      const anna = await profileId(service, key, 'anna@example.org');
      const before = await record(service, key, anna, 'before the change');
      const jo = await signIn(service, 'jo@example.org');
      const joProfile = await profileId(service, key, 'jo@example.org');
      await post(service, '/me/opt-out', { project_id: String(birds.id) }, jo);
      const { grant } = await joinFrom(service, frogs, 'granting@example.org');
      await send(
        service,
        '/embed/join',
        { project_id: frogs.id, address: 'quiet@example.org', of_age: true },
        frogs.origin,
      );
      const choices = new URL((await newestMail(service, 'quiet@example.org')).links.at(-1) ?? 'no:link')
        .pathname;
      await post(service, choices, { choice: 'never' });
      const asked = await send(
        service,
        '/embed/join',
        { project_id: frogs.id, address: 'waiting@example.org', of_age: true },
        frogs.origin,
      );
      const { flow } = await success('POST /embed/join', asked);
      const code = await mailedCode(service, 'waiting@example.org');
      const browser = new PersonsBrowser(service);
      await browser.signIn('authorizing@example.org');
      const tokens = await newTokens(browser, await newClient(service));
      const userInfo = async (at: Service) =>
        (await at.get('/api/user_info', { headers: { authorization: `Bearer ${tokens.access_token}` } }))
          .status;
      const passkeyOptions = async () => (await service.get('/account', { headers: { cookie: jo } })).status;

      // One process after the other is given both; a change before all have them does nothing.
      const both = (now: string, earlier: string) => ({ PEPPER: now, PEPPER_BEFORE: earlier });
      await service.restart(both(second, inUse));
      if (other !== service) {
        const refused = await service.operator('pepper');
        expect([refused.code, refused.json]).toEqual([
          1,
          {
            result: 'error',
            error: expect.stringMatching(/^Nothing was changed: a process .* was not given/) as string,
          },
        ]);
        await other.restart(both(second, inUse));
      }

      // Meanwhile: new addresses at both processes at once, and contributions.
      let isOver = false;
      const meanwhile = { lookups: 0, faults: [] as unknown[] };
      const traffic = async () => {
        for (let turn = 0; !isOver; turn++) {
          const address = `new-${turn}@example.org`;
          const ids = await Promise.all([profileId(service, key, address), profileId(other, key, address)]);
          const again = await record(other, key, anna, 'before the change');
          const added = await record(service, key, ids[0], `turn ${turn}`);
          if (ids[0] !== ids[1] || again.event_id !== before.event_id || added.duplicate)
            meanwhile.faults.push({ ids, again, added });
          if ((await profileId(other, key, 'anna@example.org')) !== anna) meanwhile.faults.push('anna');
          meanwhile.lookups += 1;
          await sleep(5);
        }
      };
      const running = traffic().catch((error: unknown) => meanwhile.faults.push(String(error)));
      const changed = await service.operate<{ rows: number }>('pepper');
      isOver = true;
      await running;
      expect(meanwhile).toEqual({ lookups: expect.any(Number) as number, faults: [] });
      expect(meanwhile.lookups).toBeGreaterThan(1);
      expect(changed.rows).toBeGreaterThan(5);

      const [{ digest = '' } = {}] = await rows<{ digest: string }>(
        service,
        'select digest from digests limit 1',
      );
      const id = /^([0-9a-f]{8})\./.exec(digest)?.[1] ?? 'no id';
      expect(await leftBehind(service, id)).toEqual([]);
      expect(await count(service, 'digests')).toBe(
        await count(service, 'profiles where objected_at is null'),
      );

      const works = async (at: Service) => {
        expect(await profileId(at, key, 'anna@example.org')).toBe(anna);
        expect(await profileId(at, key, 'jo@example.org')).toBe(joProfile);
        const again = await record(at, key, anna, 'before the change');
        expect(again).toMatchObject({ event_id: before.event_id, duplicate: true });
        // Opted out: recorded for the project, and tied to nobody.
        const { event_id } = await record(at, key, joProfile, randomUUID());
        expect(await count(service, `events where event_id = ${event_id} and profile_id is not null`)).toBe(
          0,
        );
        const granted = await send(
          at,
          '/embed/record',
          {
            project_id: frogs.id,
            grant,
            type: 'collection',
            event_id: randomUUID(),
          },
          frogs.origin,
        );
        expect([granted.status, await granted.text()]).toEqual([200, expect.any(String)]);
        expect((await at.get('/me', { headers: { cookie: jo } })).status).toBe(200);
        expect(await (await at.get(choices)).text()).toMatch(/again/);
      };
      expect(await userInfo(other)).toBe(200);
      const redeemed = await send(
        other,
        '/embed/join/code',
        { project_id: frogs.id, flow, address: 'waiting@example.org', code },
        frogs.origin,
      );
      await success('POST /embed/join/code', redeemed);
      await works(service);
      await works(other);
      expect(await passkeyOptions()).toBe(200);

      // The former pepper alone is refused; the new one alone is enough, and a second change follows.
      await service.stop();
      await expect(service.restart({ PEPPER: inUse, PEPPER_BEFORE: '' })).rejects.toThrow(
        /PEPPER: this is not the pepper/,
      );
      await service.restart({ PEPPER: second });
      if (other !== service) await other.restart({ PEPPER: second, PEPPER_BEFORE: '' });
      await works(service);
      const ended = await service.operator('pepper', '--end');
      expect([ended.code, ended.json]).toEqual([0, { result: 'success', former: 1, ended: true }]);
      await expect.poll(() => userInfo(service)).toBe(401);
      await works(other);
      await service.restart(both(third, second));
      if (other !== service) await other.restart(both(third, second));
      await service.operate('pepper');
      await works(service);
      await works(other);
      const back = both(second, third);
      await service.restart(back);
      expect((await service.operator('pepper')).json).toEqual({
        result: 'error',
        error: 'PEPPER: this store had it before; take a new one.',
      });
      expect(service.log() + other.log()).not.toMatch(/"level":"(error|fatal)"(?!.*cannot be changed yet)/);
    } finally {
      await end();
    }
  });
});
