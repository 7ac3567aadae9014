/** Deleted data: rows are made older in the store, and the operator applies the retention rule. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownProject, profileOf, record, site } from '../../set-up/service/project.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { sealer } from '../../../server/secrets/secrets.ts';
import { engines, startService, type Service } from '../../set-up/service/start-service.ts';

const day = 86_400_000;
const dayText = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString().slice(0, 10);

type Purged = { events: number; profiles: number; submissions: number; accounts: number };

/** Signs in by mail as a new or an existing member; returns the session's cookie. */
const signIn = async (service: Service, email: string): Promise<string> => {
  const headers = { origin: service.baseUrl };
  await service.postForm('/sign-in', { email }, { headers });
  const mail = (await service.mails()).find(({ to }) => to === email);
  const path = new URL(mail?.links[0] ?? '').pathname;
  const reply = await service.postForm(path, { of_age: 'on' }, { headers });
  if (reply.status !== 303) throw new Error(`${email} was not signed in: ${reply.status}`);
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
};

/** Joins from a partner's page with six digits, without ever signing in. */
const joinOnPage = async (service: Service, projectId: number, address: string): Promise<void> => {
  const headers = { origin: site };
  const said = { project_id: projectId, address, of_age: true };
  const { flow } = (await (await service.postJson('/embed/join', said, { headers })).json()) as {
    flow: string;
  };
  const mail = (await service.mails()).find(({ to }) => to === address);
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0];
  const reply = await service.postJson('/embed/join/code', { ...said, flow, code }, { headers });
  if (!reply.ok) throw new Error(`${address} has not joined: ${await reply.text()}`);
};

