/** The operator's pages: for operators only, with the same functions as the commands, on both engines. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { signInRoles } from '../roles.ts';
import {
  addProject,
  count,
  newestMail,
  newKey,
  post,
  projectEntry,
  projects,
  rows,
  send,
  signIn,
  startScene,
  success,
  versionAt,
} from '../scene.ts';

const { birds } = projects;
const roles = ['visitor', 'member', 'editor', 'operator'] as const;
type Role = (typeof roles)[number];

describe.each(engines)("the operator's pages on %s", (engine) => {
  let service: Service;
  let cookies: Partial<Record<Role, string>>;
  const headersOf = (role: Role): Record<string, string> =>
    cookies[role] === undefined ? {} : { cookie: cookies[role] };
  const page = (path: string, role: Role = 'operator') => service.get(path, { headers: headersOf(role) });
  const act = (path: string, fields: Record<string, string>, role: Role = 'operator') =>
    post(service, path, fields, cookies[role]);
  const textOf = async (path: string) =>
    (await (await page(path)).text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');

  beforeAll(async () => {
    ({ service } = await startScene(engine, unlimited));
    cookies = await signInRoles(service, ['member', 'editor', 'operator']);
  });

  test('every page and form, by role', async () => {
    const table = `
      GET  /operator         in  404 404 200
      GET  /operator/mails   in  404 404 200
      GET  /operator/people  in  404 404 200
      GET  /operator/audit   in  404 404 200
      GET  /operator/projects in 404 404 200
      GET  /operator/import  in  404 404 200
      GET  /operator/keys    in  404 404 200
      GET  /operator/store   in  404 404 200
      POST /operator/mails   404 404 404 303
      POST /operator/mails/test 404 404 404 400
      POST /operator/people  404 404 404 400
      POST /operator/import  404 404 404 400
      POST /operator/keys    404 404 404 400`;
    for (const line of table.trim().split('\n')) {
      const [method, path = '', ...expected] = line.trim().split(/\s+/);
      const outcomes: string[] = [];
      for (const role of roles) {
        const reply = await (method === 'GET' ? page(path, role) : act(path, {}, role));
        const isSignIn = reply.headers.get('location')?.startsWith('/sign-in') === true;
        outcomes.push(isSignIn ? 'in' : String(reply.status));
      }
      expect([method, path, ...outcomes]).toEqual([method, path, ...expected]);
    }
    for (const path of ['mails', 'mails/test', 'people', 'projects', 'import', 'keys', 'store'].map(
      (at) => `/operator/${at}`,
    )) {
      const headers = { ...headersOf('operator'), origin: 'https://evil.example' };
      const fields = { mail: 'all', act: 'operator', email: 'evil@example.org' };
      expect((await service.postForm(path, fields, { headers })).status).toBe(403);
    }
  });

  test('the overview tells what the command tells', async () => {
    const { json } = await service.operator<{ release: string; limits: { name: string }[] }>('status');
    const text = await textOf('/operator');
    expect(text).toContain('The service works. Mail works.');
    expect(text).toContain(json.release);
    expect(text).toContain(engine === 'sqlite' ? 'SQLite' : 'PostgreSQL');
    expect(text).toMatch(/Next run \d+ \w+ 20\d\d/);
    for (const { name } of json.limits) expect(text).toContain(name);
  });

  test('the first steps of a new service are listed until all are done', async () => {
    const steps = async () =>
      [...(await textOf('/operator')).matchAll(/(Done|To do): ([A-Z][a-z ]+)/g)].map(
        ([, state, step = '']) => `${state}: ${step.trim()}`,
      );
    expect(await steps()).toEqual([
      'To do: Imprint',
      'Done: The first project',
      'Done: The first editor',
      'Done: The first owner',
      'To do: The first embed',
      'To do: The first backup',
    ]);
    await service.get(`/embed/project?project_id=${birds.id}`, { headers: { origin: birds.origin } });
    await expect.poll(steps).toContain('Done: The first embed');
    const place = 'https://example.org/about';
    await service.restart({ IMPRINT: place, CONTACT: place, PRIVACY: place });
    expect(await steps()).toContain('Done: Imprint');
  });

  test('a role is given and ended, recorded, and mailed to the person', async () => {
    const email = 'new.editor@example.org';
    const given = await act('/operator/people', { email, act: 'editor' });
    expect(given.headers.get('location')).toBe('/operator/people?done=editor');
    expect((await newestMail(service, email)).text).toContain('An operator made you editor.');
    cookies.visitor = await signIn(service, email);
    expect((await page('/review', 'visitor')).status).toBe(200);
    expect((await act('/operator/people', { email, act: 'editor' })).status).toBe(400);
    const ended = await act('/operator/people', { email, act: 'none' });
    expect(ended.headers.get('location')).toBe('/operator/people?done=none');
    expect((await page('/review', 'visitor')).status).toBe(404);
    delete cookies.visitor;
    const audit = await textOf('/operator/audit');
    expect(audit).toMatch(/account \d+ role editor \d+/);
    expect(audit).toMatch(/account \d+ role none \d+/);
    expect(audit).toContain('the terminal role operator');
    expect(audit).not.toContain('@example.org');
  });

  test('the only operator cannot end their own role, and can once somebody else is one', async () => {
    const email = 'operator@example.org';
    expect(await textOf('/operator/people')).toContain('The only operator');
    expect(await textOf('/account/delete')).toContain('You are the only operator.');
    for (const role of ['none', 'editor']) {
      const refused = await act('/operator/people', { email, act: role });
      expect([role, refused.status]).toEqual([role, 400]);
      expect(await refused.text()).toContain('Make someone else an operator first.');
    }
    expect((await page('/operator')).status).toBe(200);
    const other = 'second.operator@example.org';
    await act('/operator/people', { email: other, act: 'operator' });
    expect(await textOf('/operator/people')).toContain('End your own role');
    expect(await textOf('/account/delete')).not.toContain('only operator');
    expect((await act('/operator/people', { email, act: 'none' })).headers.get('location')).toBe('/me');
    await service.operate('role', email, 'operator');
    await service.operate('role', other, 'none');
  });

  test('two operators who end each other’s role at the same moment leave one of them', async () => {
    const [first, second] = ['operator@example.org', 'mutual.operator@example.org'] as const;
    for (let round = 0; round < 4; round++) {
      for (const email of [first, second]) await service.operate('role', email, 'operator');
      const other = await signIn(service, second);
      const replies = await Promise.all([
        act('/operator/people', { email: second, act: 'none' }),
        post(service, '/operator/people', { email: first, act: 'none' }, other),
      ]);
      expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
      const left = await rows(service, "select account_id from accounts where role = 'operator'");
      expect(left).toHaveLength(1);
    }
    await service.operate('role', first, 'operator');
    await service.operate('role', second, 'none');
  });

  test('mails that wait for another try are listed with their fault and the time of that try', async () => {
    const next = Date.UTC(2031, 4, 17, 3, 25);
    await rows(
      service,
      `insert into mails (mail_id, kind, rank, sealed, request_id, created_at, next_at, tries, ended, fault)
       values (77, 'notice', 2, 'x', 'x', ${Date.now()}, ${next}, 3, 3, '450 4.2.0'),
         (78, 'notice', 2, 'x', 'x', ${Date.now()}, ${next}, 0, 0, '451 queued again')`,
    );
    const text = await textOf('/operator/mails');
    expect(text).toContain('Notice: the mail server refused it (450 4.2.0)');
    expect(text).toMatch(/3 tries; the next at 17 May 2031, 03:25/);
    expect(text).not.toContain('queued again');
    await rows(service, 'delete from mails where mail_id in (77, 78)');
  });

  test.each(['', 'nobody', 'a@b@c', '<script>@example.org', 'x\r\nBcc: all@example.org'])(
    'no address (%j): the form again, with what was typed',
    async (email) => {
      const reply = await act('/operator/people', { email, act: 'operator' });
      expect(reply.status).toBe(400);
      expect(await reply.text()).not.toContain('<script>@');
    },
  );

  test('a project is withheld with a reason that its managers read, and shown again', async () => {
    const id = String(birds.id);
    const member = 'birds.manager@example.org';
    await service.operate('manager', id, member);
    cookies.visitor = await signIn(service, member);
    const at = (await service.get(`/project/${id}`)).headers.get('location') ?? '';
    const why = 'The site asks for <b>passwords</b>.';
    const here = `/operator/projects?project=${id}`;
    const actOn = async (fields: Record<string, string>) => {
      const version = await versionAt(service, here, cookies.operator ?? '');
      return act('/operator/projects', { project: id, version, ...fields });
    };
    expect((await actOn({ act: 'withhold' })).status).toBe(400);
    expect((await service.get(at)).status).toBe(200);
    const withheld = await actOn({ act: 'withhold', why });
    expect(withheld.headers.get('location')).toBe(`/operator/projects?project=${id}&done=withhold`);
    expect((await service.get(at)).status).toBe(404);
    expect(await textOf(`/operator/projects?project=${id}`)).toContain('Withheld by the operators');
    const history = await (await page(`${at}/history`, 'visitor')).text();
    expect(history).toContain('withheld it from everyone');
    expect(history).toContain('The site asks for &lt;b>passwords&lt;/b>.');
    await actOn({ act: 'show' });
    expect((await service.get(at)).status).toBe(200);
    await actOn({ act: 'unpublish' });
    expect((await service.get(at)).status).toBe(404);
    expect((await actOn({ act: 'unpublish' })).status).toBe(409);
    await actOn({ act: 'publish' });
    expect((await service.get(at)).status).toBe(200);
    const audit = await textOf('/operator/audit');
    for (const done of ['hide', 'show', 'unpublish', 'publish'])
      expect(audit).toMatch(new RegExp(`account \\d+ ${done} ${id}`));
    expect((await page(`/operator/projects?project=${at}`)).status).toBe(200);
    // By a part of its name, in any case; what LIKE would take for a pattern is a letter.
    expect(await textOf('/operator/projects?project=BIRD+c')).toContain('Bird Count');
    for (const typed of ['0', 'no such name', '%', '_', '999999', "1'--"])
      expect((await page(`/operator/projects?project=${encodeURIComponent(typed)}`)).status).toBe(400);
    delete cookies.visitor;
  });

  test('of several requests to publish a project at once, one mails its contact', async () => {
    const contact_email = 'published.once@example.org';
    const key = await newKey(service, 'owner@example.org');
    const project = String(await addProject(service, key, 'Published once', { contact_email }));
    const version = await versionAt(service, `/operator/projects?project=${project}`, cookies.operator ?? '');
    const publishing = Array.from({ length: 4 }, () =>
      act('/operator/projects', { project, version, act: 'publish' }),
    );
    const statuses = (await Promise.all(publishing)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 409, 409, 409]);
    await expect.poll(() => count(service, 'mails where failed_at is null')).toBe(0);
    const mails = (await service.mails()).filter(({ to }) => to === contact_email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('is published')]);
  });

  test('managers and sites of a project are given and taken', async () => {
    const project = String(birds.id);
    const email = 'given.manager@example.org';
    const change = async (what: 'managers' | 'origins', fields: Record<string, string>) =>
      (await act(`/operator/projects/${what}`, { project, ...fields })).headers
        .get('location')
        ?.split('done=')[1];
    expect(await change('managers', { act: 'add', email: 'x' })).toBe('no-address');
    expect(await change('managers', { act: 'add', email })).toBe('managed');
    cookies.visitor = await signIn(service, email);
    const at = (await service.get(`/project/${project}`)).headers.get('location') ?? '';
    expect((await page(`${at}/tools`, 'visitor')).status).toBe(200);
    const html = await (await page(`/operator/projects?project=${project}`)).text();
    const account = new RegExp(`name="account" value="(\\d+)"[^]{0,400}Remove ${email.split('@')[0]}`).exec(
      html,
    )?.[1];
    expect(await change('managers', { act: 'remove', account: account ?? '' })).toBe('unmanaged');
    expect((await page(`${at}/tools`, 'visitor')).status).not.toBe(200);
    delete cookies.visitor;

    const origin = 'https://given.example.org';
    for (const [given, wanted] of [
      ['', 'no-origin'],
      ['http://given.example.org', 'no-origin'],
      [`${origin}/path`, 'no-origin'],
      ['https://sites.google.com', 'shared-origin'],
      [`${origin}/`, 'origin'],
    ] as const)
      expect([given, await change('origins', { act: 'add', origin: given })]).toEqual([given, wanted]);
    expect(await textOf(`/operator/projects?project=${project}`)).toContain(origin);
    expect(await change('origins', { act: 'remove', origin })).toBe('origin-removed');
    expect((await act('/operator/projects/origins', { project, act: 'remove', origin })).status).toBe(404);
    const audit = await textOf('/operator/audit');
    for (const done of ['manager', 'remove-manager', `origin ${origin}`, `origins remove ${origin}`])
      expect(audit).toContain(`${done} ${project}`);
  });

  test('a key is found by its person, replaced while the old one works, and revoked', async () => {
    const email = 'leaky@example.org';
    const old = await newKey(service, email);
    const works = async (key: string) => (await service.get(`/finder?format=json&q=&key=${key}`)).status;
    expect((await act('/operator/keys', { email: 'nobody@example.org' })).status).toBe(400);
    const to = (await act('/operator/keys', { email })).headers.get('location') ?? '';
    expect(to).toMatch(/^\/operator\/keys\/\d+$/);
    const html = await (await page(to)).text();
    expect(html).not.toContain(old);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
    const replacing = { act: 'replace', key: field('key'), form: field('form'), hours: '24' };
    const replaced = await (await act(to, replacing)).text();
    const young = /mh_\w{38}/.exec(replaced)?.[0] ?? '';
    expect([await works(old), await works(young)]).toEqual([200, 200]);
    expect((await newestMail(service, email)).text).toContain('An operator replaced your API key');
    // A reload sends the form again.
    const again = await act(to, replacing);
    expect([again.status, /mh_\w{38}/.test(await again.text())]).toEqual([400, false]);
    await act(to, { act: 'revoke', key: field('key') });
    expect([await works(old), await works(young)]).toEqual([401, 200]);
    expect(await textOf(`${to}?revoked=${field('key')}`)).toContain('is revoked');
    const other = await newKey(service, 'careful@example.org');
    const [row] = await rows<{ key_id: number }>(service, 'select key_id from keys order by created_at desc');
    expect((await act(to, { act: 'revoke', key: String(row?.key_id) })).status).toBe(404);
    expect(await works(other)).toBe(200);
    const audit = await textOf('/operator/audit');
    for (const done of ['rotate-key', 'revoke-key'])
      expect(audit).toMatch(new RegExp(`account \\d+ ${done} ${field('key')}`));
    expect(service.log()).not.toContain(email);
  });

  test('a backup is made while the service runs, is a whole store, and can be neither taken nor deleted', async () => {
    const begun = await act('/operator/store', { act: 'backup' });
    expect(begun.headers.get('location')).toBe('/operator/store?done=begun');
    const folder = join(service.dataDir, 'backups');
    const copies = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    await expect.poll(() => textOf('/operator/store')).toMatch(/manyhands-[\d-]+\.backup/);
    const [name = ''] = copies();
    const path = join(folder, name);
    expect(statSync(path).mode & 0o077).toBe(0);
    if (engine === 'sqlite') {
      using copy = new DatabaseSync(path, { readOnly: true });
      const { count } = copy.prepare('select count(*) as count from projects').get() as { count: number };
      expect(count).toBe(
        Number((await rows<{ n: number }>(service, 'select count(*) as n from projects'))[0]?.n),
      );
    } else expect(readFileSync(path).subarray(0, 5).toString()).toBe('PGDMP');
    await expect.poll(() => textOf('/operator/audit')).toMatch(/account \d+ backup/);
    expect(await textOf('/operator')).not.toMatch(/Last backup never/);
    for (const at of [`/operator/store/${name}`, `/backups/${name}`, `/operator/${name}`])
      expect((await page(at)).status).toBe(404);
    // Again as soon as the first is made, which may be the same second.
    await act('/operator/store', { act: 'backup' });
    await expect.poll(copies).toHaveLength(2);
    for (let at = 0; at < 6; at++)
      writeFileSync(join(folder, `manyhands-2020-01-0${at + 1}-000000.backup`), '');
    // The second is there a moment before its making has ended.
    const again = async () => (await act('/operator/store', { act: 'backup' })).headers.get('location');
    await expect.poll(again).toBe('/operator/store?done=full');
    expect(copies()).toHaveLength(8);
  });

  test('the retention rule runs now', async () => {
    const reply = await act('/operator/store', { act: 'purge' });
    expect(await reply.text()).toMatch(/Permanently deleted: \d+ events/);
    expect(await textOf('/operator/audit')).toMatch(/account \d+ purge/);
  });

  test('an import is read first and stores nothing, then adds, then updates', async () => {
    const owner = 'import.owner@example.org';
    const entry = projectEntry('Imported <i>here</i>', 'https://imported.example/');
    const records = JSON.stringify([entry, { name: 'No more than a name' }]);
    const inStore = async () =>
      Number(
        (
          await rows<{ n: number }>(service, "select count(*) as n from projects where name like 'Imported%'")
        )[0]?.n,
      );
    const read = await act('/operator/import', { owner, records, act: 'check' });
    const html = await read.text();
    expect(read.status).toBe(200);
    expect(html).toContain('1 added, 0 updated, 1 refused');
    expect(html).not.toContain('<i>here</i>');
    expect(await inStore()).toBe(0);
    const stored = await act('/operator/import', { owner, records, act: 'import' });
    expect(await stored.text()).toContain('1 added, 0 updated, 1 refused');
    const again = await act('/operator/import', { owner, records, publish: 'yes', act: 'import' });
    expect(await again.text()).toContain('0 added, 1 updated, 1 refused');
    expect(await inStore()).toBe(1);
    expect(await textOf('/operator/audit')).toMatch(/account \d+ import 1 added, 0 updated/);
    // A file, as browsers send one.
    const form = new FormData();
    form.set('owner', owner);
    form.set('act', 'check');
    form.set('file', new Blob([`name,description\nX,Y`]), 'projects.csv');
    const headers = { ...headersOf('operator'), origin: service.baseUrl };
    const sent = await service.get('/operator/import', { method: 'POST', body: form, headers });
    expect(await sent.text()).toContain('CSV: it would be <strong>0 added, 0 updated, 1 refused');
  });

  test.each([
    ['no owner', { owner: '', records: '[]' }],
    ['no records', { owner: 'a@example.org' }],
    ['no projects', { owner: 'a@example.org', records: '"x"' }],
    ['broken JSON', { owner: 'a@example.org', records: '[{' }],
    ['a contact that is no address', { owner: 'a@example.org', contact: 'x', records: '[]' }],
    ['too many', { owner: 'a@example.org', records: JSON.stringify(Array.from({ length: 501 }, () => 1)) }],
  ])('an import with %s is refused', async (_, fields) => {
    const before = await rows(service, 'select count(*) as n from accounts');
    expect((await act('/operator/import', { ...fields, act: 'import' })).status).toBe(400);
    expect(await rows(service, 'select count(*) as n from accounts')).toEqual(before);
  });

  test('mails that were given up are listed without their recipients, and sent again', async () => {
    await using refusing = await startMailServer({ refusal: '550 5.7.1 blocked' });
    const from = { MAIL_FROM: 'Hands <hello@example.org>' };
    await service.restart({ ...from, SMTP_URL: refusing.url });
    await success(
      'POST /embed/join',
      await send(
        service,
        '/embed/join',
        { project_id: birds.id, address: 'lost.code@example.org', of_age: true },
        birds.origin,
      ),
    );
    await act('/operator/people', { email: 'lost.notice@example.org', act: 'editor' });
    await expect
      .poll(() => textOf('/operator/mails'))
      .toMatch(/Notice: the mail server refused it \(550 5\.7\.1\)/);
    await expect.poll(() => textOf('/operator/mails')).toMatch(/Code: the mail server refused it/);
    const listed = await (await page('/operator/mails')).text();
    expect(listed).not.toContain('lost.');
    expect(await textOf('/operator')).toMatch(/given up \(7 days\) 2 /);
    const told = await service.operator<{ mails: { kind: string; fault: string }[] }>('mails');
    expect(told.json.mails.map(({ kind, fault }) => [kind, fault]).sort()).toEqual([
      ['code', '550 5.7.1'],
      ['notice', '550 5.7.1'],
    ]);

    await using taking = await startMailServer();
    await service.restart({ ...from, SMTP_URL: taking.url });
    const [kept] = await rows<{ mail_id: number }>(
      service,
      "select mail_id from mails where kind = 'notice'",
    );
    const again = await act('/operator/mails', { mail: String(kept?.mail_id) });
    expect(again.headers.get('location')).toBe('/operator/mails?retried=1');
    await expect
      .poll(() => taking.received.map(({ envelope }) => envelope))
      .toEqual([['lost.notice@example.org']]);
    // The code has ended: nothing is left of it that could be sent.
    const rest = await act('/operator/mails', { mail: 'all' });
    expect(rest.headers.get('location')).toBe('/operator/mails?retried=0');
    expect((await service.operator<{ queued: number }>('mails', '--retry')).json.queued).toBe(0);
  });
});
