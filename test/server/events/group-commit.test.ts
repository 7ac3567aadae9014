/**
 * Group commit: concurrent requests share commits and nothing more. One that cannot be recorded does not affect the
 * others.
 */
import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { ownProject, profileOf, profilesOf, type Recorded } from '../../set-up/service/project.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { RunningService, unlimited } from '../../set-up/service/running-service.ts';
import {
  type Engine,
  engines,
  offCitus,
  onPostgres,
  type Service,
  startService,
} from '../../set-up/service/start-service.ts';

type Fields = Record<string, string | number>;
type Sending = { fields: Fields; idempotencyKey?: string };
type Answer = { status: number; json: Recorded };

const connections = 20;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
afterAll(() => agent.destroy());

/** All at once, over twenty connections. */
const sendAll = (service: { port: number }, key: string, sendings: Sending[]): Promise<Answer[]> =>
  Promise.all(
    sendings.map(
      ({ fields, idempotencyKey }) =>
        new Promise<Answer>((resolve, reject) => {
          const sending = request(
            {
              agent,
              host: '127.0.0.1',
              port: service.port,
              method: 'POST',
              path: `/api/record_event?key=${key}`,
              headers: {
                'content-type': 'application/json',
                ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
              },
            },
            (reply) => {
              let text = '';
              reply.setEncoding('utf8').on('data', (part: string) => (text += part));
              reply.on('end', () =>
                resolve({ status: reply.statusCode ?? 0, json: JSON.parse(text) as Recorded }),
              );
              reply.on('error', reject);
            },
          );
          sending.on('error', reject);
          sending.end(JSON.stringify({ type: 'collection', ...fields }));
        }),
    ),
  );

const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const idsOf = (answers: Answer[]) => answers.map(({ json }) => json.event_id);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

const countOf = async (service: Service) => {
  await using rows = openRows(service);
  return (await rows.all<{ count: number }>('select count(*) as count from events'))[0]?.count ?? 0;
};

/** In every case: all events are in the roll-ups. */
const mustAddUp = async (service: Service, events: number) => {
  await using rows = openRows(service);
  const { stored, counted } = await rollUps(rows);
  expect(stored).toEqual(counted);
  expect(await rows.all('select count(*) as count from events')).toEqual([{ count: events }]);
};

