/** The pages where people make, replace and revoke their own API keys, over HTTP, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { count, newKey, post, projects, rows, setScene, sha256, signIn } from '../scene.ts';

const keyPattern = /mh_[0-9A-Za-z]{38}/;

describe.each(engines)('the pages of keys on %s', (engine) => {
  let service: Service;
  let owner: string;
  let other: string;

  beforeAll(async () => {
    service = await shareService(engine);
    await setScene(service);
    owner = await signIn(service, 'owner@example.org');
    other = await signIn(service, 'other@example.org');
  });

  const page = async (path: string, cookie: string) => {
    const reply = await service.get(path, { headers: { cookie } });
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    return reply.text();
  };
  const formOn = (html: string) => /name="form" value="([\w-]{43})"/.exec(html)?.[1] ?? 'no form';
  const newForm = async (cookie: string) => formOn(await page('/api/key', cookie));

  /** Makes a key as its person does; returns its text and its id. */
  const make = async (
    cookie: string,
    fields: Record<string, string> = { name: 'A server', record: 'yes' },
  ) => {
    const reply = await post(service, '/api/key', { ...fields, form: await newForm(cookie) }, cookie);
    const html = await reply.text();
    const key = keyPattern.exec(html)?.[0] ?? '';
    const [row] = await rows<{ key_id: number }>(
      service,
      `select key_id from keys where digest = '${sha256(key)}'`,
    );
    return { status: reply.status, html, key, id: Number(row?.key_id) };
  };
  /** The reply to the first request that the page of a new key shows. */
  const answerOf = async (html: string) => {
    const [, call = ''] = /data-snippet="first-call"[^>]*><code[^>]*>([^<]*)</.exec(html) ?? [];
    const shell = call.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    // As curl reads it; test/programs has requests that curl sends.
    const url = new URL(/curl .*?"(http[^"]+)"/.exec(shell)?.[1] ?? '');
    const [, authorization = ''] = /-H "Authorization: ([^"]+)"/.exec(shell) ?? [];
    for (const [, name = '', value = ''] of shell.matchAll(/--data-urlencode "(\w+)=([^"]*)"/g))
      url.searchParams.set(name, value);
    const body = new URLSearchParams(
      [...shell.matchAll(/-d (\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const method = shell.includes('-X POST') ? 'POST' : 'GET';
    const reply = await fetch(url, {
      method,
      headers: { authorization },
      ...(method === 'POST' && { body }),
    });
    return (await reply.json()) as { result: string; code?: string };
  };
  const replace = async (cookie: string, id: number, hours?: string, form?: string) => {
    const fields = { ...(hours !== undefined && { hours }) };
    const sent = { ...fields, form: form ?? formOn(await page(`/api/key/${id}/replace`, cookie)) };
    return post(service, `/api/key/${id}/replace`, sent, cookie);
  };
  const revoke = (cookie: string | undefined, id: number | string) =>
    post(service, `/api/key/${id}/revoke`, {}, cookie);
  const works = async (key: string) =>
    (await service.get(`/api/project/${projects.birds.id}`, { headers: { authorization: `Bearer ${key}` } }))
      .status;

  test.each([
    ['GET', '/api/key', '%2Fapi%2Fkey'],
    ['GET', '/api/key/1/replace', '%2Fapi%2Fkey%2F1%2Freplace'],
    ['POST', '/api/key', '/api/key'],
    ['POST', '/api/key/1/replace', '/api/key'],
    ['POST', '/api/key/1/revoke', '/api/key'],
  ])('%s %s sends a visitor to sign in, and back', async (method, path, next) => {
    const before = await count(service, 'keys');
    const reply =
      method === 'POST' ? await post(service, path, { name: 'x', record: 'yes' }) : await service.get(path);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `/sign-in?next=${next}`]);
    expect(await count(service, 'keys')).toBe(before);
  });

  test('a key is made, shown once, stored as a digest, and works as the page says', async () => {
    const { status, html, key } = await make(owner);
    expect([status, await works(key)]).toEqual([200, 200]);
    expect(html).toContain('Your new key');
    expect(await answerOf(html)).toMatchObject({ result: 'success' });
    expect(await page('/api/key', owner)).not.toContain(key);
    expect(service.log()).not.toContain(key);
    const stored = await rows<{ name: string; scopes: string; digest: string }>(
      service,
      `select name, scopes, digest from keys where digest = '${sha256(key)}'`,
    );
    expect(stored).toEqual([{ name: 'A server', scopes: 'record', digest: sha256(key) }]);
    expect(await page('/api/key', owner)).toMatch(/A server[^]*last used/);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['record', { record: 'yes' }, 'record', 'success'],
    ['search', { finder: 'yes' }, 'finder', 'success'],
    ['add projects', { projects: 'yes' }, 'projects', 'invalid'],
    ['all three', { record: 'yes', projects: 'yes', finder: 'yes' }, 'finder record projects', 'success'],
    ['a scope that does not exist', { record: 'yes', everything: 'yes', scopes: 'all' }, 'record', 'success'],
  ])(
    'the checked scopes decide what the key may do, and which example request is shown: %s',
    async (_, boxes, scopes, result) => {
      const { html, id } = await make(owner, { name: 'Scoped', ...boxes });
      const [row] = await rows<{ scopes: string }>(service, `select scopes from keys where key_id = ${id}`);
      const answer = await answerOf(html);
      expect([row?.scopes, answer.code ?? answer.result]).toEqual([scopes, result]);
      await revoke(owner, id);
    },
  );

  test.each<[string, Record<string, string>, string]>([
    ['no name', { record: 'yes' }, 'The name must not be empty'],
    ['a name of white space', { name: ' \n ', record: 'yes' }, 'The name must not be empty'],
    ['a long name', { name: 'n'.repeat(61), record: 'yes' }, 'The name must be at most 60 characters'],
    ['no scope', { name: 'Nothing' }, 'Choose at least one'],
  ])('%s is refused, with what was typed', async (_, fields, says) => {
    const before = await count(service, 'keys');
    const { status, html } = await make(owner, fields);
    expect([status, await count(service, 'keys')]).toEqual([400, before]);
    expect(html).toContain(says);
    if (fields['name']?.trim()) expect(html).toContain(`value="${fields['name']}"`);
  });

  test.each([
    ['a line break and a header', 'a\r\nSet-Cookie: x=y', 'a Set-Cookie: x=y'],
    ['a direction override', 'a\u202eb', 'a b'],
    ['markup', '<b>"x"</b>', '<b>"x"</b>'],
  ])('a name with %s is one line of text', async (_, name, stored) => {
    const { status, html, id } = await make(other, { name, finder: 'yes' });
    expect([status, html.includes('<b>')]).toEqual([200, false]);
    const [row] = await rows<{ name: string }>(service, `select name from keys where key_id = ${id}`);
    expect(row?.name).toBe(stored);
    const revoked = await revoke(other, id);
    expect(revoked.headers.get('location')).toBe(`/api/key?revoked=${id}`);
    expect(await page(`/api/key?revoked=${id}`, other)).not.toContain('<b>');
  });

  test.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}"`])(
    'a form %j is not one of ours',
    async (form) => {
      const reply = await post(service, '/api/key', { name: 'x', record: 'yes', form }, owner);
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('not complete')]);
    },
  );

  test('a form that is sent twice, even at once, makes one key', async () => {
    const form = await newForm(owner);
    const before = await count(service, 'keys');
    const send = () => post(service, '/api/key', { name: 'Twice', record: 'yes', form }, owner);
    const replies = await Promise.all([send(), send(), send()]);
    replies.push(await send());
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(texts.filter((text) => keyPattern.test(text))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('This form was sent twice'))).toHaveLength(3);
    expect(await count(service, 'keys')).toBe(before + 1);
  });

  test.each([
    ['in 24 hours, by default', undefined, 24],
    ['at once', '0', 0],
    ['after a week', '168', 168],
  ])('a replaced key ends %s, and its successor keeps its lineage', async (_, hours, wanted) => {
    const { key, id } = await make(owner, { name: 'Replaced', projects: 'yes' });
    const before = Date.now();
    const reply = await replace(owner, id, hours);
    const successor = keyPattern.exec(await reply.text())?.[0] ?? '';
    expect([reply.status, await works(successor), await works(key)]).toEqual([
      200,
      200,
      wanted === 0 ? 401 : 200,
    ]);
    const [old, young] = await rows<{ lineage: number; revoked_at: number | null; scopes: string }>(
      service,
      `select lineage, revoked_at, scopes from keys where digest in ('${sha256(key)}', '${sha256(successor)}')
      order by revoked_at is null`,
    );
    expect(young).toMatchObject({ lineage: old?.lineage, revoked_at: null, scopes: 'projects' });
    expect(Math.abs(Number(old?.revoked_at) - before - wanted * 3_600_000)).toBeLessThan(60_000);
    if (wanted > 0)
      expect((await service.get(`/api/key/${id}/replace`, { headers: { cookie: owner } })).status).toBe(303);
  });

  test.each(['-1', '1', '999999', 'soon', '24 24'])('%j is not one of the offered delays', async (hours) => {
    const { id } = await make(owner, { name: 'Odd', record: 'yes' });
    expect((await replace(owner, id, hours)).status).toBe(400);
    expect(await count(service, `keys where key_id = ${id} and revoked_at is null`)).toBe(1);
    await revoke(owner, id);
  });

  test('a revoked key is refused at once and for good, and its page says what that means', async () => {
    const { key, id } = await make(owner, { name: 'Leaked', record: 'yes' });
    expect(await works(key)).toBe(200);
    expect(await page(`/api/key/${id}/revoke`, owner)).toContain('refused within a second');
    expect((await revoke(owner, id)).headers.get('location')).toBe(`/api/key?revoked=${id}`);
    expect(await works(key)).toBe(401);
    expect(await page(`/api/key?revoked=${id}`, owner)).toContain('is revoked: from now on');
    expect((await service.get(`/api/key/${id}/revoke`, { headers: { cookie: owner } })).status).toBe(303);
    const successor = await replace(owner, id);
    expect([successor.status, keyPattern.test(await successor.text()), await works(key)]).toEqual([
      200,
      true,
      401,
    ]);
  });

  test.each(['revoke', 'replace'])(
    "nobody can %s another person's key, or learn whether there is one",
    async (act) => {
      const { key, id } = await make(owner, { name: 'Mine', record: 'yes' });
      const form = await newForm(other);
      const said: unknown[] = [];
      for (const target of [id, 12_345, 'x', '1e3', '-1', '9'.repeat(40)]) {
        const path = `/api/key/${target}/${act}`;
        const asked = await service.get(path, { headers: { cookie: other } });
        const sent = await post(service, path, { form }, other);
        said.push([asked.status, sent.status, (await sent.text()).includes('You have no such key')]);
      }
      expect(said).toEqual(said.map(() => [404, 404, true]));
      expect(await works(key)).toBe(200);
      expect(await page(`/api/key?revoked=${id}`, other)).not.toContain('Mine');
      await revoke(owner, id);
    },
  );

  test('an account has at most twenty keys in use; a leaked one can still be replaced at once', async () => {
    const many = await signIn(service, 'many@example.org');
    const made = await Promise.all(
      Array.from({ length: 24 }, () => make(many, { name: 'One of many', record: 'yes' })),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(made.find(({ status }) => status === 400)?.html).toContain('You have 20 keys in use');
    expect(await page('/api/key', many)).not.toContain('Make the key');
    const id = made.find(({ status }) => status === 200)?.id ?? 0;
    expect((await replace(many, id, '24')).status).toBe(400);
    expect((await replace(many, id, '0')).status).toBe(200);
  });

  test('somebody who revokes and makes keys all day is stopped', async () => {
    const busy = await signIn(service, 'busy@example.org');
    const { id } = await make(busy);
    await rows(service, `update tallies set count = 50 where name = 'keys-made' returning name`);
    const form = await newForm(busy);
    const reply = await post(service, '/api/key', { name: 'x', record: 'yes', form }, busy);
    expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await rows(service, `delete from tallies where name = 'keys-made' returning name`);
    expect(id).toBeGreaterThan(0);
  });

  test('the page says what a person without a project can do', async () => {
    expect(await page('/api/key', other)).toContain('You manage no project yet');
    expect(await page('/api/key', owner)).not.toContain('You manage no project yet');
    await service.operate('unpublish', String(projects.stars.id));
    expect(await page('/api/key', await signIn(service, 'stranger@example.org'))).toContain(
      'None of your projects is published yet',
    );
  });

  test('a key of the operator is listed, and can be replaced by its person', async () => {
    const key = await newKey(service, 'owner@example.org');
    expect(await page('/api/key', owner)).toContain('may do everything that keys can do');
    expect(await works(key)).toBe(200);
  });

  test('the addresses of the pages never hold a key, whatever is sent there', async () => {
    const { key } = await make(owner);
    const reply = await service.get(`/api/key?key=${key}`);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fapi%2Fkey']);
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });
});
