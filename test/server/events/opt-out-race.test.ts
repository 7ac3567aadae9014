/** Opting out while contributions are being recorded: once it is confirmed, none is tied to the person. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRows } from '../../set-up/service/rows.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { engines, offCitus, onPostgres, type Service } from '../../set-up/service/start-service.ts';
import { projects, send, shareScene, startScene, success } from '../scene.ts';

const { birds } = projects;
const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

const cast = (service: Service, owner: string) => {
  const record = async (profileId: number, more: object = {}) =>
    success(
      'POST /api/record_event',
      await service.postJson(`/api/record_event?key=${owner}`, {
        profile_id: profileId,
        project_id: birds.id,
        type: 'collection',
        duration: 1,
        ...more,
      }),
    );
  const newcomer = async (address: string) => {
    const query = new URLSearchParams({ identifier: address, project_id: String(birds.id), key: owner });
    const reply = await success('GET /api/profile/id', await service.get(`/api/profile/id?${query}`));
    return { profileId: reply.service_profile_id, token: reply.participant_token };
  };
  const decline = async (participant: string | undefined) =>
    success(
      'POST /embed/decline',
      await send(service, '/embed/decline', { project_id: birds.id, participant }, birds.origin),
    );
  return { record, newcomer, decline };
};

describe.each(engines)('opting out while events arrive on %s', (engine) => {
  let service: Service;
  let owner: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
  });

  test('of many at once, no event stays tied to a person who opted out', async () => {
    const { record, newcomer, decline } = cast(service, owner);
    await using rows = openRows(service);
    const tiedTo = async (profileId: number) =>
      (await rows.all(`select event_id from events where profile_id = ${profileId}`)).length;
    const people = await Promise.all(times(60, (n) => newcomer(`racer-${n}@example.org`)));
    await Promise.all(
      people.map(async ({ profileId, token }, n) => {
        // Some opt out before their first event has arrived, some after the last.
        const recording = times(n % 12, () => record(profileId));
        const optedOut = decline(token).then(() => tiedTo(profileId));
        recording.push(...times(12 - (n % 12), () => record(profileId)));
        expect(await optedOut).toBe(0);
        await Promise.all(recording);
        expect(await tiedTo(profileId)).toBe(0);
      }),
    );
    expect(await rows.all('select profile_id from participation')).toEqual([]);
    const { stored, counted } = await rollUps(rows);
    expect(stored).toEqual(counted);
    expect(await rows.all('select count(*) as count from events')).toEqual([{ count: 60 * 12 }]);
  });

  test('two opt-outs at once untie the events once', async () => {
    const { record, newcomer, decline } = cast(service, owner);
    const { profileId, token } = await newcomer('twice@example.org');
    await Promise.all(times(5, () => record(profileId)));
    await using rows = openRows(service);
    // One event is older than the period of such a token: it stays, and the roll-up with it.
    await rows.run(`update events set arrived_at = 1 where event_id =
      (select min(event_id) from events where profile_id = ${profileId})`);
    await Promise.all(times(8, () => decline(token)));
    const left = `from participation where profile_id = ${profileId}`;
    expect(await rows.all(`select events, duration ${left}`)).toEqual([{ events: 1, duration: 1 }]);
  });
});

// On Citus, the locks that it looks at are on a worker.
const halfRecorded = 'an event that is half recorded when its person opts out on postgres is tied to nobody';
offCitus(onPostgres(test))(halfRecorded, async () => {
  const { service, owner } = await startScene('postgres');
  const { record, newcomer, decline } = cast(service, owner);
  const { profileId, token } = await newcomer('half@example.org');
  const when = '2026-01-01T10:00:00Z';
  await record((await newcomer('another@example.org')).profileId, { when });
  await using holding = openRows(service);
  await using looking = openRows(service);
  const waiting = async () => (await looking.all('select 1 from pg_locks where not granted')).length;
  // Holds the roll-up of the day: the event is being recorded and cannot finish.
  await holding.run(`begin; select 1 from daily where day = '2026-01-01' for update`);
  const recording = record(profileId, { when });
  await expect.poll(() => waiting()).toBe(1);
  let hasDeclined = false;
  const declining = decline(token).then(() => (hasDeclined = true));
  await expect.poll(async () => hasDeclined || (await waiting()) === 2).toBe(true);
  await holding.run('commit');
  await Promise.all([recording, declining]);
  expect(await looking.all(`select event_id from events where profile_id = ${profileId}`)).toEqual([]);
  expect(await looking.all(`select events from participation where profile_id = ${profileId}`)).toEqual([]);
});