describe.each(engines)('%s', (engine) => {
  let service: Service;
  let key: string;
  let projectId: number;
  let profiles: number[];
  /** The number of events before the test. */
  let before: number;

  beforeAll(async () => {
    service = await startService(engine, unlimited);
    ({ key, projectId } = await ownProject(service));
    profiles = await profilesOf(service, key, 5);
  });
  beforeEach(async () => {
    before = await countOf(service);
  });

  test('one bad contribution among fifty fails alone', async () => {
    const others = await ownProject(service, { owner: 'other@example.org', name: 'Bats' });
    const draft = await ownProject(service, { owner: 'other@example.org', name: 'Draft', publish: false });
    const [profile = 0] = profiles;
    const good = { project_id: projectId, profile_id: profile };
    await sendAll(service, key, [{ fields: { ...good, duration: 1 }, idempotencyKey: 'taken' }]);
    const bad: [Sending, number, string][] = [
      [{ fields: { ...good, profile_id: 4711 } }, 404, 'profile_gone'],
      [{ fields: { ...good, project_id: 9999 } }, 404, 'no_project'],
      [{ fields: { ...good, project_id: draft.projectId } }, 404, 'no_project'],
      [{ fields: { ...good, project_id: others.projectId } }, 403, 'not_manager'],
      [{ fields: { ...good, duration: 2 }, idempotencyKey: 'taken' }, 409, 'conflict'],
    ];
    const answers = await sendAll(
      service,
      key,
      times(50, (n) =>
        n % 2 ? { fields: { ...good, duration: n } } : (bad[(n / 2) % bad.length] as (typeof bad)[0])[0],
      ),
    );
    answers.forEach(({ status, json }, n) => {
      const [, refused, code] = bad[(n / 2) % bad.length] ?? [];
      expect([n, status, json.code]).toEqual(n % 2 ? [n, 200, undefined] : [n, refused, code]);
    });
    await mustAddUp(service, before + 26);
  });

  // An error that no rule of ours foresees: the database itself refuses a row.
  const refusing: Record<Engine, string> = {
    sqlite: `create trigger refusing before insert on events when new.magnitude = 662607015
      begin select raise(abort, 'refused here'); end`,
    postgres: 'alter table events add constraint refusing check (magnitude <> 662607015)',
  };

  test('a row that the database refuses fails alone', async () => {
    await using rows = openRows(service);
    await rows.run(refusing[engine]);
    const isBad = (n: number) => n % 10 === 3;
    const sendings = times(100, (n) => ({
      fields: {
        project_id: projectId,
        profile_id: profiles[n % 5] ?? 0,
        magnitude: isBad(n) ? 662607015 : n,
      },
      idempotencyKey: `key ${n}`,
    }));
    const answers = await sendAll(service, key, sendings);
    expect(statuses(answers)).toEqual(times(100, (n) => (isBad(n) ? 500 : 200)));
    expect(new Set(idsOf(answers.filter(({ status }) => status === 200))).size).toBe(90);
    expect(service.log()).not.toContain('662607015');
    await mustAddUp(service, before + 90);
    // The refused ones have not used up their keys.
    const [again] = await sendAll(service, key, [
      {
        fields: { project_id: projectId, profile_id: profiles[3] ?? 0, magnitude: 3 },
        idempotencyKey: 'key 3',
      },
    ]);
    expect(again).toMatchObject({ status: 200 });
    expect(again?.json.duplicate).toBeUndefined();
    await mustAddUp(service, before + 91);
  });

  test('a refused row after a refused one with the same key neither fails nor doubles others', async () => {
    const fields = { project_id: projectId, profile_id: profiles[0] ?? 0 };
    const kinds: Sending[] = [
      { fields },
      { fields: { ...fields, profile_id: 4711 } },
      { fields: { ...fields, magnitude: 662607015 } },
    ];
    const answers = await sendAll(
      service,
      key,
      times(99, (n) => ({
        ...(kinds[n % 3] as Sending),
        ...(n % 3 > 0 && { idempotencyKey: `behind ${Math.floor(n / 3)}` }),
      })),
    );
    expect(statuses(answers)).toEqual(times(99, (n) => [200, 404, 500][n % 3]));
    await mustAddUp(service, before + 33);
  });

  test('two hundred at once, with the same idempotency keys and different ones', async () => {
    // Each of 40 keys four times, and 40 without a key: every batch has the same key more than once.
    const sendings = times(200, (n): Sending => {
      const group = n % 5 === 4 ? undefined : Math.floor(n / 5);
      return {
        fields: { project_id: projectId, profile_id: profiles[Math.floor(n / 5) % 3] ?? 0, duration: 60 },
        ...(group !== undefined && { idempotencyKey: `group ${group}` }),
      };
    });
    const answers = await sendAll(service, key, sendings);
    expect(statuses(answers)).toEqual(times(200, () => 200));
    expect(new Set(idsOf(answers)).size).toBe(80);
    for (let group = 0; group < 40; group++) {
      const four = answers.slice(group * 5, group * 5 + 4);
      expect(new Set(idsOf(four)).size).toBe(1);
      expect(four.filter(({ json }) => json.duplicate)).toHaveLength(3);
    }
    await mustAddUp(service, before + 80);
  });

  test('one idempotency key with a hundred different contents: one is recorded, the rest are conflicts', async () => {
    const [profile = 0] = profiles;
    const fields = { project_id: projectId, profile_id: profile };
    const answers = await sendAll(
      service,
      key,
      times(100, (n) => ({ fields: { ...fields, duration: n }, idempotencyKey: 'one key' })),
    );
    expect(statuses(answers).sort()).toEqual([200, ...times(99, () => 409)]);
    await mustAddUp(service, before + 1);
  });

  test('when the first event with a key is refused, the next with it is judged by itself', async () => {
    const [profile = 0] = profiles;
    const sendings = times(100, (n) => ({
      fields: { project_id: projectId, profile_id: n % 2 ? profile : 4711 },
      idempotencyKey: `pair ${Math.floor(n / 2)}`,
    }));
    const answers = await sendAll(service, key, sendings);
    expect(statuses(answers)).toEqual(times(100, (n) => (n % 2 ? 200 : 404)));
    await mustAddUp(service, before + 50);
  });

  test('a hundred first look-ups of one address return one id', async () => {
    await using rows = openRows(service);
    const opened = async () => [
      ...(await rows.all('select profile_id from profiles order by 1')),
      ...(await rows.all('select profile_id from digests order by 1')),
    ];
    const earlier = (await opened()).length;
    const ids = await Promise.all(times(100, (n) => profileOf(service, key, `new${n % 4}@example.org`)));
    expect(new Set(ids).size).toBe(4);
    expect((await opened()).length).toBe(earlier + 8);
  });
});

