/** A withheld project is not named, mailed for, granted for or recorded for: at every address. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import {
  count,
  importEntries,
  joinFrom,
  newKey,
  post,
  profileId,
  projectEntry,
  rows,
  send,
  sha256,
  signIn,
  success,
} from '../scene.ts';

const id = 61;
const name = 'Withheld Wrens';
const origin = 'https://wrens.example';
const waiting = { id: 62, name: 'Withheld Wagtails' };
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const picture = 'f'.repeat(32);

describe.each(engines)('a project that is withheld, on %s', (engine) => {
  let service: Service;
  let key: string;
  let strangersKey: string;
  let owner: string;
  let member: string;
  let stranger: string;
  let profile: number;
  let grant: string;
  let assertion: string;
  let token: string;
  let code: string;
  let flow: string;
  let tellMe: string;

  const operator = async (...words: string[]) => {
    const { code: ended, stdout } = await service.operator(...words);
    expect({ ended, stdout }).toMatchObject({ ended: 0 });
  };
  const embed = (path: string, more: object) => send(service, path, { project_id: id, ...more }, origin);
  const keyed = (path: string, of = key) => service.get(`${path}${path.includes('?') ? '&' : '?'}key=${of}`);
  const as = (cookie: string, path: string) => service.get(path, { headers: { cookie } });
  const connecting = `project_id=${id}&origin=${encodeURIComponent(origin)}&challenge=${challenge}&state=${'s'.repeat(16)}`;
  const federated = (cookie: string) => ({ cookie, origin, 'sec-fetch-dest': 'webidentity' });

  beforeAll(async () => {
    service = await startService(engine, { FEDCM: 'true' });
    const entries = [
      projectEntry(name, `${origin}/`, { id }),
      projectEntry(waiting.name, 'https://wagtails.example/', {
        id: waiting.id,
        status: 'starting',
        preregistration: true,
      }),
    ];
    const { json } = await importEntries(service, 'owner@example.org', entries, '--publish');
    expect(json).toMatchObject({ added: 2 });
    await operator('allow-hashed', String(id));
    key = await newKey(service, 'owner@example.org');
    strangersKey = await newKey(service, 'stranger@example.org');
    owner = await signIn(service, 'owner@example.org');
    stranger = await signIn(service, 'stranger@example.org');
    ({ grant } = await joinFrom(service, { id, origin }, 'member@example.org'));
    member = await signIn(service, 'member@example.org');
    const record = await embed('/embed/record', { grant, type: 'collection', event_id: 'first' });
    grant = (await success('POST /embed/record', record)).grant ?? '';
    const asserted = await success('POST /embed/assertion', await embed('/embed/assertion', { grant }));
    grant = asserted.grant ?? '';
    assertion = asserted.participant_token;
    profile = await profileId(service, key, 'member@example.org');
    const tokens = await keyed(`/api/profile/token?profile_id=${profile}&project_id=${id}`);
    token = (await success('GET /api/profile/token', tokens)).participant_token;
    const done = await post(service, '/connect', Object.fromEntries(new URLSearchParams(connecting)), member);
    code = /"code":"([\w-]+)"/.exec(await done.text())?.[1] ?? 'no code';
    const asked = await embed('/embed/join', { address: 'new@example.org', of_age: true });
    flow = (await success('POST /embed/join', asked)).flow;
    await post(service, `/project/${waiting.id}/tell-me`, { email: 'waiting@example.org' });
    const [mail] = (await service.mails()).filter(({ to }) => to === 'waiting@example.org');
    tellMe = new URL(mail?.links[0] ?? '').pathname;
    await post(service, tellMe, { choice: 'yes' });
    expect(await count(service, 'start_notices')).toBe(1);
    await rows(
      service,
      engine === 'sqlite'
        ? `insert into pictures values ('${picture}', 1, 1, x'00', x'00', 0)`
        : `insert into pictures values ('${picture}', 1, 1, '\\x00', '\\x00', 0)`,
    );
    await rows(service, `update projects set picture = '${picture}' where project_id = ${id}`);
  });

  /** Request → its status and code while the project is open, and while it is withheld. */
  const table: [asked: string, ask: () => Promise<Response>, open: string, withheld: string][] = [
    [
      'embed/project',
      () => service.get(`/embed/project?project_id=${id}`, { headers: { origin } }),
      '200',
      '404 no_project',
    ],
    [
      'embed/project by its origin',
      () => service.get('/embed/project', { headers: { origin } }),
      '200',
      '400 invalid',
    ],
    [
      'embed/connect',
      () => embed('/embed/connect', { code: 'x'.repeat(43), verifier }),
      '401 connect_code_gone',
      '404 no_project',
    ],
    [
      'embed/join',
      () => embed('/embed/join', { address: 'x@example.org', of_age: false }),
      '403 under_age',
      '404 no_project',
    ],
    [
      'embed/join/code',
      () => embed('/embed/join/code', { flow: 'x'.repeat(43), address: 'y@example.org', code: '000000' }),
      '400 wrong_code',
      '404 no_project',
    ],
    [
      'embed/record',
      () => embed('/embed/record', { grant, type: 'collection', event_id: 'first' }),
      '200',
      '404 no_project',
    ],
    ['embed/assertion', () => embed('/embed/assertion', { grant }), '200', '404 no_project'],
    [
      'embed/undo by a token',
      () => embed('/embed/undo', { participant: token, event_id: 'none' }),
      '200',
      '404 no_project',
    ],
    [
      'embed/decline by a wrong token',
      () => embed('/embed/decline', { participant: `${token.slice(0, -4)}AAAA` }),
      '401 token_gone',
      '404 no_project',
    ],
    ['embed/undo by the participant', () => embed('/embed/undo', { grant, event_id: 'none' }), '200', '200'],
    ['connect', () => as(member, `/connect?${connecting}`), '200', '400'],
    [
      'connect, agreed to',
      () => post(service, '/connect', Object.fromEntries(new URLSearchParams(connecting)), member),
      '200',
      '400',
    ],
    ['confirm', () => as(member, `/confirm/${id}?ref=a`), '200', '404'],
    ['confirm, as its manager', () => as(owner, `/confirm/${id}?ref=a`), '200', '404'],
    ['confirm, agreed to', () => post(service, `/confirm/${id}`, { ref: 'first' }, member), '303', '404'],
    [
      'fedcm',
      () =>
        service.postForm(
          '/fedcm/assertion',
          {
            client_id: String(id),
            account_id: '1',
            mode: 'active',
            is_auto_selected: 'false',
            params: JSON.stringify({ challenge }),
          },
          { headers: federated(member) },
        ),
      '401 signed_out',
      '404 no_project',
    ],
    [
      'look-up for it',
      () => keyed(`/api/profile/id?hashed=${sha256('a')}&project_id=${id}`),
      '200',
      '403 withheld',
    ],
    [
      'participant token',
      () => keyed(`/api/profile/token?profile_id=${profile}&project_id=${id}`),
      '200',
      '403 withheld',
    ],
    [
      'record_event',
      () =>
        service.postForm(`/api/record_event?key=${key}`, {
          profile_id: String(profile),
          project_id: String(id),
          type: 'signup',
          idempotency_key: 'one',
        }),
      '200',
      '403 withheld',
    ],
    [
      'record_event by an assertion',
      () =>
        service.postForm(`/api/record_event?key=${key}`, {
          participant_token: assertion,
          project_id: String(id),
          type: 'signup',
          idempotency_key: 'two',
        }),
      '200',
      '403 withheld',
    ],
    [
      'hashed participation',
      () =>
        service.postForm(`/api/participation/hashed/${id}?key=${key}`, {
          hashed: sha256('a'),
          type: 'signup',
          idempotency_key: 'three',
        }),
      '200',
      '403 withheld',
    ],
    ['detail', () => keyed(`/api/project/${id}`, strangersKey), '200', '404 no_project'],
    ['its page', () => as(stranger, `/project/${id}-withheld-wrens`), '200', '404'],
    ['its stats, as a stranger', () => as(stranger, `/project/${id}-withheld-wrens/stats`), '403', '404'],
    ['its picture', () => service.get(`/images/${picture}.webp`), '200', '404'],
    ['its page, as its manager', () => as(owner, `/project/${id}-withheld-wrens`), '200', '200'],
    ['its tools, as its manager', () => as(owner, `/project/${id}-withheld-wrens/tools`), '200', '200'],
    ['detail, as its manager', () => keyed(`/api/project/${id}`), '200', '200'],
    [
      'its start, to be told of',
      () => post(service, `/project/${waiting.id}/tell-me`, { email: 'no address' }),
      '400',
      '404',
    ],
  ];

  const outcome = async (reply: Response): Promise<{ said: string; text: string }> => {
    const text = await reply.text();
    const word = /^\{"result":"error".*"code":"(\w+)"/.exec(text)?.[1];
    return { said: word === undefined ? String(reply.status) : `${reply.status} ${word}`, text };
  };
  const outcomes = async () => {
    const found: Record<string, string> = {};
    for (const [asked, ask] of table) found[asked] = (await outcome(await ask())).said;
    return found;
  };
  const expected = (which: 2 | 3) => Object.fromEntries(table.map((row) => [row[0], row[which]]));
  const stored = async () =>
    rows(
      service,
      `select (select count(*) from events where project_id = ${id}) as events, (select count(*) from grants) as grants,
        (select count(*) from connect_codes) as codes, (select count(*) from join_flows) as flows`,
    );

  test('while it is open, every address answers', async () => {
    expect(await outcomes()).toEqual(expected(2));
    expect(await (await keyed('/finder?format=json&q=wrens')).text()).toContain(name);
    expect(await (await as(member, '/me')).text()).toContain(name);
  });

  test('withheld, none names, mails, grants or records, at once', async () => {
    const mails = (await service.mails()).length;
    await operator('hide', String(id));
    await operator('hide', String(waiting.id));
    const before = await stored();
    expect(await outcomes()).toEqual(expected(3));
    expect(await stored()).toEqual(before);
    expect((await service.mails()).length).toBe(mails);
    for (const [asked, ask] of table)
      if (!asked.includes('manager'))
        expect([asked, (await outcome(await ask())).text.includes(name)]).toEqual([asked, false]);
  });

  test('withheld, earlier codes and links do not work', async () => {
    const redeemed = await embed('/embed/connect', { code, verifier });
    expect((await outcome(redeemed)).said).toBe('404 no_project');
    const joined = await embed('/embed/join/code', { flow, address: 'new@example.org', code: '000000' });
    expect((await outcome(joined)).said).toBe('404 no_project');
    expect((await (await service.get(tellMe)).text()).includes(waiting.name)).toBe(false);
  });

  test('withheld, it starts without a mail, and the notices stay in the queue', async () => {
    await rows(
      service,
      `update projects set fields = replace(fields, '"status":"starting"', '"status":"active"') where project_id = ${waiting.id}`,
    );
    const told = async () =>
      (await service.mails()).filter(({ subject }) => /has started/.test(subject)).length;
    // Longer than the interval in which the notices look for starts.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect([await told(), await count(service, 'start_notices')]).toEqual([0, 1]);
  });

  test('withheld, it is in no search, and its manager looks up ten addresses a day only', async () => {
    expect(await (await keyed('/finder?format=json&q=wrens')).text()).not.toContain(name);
    expect(await (await service.get('/')).text()).not.toContain(name);
    // An earlier yes is cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const tries: string[] = [];
    for (let n = 0; n < 11; n++)
      tries.push((await outcome(await keyed(`/api/profile/id?hashed=${sha256(`try ${n}`)}`))).said);
    expect(tries).toEqual([...Array.from({ length: 10 }, () => '200'), '429 trial_used_up']);
  });

  test('withheld, its participant keeps their history without its name, and its manager reads why', async () => {
    const me = await (await as(member, '/me')).text();
    expect(me).not.toContain(name);
    expect(me).not.toContain(`/project/${id}`);
    expect(me).toContain(`A project that is not shown at present (number ${id})`);
    expect(me).toMatch(/\d contributions/);
    expect(await (await as(owner, `/project/${id}-withheld-wrens`)).text()).toContain(
      'withhold this project',
    );
  });

  test('shown again, every address works again', async () => {
    await operator('show', String(id));
    await operator('show', String(waiting.id));
    await rows(
      service,
      `update projects set fields = replace(fields, '"status":"active"', '"status":"starting"') where project_id = ${waiting.id}`,
    );
    expect(await outcomes()).toEqual(expected(2));
    expect(await (await as(member, '/me')).text()).toContain(name);
  });
});
