/** The operator's commands, next to the running service: effects, output and exit codes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathOf } from '../../set-up/programs/installed.ts';
import {
  type Engine,
  engines,
  offCitus,
  type Service,
  startService,
} from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  cookieOf,
  importEntries,
  post,
  profileId,
  projectEntry,
  refusal,
  rows,
  sha256,
  success,
} from '../scene.ts';
import { typed } from './typed.ts';

const run = promisify(execFile);

/** For PostgreSQL the PATH with its programs, which may be installed but not on the PATH. */
const pathFor = async (engine: Engine) =>
  engine === 'postgres' ? `${process.env['PATH']}:${await pathOf('postgres')}` : (process.env['PATH'] ?? '');

describe.each(engines)('the operator on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(engine, { PATH: await pathFor(engine) });
  });

  const act = async (...args: string[]) => {
    const json = await service.operate(...args);
    expect(json['result']).toBe('success');
    return json;
  };
  const failed = async (...args: string[]) => {
    const { code, stdout, json } = await service.operator(...args);
    expect({ code, stdout }).toMatchObject({ code: 1 });
    expect(Object.keys(json)).toEqual(['result', 'error']);
    expect(json['result']).toBe('error');
    return json['error'];
  };
  const bird = (more: object = {}) => projectEntry('Bird Count', 'https://birds.example/', more);

  test('key: makes the account and a key that works, and shows it once', async () => {
    const { key } = await act('key', 'Owner@Example.org', '--name', 'my laptop');
    expect(key).toMatch(/^mh_[0-9A-Za-z]{38}$/);
    await success(
      'GET /api/profile/id',
      await service.get(`/api/profile/id?identifier=a@example.org&key=${String(key)}`),
    );
    const stored = await rows<{ name: string; scopes: string }>(
      service,
      `select k.name, k.scopes from keys k join addresses a on a.account_id = k.account_id
        where a.address = 'owner@example.org' and k.digest = '${sha256(String(key))}'`,
    );
    expect(stored).toEqual([{ name: 'my laptop', scopes: 'all' }]);
    await act('key', 'owner@example.org');
    expect(await count(service, 'accounts')).toBe(1);
    expect(await count(service, 'keys')).toBe(2);
  });

  test('oauth-client: add, list, rotate with an overlap, disable', async () => {
    const redirect = 'https://river.example/callback';
    const described = ['--name', 'River Watch', '--owner', 'sites@example.org', '--redirect', redirect];
    const added = await act('oauth-client', 'add', ...described);
    const id = String(added['client_id']);
    expect(added).toMatchObject({
      client_id: expect.stringMatching(/^mhc_/) as string,
      client_secret: expect.stringMatching(/^mhs_/) as string,
    });
    const app = await act('oauth-client', 'add', ...described, '--public', '--scope', 'login', 'email');
    expect(app).not.toHaveProperty('client_secret');
    const list = async () => (await act('oauth-client', 'list'))['clients'] as Record<string, unknown>[];
    expect(await list()).toMatchObject([
      { client_id: id, name: 'River Watch', scopes: 'login openid', disabled_at: null },
      { client_id: app['client_id'], scopes: 'login email', is_public: 1 },
    ]);
    expect(JSON.stringify(await list())).not.toContain('mhs_');

    const before = Date.now();
    const rotated = await act('oauth-client', 'rotate', id, '--after', '24');
    const overlap = Date.parse(String(rotated['ends_at'])) - before;
    expect(Math.abs(overlap - 86_400_000)).toBeLessThan(60_000);
    expect(rotated['client_secret']).not.toBe(added['client_secret']);
    expect(await failed('oauth-client', 'rotate', String(app['client_id']))).toContain('has a secret');
    expect(await act('oauth-client', 'disable', id)).toMatchObject({ client_id: id, ended: 0 });
    for (const again of ['disable', 'rotate'])
      expect(await failed('oauth-client', again, id)).toContain('no such client');
    await act('oauth-client', 'disable', String(app['client_id']));
  });

  test.each([
    ['an act that is none', ['begin'], 'add, list, rotate or disable'],
    ['no name', ['add', '--owner', 'a@example.org', '--redirect', 'https://a.example/'], '--name must have'],
    ['no owner', ['add', '--name', 'A', '--redirect', 'https://a.example/'], 'email address'],
    ['no address', ['add', '--name', 'A', '--owner', 'a@example.org'], 'at least one --redirect'],
    [
      'an address with http',
      ['add', '--name', 'A', '--owner', 'a@example.org', '--redirect', 'http://a.example/'],
      'must use https',
    ],
    [
      'a scope that is none',
      [
        'add',
        '--name',
        'A',
        '--owner',
        'a@example.org',
        '--redirect',
        'https://a.example/',
        '--scope',
        'all',
      ],
      'scope',
    ],
    ['a client that is none', ['rotate', 'mhc_nobody'], 'no such client'],
    ['an overlap that is no number', ['rotate', 'mhc_nobody', '--after', 'soon'], 'number of hours'],
    ['an overlap of a year', ['rotate', 'mhc_nobody', '--after', '8760'], 'number of hours'],
  ])('oauth-client with %s is refused', async (_, words, says) => {
    const before = await count(service, 'oauth_clients');
    expect(await failed('oauth-client', ...words)).toContain(says);
    expect(await count(service, 'oauth_clients')).toBe(before);
  });

  test('import: adds, then updates, and never duplicates', async () => {
    const entries = [bird({ id: 500 }), projectEntry('Frog Watch', 'https://frogs.example/')];
    const first = await importEntries(service, 'owner@example.org', entries, '--publish');
    expect(first.json).toEqual({ result: 'success', added: 2, updated: 0, refused: [], warned: [] });
    const ids = await rows<object>(
      service,
      'select project_id, name, state from projects order by project_id',
    );
    expect(ids).toEqual([
      { project_id: 500, name: 'Bird Count', state: 'published' },
      { project_id: 501, name: 'Frog Watch', state: 'published' },
    ]);
    const changed = entries.map((entry) => ({ ...entry, city: 'Here' }));
    const second = await importEntries(service, 'owner@example.org', changed, '--publish');
    expect(second.json).toEqual({ result: 'success', added: 0, updated: 2, refused: [], warned: [] });
    const fields = await rows<{ fields: string }>(service, 'select fields from projects');
    expect(fields.map((row) => (JSON.parse(row.fields) as { city: string }).city)).toEqual(['Here', 'Here']);
    expect(await count(service, 'project_managers')).toBe(2);
    expect(await count(service, "project_origins where how = 'url'")).toBe(2);
  });

  test('import: unreadable entries are left out and reported by their position, and the exit code is 1', async () => {
    const before = await count(service, 'projects');
    const entries = [
      projectEntry('Moss Map', 'https://moss.example'),
      { name: 'Nothing More' },
      7,
      bird({ id: 501 }),
    ];
    const { code, json } = await importEntries(service, 'owner@example.org', entries);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      result: 'error',
      added: 1,
      updated: 0,
      refused: [
        {
          index: 1,
          name: 'Nothing More',
          fields: ['description', 'url', 'origin', 'contact_email'].map((field) => ({ field })),
        },
        { index: 2, name: '', fields: [{ field: 'body' }] },
        { index: 3, name: 'Bird Count', fields: [{ field: 'id' }] },
      ],
    });
    expect(await count(service, 'projects')).toBe(before + 1);
    expect(await count(service, "projects where state = 'awaiting_review'")).toBe(1);
  });

  test('publish, hide: the public view', async () => {
    const { key } = await act('key', 'reader@example.org');
    const adder = await act('key', 'owner@example.org');
    const id = await addProject(service, String(adder['key']), 'Fern Finder');
    const look = () => service.get(`/api/project/${id}?key=${String(key)}`);
    await refusal(await look(), 404, 'no_project');
    expect(await act('publish', String(id))).toEqual({
      result: 'success',
      project_id: id,
      state: 'published',
    });
    await success('GET /api/project/:project_id', await look());
    // Repeating is harmless.
    await act('publish', String(id));
    expect(await act('hide', String(id))).toEqual({
      result: 'success',
      project_id: id,
      hidden: true,
      participants: 0,
      grants: 0,
    });
    await refusal(await look(), 404, 'no_project');
  });

  test('unpublish: awaits review again together with waiting changes, and publish brings it back', async () => {
    const key = String((await act('key', 'owner@example.org'))['key']);
    const id = await addProject(service, key, 'Moth Night');
    expect(await failed('unpublish', String(id))).toBe(`Project ${id} is not published.`);
    await act('publish', String(id));
    await service.postForm(`/api/record_event?key=${key}`, {
      profile_id: String(await profileId(service, key, 'moth@example.org')),
      project_id: String(id),
      type: 'collection',
    });
    await service.postJson('/api/project/add', { key, service_id: id, goal: 'Count moths' });
    expect(await act('unpublish', String(id))).toEqual({
      result: 'success',
      project_id: id,
      state: 'awaiting_review',
      participants: 1,
      grants: 0,
    });
    const { key: strangers } = await act('key', 'reader@example.org');
    const look = () => service.get(`/api/project/${id}?key=${String(strangers)}`);
    await refusal(await look(), 404, 'no_project');
    const { reviews } = (await act('reviews')) as { reviews?: { project_id: number; what: string }[] };
    expect(reviews).toContainEqual(expect.objectContaining({ project_id: id, what: 'new' }));
    const { fields } = (await act('review', String(id))) as { fields?: object[] };
    expect(fields).toContainEqual({ field: 'goal', after: 'Count moths' });
    await act('publish', String(id));
    await success('GET /api/project/:project_id', await look());
    expect(await count(service, `projects where project_id = ${id} and fields like '%Count moths%'`)).toBe(1);
    expect(await count(service, `participation where project_id = ${id}`)).toBe(1);
  });

  test('preview-image: only for a project that awaits review and names an image', async () => {
    const key = String((await act('key', 'owner@example.org'))['key']);
    const image = 'http://127.0.0.1/image.png';
    const id = await addProject(service, key, 'Leaf Press', { image });
    expect(await count(service, `image_jobs where project_id = ${id}`)).toBe(0);
    expect(await act('preview-image', String(id))).toEqual({ result: 'success', project_id: id, image });
    expect(await count(service, `image_jobs where project_id = ${id}`)).toBe(1);
    await act('publish', String(id));
    expect(await failed('preview-image', String(id))).toMatch(/does not await review/);
  });

  test("show: ends hide, but not the owner's own status", async () => {
    const { key } = await act('key', 'owner@example.org');
    const look = (id: number) =>
      service
        .get(`/finder?format=json&q=&key=${String(key)}`)
        .then(async (reply) =>
          (await success('GET /finder', reply)).results.some((result) => result.id === id),
        );
    await act('hide', '500');
    expect(await look(500)).toBe(false);
    expect(await act('show', '500')).toEqual({ result: 'success', project_id: 500, hidden: false });
    expect(await look(500)).toBe(true);
    const secret = await addProject(service, String(key), 'Secret Moss', { status: 'hidden' });
    await act('publish', String(secret));
    await act('hide', String(secret));
    expect(await act('show', String(secret))).toMatchObject({ hidden: true });
    expect(await look(secret)).toBe(false);
  });

  test('manager and remove-manager: the managers of a project', async () => {
    await act('manager', '500', 'Second@Example.org');
    await act('manager', '500', 'second@example.org');
    expect(await count(service, 'project_managers where project_id = 500')).toBe(2);
    await act('remove-manager', '500', 'SECOND@example.org');
    expect(await count(service, 'project_managers where project_id = 500')).toBe(1);
    for (const email of ['second@example.org', 'nobody@example.org'])
      expect(await failed('remove-manager', '500', email)).toMatch(/^That person does not manage/);
  });

  test('trust: is stored with the project, until it is ended', async () => {
    const trusted = () => count(service, 'projects where is_trusted = 1 and project_id = 500');
    expect(await act('trust', '500')).toMatchObject({ trusted: true });
    expect(await trusted()).toBe(1);
    expect(await act('trust', '500', '--no')).toMatchObject({ trusted: false });
    expect(await trusted()).toBe(0);
  });

  test('origin: pages there may hold grants', async () => {
    expect(await act('origin', '500', 'https://www.birds.example/')).toEqual({
      result: 'success',
      project_id: 500,
      origin: 'https://www.birds.example',
    });
    const reply = await service.get('/embed/project?project_id=500', {
      headers: { origin: 'https://www.birds.example' },
    });
    expect((await success('GET /embed/project', reply)).may_grant).toBe(true);
  });

  test('origins: lists them with their reason, and removes one at once', async () => {
    const may = async (origin: string) => {
      const reply = await service.get('/embed/project?project_id=500', { headers: { origin } });
      return (await success('GET /embed/project', reply)).may_grant;
    };
    const own = { origin: 'https://birds.example', how: 'url' };
    const added = { origin: 'https://www.birds.example', how: 'editor' };
    expect(await act('origins', '500')).toEqual({
      result: 'success',
      project_id: 500,
      origins: [own, added],
    });
    expect(await act('origins', '500', '--remove', 'https://www.birds.example/')).toEqual({
      result: 'success',
      project_id: 500,
      removed: added.origin,
    });
    expect([await may(own.origin), await may(added.origin)]).toEqual([true, false]);
    expect(await failed('origins', '500', '--remove', added.origin)).toBe(
      'https://www.birds.example is not registered for project 500: `origins 500` lists the registered ones.',
    );
    expect(await failed('origins', '500', '--remove', 'www.birds.example')).toMatch(/must look like/);
    expect(await failed('origins', '500', '--remove=')).toMatch(/must look like/);
    const { stdout } = await typed(service.settings, 'origins', '500', '--remove', own.origin);
    expect(stdout).toMatch(/no longer registered for project 500\. .*next publication registers it again/);
    expect(await act('origins', '500')).toMatchObject({ origins: [] });
    await act('publish', '500');
    expect(await act('origins', '500')).toMatchObject({ origins: [own] });
    const acts = await rows(
      service,
      "select act, subject from audit where act like 'origins remove%' order by at",
    );
    expect(acts).toEqual(
      [added, own].map(({ origin }) => ({ act: `origins remove ${origin}`, subject: '500' })),
    );
  });

  test('allow-hashed: is stored with the project', async () => {
    await act('allow-hashed', '500');
    expect(await count(service, 'projects where may_send_hashed = 1 and project_id = 500')).toBe(1);
    expect(await count(service, 'projects where may_send_hashed = 1')).toBe(1);
  });

  test('role and sign-in-link: only people with a role get a link, and it signs in once', async () => {
    expect(await failed('sign-in-link', 'editor@example.org')).toMatch(/^Only people with a role/);
    expect(await act('role', 'editor@example.org', 'editor')).toEqual({ result: 'success', role: 'editor' });
    const { link } = await act('sign-in-link', 'Editor@Example.org');
    const path = new URL(String(link)).pathname;
    expect(String(link).startsWith(`${service.baseUrl}/sign-in/`)).toBe(true);
    // The command made the account, so its person has not been asked yet.
    const unasked = await post(service, path, {});
    expect([unasked.status, await unasked.text()]).toEqual([
      400,
      expect.stringContaining('I am 16 or older'),
    ]);
    const signedIn = await post(service, path, { of_age: 'yes' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/start']);
    const work = await service.get('/start', { redirect: 'manual', headers: { cookie: cookieOf(signedIn) } });
    expect(work.headers.get('location')).toBe('/review');
    const me = await service.get('/account', { headers: { cookie: cookieOf(signedIn) } });
    expect(await me.text()).toContain('editor@example.org');
    expect((await post(service, path, {})).status).toBe(400);
    await act('role', 'editor@example.org', 'none');
    expect(await failed('sign-in-link', 'editor@example.org')).toMatch(/^Only people with a role/);
    const acts = await rows<{ act: string }>(
      service,
      "select act from audit where act like 'role %' or act like 'sign-in-link%' order by at, act",
    );
    expect(acts.map((row) => row.act).sort()).toEqual(['role editor', 'role none', 'sign-in-link']);
    const all = await rows<{ act: string; subject: string }>(service, 'select act, subject from audit');
    expect(all.filter(({ act: done, subject }) => `${done}${subject}`.includes('@'))).toEqual([]);
  });

  test('keys and revoke-key: a revoked key is refused, another of the same person is not', async () => {
    const first = await act('key', 'keys@example.org', '--name', 'first');
    const second = await act('key', 'keys@example.org', '--name', 'second');
    const listed = (await act('keys', 'Keys@example.org')) as { keys: { key_id: number; name: string }[] };
    expect(listed.keys.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(JSON.stringify(listed)).not.toContain(String(first['key']).slice(3));
    expect(await act('revoke-key', String(listed.keys[0]?.key_id))).toMatchObject({ result: 'success' });
    const asks = (key: unknown) => service.get(`/api/project/1?key=${String(key)}`);
    expect((await asks(first['key'])).status).toBe(401);
    expect((await asks(second['key'])).status).not.toBe(401);
    expect(await failed('revoke-key', String(listed.keys[0]?.key_id))).toMatch(/^There is no key/);
  });

  test.each<[string, string, string[]]>([
    ['finder', 'finder', ['/finder?format=json&q=']],
    [
      ' Record , finder,record',
      'record finder',
      ['/finder?format=json&q=', '/api/profile/id?identifier=a@example.org'],
    ],
  ])('key --scopes %j: a key for that only', async (said, scopes, may) => {
    const { key } = await act('key', `scopes-${scopes.replace(' ', '-')}@example.org`, '--scopes', said);
    const stored = await rows(service, `select scopes from keys where digest = '${sha256(String(key))}'`);
    expect(stored).toEqual([{ scopes }]);
    for (const path of ['/finder?format=json&q=', '/api/profile/id?identifier=a@example.org']) {
      const { status } = await service.get(`${path}&key=${String(key)}`);
      expect([path, status]).toEqual([path, may.includes(path) ? 200 : 403]);
    }
  });

  test('keys: shows the day on which each was last used', async () => {
    const { key } = await act('key', 'lastly@example.org');
    const used = async () =>
      ((await act('keys', 'lastly@example.org')) as { keys: { used_day: string | null }[] }).keys[0]
        ?.used_day;
    expect(await used()).toBeNull();
    await service.get(`/finder?format=json&q=&key=${String(key)}`);
    await expect.poll(used).toBe(new Date().toISOString().slice(0, 10));
  });

  test('rotate-key: the successor has the same person, name, scopes and lineage', async () => {
    const { key } = await act('key', 'turning@example.org', '--name', 'server');
    type Listed = { keys: { key_id: number; name: string; scopes: string; revoked_at: number | null }[] };
    const listed = async () => ((await act('keys', 'turning@example.org')) as unknown as Listed).keys;
    const status = async (asking: unknown) =>
      (await service.get(`/api/profile/id?identifier=a@example.org&key=${String(asking)}`)).status;
    const [first] = await listed();
    const { key: second } = await act('rotate-key', String(first?.key_id), '--after', '0');
    expect(second).toMatch(/^mh_[0-9A-Za-z]{38}$/);
    expect(await status(key)).toBe(401);
    expect(await status(second)).toBe(200);
    const [, successor] = await listed();
    expect(successor).toMatchObject({ name: 'server', scopes: 'all', revoked_at: null });
    const lineages = await rows<{ lineage: number }>(
      service,
      `select distinct lineage from keys where key_id in (${first?.key_id}, ${successor?.key_id})`,
    );
    expect(lineages).toEqual([{ lineage: first?.key_id }]);
    expect(await failed('rotate-key', '404')).toBe('There is no key 404.');

    const { key: third, ends_at } = await act('rotate-key', String(successor?.key_id), '--after', '48');
    expect(Date.parse(String(ends_at)) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    expect([await status(second), await status(third)]).toEqual([200, 200]);
    await act('revoke-key', String(successor?.key_id));
    expect([await status(second), await status(third)]).toEqual([401, 200]);
    for (const after of ['--after=soon', '--after=', '--after=-1'])
      expect(await failed('rotate-key', String((await listed())[2]?.key_id), after)).toMatch(/hours/);
    expect(await status(third)).toBe(200);

    // Unless told otherwise, the old key works for a day; a successor of an ended key does not wake it.
    const [, , last] = await listed();
    const { key: fourth, ends_at: usual } = await act('rotate-key', String(last?.key_id));
    expect(Date.parse(String(usual)) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect([await status(third), await status(fourth)]).toEqual([200, 200]);
    const revoked = await typed(service.settings, 'revoke-key', String(last?.key_id));
    expect(revoked.stdout).toMatch(
      /^Key \d+ \(server, .*\) is revoked and cannot be used again\. .*\b0 projects/,
    );
    const { key: fifth } = await act('rotate-key', String(last?.key_id));
    expect([await status(third), await status(fifth)]).toEqual([401, 200]);
  });

  test('purge: reports the deleted rows', async () => {
    const done = await act('purge');
    expect(done).toEqual({ result: 'success', events: 0, profiles: 0, submissions: 0, accounts: 0 });
  });

  // A distributed store refuses it: test/scale/distribute.test.ts.
  offCitus(test)('backup: opens, and has the rows', async () => {
    const path = join(service.dataDir, 'copy of the store');
    expect(await act('backup', path)).toEqual({ result: 'success', path });
    const names = (
      await rows<{ name: string }>(service, 'select name from projects order by project_id')
    ).map(({ name }) => name);
    expect(names).toContain('Bird Count');
    expect(await namesIn(service, path)).toEqual(names);
    expect(await failed('backup', path)).toContain('exists already');
  });

  test.each<[string, string[], RegExp]>([
    ['publish of no such project', ['publish', '999'], /^There is no project 999\.$/],
    ['hide of no such project', ['hide', '999'], /^There is no project 999\.$/],
    ['manager of no such project', ['manager', '999', 'a@example.org'], /^There is no project 999\.$/],
  ])('%s is reported', async (_, args, sentence) => {
    expect(await failed(...args)).toMatch(sentence);
  });
});

/** The names of the projects in a backup, by id. */
const namesIn = async (service: Service, path: string): Promise<string[]> => {
  const query = 'select name from projects order by project_id';
  if (service.databaseUrl === undefined) {
    const db = new DatabaseSync(path, { readOnly: true });
    const found = db.prepare(query).all() as { name: string }[];
    db.close();
    return found.map(({ name }) => name);
  }
  const url = new URL(service.databaseUrl);
  const name = `${url.pathname.slice(1)}_restored`;
  const here = new Client(service.databaseUrl);
  await here.connect();
  await here.query(`create database ${name} template template0`);
  await here.end();
  url.pathname = `/${name}`;
  await run('pg_restore', ['--no-owner', `--dbname=${url.href}`, path], {
    env: { ...process.env, PATH: await pathFor('postgres') },
  });
  const restored = new Client(url.href);
  await restored.connect();
  const { rows } = await restored.query<{ name: string }>(query);
  await restored.end();
  return rows.map((row) => row.name);
};
