/** Saved finder widgets: made, served, shared, counted and deleted, over HTTP, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { unescaped } from '../../../src/embed-code/paste.ts';
import { widgetReply } from '../../../src/contract/api/finder-widget.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, post, projects, rows, signIn, shareScene } from '../scene.ts';

const oncePattern = /name="once" value="([\w-]{43})"/;
const partner = 'https://partner.example';

describe.each(engines)('saved widgets on %s', (engine) => {
  let service: Service;
  const cookies: Record<string, string | undefined> = { visitor: undefined };

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    for (const name of ['owner', 'stranger', 'co'])
      cookies[name] = await signIn(service, `${name}@example.org`);
  });

  const page = (path: string, who = 'owner') =>
    service.get(path, { headers: cookies[who] === undefined ? {} : { cookie: cookies[who] } });
  const send = (path: string, fields: Record<string, string> = {}, who = 'owner') =>
    post(service, path, fields, cookies[who]);
  const onceOn = async (path: string) => oncePattern.exec(await (await page(path)).text())?.[1] ?? 'no form';
  const idIn = (reply: Response) => Number(/\/widgets\/(\d+)/.exec(reply.headers.get('location') ?? '')?.[1]);
  const make = async (built: Record<string, string>, name = 'A widget') => {
    const once = await onceOn('/builder?embed=finder');
    const reply = await send('/widgets', { once, name, embed: 'finder', ...built });
    expect([reply.status, await reply.text()]).toEqual([303, '']);
    return idIn(reply);
  };
  const shown = async (id: number, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ widget: String(id), ...more });
    const reply = await service.get(`/embed/finder?${query}`, { headers: { origin: partner } });
    return { status: reply.status, headers: reply.headers, body: await reply.text() };
  };
  const served = async (id: number, more?: Record<string, string>) =>
    widgetReply.parse(JSON.parse((await shown(id, more)).body));
  const see = (id: number | string, act = 'view', origin = partner) =>
    service.get('/embed/widget', {
      method: 'POST',
      body: JSON.stringify({ widget: id, act }),
      headers: { origin, 'content-type': 'text/plain' },
    });
  /** Lets a person manage a widget; test/server/projects/managing.test.ts has the way there. */
  const join = (id: number, who: string) =>
    rows(
      service,
      `insert into widget_managers (widget_id, account_id, is_owner)
        select ${id}, account_id, 0 from addresses where address = '${who}@example.org' returning account_id`,
    );

  test('a widget is saved, served to every page, changed, and served as changed within a minute', async () => {
    const { birds, frogs, stars } = projects;
    const built = { projects: `${frogs.id}, ${birds.id}, ${stars.id}`, limit: '2', layout: 'cards' };
    const id = await make({ ...built, title: '"Our" <b>frogs</b> & birds', 'look-accent': '#7a1f5c' });
    const first = await served(id);
    expect(first.results.map((project) => project.id)).toEqual([frogs.id, birds.id]);
    expect(first.saved).toEqual({
      'data-projects': built.projects,
      'data-limit': '2',
      'data-layout': 'cards',
      'data-title': '"Our" <b>frogs</b> & birds',
      '--manyhands-accent': '#7a1f5c',
    });
    expect((await shown(id)).headers.get('cache-control')).toBe('public, max-age=60');
    const reply = await send(`/widgets/${id}`, {
      name: 'Stars',
      embed: 'finder',
      projects: String(stars.id),
      lang: 'de-CH',
    });
    expect(reply.headers.get('location')).toBe(`/widgets/${id}?done=saved`);
    const second = await served(id, { lang: 'fr', q: 'frogs' });
    expect(second.results.map((project) => project.id)).toEqual([stars.id]);
    expect(JSON.parse((await shown(id, { lang: 'fr' })).body)).toMatchObject({ words: { lang: 'de' } });
  });

  test('a search that is saved finds what the same search finds', async () => {
    const id = await make({ q: 'frog watch', limit: '1', form: 'hide' });
    expect((await served(id)).results.map((project) => project.id)).toEqual([projects.frogs.id]);
    const hidden = await make({ projects: String(projects.hidden.id) });
    expect((await served(hidden)).results).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['another embed', { embed: 'message', project_id: '11' }],
    ['a value that cannot be read', { embed: 'finder', limit: '99' }],
    ['a colour that ends the rule', { embed: 'finder', 'look-accent': 'red;}body{display:none' }],
    ['nothing', {}],
  ])('%s is not saved', async (_, built) => {
    const before = await count(service, 'saved_widgets');
    const once = await onceOn('/builder?embed=finder');
    expect((await send('/widgets', { once, name: 'x', ...built })).status).toBe(400);
    expect((await send('/widgets', { once: 'forged', name: 'x', embed: 'finder' })).status).toBe(400);
    expect((await send('/widgets', { once, name: ' ', embed: 'finder' })).status).toBe(400);
    expect(await count(service, 'saved_widgets')).toBe(before);
  });

  test('settings of the page and of another number are left out, and the largest of all fit', async () => {
    const long = '🐝\u2028"<&>'.repeat(57);
    const id = await make({ q: long, title: long.slice(0, 119), target: '#x', consent: 'required' });
    expect((await served(id)).saved).toEqual({ 'data-q': long, 'data-title': long.slice(0, 119) });
  });

  test('one form sent ten times at once makes one widget', async () => {
    const once = await onceOn('/builder?embed=finder');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send('/widgets', { once, name: 'Once', embed: 'finder' })),
    );
    expect(new Set(replies.map(idIn)).size).toBe(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
  });

  const valueOf = (html: string, name: string) =>
    unescaped(
      new RegExp(
        `<select[^>]*name="${name}"(?:(?!</select>).)*value="([^"]*)"[^>]* selected|<input[^>]*name="${name}"[^>]*value="([^"]*)"|<input[^>]*value="([^"]*)"[^>]*name="${name}"`,
        's',
      )
        .exec(html)
        ?.slice(1)
        .find((one) => one !== undefined) ?? 'no field',
    );
  /** Every setting that a widget may have, as long as it may be, in letters that take nine characters in an address. */
  const longest = {
    q: '鳥'.repeat(500),
    topic: '鳥'.repeat(100),
    activity: '鳥'.repeat(100),
    near: '鳥'.repeat(200),
    region: '鳥'.repeat(100),
    organisation: '"&<'.repeat(66),
    audience: '鳥'.repeat(100),
    title: '鳥'.repeat(120),
  };

  test.each<[string, Record<string, string>]>([
    ['a short state', { q: 'ü & "x"' }],
    ['the longest state', longest],
  ])('%s: a visitor signs in first, and comes back to all that was typed', async (_, built) => {
    const id = await make({});
    for (const [path, saved] of [
      ['/widgets', {}],
      [`/widgets/${id}`, { saved: String(id), version: '1' }],
    ] as const) {
      const reply = await send(path, { embed: 'finder', ...built, ...saved, name: 'My "name"' }, 'visitor');
      const to = new URL(reply.headers.get('location') ?? '', service.baseUrl);
      const next = to.searchParams.get('next') ?? '';
      expect([to.pathname, next]).toEqual([
        '/sign-in',
        expect.stringMatching(/^\/builder\?unsaved=[\w-]{43}$/),
      ]);
      // The sign-in keeps the address.
      expect(valueOf(await (await page(to.pathname + to.search, 'visitor')).text(), 'next')).toBe(next);
      const html = await (await page(next)).text();
      for (const [name, value] of Object.entries({ ...built, ...saved }))
        expect([name, valueOf(html, name)]).toEqual([name, value]);
      expect(html).toContain(`formaction="/widgets${'saved' in saved ? `/${id}` : ''}"`);
      expect(html).toContain('value="My &quot;name&quot;"');
    }
  });

  test('settings that wait for a sign-in are found by their token only, and for a week', async () => {
    const reply = await send('/widgets', { embed: 'finder', q: 'waiting', name: 'x' }, 'visitor');
    const next = new URL(reply.headers.get('location') ?? '', service.baseUrl).searchParams.get('next') ?? '';
    expect(await (await page(next)).text()).toContain('waiting');
    expect(await (await page(`${next}x`)).text()).toContain('This link expired after a week.');
    const stored = await rows<object>(service, 'select * from unsaved_widgets');
    expect(JSON.stringify(stored)).not.toContain(next.split('=')[1]);
    await rows(
      service,
      `update unsaved_widgets set expires_at = ${Date.now() - 1} where built like '%waiting%'`,
    );
    expect(await (await page(next)).text()).toContain('This link expired after a week.');
    await service.operate('purge');
    expect(await count(service, "unsaved_widgets where built like '%waiting%'")).toBe(0);
  });

  describe('two people who change a widget', () => {
    const stateOf = async (id: number, more: Record<string, string>) => {
      const html = await (await page(`/widgets/${id}`)).text();
      const [, edit = ''] = /href="(\/builder\?[^"]+)"/.exec(html) ?? [];
      const { searchParams } = new URL(unescaped(edit), service.baseUrl);
      return { ...Object.fromEntries(searchParams), ...more };
    };
    const locationOf = (reply: Response) => reply.headers.get('location') ?? '';

    test('the second is told, loses nothing, and may replace what the first saved', async () => {
      const id = await make({ q: 'frogs' }, 'Shared');
      await join(id, 'co');
      const opened = await stateOf(id, {});
      expect(locationOf(await send(`/widgets/${id}`, { ...opened, name: 'First', title: 'First' }))).toBe(
        `/widgets/${id}?done=saved`,
      );
      const second = { ...opened, name: 'Second', title: 'Second' };
      const told = locationOf(await send(`/widgets/${id}`, second, 'co'));
      expect(told).toMatch(/^\/builder\?unsaved=/);
      expect((await served(id)).saved).toMatchObject({ 'data-title': 'First' });
      const html = await (await page(told, 'co')).text();
      expect(html).toContain('Not saved.');
      expect([valueOf(html, 'title'), valueOf(html, 'q')]).toEqual(['Second', 'frogs']);
      expect(html).toContain('value="Second"');
      const again = { ...second, version: valueOf(html, 'version') };
      expect(locationOf(await send(`/widgets/${id}`, again, 'co'))).toBe(`/widgets/${id}?done=saved`);
      expect((await served(id)).saved).toMatchObject({ 'data-title': 'Second' });
    });

    test('of ten at once, one saves and the others are told', async () => {
      const id = await make({});
      const opened = await stateOf(id, {});
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          send(`/widgets/${id}`, { ...opened, name: 'n', title: `T${n}` }),
        ),
      );
      const saved = replies.filter((reply) => locationOf(reply).endsWith('done=saved'));
      expect(saved).toHaveLength(1);
      expect(replies.filter((reply) => locationOf(reply).startsWith('/builder?unsaved='))).toHaveLength(9);
    });

    test('one form that is sent twice is saved, and nobody is told of a conflict', async () => {
      const id = await make({});
      const built = await stateOf(id, { title: 'Twice' });
      const replies = await Promise.all([1, 2].map(() => send(`/widgets/${id}`, { ...built, name: 'n' })));
      expect(replies.map(locationOf)).toEqual(Array(2).fill(`/widgets/${id}?done=saved`));
    });

    test('a bookmark of an older version says so before anything is typed', async () => {
      const id = await make({});
      const bookmark = `/builder?${new URLSearchParams(await stateOf(id, { title: 'Old' }))}`;
      expect(await (await page(bookmark)).text()).not.toContain('<strong>Not saved.');
      await send(`/widgets/${id}`, { name: 'n', embed: 'finder', title: 'New' });
      expect(await (await page(bookmark)).text()).toContain('Not saved.');
      // Strangers make a widget of their own, and nothing concerns them.
      expect(await (await page(bookmark, 'stranger')).text()).not.toContain('<strong>Not saved.');
    });
  });

  test('a deleted widget and its counts go after 30 days, counts of a living one after two years', async () => {
    const [kept, recent, gone] = [await make({}), await make({}), await make({})];
    const day = 86_400_000;
    for (const id of [kept, recent, gone]) await see(id);
    const old = new Date(Date.now() - 731 * day).toISOString().slice(0, 10);
    const younger = new Date(Date.now() - 729 * day).toISOString().slice(0, 10);
    for (const date of [old, younger])
      await rows(
        service,
        `insert into widget_counts (widget_id, day, site, views, clicks) values (${kept}, '${date}', '', 1, 0)`,
      );
    for (const id of [recent, gone]) await send(`/widgets/${id}/delete`);
    const age = (id: number, days: number) =>
      rows(
        service,
        `update saved_widgets set deleted_at = ${Date.now() - days * day} where widget_id = ${id}`,
      );
    await age(recent, 29.9);
    await age(gone, 30.1);
    await service.operate('purge');
    const left = async (table: string) =>
      (
        await rows<{ widget_id: number }>(
          service,
          `select distinct widget_id from ${table} where widget_id in (${kept}, ${recent}, ${gone}) order by 1`,
        )
      ).map(({ widget_id }) => Number(widget_id));
    for (const table of ['saved_widgets', 'widget_managers', 'widget_counts'])
      expect([table, await left(table)]).toEqual([table, [kept, recent]]);
    const days = await rows<{ day: string }>(
      service,
      `select day from widget_counts where widget_id = ${kept} order by day`,
    );
    expect(days.map((row) => row.day)).toEqual([younger, new Date().toISOString().slice(0, 10)]);
    expect((await send(`/widgets/${gone}/restore`)).status).toBe(404);
    expect((await send(`/widgets/${recent}/restore`)).status).toBe(303);
  });

  test('the builder loads a saved widget by its number, for everybody; only its managers save it', async () => {
    const id = await make({ q: 'frogs' });
    const loaded = await page(`/builder?embed=finder&widget=${id}`, 'visitor');
    expect(loaded.headers.get('location')).toBe(`/builder?embed=finder&q=frogs&saved=${id}&version=1`);
    const snippet = `<script src='x/static/api/finder.js' data-widget=${id}>`;
    const pasted = await page(`/builder?${new URLSearchParams({ snippet })}`, 'stranger');
    expect(pasted.headers.get('location')).toBe(`/builder?embed=finder&q=frogs&saved=${id}&version=1`);
    const own = await (await page(`/builder?embed=finder&q=frogs&saved=${id}`)).text();
    expect(own).toContain(`formaction="/widgets/${id}"`);
    expect(own).toContain(`data-widget=&quot;${id}&quot;`);
    const others = await (await page(`/builder?embed=finder&q=frogs&saved=${id}`, 'stranger')).text();
    expect(others).toContain('formaction="/widgets"');
    expect(others).not.toContain(`data-widget=&quot;${id}&quot;`);
    const missing = await page('/builder?embed=finder&widget=99999');
    expect([missing.status, await missing.text()]).toEqual([200, expect.stringContaining('no saved widget')]);
  });

  /** The status for each kind of person; 303 with the page of the sign-in is written `in`. */
  test.each([
    ['GET', '', [200, 200, 404, 'in']],
    ['POST', '', [303, 303, 404, 'in']],
    ['POST', '/copy', [303, 303, 404, 'in']],
    ['GET', '/people', [200, 200, 404, 'in']],
    ['POST', '/people/invite', [303, 403, 404, 'in']],
    ['POST', '/people/withdraw', [403, 403, 404, 'in']],
    ['POST', '/people', [403, 403, 404, 'in']],
    ['GET', '/delete', [200, 404, 404, 'in']],
    ['POST', '/restore', [303, 404, 404, 'in']],
    ['POST', '/delete', [303, 404, 404, 'in']],
  ] as const)(
    '%s /widgets/<id>%s, for owner, co-manager, stranger, visitor',
    async (method, path, expected) => {
      const id = await make({});
      await join(id, 'co');
      const { owner = 0 } = Object.fromEntries(
        (
          await rows<{ account_id: number; is_owner: number }>(
            service,
            `select account_id, is_owner from widget_managers where widget_id = ${id}`,
          )
        ).map((row) => [row.is_owner === 1 ? 'owner' : 'co', row.account_id]),
      );
      const statuses = [];
      for (const who of ['visitor', 'stranger', 'co', 'owner']) {
        const once = await onceOn('/builder?embed=finder');
        const fields = {
          once,
          name: 'n',
          embed: 'finder',
          account: String(owner),
          act: 'remove',
          email: 'x@example.org',
        };
        const address = `/widgets/${id}${path}`;
        const reply = method === 'GET' ? await page(address, who) : await send(address, fields, who);
        const isSignIn = reply.headers.get('location')?.startsWith('/sign-in');
        statuses.unshift(isSignIn ? 'in' : reply.status);
      }
      expect(statuses).toEqual(expected);
      // The owner stays, whatever was sent.
      expect(
        await rows(service, `select is_owner from widget_managers where widget_id = ${id} and is_owner = 1`),
      ).toHaveLength(1);
    },
  );

  test('views and clicks are counted per site and day, and nothing else is stored', async () => {
    const id = await make({}, 'Counted');
    await Promise.all([
      ...Array.from({ length: 5 }, () => see(id)),
      see(id, 'click'),
      see(id, 'view', 'https://other.example'),
      see(id, 'view', 'null'),
      see(id, 'view', `https://${'x'.repeat(300)}.example`),
      see(id, 'view', 'https://a.example/<script>'),
    ]);
    const counted = await rows<object>(
      service,
      `select * from widget_counts where widget_id = ${id} order by site`,
    );
    const day = new Date().toISOString().slice(0, 10);
    expect(counted.map((row) => JSON.parse(JSON.stringify(row)) as object)).toEqual(
      [
        ['', 3, 0],
        ['https://other.example', 1, 0],
        [partner, 5, 1],
      ].map(([site, views, clicks]) => {
        const isText = engine === 'postgres' ? Number : Number;
        return { widget_id: isText(id), day, site, views, clicks };
      }),
    );
    const html = await (await page(`/widgets/${id}`)).text();
    for (const text of ['https://other.example', 'other pages']) expect(html).toContain(text);
    expect((await see(999_999)).status).toBe(200);
    expect((await see(id, 'steal')).status).toBe(400);
    expect((await see('1e99')).status).toBe(400);
    expect(await rows(service, 'select * from widget_counts where widget_id = 999999')).toEqual([]);
  });

  test('a forged origin cannot fill the table: after 50 sites of a day, the others count together', async () => {
    const id = await make({});
    for (let n = 0; n < 60; n++) await see(id, 'view', `https://site-${n}.example`);
    const counted = await rows<{ site: string; views: number }>(
      service,
      `select site, views from widget_counts where widget_id = ${id}`,
    );
    expect(counted).toHaveLength(51);
    expect(Number(counted.find(({ site }) => site === '')?.views)).toBe(10);
  });

  test('a deleted widget says so, can be put back, and its number is never used again', async () => {
    const id = await make({ q: 'frogs' }, 'Doomed');
    await see(id);
    expect(await (await page(`/widgets/${id}/delete`)).text()).toContain(
      'seen 1 time, on https://partner.example',
    );
    await send(`/widgets/${id}/delete`);
    const gone = await shown(id);
    expect([gone.status, JSON.parse(gone.body)]).toMatchObject([404, { code: 'not_found' }]);
    expect((await page(`/widgets/${id}`)).status).toBe(404);
    await see(id);
    expect(await (await page('/widgets')).text()).toContain('can be restored until');
    expect((await send(`/widgets/${id}`, { name: 'x', embed: 'finder' })).status).toBe(404);
    await send(`/widgets/${id}/restore`);
    expect((await served(id)).saved).toEqual({ 'data-q': 'frogs' });
    expect(await rows(service, `select views from widget_counts where widget_id = ${id}`)).toHaveLength(1);
    expect(await make({})).toBeGreaterThan(id);
  });
});