onPostgres(describe)('two processes on one PostgreSQL database', () => {
  const nodeOf = (eventId: number) => Math.floor(eventId / 128) % 64;

  const second = async (service: Service) => {
    const port = await freePort();
    const other = new RunningService(port, service.dataDir, service.databaseUrl, {});
    await other.start();
    return other;
  };

  test('share idempotency keys, profiles and roll-ups, and never an event id', async () => {
    const service = await startService('postgres');
    const other = await second(service);
    try {
      const { key, projectId } = await ownProject(service);
      // First look-ups of the same addresses in both processes at once.
      const addresses = times(50, (n) => `both${n}@example.org`);
      const [here, there] = await Promise.all(
        [service, other].map((one) => Promise.all(addresses.map((address) => profileOf(one, key, address)))),
      );
      expect(here).toEqual(there);
      expect(new Set(here).size).toBe(50);

      const sendings = times(100, (n) => ({
        fields: { project_id: projectId, profile_id: here?.[n % 50] ?? 0, duration: n % 60 },
        idempotencyKey: randomUUID(),
      }));
      // The same keys in opposite orders: locking in the order of arrival would deadlock.
      const [one = [], two = []] = await Promise.all([
        sendAll(service, key, sendings),
        sendAll(other, key, sendings.toReversed()),
      ]);
      const answers = [...one, ...two];
      expect(statuses(answers)).toEqual(times(200, () => 200));
      expect(idsOf(two).toReversed()).toEqual(idsOf(one));
      expect(answers.filter(({ json }) => json.duplicate)).toHaveLength(100);
      await mustAddUp(service, 100);

      const more = await Promise.all(
        [service, other].map((process) =>
          sendAll(
            process,
            key,
            times(100, (n) => ({ fields: { project_id: projectId, profile_id: here?.[n % 50] ?? 0 } })),
          ),
        ),
      );
      const [nodes, otherNodes] = more.map((list) => new Set(idsOf(list).map(nodeOf)));
      expect([nodes?.size, otherNodes?.size]).toEqual([1, 1]);
      expect(nodes).not.toEqual(otherNodes);
      await mustAddUp(service, 300);
      expect(service.log() + other.log()).not.toMatch(/deadlock|"level":"(error|fatal)"/);
    } finally {
      await other.kill9();
    }
  });

  // On Citus, no service starts on the way from an empty database to a distributed one.
  offCitus(test)('that start at the same moment on an empty database both start', async () => {
    const empty = await startService('postgres');
    await empty.stop();
    await using rows = openRows(empty);
    await rows.run('drop schema public cascade; create schema public');
    const other = new RunningService(await freePort(), empty.dataDir, empty.databaseUrl, {});
    try {
      await Promise.all([empty.start(), other.start()]);
      const { key } = await ownProject(empty);
      expect(await profileOf(other, key, 'a@example.org')).toBe(await profileOf(empty, key, 'a@example.org'));
    } finally {
      await other.kill9();
    }
  });
});
