/** Groups that take part together: pupils without anything, members with an account, and their leaders. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRows, tablesOf, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { repeat } from '../repeated.ts';
import { newestMail, post, profileId, projects, shareScene, signIn, startScene } from '../scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const inAMonth = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);

describe.each(engines)('groups on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let key: string;
  let leader: string;
  let opened = 0;
  let refs = 0;

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    rows = openRows(service);
    leader = await signIn(service, 'leader@school.example');
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const get = (path: string, cookie = '') => service.get(path, { headers: { cookie } });
  const read = async (path: string, cookie = '') =>
    (await (await get(path, cookie)).text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  const open = async (more: Record<string, string> = {}, cookie = leader) => {
    const form = String(++opened).padStart(43, engine === 'sqlite' ? 's' : 'p');
    const reply = await post(service, '/groups', { name: 'Class 7b', ends: inAMonth, form, ...more }, cookie);
    expect(reply.status).toBe(303);
    const path = new URL(reply.headers.get('location') ?? '', service.baseUrl).pathname;
    return { path, code: await codeOf(path) };
  };
  const codeOf = async (path: string) => {
    const sheet = await (await get(`${path}/sheet`, leader)).text();
    return /\/join\/([A-Z]{8})/.exec(sheet)?.[1] ?? '';
  };
  /** A pupil's request: without a cookie. */
  const count = (code: string, { project = birds.id, ref = `pupil-${++refs}`, choice = 'count' } = {}) =>
    post(service, `/confirm/${project}`, { type: 'collection', ref, choice, group: code }, '');
  const counted = async (code: string, more: object = {}) => {
    const reply = await count(code, more);
    expect(reply.status).toBe(303);
    return read(reply.headers.get('location') ?? '');
  };

  test('two classes on one shared device, one after the other: totals are right, and nothing of a pupil is stored', async () => {
    const [one, other] = [await open(), await open({ name: 'Class 8a' })];
    const accounts = async () => (await rows.all('select 1 from accounts')).length;
    const size = async () => {
      let all = 0;
      for (const table of await tablesOf(service, rows))
        if (
          !/^(events|daily|hourly|tallies|participation|participant_days|counters|project_|search_|shown)/.test(
            table,
          )
        )
          all += (await rows.all(`select 1 from ${table}`)).length;
      return all;
    };
    const [people, stored] = [await accounts(), await size()];
    for (let n = 0; n < 5; n++) expect(await counted(one.code)).toContain('Counts for Class 7b');
    for (let n = 0; n < 3; n++)
      expect(await counted(other.code, { project: frogs.id })).toContain('Counts for Class 8a');
    expect(await read(one.path, leader)).toMatch(/Bird Count 5 contributions/);
    expect(await read(other.path, leader)).toMatch(/Frog Watch 3 contributions/);
    expect(await read(other.path, leader)).not.toContain('Bird Count');
    expect(await accounts()).toBe(people);
    expect(await size()).toBe(stored);
    const events = await rows.all<{ profile_id: number; place: string | null; extra: string | null }>(
      `select profile_id, place, extra from events where source = 'link' and project_id in (${birds.id}, ${frogs.id})
        order by event_id desc limit 8`,
    );
    expect(new Set(events.map(({ profile_id }) => String(profile_id))).size).toBe(2);
  });

  test('the same twice is once, "Not us?" takes it off, and counting it again puts it back', async () => {
    const { path, code } = await open();
    const ref = `again-${engine}`;
    await Promise.all([count(code, { ref }), count(code, { ref })]);
    expect(await read(path, leader)).toMatch(/Bird Count 1 contribution /);
    const undone = await count(code, { ref, choice: 'not-us' });
    expect(await read(undone.headers.get('location') ?? '')).toContain('Count it for Class 7b');
    expect(await read(path, leader)).toContain('Nothing yet.');
    expect(await counted(code, { ref })).toContain('Counts for Class 7b');
    expect(await read(path, leader)).toMatch(/Bird Count 1 contribution /);
  });

  test('a renewed code is worth nothing the next minute, and neither is one of a group that ended', async () => {
    const { path, code } = await open();
    await counted(code);
    expect((await post(service, `${path}/renew`, {}, leader)).status).toBe(303);
    const after = await codeOf(path);
    expect(after).not.toBe(code);
    expect(await read((await count(code)).headers.get('location') ?? '')).toContain(
      'There is no open group with this code',
    );
    expect((await get(`/join/${code}`)).status).toBe(404);
    await counted(after);
    await post(service, `${path}/end`, {}, leader);
    expect(await read((await count(after)).headers.get('location') ?? '')).toContain(
      'There is no open group with this code',
    );
    expect((await get(`/join/${after}`)).status).toBe(410);
    expect(await read(path, leader)).toMatch(/This group is over.* 2 contributions/);
  });

  test('typed codes are read as people type them, and others are refused in their field', async () => {
    const { code } = await open();
    const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4).toLowerCase()}`;
    expect(await counted(typed)).toContain('Counts for Class 7b');
    const linked = await get(`/confirm/${birds.id}?group=${code}`);
    expect(await read(linked.headers.get('location') ?? '')).toContain('Count it for Class 7b');
    for (const wrong of ['AEIOUAEI', 'x'.repeat(500), "' or 1=1 --", '\u202eBCDFGHJK'])
      expect(await read((await count(wrong)).headers.get('location') ?? '')).toContain(
        'There is no open group with this code',
      );
  });

  test('nobody but its leaders sees a group, and each of them what the others do', async () => {
    const { path } = await open();
    const stranger = await signIn(service, 'stranger@example.org');
    for (const at of [path, `${path}/sheet`, `${path}/people`])
      expect((await get(at, stranger)).status).toBe(404);
    for (const act of ['renew', 'end', 'certificate'])
      expect((await post(service, `${path}/${act}`, {}, stranger)).status).toBe(404);
    await post(service, `${path}/people/invite`, { email: 'second@school.example' }, leader);
    const { links } = await newestMail(service, 'second@school.example');
    const second = await signIn(service, 'second@school.example');
    const invitation = new URL(links.find((link) => link.includes('/invitation/')) ?? 'no:link').pathname;
    expect(await read(invitation, second)).toContain('lead the group Class 7b');
    await post(service, invitation, { choice: 'yes' }, second);
    expect(await read(path, second)).toContain('Code of the group');
  });

  test('the day of a leaked code is named in its week', async () => {
    const { path, code } = await open();
    await counted(code);
    await rows.run(`update events set happened_at = happened_at - ${day} where profile_id in (select p.profile_id
      from profiles p join groups g on g.account_id = p.account_id where g.group_id = ${/\d+/.exec(path)?.[0]})`);
    for (let n = 0; n < 19; n++) await count(code);
    expect(await read(path, leader)).not.toContain('ten times the usual');
    await count(code);
    const today = new Date().toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    expect(await read(path, leader)).toContain(`${today}: 20 contributions, ten times the usual`);
  });

  test('members with an account choose what the leaders see, and take it back', async () => {
    const { path, code } = await open();
    const address = `pupil-${engine}@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, key, address);
    const record = async (more: object = {}) => {
      const said = { key, profile_id: profile, project_id: frogs.id, type: 'collection', ...more };
      return (await (await service.postJson('/api/record_event', said)).json()) as { event_id: number };
    };
    const { event_id: before } = await record({ when: '2026-03-05T08:00:00Z', duration: 60 });
    await post(service, `/join/${code}`, {}, cookie);
    await record();
    expect(await read(`/join/${code}`, cookie)).toContain('Its leaders see you in the total only.');
    expect(await read(path, leader)).toMatch(
      /Members with an account: fewer than 10 people ?, contributions: few/,
    );
    await post(service, `/join/${code}`, { name: 'Ada' }, cookie);
    // Only what came after joining, also of very many.
    expect(await read(path, leader)).toMatch(/Ada 1 contribution /);
    await repeat({ rows, engine }, before, 20_010);
    expect(await read(path, leader)).toMatch(/Ada 1 contribution /);
    const file = JSON.parse(await (await get('/me/export.json', cookie)).text()) as { groups: object[] };
    expect(file.groups).toMatchObject([{ name: 'Class 7b', shown_name: 'Ada' }]);
    await post(service, `/join/${code}`, { act: 'leave' }, cookie);
    expect(await read(path, leader)).not.toContain('Ada');
  });

  test('a certificate of the group says what the group did', async () => {
    const { path, code } = await open();
    expect((await post(service, `${path}/certificate`, {}, leader)).status).toBe(400);
    await counted(code);
    const made = await post(service, `${path}/certificate`, {}, leader);
    expect(await read(made.headers.get('location') ?? '')).toMatch(/Class 7b .*1 contribution/);
  });

  test('hours of a group that overlap are those of several people, and all count', async () => {
    const { path, code } = await open();
    for (let pupil = 0; pupil < 3; pupil++) await counted(code);
    await rows.run(`update events set duration = 3600, happened_at = happened_at / ${day} * ${day} + 36000000
      where profile_id = (select profile_id from events order by event_id desc limit 1)`);
    const made = await post(service, `${path}/certificate`, {}, leader);
    expect(await read(made.headers.get('location') ?? '')).toMatch(/3 contributions · 3\sh/);
  });

  test('a group counts for its programme', async () => {
    await service.operate('role', 'boss@example.org', 'operator');
    const [boss, partner] = [
      await signIn(service, 'boss@example.org'),
      await signIn(service, 'partner@library.example'),
    ];
    const form = `${engine}-group-programme`.padEnd(43, 'g');
    const asked = {
      name: 'Two Hedges',
      text: 'Text',
      award: 'Award',
      contributions: '1',
      counts: 'all',
      form,
    };
    const made = await post(service, '/programmes/new', asked, partner);
    const id = /\d+/.exec(made.headers.get('location') ?? '')?.[0] ?? '';
    await post(service, '/operator/programmes', { programme_id: id, act: 'approve' }, boss);
    await rows.run(
      `insert into programme_projects (programme_id, project_id, state, changed_at) values (${id}, ${birds.id}, 'listed', 1)`,
    );
    const { path, code } = await open({ programme: id });
    expect(await read(path, leader)).toContain('0 of 1 contribution');
    await counted(code);
    expect(await read(path, leader)).toMatch(/1 of 1 contribution .*Award/);
  });

  test('guessed codes are counted for their network, and then even a right one waits', async () => {
    const { service: alone } = await startScene(engine);
    const cookie = await signIn(alone, 'leader@school.example');
    const asked = { name: 'Class 7b', ends: inAMonth, form: 'a'.repeat(43) };
    const reply = await post(alone, '/groups', asked, cookie);
    const { pathname } = new URL(reply.headers.get('location') ?? '', alone.baseUrl);
    const sheet = await (await alone.get(`${pathname}/sheet`, { headers: { cookie } })).text();
    const code = /\/join\/([A-Z]{8})/.exec(sheet)?.[1] ?? '';
    const letters = 'BCDFGHJKLMNPQRSTVWXZ';
    const tried = async (n: number) =>
      (await alone.get(`/join/BBBBBB${letters[Math.floor(n / 20)] ?? ''}${letters[n % 20] ?? ''}`)).status;
    for (let n = 0; n < 30; n++) expect(await tried(n)).toBe(404);
    expect(await tried(30)).toBe(429);
    expect((await alone.get(`/join/${code}`)).status).toBe(429);
  });

  test('a year after its end a group is deleted with what only it had', async () => {
    const { path, code } = await open();
    await counted(code);
    const id = /\d+/.exec(path)?.[0] ?? '';
    const [row] = await rows.all<{ account_id: number }>(
      `select account_id from groups where group_id = ${id}`,
    );
    await rows.run(`update groups set ends_at = ${Date.now() - 400 * day} where group_id = ${id}`);
    await service.operate('purge');
    expect((await get(path, leader)).status).toBe(404);
    expect(await rows.all(`select 1 from accounts where account_id = ${row?.account_id}`)).toHaveLength(0);
  });
});