describe.each(engines)('%s', (engine) => {
  let service: Service;
  let rows: Rows;
  let key: string;
  let projectId: number;

  beforeAll(async () => {
    service = await startService(engine, { ANONYMOUS_RETENTION_DAYS: '30' });
    rows = openRows(service);
    ({ key, projectId } = await ownProject(service));
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const purge = async (): Promise<Purged> => {
    const { events, profiles, submissions, accounts } = await service.operate<Purged>('purge');
    return { events, profiles, submissions, accounts };
  };
  const lookUp = (address: string) => profileOf(service, key, address);
  const send = async (profileId: number, more: object = {}, idempotencyKey?: string) => {
    const said = { key, project_id: projectId, profile_id: profileId, duration: 60, ...more };
    const { status, json } = await record(service, said, idempotencyKey);
    expect(status).toBe(200);
    return json.event_id;
  };
  /** Moves events some days into the past; the roll-ups keep their days. */
  const ageEvents = async (daysAgo: number, ...ids: number[]) => {
    const list = ids.join(', ');
    await rows.run(
      `update events set arrived_at = arrived_at - ${daysAgo * day}, happened_at = happened_at - ${daysAgo * day}
        where event_id in (${list})`,
    );
    await rows.run(`update participation set first_at = (select min(happened_at) from events e
      where e.project_id = participation.project_id and e.profile_id = participation.profile_id),
      last_at = (select max(happened_at) from events e
      where e.project_id = participation.project_id and e.profile_id = participation.profile_id)`);
  };
  const ageProfile = (profileId: number, daysAgo: number) =>
    rows.run(`update profiles set used_day = '${dayText(daysAgo)}' where profile_id = ${profileId}`);
  const ageAccount = (address: string, daysAgo: number) =>
    rows.run(`update accounts set created_at = created_at - ${daysAgo * day}
      where account_id in (select account_id from addresses where address = '${address}')`);
  const eventsOf = async (profileId: number) =>
    (
      await rows.all<{ event_id: number }>(
        `select event_id from events where profile_id = ${profileId} order by 1`,
      )
    ).map(({ event_id }) => event_id);
  const isKnown = async (address: string) => {
    const reply = await service.get(`/api/profile/id?${new URLSearchParams({ identifier: address, key })}`);
    return ((await reply.json()) as { known: boolean }).known;
  };
  const count = async (table: string, where: string) =>
    (await rows.all<{ count: number }>(`select count(*) as count from ${table} where ${where}`))[0]?.count;

  test('contributions of people who did not join are deleted after the time, and the totals of their day stay', async () => {
    const [gone, mixed] = [await lookUp('gone@example.org'), await lookUp('mixed@example.org')];
    const old = [
      await send(gone, { extra: 'a secret of the garden', where: 'POINT(11.25 47.75)' }),
      await send(gone, { duration: 5 }),
      await send(mixed, { duration: 100, when: new Date(Date.now() - 3_600_000).toISOString() }),
    ];
    const newer = await send(mixed, { duration: 7 });
    await ageEvents(31, ...old);
    await ageEvents(29, newer);
    const daily = await rows.all('select * from daily order by 1, 2, 3, 4, 5, 6');
    expect(await purge()).toEqual({ events: 3, profiles: 0, submissions: 0, accounts: 0 });
    expect(await rows.all('select * from daily order by 1, 2, 3, 4, 5, 6')).toEqual(daily);
    expect(await eventsOf(gone)).toEqual([]);
    expect(await eventsOf(mixed)).toEqual([newer]);
    // The roll-up of each person contains no more than their remaining contributions.
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
    expect(stored.participation).toMatchObject([{ profile_id: mixed, events: 1, duration: 7 }]);
    expect(await purge()).toEqual({ events: 0, profiles: 0, submissions: 0, accounts: 0 });
    // The same person keeps the same id, and can contribute again.
    expect(await lookUp('gone@example.org')).toBe(gone);
    expect(await eventsOf(gone)).toEqual([]);
    await send(gone);
  });

  test('deleted data is removed from the bytes of the file, too', async () => {
    if (engine === 'postgres') {
      expect(await count('events', "extra like '%garden%' or place like '%47.75%'")).toBe(0);
      return;
    }
    // While the service runs: its write-ahead log has no pages from before the rule, either.
    for (const file of await readdir(service.dataDir)) {
      const bytes = await readFile(join(service.dataDir, file));
      expect([file, bytes.includes('a secret of the garden'), bytes.includes('47.75')]).toEqual([
        file,
        false,
        false,
      ]);
    }
  });

  test("a member's contributions stay; those from before they joined stay if the person took them", async () => {
    const [early, taker, leaver] = [
      await lookUp('early@example.org'),
      await lookUp('taker@example.org'),
      await lookUp('leaver@example.org'),
    ];
    await signIn(service, 'early@example.org');
    const ofMember = await send(early);
    const taken = await send(taker);
    const left = await send(leaver);
    const cookie = await signIn(service, 'taker@example.org');
    const headers = { origin: service.baseUrl, cookie };
    expect((await service.postForm('/me/claim', { project_id: String(projectId) }, { headers })).status).toBe(
      303,
    );
    await signIn(service, 'leaver@example.org');
    await ageEvents(400, ofMember, taken, left);
    expect(await purge()).toEqual({ events: 1, profiles: 0, submissions: 0, accounts: 0 });
    expect([await eventsOf(early), await eventsOf(taker), await eventsOf(leaver)]).toEqual([
      [ofMember],
      [taken],
      [],
    ]);
    expect(await isKnown('leaver@example.org')).toBe(true);
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
  });

  test('an opt-out outlives the contributions that it untied', async () => {
    const profile = await lookUp('optout@example.org');
    const cookie = await signIn(service, 'optout@example.org');
    const headers = { origin: service.baseUrl, cookie };
    await service.postForm('/me/opt-out', { project_id: String(projectId) }, { headers });
    const untied = await send(profile, { extra: 'never kept' });
    expect(await count('events', `event_id = ${untied} and profile_id is null and extra is null`)).toBe(1);
    await ageEvents(31, untied);
    await purge();
    expect(await count('events', `event_id = ${untied}`)).toBe(0);
    expect(await count('opt_outs', `profile_id = ${profile}`)).toBe(1);
    await send(profile);
    expect(await eventsOf(profile)).toEqual([]);
  });

  test('idempotency keys are kept for a year, and as long as the event', async () => {
    await service.restart({ ANONYMOUS_RETENTION_DAYS: '1' });
    const profile = await lookUp('retry@example.org');
    const [young, aged, kept] = [
      await send(profile, {}, 'young'),
      await send(profile, {}, 'aged'),
      await send(profile, {}, 'kept'),
    ];
    await ageEvents(2, young);
    await ageEvents(4, aged);
    expect(await purge()).toMatchObject({ events: expect.any(Number) as number, submissions: 0 });
    expect(await eventsOf(profile)).toEqual([kept]);
    const said = { key, project_id: projectId, profile_id: profile, duration: 60 };
    const again = async (idempotencyKey: string, more: object = {}) =>
      record(service, { ...said, ...more }, idempotencyKey);
    expect((await again('young')).json).toMatchObject({ event_id: young, duplicate: true });
    expect((await again('young', { duration: 61 })).status).toBe(409);
    expect((await again('kept')).json).toMatchObject({ event_id: kept, duplicate: true });
    expect(await eventsOf(profile)).toEqual([kept]);
    expect((await again('aged')).json).toMatchObject({ event_id: aged, duplicate: true });
    await rows.run(`update submissions set created_at = created_at - ${372 * day} where event_id = ${young}`);
    expect(await purge()).toMatchObject({ submissions: 1 });
    expect((await again('young')).json.duplicate).toBeUndefined();
    await service.restart({ ANONYMOUS_RETENTION_DAYS: '30' });
  });

  test('a mapping that was not used for 24 months is deleted with its opt-outs; members keep theirs', async () => {
    const unused = await lookUp('unused@example.org');
    const recent = await lookUp('recent@example.org');
    const member = await lookUp('member@example.org');
    const active = await lookUp('active@example.org');
    await signIn(service, 'member@example.org');
    await rows.run(
      `insert into opt_outs (project_id, profile_id, created_at) values (${projectId}, ${unused}, 0)`,
    );
    await send(active);
    for (const profile of [unused, member, active]) await ageProfile(profile, 731);
    await ageProfile(recent, 729);
    expect((await service.operate<Purged>('purge')).profiles).toBe(1);
    expect(await count('opt_outs', `profile_id = ${unused}`)).toBe(0);
    expect(await count('digests', `profile_id = ${unused}`)).toBe(0);
    expect(await lookUp('recent@example.org')).toBe(recent);
    expect(await lookUp('member@example.org')).toBe(member);
    expect(await lookUp('active@example.org')).toBe(active);
    // Ids are never reused: a person who comes back gets a new one.
    expect(await lookUp('unused@example.org')).not.toBe(unused);
    const said = { key, project_id: projectId, profile_id: unused };
    expect(await record(service, said)).toMatchObject({ status: 404, json: { code: 'profile_gone' } });
    // A look-up counts as use.
    const [row] = await rows.all(`select used_day from profiles where profile_id = ${recent}`);
    expect(row).toEqual({ used_day: dayText(0) });
  });

  test('members who never signed in are deleted after 90 days, unless they own something', async () => {
    await joinOnPage(service, projectId, 'waiting@example.org');
    await joinOnPage(service, projectId, 'lapsed@example.org');
    await joinOnPage(service, projectId, 'confirmed@example.org');
    await signIn(service, 'confirmed@example.org');
    await service.operate('manager', String(projectId), 'manager@example.org');
    await service.operate('key', 'keyholder@example.org');
    await service.operate('role', 'editor@example.org', 'editor');
    const lapsed = await lookUp('lapsed@example.org');
    await send(lapsed);
    for (const who of ['lapsed', 'confirmed', 'manager', 'keyholder', 'editor'])
      await ageAccount(`${who}@example.org`, 91);
    await ageAccount('waiting@example.org', 89);
    const daily = await rows.all('select * from daily order by 1, 2, 3, 4, 5, 6');
    // Mails that failed, and those that wait for their next try.
    const sealed = sealer('a pepper for tests, of no use elsewhere', 'queued-mail');
    for (const [id, who, failed] of [
      [1, 'lapsed', Date.now()],
      [2, 'lapsed', 'null'],
      [3, 'waiting', Date.now()],
      [4, 'confirmed', 'null'],
    ] as const) {
      const mail = { to: `${who}@example.org`, subject: 'News', text: 'News' };
      await rows.run(`insert into mails (mail_id, kind, rank, sealed, request_id, created_at, next_at, tries, ended, fault,
        failed_at) values (${id}, 'notice', 2, '${sealed.seal({ kind: 'notice', mail })}', 'r', ${Date.now()},
        ${failed === 'null' ? Date.now() + day : 'null'}, 1, 1, 'unreachable', ${failed})`);
    }
    expect(await purge()).toMatchObject({ accounts: 1 });
    const left = await rows.all<{ mail_id: number }>('select mail_id from mails order by mail_id');
    expect(left.map(({ mail_id }) => Number(mail_id))).toEqual([3, 4]);
    await rows.run('delete from mails');
    for (const who of ['waiting', 'confirmed', 'manager', 'keyholder', 'editor'])
      expect([who, await isKnown(`${who}@example.org`)]).toEqual([who, true]);
    expect(await isKnown('lapsed@example.org')).toBe(false);
    expect(await lookUp('lapsed@example.org')).toBe(lapsed);
    expect(await eventsOf(lapsed)).toEqual([]);
    expect(await count('grants', `profile_id = ${lapsed}`)).toBe(0);
    expect(await count('grant_tokens', 'grant_id not in (select grant_id from grants)')).toBe(0);
    expect(await count('addresses', "address like 'lapsed%'")).toBe(0);
    expect(await rows.all('select * from daily order by 1, 2, 3, 4, 5, 6')).toEqual(daily);
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
  });

  test('removing under load leaves neither events nor wrong counts', async () => {
    const profile = await lookUp('fickle@example.org');
    const cookie = await signIn(service, 'fickle@example.org');
    const headers = { origin: service.baseUrl, cookie };
    let isOver = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) await send(profile);
    });
    const act = (path: string) => service.postForm(path, { project_id: String(projectId) }, { headers });
    for (let time = 0; time < 20; time++) {
      await act('/me/opt-out');
      await act('/me/remove');
      await act('/me/opt-in');
    }
    isOver = true;
    await Promise.all(load);
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
    await act('/me/remove');
    expect(await eventsOf(profile)).toEqual([]);
  });

  test.each(['purge', 'disclaim'])(
    'what a member contributes after joining is theirs, whatever becomes of what came before: %s',
    async (how) => {
      const address = `both-${how}@example.org`;
      const profile = await lookUp(address);
      const earlier = await send(profile, { duration: 100 });
      const cookie = await signIn(service, address);
      const headers = { origin: service.baseUrl, cookie };
      const later = await send(profile, { duration: 7 });
      const page = async () => (await service.get('/me', { headers })).text();
      expect(await page()).toContain('Are these yours?');
      await rows.run(`update profiles set joined_at = joined_at - ${31 * day} where profile_id = ${profile}`);
      await ageEvents(40, earlier);
      await ageEvents(30.5, later);
      if (how === 'purge') expect(await purge()).toMatchObject({ events: 1 });
      else await service.postForm('/me/disclaim', { project_id: String(projectId) }, { headers });
      expect(await eventsOf(profile)).toEqual([later]);
      expect(await page()).not.toContain('Are these yours?');
      expect(await purge()).toMatchObject({ events: 0 });
      expect(await eventsOf(profile)).toEqual([later]);
      const { stored, counted } = await rollUps(rows);
      expect(stored.participation).toEqual(counted.participation);
    },
  );

  test('the rule under load neither loses a contribution nor miscounts one', async () => {
    const people = await Promise.all([1, 2, 3, 4].map((person) => lookUp(`busy${person}@example.org`)));
    const old = await Promise.all(people.flatMap((person) => [send(person), send(person)]));
    await ageEvents(31, ...old);
    let isOver = false;
    const load = people.map(async (person) => {
      const sent: number[] = [];
      while (!isOver) sent.push(await send(person));
      return sent;
    });
    const { events } = await purge();
    isOver = true;
    expect(events).toBe(old.length);
    const sent = await Promise.all(load);
    for (const [index, person] of people.entries()) expect(await eventsOf(person)).toEqual(sent[index]);
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
  });
});
