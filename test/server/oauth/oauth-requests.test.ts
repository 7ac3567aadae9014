/** Owners request OAuth clients on the page of their keys, and operators grant them, over HTTP, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exchange, newCode, PersonsBrowser } from '../../set-up/service/authorize.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { signInRoles } from '../roles.ts';
import { type Client, count, post, projects, rows, shareScene } from '../scene.ts';

describe.each(engines)('requests for clients on %s', (engine) => {
  let service: Service;
  let people: Record<'owner' | 'other' | 'editor' | 'operator', string>;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    people = await signInRoles(service, ['owner', 'other', 'editor', 'operator']);
  });

  const page = async (path: string, cookie: string) => {
    const reply = await service.get(path, { headers: { cookie } });
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    return reply.text();
  };
  const redirect = 'https://river.example/callback';
  const formOn = (html: string) => /name="form" value="([\w-]{43})"/.exec(html)?.[1] ?? 'no form';
  const request = async (changes: Record<string, string> = {}, cookie = people.owner) => {
    const form = formOn(await page('/api/key/client', people.owner));
    const fields = { name: 'River Watch', redirects: redirect, project: String(projects.birds.id), form };
    return post(service, '/api/key/client', { ...fields, ...changes }, cookie);
  };
  const waiting = async () =>
    (
      await rows<{ request_id: number }>(
        service,
        'select request_id from oauth_requests where decided_at is null order by created_at',
      )
    ).map(({ request_id: id }) => String(id));
  const decide = (fields: Record<string, string>, cookie = people.operator) =>
    post(service, '/operator/clients/decide', fields, cookie);
  const newSecret = async (id: string, more: Record<string, string> = {}, cookie = people.owner) => {
    const reply = await post(service, '/api/key/client/secret', { id, ...more }, cookie);
    const html = await reply.text();
    return { status: reply.status, html, secret: /mhs_[\w-]{43}/.exec(html)?.[0] ?? '' };
  };
  /** Requests a client and has it granted; returns its id. */
  const granted = async (name: string, changes: Record<string, string> = {}) => {
    expect((await request({ name, ...changes })).status).toBe(303);
    const [id = ''] = (await waiting()).slice(-1);
    expect((await decide({ id, answer: 'grant' })).status).toBe(200);
    const [row] = await rows<{ client_id: string }>(
      service,
      `select client_id from oauth_requests where request_id = ${id}`,
    );
    return row?.client_id ?? '';
  };

  /** `in`: to sign in. The pages of operators are not there for anybody else. */
  const declared = `
    GET  /api/key/client            in  200 200 200 200
    POST /api/key/client            in  400 400 400 400
    POST /api/key/client/withdraw   in  303 303 303 303
    POST /api/key/client/secret     in  404 404 404 404
    GET  /operator/clients          in  404 404 404 200
    POST /operator/clients/decide   404 404 404 404 409
    POST /operator/clients/add      404 404 404 404 400
    POST /operator/clients/disable  404 404 404 404 400`;
  const table = declared
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', ...cells] = line.trim().split(/\s+/);
      return { method, path, cells };
    });

  test.each(table)('$method $path, for each role', async ({ method, path, cells }) => {
    const before = await count(service, 'oauth_clients');
    const found = [];
    for (const cookie of [undefined, people.owner, people.other, people.editor, people.operator]) {
      const fields = { id: '1', answer: 'grant', form: 'a'.repeat(43) };
      const reply =
        method === 'GET'
          ? await service.get(path, { headers: cookie === undefined ? {} : { cookie } })
          : await post(service, path, fields, cookie);
      const leadsToSignIn = reply.headers.get('location')?.startsWith('/sign-in?next=');
      found.push(leadsToSignIn ? 'in' : String(reply.status));
    }
    expect(found).toEqual(cells);
    expect(await count(service, 'oauth_clients')).toBe(before);
  });

  test('an owner requests a client, an operator grants it, and its secret is shown once and works', async () => {
    const idsOnPage = async (): Promise<string[]> =>
      (await page('/api/key', people.owner)).match(/mhc_[\w-]{22}/g) ?? [];
    const earlier = await idsOnPage();
    expect((await request({ names: 'yes' })).headers.get('location')).toBe('/api/key#clients');
    expect(await page('/api/key', people.owner)).toMatch(/River Watch[^]*waiting for an operator/);
    const asked = await page('/operator/clients', people.operator);
    for (const part of ['River Watch', 'owner@example.org', redirect, projects.birds.name, 'names'])
      expect(asked).toContain(part);
    const [id = ''] = await waiting();
    const answer = await decide({ id, answer: 'grant' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('has a client now')]);
    expect((await decide({ id, answer: 'grant' })).status).toBe(409);
    const mine = await page('/api/key', people.owner);
    expect(mine).toContain('Make its secret');
    const client_id = (await idsOnPage()).find((one) => !earlier.includes(one)) ?? '';
    const first = await newSecret(client_id);
    expect([first.status, first.secret]).toEqual([200, expect.stringMatching(/^mhs_/)]);
    expect(await page('/api/key', people.owner)).not.toContain(first.secret);
    expect(service.log()).not.toContain(first.secret);
    const jo = new PersonsBrowser(service);
    await jo.signIn('jo@example.org');
    const works = async (client_secret: string) => {
      const client: Client = { client_id, client_secret };
      return (await exchange(service, client, await newCode(jo, client, { scope: 'login profile' }))).status;
    };
    await expect.poll(() => works(first.secret)).toBe(200);
    expect(await page('/api/key', people.owner)).toContain('Authorized by fewer than 10 people');
    const named = await service.get(`/project/${projects.birds.id}/tools`, {
      headers: { cookie: people.owner },
    });
    const tools = await page(named.headers.get('location') ?? '', people.owner);
    expect(tools).toMatch(/In use\.<\/strong> River Watch: authorized by(<!-- -->| )*fewer than 10/);
    const second = await newSecret(client_id, { hours: '24' });
    await expect.poll(() => works(second.secret)).toBe(200);
    expect(await works(first.secret)).toBe(200);
    const third = await newSecret(client_id, { hours: '0' });
    await expect.poll(() => works(third.secret)).toBe(200);
    expect(await works(second.secret)).toBe(401);
    expect(await rows(service, "select actor, act from audit where act = 'oauth-client grant'")).toHaveLength(
      1,
    );
  });

  const mailsTo = async (to: string, subject: RegExp) =>
    (await service.mails()).filter((mail) => mail.to === to && subject.test(mail.subject));

  test('an owner gets a mail about the decision, with the reason of a refusal', async () => {
    const [before, refused] = [/your client is registered/, /was refused/];
    const granted0 = (await mailsTo('owner@example.org', before)).length;
    await granted('Mailed About');
    await expect.poll(async () => (await mailsTo('owner@example.org', before)).length).toBe(granted0 + 1);
    const [mail] = (await mailsTo('owner@example.org', before)).filter(({ text }) =>
      text.includes('Mailed About'),
    );
    expect(mail?.links).toEqual([`${service.baseUrl}/api/key#clients`, `${service.baseUrl}/docs/gold`]);
    await request({ name: 'Told Why' });
    const [id = ''] = (await waiting()).slice(-1);
    await decide({ id, answer: 'refuse', reason: 'Which site is this?' });
    await expect
      .poll(async () => (await mailsTo('owner@example.org', refused)).map(({ text }) => text))
      .toContainEqual(expect.stringMatching(/“Told Why”[^]*Which site is this\?/));
    await post(service, '/api/key/client/withdraw', { id }, people.owner);
  });

  test('an operator registers a client for a member, who makes its secret', async () => {
    const fields = { name: 'Old Program', redirects: redirect, owner: ' Other@example.org ', legacy: 'yes' };
    const add = (changes: Record<string, string>) =>
      post(service, '/operator/clients/add', { ...fields, ...changes }, people.operator);
    const before = await count(service, 'oauth_clients');
    for (const [changes, says] of [
      [{ owner: 'nobody@example.org' }, 'Nobody has joined with this address'],
      [{ owner: '' }, 'Nobody has joined with this address'],
      [{ redirects: 'http://river.example/' }, 'must use https'],
      [{ name: '' }, 'The name must have'],
    ] as const) {
      const reply = await add(changes);
      const html = await reply.text();
      expect([reply.status, html.includes(says)]).toEqual([400, true]);
      if (!('owner' in changes)) expect(html).toContain('value="Other@example.org"');
    }
    expect(await count(service, 'oauth_clients')).toBe(before);
    const added = "audit where act = 'oauth-client add'";
    const addedBefore = await count(service, added);
    const done = await add({});
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('is registered')]);
    await expect.poll(() => mailsTo('other@example.org', /your client is registered/)).toHaveLength(1);
    const mine = await page('/api/key', people.other);
    expect(mine).toContain('Old Program');
    const { secret } = await newSecret(/mhc_[\w-]{22}/.exec(mine)?.[0] ?? '', {}, people.other);
    expect(secret).toMatch(/^mhs_/);
    const stored = "select is_legacy, project_id from oauth_clients where name = 'Old Program'";
    expect(await rows(service, stored)).toEqual([{ is_legacy: 1, project_id: null }]);
    expect(await count(service, added)).toBe(addedBefore + 1);
  });

  test('before its first secret, a client gets no tokens', async () => {
    const client_id = await granted('Too Early');
    const jo = new PersonsBrowser(service);
    await jo.signIn('early@example.org');
    for (const client_secret of ['', 'none', 'null', 'undefined']) {
      const client = { client_id, client_secret };
      expect((await exchange(service, client, await newCode(jo, client))).status).toBe(401);
    }
  });

  test('a public client has no secret, and nobody makes one', async () => {
    const id = await granted('Only A Page', { public: 'yes' });
    expect(await page('/api/key', people.owner)).toMatch(/Only A Page[^]*none: it runs in browsers/);
    expect((await newSecret(id)).status).toBe(404);
  });

  test('nobody makes the secret of somebody else’s client', async () => {
    const id = await granted('Not Yours');
    for (const cookie of [people.other, people.operator])
      expect((await newSecret(id, {}, cookie)).status).toBe(404);
    expect(await page('/api/key', people.other)).not.toContain('Not Yours');
  });

  test('a refusal needs a reason, which the owner reads', async () => {
    await request({ name: 'Bad Idea' });
    const [id = ''] = await waiting();
    expect((await decide({ id, answer: 'refuse', reason: '  ' })).status).toBe(400);
    expect((await decide({ id, answer: 'refuse', reason: 'Which site is this? <b>' })).status).toBe(200);
    expect(await page('/api/key', people.owner)).toContain('Which site is this? &lt;b>');
    await post(service, '/api/key/client/withdraw', { id }, people.other);
    expect(await page('/api/key', people.owner)).toContain('Bad Idea');
    await post(service, '/api/key/client/withdraw', { id }, people.owner);
    expect(await page('/api/key', people.owner)).not.toContain('Bad Idea');
  });

  test.each<[string, Record<string, string>, string]>([
    ['no name', { name: ' ' }, 'The name must have 1 to 60 plain characters'],
    ['a name with a mark of direction', { name: 'a\u202eb' }, 'The name must have'],
    ['no address', { redirects: '' }, 'Give at least one address'],
    ['http', { redirects: 'http://river.example/' }, 'must use https'],
    [
      'a second address with a fragment',
      { redirects: `${redirect}\n${redirect}#x` },
      'must have no fragment',
    ],
    ['a long address', { redirects: `${redirect}${'x'.repeat(500)}` }, 'is too long'],
    [
      'eleven addresses',
      { redirects: Array.from({ length: 11 }, (_, n) => redirect + n).join(' ') },
      'at most 10',
    ],
    ['a project of somebody else', { project: '987654' }, 'Choose one of your projects'],
    ['no project', { project: '' }, 'Choose one of your projects'],
  ])('%s is refused, with what was typed', async (_, changes, says) => {
    const before = await count(service, 'oauth_requests');
    const reply = await request({ name: 'Typed Name', ...changes });
    expect([reply.status, await count(service, 'oauth_requests')]).toEqual([400, before]);
    const html = await reply.text();
    expect(html).toContain(says);
    if (!('name' in changes)) expect(html).toContain('value="Typed Name"');
  });

  test('an operator disables a client, who says that they are sure', async () => {
    const id = await granted('Going Away');
    const disable = (fields: Record<string, string>) =>
      post(service, '/operator/clients/disable', { id, ...fields }, people.operator);
    expect((await disable({})).status).toBe(400);
    const done = await disable({ sure: 'yes' });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('is disabled')]);
    expect(await page('/api/key', people.owner)).not.toContain('Going Away');
  });

  test.each(['/api/key/client', '/api/key/client/secret', '/operator/clients/decide'])(
    'a form of another site is refused: %s',
    async (path) => {
      const headers = { cookie: people.operator, origin: 'https://evil.example' };
      expect((await service.postForm(path, { id: '1', answer: 'grant' }, { headers })).status).toBe(403);
    },
  );

  test('a form that is sent twice makes one request, and five at most wait', async () => {
    for (const id of await waiting()) await decide({ id, answer: 'refuse', reason: 'no' });
    const form = formOn(await page('/api/key/client', people.owner));
    const replies = await Promise.all([request({ form }), request({ form }), request({ form })]);
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await waiting()).toHaveLength(1);
    for (let more = 0; more < 4; more++) expect((await request()).status).toBe(303);
    const full = await request();
    expect([full.status, await full.text()]).toEqual([400, expect.stringContaining('which is the most')]);
  });
});
