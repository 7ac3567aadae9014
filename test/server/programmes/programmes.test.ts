/** Programmes: a partner's list of projects with a rule, what people do for it, and the award that says no more than that. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { verifyBadge, verifyInWallet } from '../../set-up/service/peers/badge-verifier.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { repeat } from '../repeated.ts';
import { newestMail, post, profileId, projects, shareScene, signIn } from '../scene.ts';

const { birds, frogs, stars } = projects;
const day = 86_400_000;

const form = {
  name: 'Two Hedges Library',
  text: 'Count with us.',
  award: 'A bookmark',
  'text-de': 'Zählt mit.',
  'award-de': 'Ein Lesezeichen',
  contributions: '3',
  projects: '2',
  counts: 'reported',
  ground: '#0b5d4b',
  ink: '#ffffff',
  link: 'https://library.example/',
  form: 'f'.repeat(43),
};

describe.each(engines)('programmes on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let stranger: string;
  let partner: string;
  let operator: string;
  let manager: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
    rows = openRows(service);
    await service.operate('role', 'boss@example.org', 'operator');
    operator = await signIn(service, 'boss@example.org');
    partner = await signIn(service, 'partner@library.example');
    manager = await signIn(service, 'owner@example.org');
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const get = (path: string, cookie = '', more: Record<string, string> = {}) =>
    service.get(path, { headers: { cookie, ...more } });
  const read = async (path: string, cookie = '', more: Record<string, string> = {}) =>
    (await (await get(path, cookie, more)).text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  const request = async (more: object = {}) => {
    const made = await post(service, '/programmes/new', { ...form, ...more }, partner);
    expect(made.status).toBe(303);
    return Number(/\d+/.exec(made.headers.get('location') ?? '')?.[0]);
  };
  let forms = 0;
  const opened = async (more: object = {}) => {
    const id = await request({ form: String(++forms).padStart(43, 'x'), ...more });
    await post(service, '/operator/programmes', { programme_id: String(id), act: 'approve' }, operator);
    return id;
  };
  /** Reports for a project, and the message shown on its site. */
  const makeEligible = async ({ id, origin }: { id: number; origin: string }, key: string) => {
    const profile = await profileId(service, key, 'anybody@example.org');
    await service.postJson('/api/record_event', {
      key,
      profile_id: profile,
      project_id: id,
      type: 'collection',
    });
    await service.get(`/embed/project?project_id=${id}`, { headers: { origin, referer: `${origin}/` } });
    await expect
      .poll(() => rows.all(`select 1 from shown where project_id = ${id}`), { timeout: 20_000 })
      .not.toHaveLength(0);
  };
  const ask = (project: { id: number }, programme: number, act: string, cookie = manager) =>
    post(service, `/project/${project.id}/programmes`, { programme_id: String(programme), act }, cookie);
  const work = (programme: number, project: { id: number }, act: string, cookie = partner) =>
    post(service, `/programme/${programme}/work`, { project_id: String(project.id), act }, cookie);
  const list = async (programme: number, ...some: { id: number }[]) => {
    for (const project of some) {
      expect((await ask(project, programme, 'ask')).status).toBe(303);
      expect((await work(programme, project, 'accept')).status).toBe(303);
    }
  };
  const member = async (programme?: number) => {
    const address = `reader-${++people}-${engine}@example.org`;
    const cookie = await signIn(service, address);
    if (programme !== undefined) await post(service, `/programme/${programme}/join`, {}, cookie);
    const record = async (project: { id: number }, more: object = {}) => {
      const profile_id = await profileId(service, owner, address);
      const said = { key: owner, profile_id, project_id: project.id, type: 'collection', ...more };
      return ((await (await service.postJson('/api/record_event', said)).json()) as { event_id: number })
        .event_id;
    };
    const award = async (of: number) =>
      /href="(\/certificate\/[\w-]+)"/.exec(await (await get(`/programme/${of}`, cookie)).text())?.[1];
    return { address, cookie, record, award };
  };
  const badge = async (path: string) =>
    (await (await get(`${path}/badge.json`)).json()) as Record<string, unknown> & {
      credentialSubject: object;
      credentialStatus: { statusListIndex: string; statusListCredential: string };
    };
  const isRevoked = async (path: string, index: number) => {
    const { gunzipSync } = await import('node:zlib');
    const listed = (await (await get(new URL(path).pathname)).json()) as {
      credentialSubject: { encodedList: string };
    };
    const bits = gunzipSync(Buffer.from(listed.credentialSubject.encodedList.slice(1), 'base64url'));
    return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
  };

  test('a request waits for an operator, who opens it, and withholds it', async () => {
    const id = await request();
    expect(await request()).toBe(id);
    expect((await get(`/programme/${id}`)).status).toBe(404);
    expect((await get(`/programme/${id}`, manager)).status).toBe(404);
    expect(await read(`/programme/${id}`, partner)).toContain('waits for an operator');
    expect(
      (await post(service, '/operator/programmes', { programme_id: String(id), act: 'approve' }, partner))
        .status,
    ).toBe(404);
    const without = await post(
      service,
      '/operator/programmes',
      { programme_id: String(id), act: 'refuse' },
      operator,
    );
    expect(without.status).toBe(400);
    await post(service, '/operator/programmes', { programme_id: String(id), act: 'approve' }, operator);
    expect((await newestMail(service, 'partner@library.example')).text).toContain(`/programme/${id}`);
    expect(await read(`/programme/${id}`)).toContain('Count with us.');
    expect(await read(`/programme/${id}`, '', { 'accept-language': 'de' })).toContain('Zählt mit.');
    expect(await (await get(`/programme/${id}/colours.css`)).text()).toContain('background: #0b5d4b');
    expect(await read('/programmes')).toContain('Two Hedges Library');
    await post(service, '/operator/programmes', { programme_id: String(id), act: 'withhold' }, operator);
    expect((await get(`/programme/${id}`)).status).toBe(404);
    expect(await read('/programmes')).not.toContain(`/programme/${id}`);
  });

  test.each([
    [{ name: '' }, 'name must not be empty'],
    [{ name: 'Birds at https://evil.example' }, 'Name must be a name without a link'],
    [{ ink: '#0b5d4c' }, 'the contrast is 1'],
    [{ ground: 'red;}body{display:none' }, 'must be a colour'],
    [{ link: 'javascript:alert(1)' }, 'address'],
    [{ contributions: '0', projects: '' }, 'must be at least 1'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'must not be before the first day'],
    [{ isYearly: 'true' }, 'must be the day on which each year begins'],
    [{ isYearly: 'true', from: '2026-08-01', to: '2027-07-31' }, 'must be empty if it begins again'],
    [{ 'name-de': 'Zwei Hecken', 'text-de': '', 'award-de': '' }, 'must not be empty'],
  ])('%o is refused in the field that it is in, and what was typed stays', async (fields, says) => {
    const reply = await post(service, '/programmes/new', { ...form, ...fields }, partner);
    const page = await reply.text();
    expect(reply.status).toBe(400);
    expect(page.toLowerCase()).toContain(says.toLowerCase());
    expect(page).toContain('A bookmark');
  });

  test('a project that is not eligible is refused with what it lacks', async () => {
    const id = await opened();
    const strangers = await signIn(service, 'stranger@example.org');
    const refused = await ask(stars, id, 'ask', strangers);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(
      /It lacks: contributions that the project reports with the API; the confirmation message/,
    );
    await work(id, stars, 'invite');
    expect((await newestMail(service, 'stranger@example.org')).text).toContain('invites your project');
    expect((await ask(stars, id, 'ask', strangers)).status).toBe(400);
    expect(await read(`/programme/${id}/work`, partner)).toContain('Still to be seen');
    expect((await ask(stars, id, 'ask', partner)).status).toBe(404);
    await makeEligible(stars, stranger);
    expect((await ask(stars, id, 'ask', strangers)).status).toBe(303);
    expect(await read(`/programme/${id}`)).toContain('Star Atlas');
    const found = await (await service.get(`/finder?format=json&q=&programme=${id}&key=${owner}`)).json();
    expect(found).toMatchObject({
      total: 1,
      results: [{ id: stars.id, programmes: [{ id, name: 'Two Hedges Library' }] }],
    });
    expect(await read(`/project/${stars.id}-star-atlas`)).toContain('Counts for Two Hedges Library');
    expect(await read(`/finder?programme=${id}`)).toContain('Counts for Two Hedges Library');
    const asked = new URLSearchParams({ format: 'json', url: `${service.baseUrl}/finder?programme=${id}` });
    const { html } = (await (await service.get(`/oembed?${asked}`)).json()) as { html: string };
    const frame = /src="([^"]*\/widget\?programme=\d+)"/.exec(html)?.[1] ?? 'no frame';
    expect(await (await service.get(frame)).text()).toContain(`data-programme="${id}"`);
    expect((await ask(stars, id, 'leave', strangers)).status).toBe(303);
    const none = await (await service.get(`/finder?format=json&q=&programme=${id}&key=${owner}`)).json();
    expect(none).toMatchObject({ total: 0 });
  });

  test('the rule is fulfilled, the award is made once, and ends with the contribution', async () => {
    await makeEligible(birds, owner);
    await makeEligible(frogs, owner);
    const id = await opened();
    await list(id, birds, frogs);
    const [one, other] = [await member(id), await member(id)];
    await one.record(birds);
    await one.record(birds);
    expect(await read('/me', one.cookie)).toMatch(/2 of 3 contributions .*1 of 2 different projects/);
    expect(await one.award(id)).toBeUndefined();
    await one.record(frogs, { when: new Date(Date.now() - 3 * day).toISOString() });
    const [first, again] = await Promise.all([one.award(id), one.award(id)]);
    expect(first).toBeDefined();
    expect(again).toBe(first);
    expect(await read(first ?? '')).toMatch(/A member of .* fulfilled the rule .* A bookmark/);
    for (const project of [frogs, frogs, birds]) await other.record(project);
    const second = (await other.award(id)) ?? '';
    const [a, b] = [await badge(first ?? ''), await badge(second)];
    const alike = ({ proof: _proof, id: _id, credentialSubject, credentialStatus, ...rest }: typeof a) => ({
      ...rest,
      subject: { ...credentialSubject, id: '' },
      list: credentialStatus.statusListCredential,
    });
    expect(alike(a)).toEqual(alike(b));
    expect(JSON.stringify(a)).not.toContain('Bird Count');
    expect(await verifyBadge(a, service.baseUrl, 'eddsa-rdfc-2022')).toEqual({
      verified: true,
      isRevoked: false,
    });
    const { checks } = await verifyInWallet(a, service.baseUrl);
    expect(checks).toMatchObject({ valid_signature: true, revocation_status: true });
    await post(service, `/programme/${id}/name`, { name: 'Ada' }, one.cookie);
    expect(await read(first ?? '')).toContain('Ada fulfilled');
    expect(
      (await post(service, `/programme/${id}/name`, { name: 'Eve' }, other.cookie)).headers.get('location'),
    ).toBe(second);
    expect(await read(first ?? '')).toContain('Ada fulfilled');

    await post(service, '/me/remove', { project_id: String(frogs.id) }, one.cookie);
    await read('/me', one.cookie);
    expect((await get(first ?? '')).status).toBe(410);
    const { statusListIndex, statusListCredential } = a.credentialStatus;
    expect(await isRevoked(statusListCredential, Number(statusListIndex))).toBe(true);
    expect(await verifyBadge(a, service.baseUrl, 'eddsa-rdfc-2022')).toMatchObject({ isRevoked: true });
    expect(
      await isRevoked(b.credentialStatus.statusListCredential, Number(b.credentialStatus.statusListIndex)),
    ).toBe(false);
    expect(await read('/me', one.cookie)).toMatch(/2 of 3 contributions/);
    await post(service, `/programme/${id}/leave`, {}, other.cookie);
    expect((await get(second)).status).toBe(410);
    expect(await read(`/programme/${id}`, other.cookie)).toContain('Join');
  });

  test('with a rule of each school year, the present one counts, and an award of a former one stays', async () => {
    const ago = (days: number) => ({ when: new Date(Date.now() - days * day).toISOString() });
    const from = ago(30 + 2 * 365).when.slice(0, 10);
    const id = await opened({ contributions: '2', projects: '0', from, isYearly: 'true' });
    expect(await read(`/programme/${id}`)).toContain('or from the same day of a later year');
    await list(id, birds);
    const [former, both] = [await member(id), await member(id)];
    for (const one of [former, both]) {
      await one.record(birds, ago(200));
      await one.record(birds);
    }
    await former.record(birds, ago(300));
    await service.operate('purge');
    const awarded = await rows.all(
      `select 1 from programme_members where programme_id = ${id} and certificate_id is not null`,
    );
    expect(awarded).toHaveLength(1);
    for (const { cookie } of [former, both])
      expect(await read(`/programme/${id}`, cookie)).toContain('1 of 2 contributions');
    expect(await both.award(id)).toBeUndefined();
    const award = (await former.award(id)) ?? '';
    expect(JSON.stringify(await badge(award))).toContain(`within a year from ${from}`);
    await post(service, '/me/remove', { project_id: String(birds.id) }, former.cookie);
    await read('/me', former.cookie);
    expect((await get(award)).status).toBe(410);
  });

  test('what was done before a project left counts, and what comes after does not', async () => {
    const id = await opened({ contributions: '2', projects: '0' });
    await list(id, birds, frogs);
    const one = await member(id);
    await one.record(birds);
    const visitor = await member();
    await visitor.record(birds);
    expect(await read('/me', visitor.cookie)).toMatch(/It counts for Two Hedges Library/);
    await ask(birds, id, 'leave');
    expect(await read('/me', one.cookie)).toContain('1 of 2 contributions');
    await rows.run(
      `update programme_projects set until_day = '2026-01-01' where programme_id = ${id} and state = 'left'`,
    );
    expect(await read('/me', one.cookie)).toContain('0 of 2 contributions');
  });

  test('the partner sees all members together, rounded, and nobody; and their numbers follow a withdrawal', async () => {
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    const some = [];
    for (let at = 0; at < 4; at++) {
      const one = await member(id);
      await one.record(birds);
      some.push(one);
    }
    await service.operate('purge');
    expect(await read(`/programme/${id}/work`, partner)).toMatch(/Joined: (few|fewer)/);
    expect(await (await get(`/programme/${id}/figures.csv`, partner)).text()).toMatch(/,,,\r\n/);
    for (let at = 0; at < 12; at++) {
      const one = await member(id);
      await one.record(birds);
      some.push(one);
    }
    await service.operate('purge');
    const figures = await read(`/programme/${id}/work`, partner);
    expect(figures).toMatch(/Joined: about (15|20) people/);
    const stored = await rows.all<{ people: number; events: number }>(
      `select people, events from programme_figures where programme_id = ${id} and project_id = 0 and month <> ''`,
    );
    expect(stored.map(({ people: n, events }) => [Number(n), Number(events)])).toEqual([[16, 16]]);
    const awarded = await rows.all(
      `select 1 from programme_members where programme_id = ${id} and certificate_id is not null`,
    );
    expect(awarded).toHaveLength(16);
    for (const { cookie } of some.slice(0, 2))
      await post(service, '/me/remove', { project_id: String(birds.id) }, cookie);
    await service.operate('purge');
    const after = await rows.all<{ people: number }>(
      `select people from programme_figures where programme_id = ${id} and project_id = 0 and month <> ''`,
    );
    expect(after.map(({ people: n }) => Number(n))).toEqual([14]);
    expect(
      await rows.all(
        `select 1 from programme_members where programme_id = ${id} and certificate_id is not null`,
      ),
    ).toHaveLength(14);
    for (const { address } of some) expect(figures).not.toContain(address);
  });

  test('a saved search lists the eligible projects that it finds, and not one that left', async () => {
    await makeEligible(birds, owner);
    const id = await opened();
    const edit = { ...form, search: 'https://example.org/finder?q=bird#results' };
    expect((await post(service, `/programme/${id}/edit`, edit, manager)).status).toBe(404);
    expect((await post(service, `/programme/${id}/edit`, edit, partner)).status).toBe(303);
    const answer = (act: string) =>
      post(service, '/operator/programmes', { programme_id: String(id), act }, operator);
    await answer('change');
    const listed = () =>
      rows.all<{ project_id: number; state: string }>(
        `select project_id, state from programme_projects where programme_id = ${id} order by project_id`,
      );
    expect((await listed()).map(({ project_id, state }) => [Number(project_id), state])).toEqual([
      [birds.id, 'listed'],
    ]);
    await ask(birds, id, 'leave');
    expect((await post(service, `/programme/${id}/edit`, edit, partner)).status).toBe(303);
    await answer('change');
    expect((await listed()).map(({ state }) => state)).toEqual(['left']);
  });

  test('nobody reads a changed name or award before an operator has looked at it', async () => {
    const id = await opened();
    const answer = (act: string) =>
      post(service, '/operator/programmes', { programme_id: String(id), act }, operator);
    const changed = { ...form, name: 'Free Money', award: 'A doctorate' };
    const saved = await post(service, `/programme/${id}/edit`, changed, partner);
    expect(saved.headers.get('location')).toContain('done=waits');
    for (const path of [`/programme/${id}`, '/programmes'])
      expect(await read(path)).not.toMatch(/Free Money|doctorate/);
    expect(await read('/operator/programmes', operator)).toMatch(/A change waits Free Money .*A doctorate/);
    expect(
      (await post(service, '/operator/programmes', { programme_id: String(id), act: 'change' }, partner))
        .status,
    ).toBe(404);
    await answer('keep');
    await answer('change');
    expect(await read(`/programme/${id}`)).not.toContain('Free Money');
    await post(service, `/programme/${id}/edit`, changed, partner);
    await answer('change');
    expect(await read(`/programme/${id}`)).toContain('Free Money');
  });

  test('managers are invited as for projects, and co-managers manage', async () => {
    const id = await opened();
    await post(service, `/programme/${id}/people/invite`, { email: 'second@library.example' }, partner);
    const invited = await newestMail(service, 'second@library.example');
    const second = await signIn(service, 'second@library.example');
    const path = new URL(invited.links.find((link) => link.includes('/invitation/')) ?? 'no:link').pathname;
    expect(await read(path, second)).toContain('manage the programme Two Hedges Library');
    await post(service, path, { choice: 'yes' }, second);
    expect((await get(`/programme/${id}/work`, second)).status).toBe(200);
    expect(await read(`/programme/${id}/people`, second)).toContain('Two Hedges Library');
  });

  test('a member shows a name until a day, and takes it back; nobody else reads it', async () => {
    const id = await opened();
    const one = await member(id);
    const until = new Date(Date.now() + 10 * day).toISOString().slice(0, 10);
    expect(
      (await post(service, `/programme/${id}/show`, { name: 'Ada', until: '2020-01-01' }, one.cookie)).status,
    ).toBe(400);
    await post(service, `/programme/${id}/show`, { name: 'Ada L.', until }, one.cookie);
    expect(await read(`/programme/${id}/work`, partner)).toContain('Ada L.');
    expect(await read(`/programme/${id}`)).not.toContain('Ada L.');
    expect((await get(`/programme/${id}/work`, one.cookie)).status).toBe(404);
    expect((await get(`/programme/${id}/figures.csv`, manager)).status).toBe(404);
    await post(service, `/programme/${id}/show`, { act: 'hide' }, one.cookie);
    expect(await read(`/programme/${id}/work`, partner)).not.toContain('Ada L.');
    const file = JSON.parse(await (await get('/me/export.json', one.cookie)).text()) as {
      programmes: object[];
    };
    expect(file.programmes).toMatchObject([{ programme_id: id, name: 'Two Hedges Library' }]);
  });

  test('a programme whose owner deletes the account goes to a co-manager', async () => {
    const first = await signIn(service, 'first@library.example');
    const made = await post(service, '/programmes/new', { ...form, form: 'o'.repeat(43) }, first);
    const id = Number(/\d+/.exec(made.headers.get('location') ?? '')?.[0]);
    await signIn(service, 'other@library.example');
    await rows.run(`insert into programme_managers (programme_id, account_id, is_owner)
      select ${id}, account_id, 0 from addresses where address = 'other@library.example'`);
    await post(service, '/account/delete', { when: 'now', sure: 'yes' }, first);
    expect(await rows.all(`select is_owner from programme_managers where programme_id = ${id}`)).toEqual([
      { is_owner: 1 },
    ]);
  });

  test('an award that its member no longer has is worth nothing, though another one is made', async () => {
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    const one = await member(id);
    await one.record(birds);
    const former = (await one.award(id)) ?? '';
    await rows.run(
      `update programme_members set certificate_id = null, awarded_in = null where programme_id = ${id}`,
    );
    const present = (await one.award(id)) ?? '';
    expect(present).not.toBe(former);
    expect([(await get(former)).status, (await get(present)).status]).toEqual([404, 200]);
    expect((await get(`${former}/badge.json`)).status).toBe(404);
  });

  test('of two accounts of one person that are joined, the part and the award of one are left', async () => {
    await makeEligible(birds, owner);
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    const [kept, ended] = [await member(id), await member(id)];
    for (const one of [kept, ended]) await one.record(birds);
    const [due, other] = [(await kept.award(id)) ?? '', (await ended.award(id)) ?? ''];
    expect(other).not.toBe(due);
    const revocation = async (path: string) => (await badge(path)).credentialStatus;
    const [ofDue, ofOther] = [await revocation(due), await revocation(other)];
    await post(service, '/account/addresses', { email: ended.address }, kept.cookie);
    const links = async () =>
      (await newestMail(service, ended.address)).links.map((link) => new URL(link).pathname);
    const adding = (path: string) => path.startsWith('/account/addresses/');
    await expect.poll(async () => (await links()).some(adding)).toBe(true);
    const joined = await post(service, (await links()).find(adding) ?? '', { act: 'join' }, kept.cookie);
    expect(joined.headers.get('location')).toBe('/account?done=joined#addresses');
    expect(
      await rows.all(`select account_id from programme_members where programme_id = ${id}`),
    ).toHaveLength(1);
    expect([(await get(other)).status, (await get(`${other}/badge.json`)).status]).toEqual([410, 404]);
    expect(await isRevoked(ofOther.statusListCredential, Number(ofOther.statusListIndex))).toBe(true);
    expect(await isRevoked(ofDue.statusListCredential, Number(ofDue.statusListIndex))).toBe(false);
    const page = await (await get('/me', kept.cookie)).text();
    expect(page.match(/\/certificate\/[\w-]+/g)).toEqual([due]);
    expect((await get(due)).status).toBe(200);
    expect(await kept.award(id)).toBe(due);
  });

  test('deleting the account takes the part and the award with it', async () => {
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    const one = await member(id);
    await one.record(birds);
    const path = (await one.award(id)) ?? '';
    expect((await get(path)).status).toBe(200);
    await post(service, '/account/delete', { when: 'now', sure: 'yes' }, one.cookie);
    expect((await get(path)).status).toBe(410);
    expect(await rows.all(`select 1 from programme_members where programme_id = ${id}`)).toHaveLength(0);
  });

  test('fractions of a second are counted with the others', async () => {
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    for (let n = 0; n < 5; n++) await (await member(id)).record(birds, { duration: 1440.3 });
    await service.operate('purge');
    expect(
      await rows.all(`select seconds from programme_figures
      where programme_id = ${id} and project_id = 0 and month <> ''`),
    ).toEqual([{ seconds: 7202 }]);
  });

  test('a programme that cannot be counted keeps no other from it', async () => {
    const some = [await opened(), await opened(), await opened()];
    for (const id of some) await member(id);
    const fails = `programme_id = ${some[1]}`;
    const [begin, end] =
      engine === 'sqlite'
        ? [
            `create trigger fault before insert on programme_figures when new.${fails} begin select raise(abort, 'fault'); end`,
            'drop trigger fault',
          ]
        : [
            `alter table programme_figures add constraint fault check (not ${fails})`,
            'alter table programme_figures drop constraint fault',
          ];
    await rows.run(begin);
    await expect(service.operate('purge')).rejects.toThrow();
    await rows.run(end);
    const counted = await rows.all<{ programme_id: number }>(
      `select distinct programme_id from programme_figures where programme_id in (${some.join()})`,
    );
    expect(new Set(counted.map(({ programme_id }) => Number(programme_id)))).toEqual(
      new Set([some[0], some[2]]),
    );
  });

  test('a partner may request twenty programmes', async () => {
    const another = await signIn(service, 'second-partner@library.example');
    const made = await Promise.all(
      Array.from({ length: 21 }, (_, n) =>
        post(service, '/programmes/new', { ...form, form: String(n).padStart(43, 'y') }, another),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(303), 400]);
    await rows.run("update programmes set state = 'refused' where state = 'requested'");
    partner = await signIn(service, 'third-partner@library.example');
  });

  test('of very many figures the page shows those of all projects and the newest, and the file all', async () => {
    const id = await opened();
    await list(id, birds);
    const months = Array.from(
      { length: 50 },
      (_, n) => `20${20 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
    );
    const figures = months.flatMap((month) =>
      [0, birds.id].map((project) => `(${id}, ${project}, '${month}', 40, 7, 400, 36000)`),
    );
    await rows.run(
      `insert into programme_figures (programme_id, project_id, month, people, who, events, seconds) values ${figures.join()}`,
    );
    const page = await read(`/programme/${id}/work`, partner);
    expect(page.match(/\d{4} All projects/g)).toHaveLength(50);
    expect(page.match(/\d{4} Bird Count/g)).toHaveLength(10);
    expect(page).toContain('The file has all 100 rows.');
    const file = await (await get(`/programme/${id}/figures.csv`, partner)).text();
    expect(file.match(/Bird Count/g)).toHaveLength(50);
  });

  test('of many programmes, those that wait for an operator come first', async () => {
    const waiting = await request({ name: 'An older request', form: 'w'.repeat(43) });
    await opened({ name: 'A newer programme' });
    const page = await read('/operator/programmes', operator);
    expect(page.indexOf('An older request')).toBeLessThan(page.indexOf('A newer programme'));
    await rows.run(`update programmes set state = 'open' where programme_id = ${waiting}`);
    const after = await read('/operator/programmes', operator);
    expect(after.indexOf('An older request')).toBeGreaterThan(after.indexOf('A newer programme'));
  });

  test('of very many contributions a visit reads sums: they end an award, and exact hours make one', async () => {
    const many = 20_010;
    const counted = await opened({ contributions: String(many), projects: '0' });
    const minutes = await opened({ contributions: String(many), hours: '5', projects: '0' });
    const overlapping = await opened({ contributions: '1', hours: '100', projects: '0' });
    const all = [counted, minutes, overlapping];
    const one = await member();
    for (const id of all) {
      await list(id, frogs);
      await post(service, `/programme/${id}/join`, {}, one.cookie);
    }
    const when = '2026-03-05T08:00:00Z';
    const event = await one.record(frogs, { when, duration: 60 });
    // A minute each, one a second: 5.6 hours, and 333 with those that overlap.
    await repeat({ rows, engine }, event, many);
    // Contributions elsewhere that they have neither taken nor refused change nothing.
    await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at)
      select ${stars.id}, profile_id, 1, 0, 1, 1 from events where event_id = ${event}`);
    const has = async () => Promise.all(all.map(async (id) => (await one.award(id)) !== undefined));
    expect(await has()).toEqual([true, false, false]);
    for (const path of [`/programme/${overlapping}`, '/me'])
      expect(await read(path, one.cookie)).toMatch(
        /100 of 100 h With so many contributions, hours that overlap are taken out/,
      );
    await service.operate('purge');
    expect(await has()).toEqual([true, true, false]);
    await post(
      service,
      '/me/leave-out',
      { project_id: String(frogs.id), event_id: String(event) },
      one.cookie,
    );
    expect(await has()).toEqual([false, false, false]);
  });

  test('accounts that are deleted while their award is made leave none', async () => {
    const id = await opened({ contributions: '1', projects: '0' });
    await list(id, birds);
    const living = () => rows.all('select certificate_id from certificates where ended_at is null');
    const before = await living();
    const some = await Promise.all(Array.from({ length: 6 }, () => member(id)));
    for (const one of some) await one.record(birds);
    await Promise.all(
      some.flatMap(({ award, cookie }, after) => [
        post(service, '/account/delete', { when: 'now', sure: 'yes' }, cookie),
        // Each reads the contributions a little later than the one before.
        sleep(after * 2).then(() => award(id)),
      ]),
    );
    expect(await living()).toEqual(before);
    expect(await rows.all(`select 1 from programme_members where programme_id = ${id}`)).toEqual([]);
  });
});
