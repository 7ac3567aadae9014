/** Notices to owners' servers: what is reported, how it is signed, and receivers that fail or attack. */
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { startReceiver, type Received } from '../../set-up/service/peers/notice-receiver.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, joinFrom, newKey, post, profileId, projects, rows } from '../scene.ts';
import { send, signIn, startScene } from '../scene.ts';

const { birds, stars } = projects;
const day = 86_400_000;

const receiver = await startReceiver();
/** Must never be requested. */
const inside = await startReceiver();

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;
  const path = `/project/${birds.id}-bird-count/webhook`;

  const page = async (cookie = owner, at = path) => service.get(at, { headers: { cookie } });
  const text = async (response: Response) => (await response.text()).replaceAll('&amp;', '&');
  /** Sends a form of the page, with the number of a page that was just loaded. */
  const act = async (fields: Record<string, string>, cookie = owner) => {
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await text(await page(cookie))) ?? [];
    return post(service, path, { form, ...fields }, cookie);
  };
  const secretIn = (html: string) => /whsec_[\w+/=]{44}/.exec(html)?.[0] ?? 'no secret';
  const verified = (one: Received | undefined, secret: string) =>
    new Webhook(secret).verify(one?.body ?? '', one?.headers ?? {});
  type Row = {
    kind: string;
    status: number | null;
    fault: string | null;
    next_at: number | null;
    tries: number;
  };
  const newest = async () =>
    (
      await rows<Row>(
        service,
        `select kind, status, fault, next_at, tries from webhook_deliveries
        where project_id = ${birds.id} order by created_at desc, delivery_id limit 1`,
      )
    )[0];
  /** A test notice, until it was tried once. */
  const tried = async () => {
    await rows(service, `delete from webhook_deliveries where project_id = ${birds.id}`);
    expect((await act({ act: 'test' })).status).toBe(303);
    let last: Row | undefined;
    const outcome = async () => {
      last = await newest();
      return last?.status ?? last?.fault ?? null;
    };
    await expect.poll(outcome).not.toBeNull();
    return last;
  };
  let secret: string;

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, {
      ...unlimited,
      ...frequentQueues,
      FETCH_FROM: receiver.host,
    }));
    owner = await signIn(service, 'owner@example.org');
    receiver.received.length = 0;
  });

  test('an address that cannot be one is refused, with what was typed', async () => {
    for (const address of [
      ...['', 'x', 'ftp://a.example', 'http://a.example/', 'https://a:b@a.example', 'https://a.example:8443'],
      ...['javascript:alert(1)', `https://a.example/${'a'.repeat(500)}`],
    ]) {
      const reply = await act({ act: 'set', address });
      expect([address, reply.status]).toEqual([address, 400]);
      expect(await reply.text()).toContain('Type the address of your program');
    }
    expect(await rows(service, 'select project_id from webhooks')).toEqual([]);
  });

  test('the secret is shown once, and neither it nor the address is in the store', async () => {
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await text(await page())) ?? [];
    const fields = { act: 'set', form, address: receiver.address };
    secret = secretIn(await text(await post(service, path, fields, owner)));
    expect(secret).toMatch(/^whsec_/);
    const again = await post(service, path, fields, owner);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('sent twice')]);
    const shown = await text(await page());
    expect(shown).toContain(receiver.address);
    expect(shown).not.toContain('whsec_');
    const stored = JSON.stringify(await rows(service, 'select * from webhooks'));
    for (const planted of ['planted', receiver.host, secret.slice(6)]) expect(stored).not.toContain(planted);
  });

  test('only managers, and only from our own form', async () => {
    const stranger = await signIn(service, 'stranger@example.org');
    expect((await page(stranger)).status).toBe(404);
    expect((await service.get(path, { redirect: 'manual' })).headers.get('location')).toMatch(/^\/sign-in/);
    for (const one of ['set', 'rotate', 'test', 'replay', 'enable', 'remove']) {
      const fields = { act: one, form: 'f'.repeat(43), address: 'https://evil.example/' };
      expect([one, (await post(service, path, fields, stranger)).status]).toEqual([one, 404]);
      const headers = { cookie: owner, origin: 'https://evil.example' };
      expect([one, (await service.postForm(path, fields, { headers })).status]).toEqual([one, 403]);
    }
    expect(await text(await page())).toContain(receiver.address);
  });

  test('a test notice, verified by the library of the convention', async () => {
    const before = receiver.received.length;
    expect(await tried()).toMatchObject({ status: 204, fault: null, next_at: null });
    const sent = receiver.received.slice(before);
    expect(sent).toHaveLength(1);
    expect(verified(sent[0], secret)).toEqual({
      type: 'test',
      timestamp: expect.any(String) as string,
      data: { project_id: birds.id },
    });
    expect(sent[0]?.path).toBe('/hooks?token=planted');
    expect(sent[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    const { headers = {}, body = '', path: at = '' } = sent[0] ?? {};
    expect(() => verified({ headers, body: body.replace('test', 'tost'), path: at }, secret)).toThrow();
    expect(await text(await page())).toMatch(/It answered 204\./);
  });

  test('a replaced secret signs along for a day', async () => {
    const former = secret;
    secret = secretIn(await text(await act({ act: 'rotate' })));
    expect(secret).not.toBe(former);
    await tried();
    const both = receiver.received.at(-1);
    expect(verified(both, former)).toEqual(verified(both, secret));
  });

  const misbehaving: [string, (response: ServerResponse) => void, Partial<Row>][] = [
    ['answers 500', (response) => void response.writeHead(500).end(), { status: 500, fault: 'status' }],
    ['hangs', () => undefined, { status: null, fault: 'slow' }],
    [
      'redirects to a loopback address',
      (response) => void response.writeHead(307, { location: `http://${inside.host}/` }).end(),
      { status: 307, fault: 'redirect' },
    ],
    ['closes at once', (response) => void response.destroy(), { status: null, fault: 'unreachable' }],
    [
      'lies about its length',
      (response) => {
        response.writeHead(200, { 'content-length': '5' });
        response.flushHeaders();
        response.socket?.write('much more than five bytes');
      },
      { status: 200, fault: null },
    ],
    [
      'promises a gigabyte, and begins to send it',
      (response) => {
        response.writeHead(200, { 'content-length': String(2 ** 30) });
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      },
      { status: 200, fault: null },
    ],
  ];
  test.each(misbehaving)('a receiver that %s', async (_name, behave, outcome) => {
    const sent: ServerResponse[] = [];
    receiver.answer((response) => {
      sent.push(response);
      behave(response);
    });
    const after = await tried();
    receiver.answer();
    expect(after).toMatchObject(outcome);
    expect(after?.next_at === null).toBe([null, 'redirect'].includes(outcome.fault ?? null));
    expect(inside.received).toEqual([]);
    await expect.poll(() => sent.every(({ closed }) => closed)).toBe(true);
    for (const { socket } of sent) expect(socket?.bytesWritten ?? 0).toBeLessThan(64 * 1_048_576);
  });

  test('a redirect is told with what to do, and a new address by its name, which the store keeps sealed', async () => {
    const answer = (status: number, location: string) =>
      receiver.answer((response) => void response.writeHead(status, { location }).end());
    answer(302, 'https://script.example/echo?key=1');
    expect(await tried()).toMatchObject({ status: 302, tries: 1, next_at: null });
    const [{ headers = {} } = {}] = receiver.received.slice(-1);
    const seen = await text(await page());
    expect(seen).toContain(`<code translate="no">${String(headers['webhook-id'])}</code>`);
    expect(seen).toMatch(/answered with a redirect.*HtmlService/s);
    expect(seen).not.toContain('script.example');
    answer(308, '/moved?token=planted-anew');
    await tried();
    const moved = `http://${receiver.host}/moved?token=planted-anew`;
    await expect
      .poll(async () => text(await page()))
      .toContain(`permanently to <code translate="no">${moved}</code>`);
    for (const table of ['webhooks', 'webhook_deliveries'])
      expect(JSON.stringify(await rows(service, `select * from ${table}`))).not.toContain('planted-anew');
    receiver.answer();
    // Even a new address that is the old one ends what was said.
    const { version } = /name="version" value="(?<version>\w+)"/.exec(await text(await page()))?.groups ?? {};
    await act({ act: 'set', address: `${receiver.address}&again`, version: version ?? '' });
    expect(await text(await page())).not.toContain('planted-anew');
    await act({ act: 'set', address: receiver.address });
  });

  test('an address inside our network is not requested', async () => {
    for (const address of [
      'https://127.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'https://10.0.0.1/',
    ]) {
      await act({ act: 'set', address });
      expect([address, await tried()]).toEqual([address, expect.objectContaining({ fault: 'private' })]);
    }
    expect((await act({ act: 'set', address: receiver.address })).status).toBe(303);
  });

  test('410 ends the notices at once, with a mail; they can be switched on and sent again', async () => {
    await rows(
      service,
      "update accounts set mail_lang = 'de' where account_id = (select account_id from addresses where address = 'owner@example.org') returning account_id",
    );
    receiver.answer((response) => void response.writeHead(410).end());
    await tried();
    const ended = () => rows(service, 'select ended_why from webhooks');
    await expect.poll(ended).toEqual([{ ended_why: 'gone' }]);
    receiver.answer();
    const mails = async () =>
      (await service.mails()).filter(({ subject }) => /Meldungen an deinen Server/.test(subject));
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail] = await mails();
    expect([mail?.to, mail?.text]).toEqual(['owner@example.org', expect.stringContaining('410 (Gone)')]);
    expect(mail?.text).not.toContain('planted');
    expect(await text(await page())).toContain('Send notices again');

    const id = receiver.received.at(-1)?.headers['webhook-id'];
    const before = receiver.received.length;
    await act({ act: 'enable' });
    await act({ act: 'replay', notice: 'failed' });
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id);
    await expect.poll(newest).toMatchObject({ status: 204, next_at: null });
  });

  /** The act that leads to each kind, for a project that awaits review; every fact goes out, and nothing more. */
  const decisions: [name: string, kind: string, decide: (id: number, editor: string) => Promise<unknown>][] =
    [
      ['approved', 'project.approved', (id) => service.operate('publish', String(id))],
      [
        'turned down',
        'project.turned_down',
        (id) => service.operate('reject', String(id), '--why', 'Not for volunteers'),
      ],
      [
        'questioned',
        'project.questioned',
        (id, editor) => post(service, `/review/${id}`, { act: 'ask', question: 'Where is it?' }, editor),
      ],
    ];

  test.each(decisions)(
    'a project that is %s is reported once, without a name',
    async (name, kind, decide) => {
      await service.operate('role', 'editor@example.org', 'editor');
      const editor = await signIn(service, 'editor@example.org');
      const id = await addProject(service, key, `Project ${name}`);
      const own = `/project/${id}-project-${name.replace(' ', '-')}/webhook`;
      const [, form = ''] = /name="form" value="([^"]+)"/.exec(await text(await page(owner, own))) ?? [];
      await post(service, own, { act: 'set', form, address: receiver.address }, owner);
      receiver.received.length = 0;
      await decide(id, editor);
      const mine = () =>
        receiver.received
          .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
          .filter(({ data }) => data['project_id'] === id)
          .map(({ type, data }) => [type, data]);
      const notice = [kind, { project_id: id, url: `${service.baseUrl}/project/${id}` }];
      await expect.poll(mine).toEqual([notice]);
      expect(await rows(service, `select kind from webhook_deliveries where project_id = ${id}`)).toEqual([
        { kind },
      ]);
    },
  );

  test('what editors decide, and a key that ends, is reported once, without a name', async () => {
    const id = await addProject(service, key, 'Moss Watch');
    const own = `/project/${id}-moss-watch/webhook`;
    const html = await text(await page(owner, own));
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(html) ?? [];
    await post(service, own, { act: 'set', form, address: receiver.address }, owner);
    receiver.received.length = 0;
    await service.operate('publish', String(id));
    const ending = await newKey(service, 'owner@example.org');
    expect(ending).toMatch(/^mh_/);
    await rows(
      service,
      `update keys set revoked_at = ${Date.now() + 5 * day} where key_id = (select max(key_id) from keys
        where account_id = (select account_id from project_managers where project_id = ${id}))`,
    );
    const about = (one: Received) => JSON.parse(one.body) as { type: string; data: Record<string, unknown> };
    const mine = () => receiver.received.map(about).filter(({ data }) => data['project_id'] === id);
    await expect
      .poll(() =>
        mine()
          .map(({ type }) => type)
          .sort(),
      )
      .toEqual(['key.ending', 'project.approved']);
    const [end, approved] = mine().sort((a, b) => a.type.localeCompare(b.type));
    expect(approved?.data).toEqual({ project_id: id, url: `${service.baseUrl}/project/${id}` });
    expect(end?.data).toMatchObject({ project_id: id, key_id: expect.any(Number) as number });
    expect(Object.keys(end?.data ?? {})).toEqual(['project_id', 'key_id', 'ends_at']);
  });

  test('withdrawals are told as a rounded number of people in a whole month, or not at all', async () => {
    const [today] = new Date().toISOString().split('T') as [string];
    const lastMonth = new Date(Date.parse(today.slice(0, 7)) - day).toISOString().slice(0, 7);
    const withdrawn = () =>
      rows<{ contributions: number }>(
        service,
        `select contributions from withdrawing where project_id = ${birds.id} and contributions > 0`,
      );
    const undo = async (who: string, times: number) => {
      let { grant } = await joinFrom(service, birds, `${who}@example.org`);
      const embed = async (act: 'record' | 'undo', said: object) => {
        const fields = { project_id: birds.id, grant, ...said };
        const reply = await send(service, `/embed/${act}`, fields, birds.origin);
        expect(reply.status).toBe(200);
        grant = ((await reply.json()) as { grant?: string }).grant ?? grant;
      };
      for (let at = 0; at < times; at++) {
        await embed('record', { type: 'collection', event_id: `${who}${at}` });
        await embed('undo', { event_id: `${who}${at}` });
      }
      return embed;
    };
    // One person undoes twelve contributions, and another one puts everything back.
    await undo('ada', 12);
    const cyd = await undo('cyd', 1);
    expect(await withdrawn()).toHaveLength(2);
    await cyd('record', { type: 'collection', event_id: 'cyd0', put_back: true });
    // A third one removes a contribution: that counts once it cannot be taken back any more.
    const profile = await profileId(service, key, 'bob@example.org');
    const bob = await signIn(service, 'bob@example.org');
    const event = { key, profile_id: String(profile), project_id: String(birds.id), type: 'collection' };
    expect((await service.postForm('/api/record_event', event)).status).toBe(200);
    const remove = async () => {
      const reply = await post(service, '/me/remove', { project_id: String(birds.id) }, bob);
      expect(reply.status).toBe(303);
      const [row] = await rows<{ removed_at: number }>(service, 'select removed_at from removed_events');
      return String(row?.removed_at);
    };
    await post(service, '/me/restore', { project_id: String(birds.id), removed_at: await remove() }, bob);
    await service.operate('purge');
    expect((await withdrawn()).map(({ contributions }) => Number(contributions))).toEqual([12]);
    await remove();
    await rows(service, `update removed_events set removed_at = removed_at - ${8 * day} returning event_id`);
    await service.operate('purge');
    expect(await withdrawn()).toHaveLength(2);

    const told = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
        .filter(({ type }) => type === 'contributions.withdrawn');
    /** Makes it last month, and ends when the notifier has looked once: it reports the end of another key then. */
    const looked = async () => {
      await rows(service, `update withdrawing set month = '${lastMonth}' returning month`);
      await rows(service, `update webhooks set withdrawn_from = ${Date.now() - 40 * day} returning form`);
      await service.restart();
      const before = receiver.types().filter((type) => type === 'key.ending').length;
      await newKey(service, 'owner@example.org');
      await rows(
        service,
        `update keys set revoked_at = ${Date.now() + day} where key_id in (select key_id from keys where account_id =
          (select account_id from project_managers where project_id = ${birds.id}) order by created_at desc limit 1)`,
      );
      await expect
        .poll(() => receiver.types().filter((type) => type === 'key.ending').length)
        .toBeGreaterThan(before);
    };
    await looked();
    expect(told()).toEqual([]);
    // In this month, nothing is told of it yet.
    for (let n = 0; n < 8; n++) await undo(`many-${n}`, 1 + (n % 3));
    await service.restart();
    await looked();
    await expect.poll(told).toHaveLength(1);
    const notice = { type: 'contributions.withdrawn', timestamp: `${today.slice(0, 7)}-01T00:00:00.000Z` };
    expect(told()).toEqual([
      { ...notice, data: { project_id: birds.id, participants: 10, month: lastMonth } },
    ]);
    // Their digests are kept for one more month, and told no more.
    await looked();
    expect(told()).toHaveLength(1);
    await rows(service, "update withdrawing set month = '2020-01' returning month");
    await service.restart();
    await expect.poll(withdrawn).toEqual([]);
  });

  test('awards of a month that is over are told once, rounded, to the projects that the programme lists', async () => {
    const thisMonth = new Date().toISOString().slice(0, 7);
    const lastMonth = new Date(Date.parse(thisMonth) - day).toISOString().slice(0, 7);
    receiver.answer();
    const add = async (programme: number, members: number) => {
      await rows(
        service,
        `insert into programmes (programme_id, name, texts, rule, state, made_by, created_at)
          values (${programme}, 'Library', '{}', '{}', 'open', 0, 1) returning programme_id`,
      );
      await rows(
        service,
        `insert into programme_projects (programme_id, project_id, state, changed_at)
          values (${programme}, ${birds.id}, 'listed', 1) returning project_id`,
      );
      for (let n = 1; n <= members; n++)
        await rows(
          service,
          `insert into programme_members (programme_id, account_id, joined_at, certificate_id, awarded_in)
            values (${programme}, ${900_000 + n}, 1, ${n}, '${lastMonth}') returning account_id`,
        );
    };
    await add(701, 12);
    await add(702, 3);
    await rows(service, 'update webhooks set created_at = 1 returning form');
    await service.restart();
    const told = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
        .filter(({ type }) => type === 'programme.awarded');
    await expect.poll(told).toHaveLength(1);
    const data = told()[0]?.data ?? {};
    expect([10, 15]).toContain(data['awards']);
    expect(data).toMatchObject({ project_id: birds.id, programme_id: 701, month: lastMonth });
    await rows(service, 'delete from programme_members where programme_id > 0 returning account_id');
  });

  test('kill -9 during a try loses nothing: it comes again under the same number', async () => {
    receiver.answer(() => undefined);
    const before = receiver.received.length;
    await act({ act: 'test' });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
    await service.kill9();
    receiver.answer();
    await service.start();
    // In place of waiting for the end of the lease.
    await rows(service, 'update webhook_deliveries set next_at = 1 where next_at is not null');
    // A notice of an earlier test may be tried again meanwhile.
    const timesOfFirst = () => {
      const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
      return ids.filter((id) => id === ids[0]).length;
    };
    await expect.poll(timesOfFirst).toBeGreaterThan(1);
    await expect.poll(newest).toMatchObject({ status: 204, next_at: null });
  });

  test('nothing is left after “Stop”', async () => {
    expect((await act({ act: 'remove' })).status).toBe(303);
    for (const table of ['webhooks', 'webhook_deliveries'])
      expect(await rows(service, `select project_id from ${table} where project_id = ${birds.id}`)).toEqual(
        [],
      );
    const history = await text(await page(owner, `/project/${birds.id}-bird-count/history`));
    expect(history).toContain('set where notices go:');
    expect(await rows(service, `select 1 from webhooks where project_id = ${stars.id}`)).toEqual([]);
  });
});
