/** The end of an account: what is gone, what stays, and how it is taken back; and the person's data as files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnsWith } from '../../set-up/service/columns-with.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, joinFrom, newestMail, newKey, post, profileId, projects } from '../scene.ts';
import { refusal, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;

describe.each(engines)('deleting an account on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    rows = openRows(service);
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const record = (profile: number, more: object = {}) =>
    service.postJson('/api/record_event', {
      key: owner,
      profile_id: profile,
      project_id: birds.id,
      type: 'collection',
      duration: 60,
      ...more,
    });
  const member = async () => {
    const address = `leaver-${++people}-of-us@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, owner, address);
    for (const project_id of [birds.id, birds.id, frogs.id])
      expect((await record(profile, { project_id, extra: `=said by ${address}` })).status).toBe(200);
    const look = (path: string) => service.get(path, { headers: { cookie } });
    const remove = async (fields: Record<string, string>) => {
      const reply = await post(service, '/account/delete', fields, cookie);
      return [reply.status, reply.headers.get('location')];
    };
    return { address, cookie, profile, look, remove };
  };
  const count = async (from: string) =>
    Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);
  /** The tables of PostgreSQL that have a text in any column of any row; the files of SQLite are read instead. */
  const rowsWith = async (text: string) => {
    if (engine === 'sqlite') return [];
    const tables = await rows.all<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const found = await Promise.all(
      tables.map(async ({ name }) =>
        (await count(`"${name}" as t where t::text like '%${text}%'`)) > 0 ? name : '',
      ),
    );
    return found.filter(Boolean);
  };
  const daily = () => rows.all('select * from daily order by 1, 2, 3, 4, 5, 6');
  const leftOf = async (profile: number) => ({
    events: await count(`events where profile_id = ${profile}`),
    rollUps: await count(`participation where profile_id = ${profile}`),
    profiles: await count(`profiles where profile_id = ${profile}`),
    digests: await count(`digests where profile_id = ${profile}`),
  });
  const nothing = { events: 0, rollUps: 0, profiles: 0, digests: 0 };

  test('the page says how much it takes, and deletes nothing', async () => {
    const { look, profile } = await member();
    const page = await (await look('/account/delete')).text();
    expect(page).toContain('3 contributions and 0 certificates are deleted');
    expect(page).toContain('Copies of the database');
    expect((await leftOf(profile)).events).toBe(3);
    expect((await service.get('/account/delete', { redirect: 'manual' })).headers.get('location')).toBe(
      '/sign-in?next=%2Faccount%2Fdelete',
    );
  });

  test('at once: only the daily totals stay, and no byte of the address', async () => {
    const { address, cookie, profile, look, remove } = await member();
    const totals = await daily();
    await post(service, '/me/certificates', { from: '2020-01-01', name: 'Ada' }, cookie);
    // As before names held no addresses.
    await rows.run(`update certificates set content = replace(content, 'Ada', '${address}')`);
    const [certificate] = await rows.all<{ content: string }>(
      'select content from certificates where content is not null',
    );
    expect(certificate?.content).toContain(address);
    if (engine === 'postgres') expect(await rowsWith(address)).toContain('certificates');
    await post(service, '/me/opt-out', { project_id: String(frogs.id) }, cookie);
    expect(await remove({ when: 'now' })).toEqual([303, '/account/deleted']);
    expect(await leftOf(profile)).toEqual(nothing);
    expect(await count(`opt_outs where profile_id = ${profile}`)).toBe(0);
    expect(await daily()).toEqual(totals);
    const { stored, counted } = await rollUps(rows);
    expect(stored.participation).toEqual(counted.participation);
    // The session has ended, and the profile is gone for owners who noted its id.
    expect((await look('/me')).headers.get('location')).toBe('/sign-in?next=%2Fme');
    await refusal(await record(profile), 404, 'profile_gone');
    for (const file of engine === 'sqlite' ? await readdir(service.dataDir, { recursive: true }) : []) {
      const bytes = await readFile(join(service.dataDir, file)).catch(() => Buffer.alloc(0));
      expect([file, bytes.includes(address)]).toEqual([file, false]);
    }
    expect(await rowsWith(address)).toEqual([]);
    expect(service.log()).not.toContain(address);
    // Anybody with the address can look it up as that of a person who did not join: a new profile.
    expect(await profileId(service, owner, address)).not.toBe(profile);
  });

  test('with an objection nothing is credited again, until the person joins again', async () => {
    const { address, profile, remove } = await member();
    const before = await count('events');
    expect(await remove({ when: 'now', objection: 'yes' })).toEqual([303, '/account/deleted?objection=yes']);
    expect(await count('events')).toBe(before - 3);
    expect(await leftOf(profile)).toEqual({ events: 0, rollUps: 0, profiles: 1, digests: 1 });
    // The owner notices nothing: the contribution counts for the project.
    expect(await profileId(service, owner, address)).toBe(profile);
    expect((await record(profile)).status).toBe(200);
    expect(await leftOf(profile)).toMatchObject({ events: 0, rollUps: 0 });
    expect(await count('events')).toBe(before - 2);
    // The rule about mappings that nobody uses keeps the note.
    await rows.run(`update profiles set used_day = '2020-01-01' where profile_id = ${profile}`);
    await service.operate('purge');
    expect(await leftOf(profile)).toMatchObject({ profiles: 1, digests: 1 });
    await signIn(service, address);
    expect((await record(profile)).status).toBe(200);
    expect(await leftOf(profile)).toMatchObject({ events: 1, rollUps: 1 });
  });

  test('in seven days: nothing changes before, and it can be taken back', async () => {
    const { address, cookie, profile, look, remove } = await member();
    expect(await remove({ when: 'later' })).toEqual([303, '/me']);
    expect(await (await look('/me')).text()).toContain('Your account will be deleted on');
    await service.operate('purge');
    expect((await leftOf(profile)).events).toBe(3);
    await post(service, '/account/keep', {}, cookie);
    expect(await (await look('/me')).text()).not.toContain('Your account will be deleted on');
    await remove({ when: 'later', objection: 'yes' });
    await rows.run(
      `update accounts set ends_at = ends_at - ${8 * day} where account_id =
        (select account_id from addresses where address = '${address}')`,
    );
    const { json } = await service.operator<{ accounts: number }>('purge');
    expect(json.accounts).toBe(1);
    expect(await leftOf(profile)).toMatchObject({ events: 0, profiles: 1 });
    expect((await look('/me')).status).toBe(303);
  });

  test('keys, projects and their history lose the person, and the projects stay', async () => {
    const { address, look, remove } = await member();
    const key = await newKey(service, address);
    expect((await service.get(`/finder?q=bird&format=json&key=${key}`)).status).toBe(200);
    expect(await (await look('/account/delete')).text()).toContain('Your API keys and OAuth clients end');
    await remove({ when: 'now' });
    await refusal(await service.get(`/finder?q=bird&format=json&key=${key}`), 401, 'wrong_key');
  });

  test('follows end, a co-manager becomes the owner, and the history names nobody', async () => {
    const [leaver, co] = [await member(), await member()];
    const project = await addProject(service, owner, 'Shared');
    await rows.run(`delete from project_managers where project_id = ${project}`);
    for (const { address } of [leaver, co]) await service.operate('manager', String(project), address);
    const accountOf = ({ address }: { address: string }) =>
      `(select account_id from addresses where address = '${address}')`;
    await rows.run(
      `update project_managers set is_owner = 0 where project_id = ${project} and account_id = ${accountOf(co)}`,
    );
    await rows.run(`update project_acts set subject = ${accountOf(leaver)} where project_id = ${project}`);
    await post(service, `/project/${birds.id}/follow`, {}, leaver.cookie);
    const exported = (await (await leaver.look('/me/export.json')).json()) as Record<string, object[]>;
    expect(exported['followed_projects']).toMatchObject([{ project_id: birds.id, by_mail: 0 }]);
    expect(await count(`project_acts where subject = ${accountOf(leaver)}`)).toBeGreaterThan(0);
    expect(await count('project_follows')).toBe(1);
    await leaver.remove({ when: 'now' });
    expect(await count('project_follows')).toBe(0);
    const managers = await rows.all<{ is_owner: number }>(
      `select is_owner from project_managers where project_id = ${project}`,
    );
    expect(managers.map(({ is_owner }) => Number(is_owner))).toEqual([1]);
    expect(await count('project_acts where subject is not null and subject <> 0')).toBe(0);
  });

  test('no column has the number of the account or of its profile any more', async () => {
    const { address, cookie, profile, remove } = await member();
    const [person] = await rows.all<{ account_id: number }>(
      `select account_id from addresses where address = '${address}'`,
    );
    const id = Number(person?.account_id);
    await newKey(service, address);
    await post(service, '/me/certificates', { from: '2020-01-01', name: 'Ada' }, cookie);
    await post(service, `/project/${birds.id}/follow`, {}, cookie);
    await post(service, '/me/opt-out', { project_id: String(frogs.id) }, cookie);
    await post(service, '/me/remove', { project_id: String(birds.id) }, cookie);
    // Traces of a manager, an editor and an operator.
    for (const statement of [
      `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
        done_to, tries, decided_by) values (${birds.id}, 1, ${id}, 'one', 'x', 'x', '{}', 'sent', 1, 5, 0, 0, 4),
        (${birds.id}, 2, 4, 'two', 'x', 'x', '{}', 'rejected', 1, 0, 0, 0, ${id})`,
      `insert into saved_widgets (widget_id, name, built, version, form, made_by, created_at, updated_at)
        values (1, 'Shared', '{}', 1, 'w', ${id}, 1, 1)`,
      `insert into oauth_clients (client_id, name, owner_id, redirect_uris, scopes, is_legacy, is_public, created_at)
        values ('theirs', 'Theirs', ${id}, '[]', 'login', 0, 1, 1)`,
      `insert into oauth_requests (request_id, account_id, project_id, name, redirect_uris, scopes, is_public, form,
        created_at, decided_at, decided_by) values (1, 4, ${birds.id}, 'x', '[]', 'login', 0, 'r', 1, 1, ${id})`,
      `insert into project_acts (project_id, act_id, at, act, account_id, subject)
        values (${birds.id}, 77, 1, 'invited', ${id}, ${id})`,
    ])
      await rows.run(statement);
    const had = await columnsWith(rows, engine, id);
    for (const column of ['mailings.decided_by', 'saved_widgets.made_by', 'oauth_clients.owner_id'])
      expect(had).toContain(column);
    expect(await columnsWith(rows, engine, profile)).toContain('removed_events.profile_id');
    expect(await remove({ when: 'now' })).toEqual([303, '/account/deleted']);
    expect(await columnsWith(rows, engine, id)).toEqual([]);
    expect(await columnsWith(rows, engine, profile)).toEqual([]);
  });

  test('the export has everything of this person, and nothing of another', async () => {
    const { address, cookie, profile, look } = await member();
    const other = await member();
    await post(service, '/me/certificates', { from: '2020-01-01', name: 'Ada' }, cookie);
    await post(service, `/project/${birds.id}/follow`, {}, cookie);
    await post(service, '/add', { url: 'https://newts.example/mine' }, cookie);
    await rows.run(`insert into volunteer_choices
      select ${birds.id}, account_id, 1, 0, 0, 5 from addresses where address = '${address}'`);
    // Found by the address only, of which the store has a digest.
    const awaited = await addProject(service, owner, 'Awaited', {
      status: 'starting',
      preregistration: true,
    });
    await service.operate('publish', String(awaited));
    await post(service, `/project/${awaited}-awaited/tell-me`, {}, cookie);
    await joinFrom(service, birds, address);
    const choices = (await newestMail(service, address)).links.find((link) => link.includes('/mail/'));
    await post(service, new URL(choices ?? 'no:link').pathname, { choice: 'never' });
    const reply = await look('/me/export.json');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="?my-data-.*\.json"?$/);
    const text = await reply.text();
    const json = JSON.parse(text) as Record<string, object[]>;
    expect(json).toMatchObject({
      account: [{ handle: '' }],
      addresses: [{ address, profile_id: profile, is_main: 1 }],
      certificates: [{ content: { holder: 'Ada' } }],
      profiles: [{ profile_id: profile }],
      choices_about_projects: [{ project_id: birds.id, is_listed: 1, shows_name: 0, is_mailed: 0 }],
      drafts_of_projects: [{ typed: { url: 'https://newts.example/mine' } }],
      followed_projects: [{ project_id: birds.id }],
      start_notices: [{ address, project_id: awaited }],
      addresses_without_mail: [{ address, since: expect.any(String) as string }],
    });
    expect(json['contributions']).toHaveLength(3);
    expect(json['contributions']?.[0]).toMatchObject({
      project: 'Bird Count',
      duration: 60,
      extra: `=said by ${address}`,
      is_credited: 1,
    });
    expect(text).not.toContain(other.address);
    const csv = (await (await look('/me/export.csv')).text()).trim().split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[1]).toMatch(/,11,Bird Count,collection,api,\d{4}-.*,60,,,1$/);
    expect((await service.get('/me/export.json', { redirect: 'manual' })).status).toBe(303);
  });
});
