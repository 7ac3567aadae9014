/** Volunteers: whom the managers of a project see, and what each person decides about it, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, joinFrom, post, profileId, projects, rows, signIn, shareScene } from '../scene.ts';
import { agedBy, recordFor, textOf } from './volunteering.ts';

const { frogs, birds } = projects;
const list = `/project/${frogs.id}/volunteers`;

describe.each(engines)('volunteers on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;
  let member: string;

  const page = async (path: string, cookie = owner) =>
    textOf(await service.get(path, { headers: { cookie } }));
  const csv = async (query = '') =>
    (await service.get(`${list}.csv${query}`, { headers: { cookie: owner } })).text();
  const choose = async (act: string, cookie = member) => {
    const reply = await post(service, '/me/volunteer', { project_id: String(frogs.id), act }, cookie);
    expect(reply.headers.get('location')).toBe(`/me/volunteer#project-${frogs.id}`);
  };
  const pseudonymOf = async (address: string, project: { id: number }) => {
    const [row] = await rows<{ pseudonym: string }>(
      service,
      `select v.pseudonym from volunteers v join addresses a on a.profile_id = v.profile_id
        where a.address = '${address}' and v.project_id = ${project.id}`,
    );
    return row?.pseudonym ?? 'none';
  };

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    owner = await signIn(service, 'owner@example.org');
    for (const name of ['ada', 'ben', 'cleo']) {
      await joinFrom(service, frogs, `${name}@volunteers.example`);
      await recordFor(service, key, frogs.id, `${name}@volunteers.example`);
    }
    await joinFrom(service, birds, 'ada@volunteers.example');
    await recordFor(service, key, birds.id, 'ada@volunteers.example');
    // Reported by the owner, who knows the address: without an act of the person, nobody sees them.
    await recordFor(service, key, frogs.id, 'stranger@volunteers.example');
    member = await signIn(service, 'ada@volunteers.example');
    await signIn(service, 'unasked@volunteers.example');
    await recordFor(service, key, frogs.id, 'unasked@volunteers.example');
  });

  test('nobody is listed on the day of the first contribution', async () => {
    expect(await page(list)).toContain('No volunteers yet');
    expect(await csv()).toMatch(/^pseudonym,[^\n]*\r\n$/);
    expect(await page('/me/volunteer', member)).toContain('They see you from tomorrow on');
  });

  test('from the next day, people who agreed are listed by a pseudonym of this project only', async () => {
    await agedBy(service, 2);
    const shown = await page(list);
    expect(shown).toMatch(/3 volunteers, 3 contributions, 1\.5 hours/);
    const ada = await pseudonymOf('ada@volunteers.example', frogs);
    expect(ada).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/);
    expect(shown).toContain(ada);
    expect(shown).not.toContain('volunteers.example');
    expect((await csv()).trim().split('\r\n')).toHaveLength(4);
    await page(`/project/${birds.id}/volunteers`);
    const elsewhere = await pseudonymOf('ada@volunteers.example', birds);
    expect(elsewhere).toMatch(/^[\dA-Z]{4}-/);
    expect(elsewhere).not.toBe(ada);
    // The person sees the same.
    const own = await page('/me/volunteer', member);
    expect(own).toContain(`${ada}: 1 contribution, 0.5 hours, magnitude 3`);
    expect(own).toContain(elsewhere);
    // A day later the pseudonym is the same one.
    await agedBy(service, 1);
    expect(await page(list)).toContain(ada);
  });

  test('figures move once a day', async () => {
    const before = await page(list);
    await recordFor(service, key, frogs.id, 'ben@volunteers.example');
    expect(await page(list)).toBe(before);
    await agedBy(service, 1);
    expect(await page(list)).toMatch(/3 volunteers, 4 contributions, 2 hours/);
  });

  test.each<[query: string, listed: number]>([
    ['?type=collection', 3],
    ['?type=signup', 0],
    ['?type=nonsense', 3],
    ['?active=30', 3],
    ['?active=before', 0],
    ['?least=5', 0],
    ['?order=hours&page=99', 3],
    ['?q=%25', 0],
    ['?q=__', 0],
    ["?q='--", 0],
  ])('the list with %s has %s people', async (query, listed) => {
    expect((await csv(query)).trim().split('\r\n')).toHaveLength(listed + 1);
    expect((await page(list + query)).includes('No volunteers match')).toBe(listed === 0);
  });

  test('a name is shown only as long as its person wants it, and is no formula in the CSV', async () => {
    await rows(
      service,
      `update accounts set name = '=1+1,"x"' where account_id in
      (select account_id from addresses where address = 'ada@volunteers.example')`,
    );
    expect(await csv()).not.toContain('1+1');
    await choose('show-name');
    expect(await csv()).toContain(`"'=1+1,""x"""`);
    expect(await page(`${list}?q=1%2B1`)).toContain('1 volunteer');
    await choose('hide-name');
    expect(await csv()).not.toContain('1+1');
    // Searching by it finds nothing any more.
    expect(await page(`${list}?q=1%2B1`)).toContain('No volunteers match');
  });

  const leaving: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['on their own page', () => choose('unlist'), () => choose('list')],
    [
      'by opting out of the project',
      () => post(service, '/me/opt-out', { project_id: String(frogs.id) }, member),
      () => post(service, '/me/opt-in', { project_id: String(frogs.id) }, member),
    ],
    [
      'by revoking the permission of the site',
      async () => {
        await rows(service, 'update volunteer_choices set is_listed = null');
        const [grant] = await rows<{ grant_id: number }>(
          service,
          `select grant_id from grants where project_id = ${frogs.id} and profile_id in
            (select profile_id from addresses where address = 'ada@volunteers.example')`,
        );
        await post(service, '/me/grants/revoke', { id: String(grant?.grant_id) }, member);
      },
      () => choose('list'),
    ],
  ];

  test.each(leaving)('a person who leaves %s is gone at once, and no total tells', async (_, leave, back) => {
    const ada = await pseudonymOf('ada@volunteers.example', frogs);
    expect(await page(list)).toContain(ada);
    await leave();
    const shown = await page(list);
    expect(shown).not.toContain(ada);
    expect(shown).toMatch(/3 volunteers, 4 contributions/);
    expect(await csv()).not.toContain(ada);
    expect(await page(`${list}?q=${ada}`)).toContain('No volunteers match');
    expect(await page('/me/volunteer', member)).toContain('They do not see you');
    await back();
    expect(await page(list)).toContain(ada);
  });

  test('the figures of people who left are deleted with the next day, and by the retention rule', async () => {
    await choose('unlist');
    await service.operate('purge');
    expect(await count(service, `volunteers where project_id = ${frogs.id}`)).toBe(2);
    await choose('list');
    await agedBy(service, 1);
    await page(list);
    expect(await count(service, `volunteers where project_id = ${frogs.id}`)).toBe(3);
  });

  test('a permission from before people were told of this does not count', async () => {
    await rows(service, 'update grants set is_told = 0');
    await rows(service, 'update volunteer_choices set is_listed = null');
    expect((await csv()).trim().split('\r\n')).toHaveLength(1);
    await rows(service, 'update grants set is_told = 1, revoked_at = null');
    expect((await csv()).trim().split('\r\n')).toHaveLength(4);
  });

  test('a person of unknown age is not listed', async () => {
    await rows(
      service,
      `update accounts set of_age_at = null where account_id in
      (select account_id from addresses where address = 'ben@volunteers.example')`,
    );
    expect((await csv()).trim().split('\r\n')).toHaveLength(3);
  });

  test('forms that are not complete change nothing', async () => {
    for (const fields of [{}, { project_id: String(frogs.id) }, { project_id: 'x', act: 'list' }])
      expect((await post(service, '/me/volunteer', fields as Record<string, string>, member)).status).toBe(
        400,
      );
    // A project without contributions of the person.
    const other = { project_id: String(projects.stars.id), act: 'list' };
    await post(service, '/me/volunteer', other, member);
    expect(await count(service, `volunteer_choices where project_id = ${projects.stars.id}`)).toBe(0);
    expect(await profileId(service, key, 'stranger@volunteers.example')).toBeGreaterThan(0);
  });

  test('only managers see the list and write, and only for an open project', async () => {
    const stranger = await signIn(service, 'stranger@example.org');
    const table: ['GET' | 'POST', string][] = [
      ['GET', list],
      ['GET', `${list}.csv`],
      ['GET', `/project/${frogs.id}/mailings`],
      ['POST', `/project/${frogs.id}/mailings`],
      ['POST', `/project/${frogs.id}/mailings/withdraw`],
      ['GET', '/review/mailing/1'],
      ['POST', '/review/mailing/1'],
    ];
    const ask = async (method: string, path: string, cookie?: string) => {
      const reply = await (method === 'POST'
        ? post(service, path, {}, cookie)
        : service.get(path, { headers: cookie === undefined ? {} : { cookie } }));
      return reply.headers.get('location')?.startsWith('/sign-in') ? 'sign-in' : reply.status;
    };
    for (const [method, path] of table) {
      expect([path, await ask(method, path)]).toEqual([path, 'sign-in']);
      for (const cookie of [stranger, member])
        expect([path, await ask(method, path, cookie)]).toEqual([path, 404]);
    }
    for (const state of ['is_withheld = 1', "state = 'awaiting_review'"]) {
      await rows(service, `update projects set ${state} where project_id = ${frogs.id}`);
      for (const [method, path] of table) expect([path, await ask(method, path, owner)]).toEqual([path, 404]);
      await rows(
        service,
        `update projects set is_withheld = 0, state = 'published' where project_id = ${frogs.id}`,
      );
    }
    expect(await ask('GET', list, owner)).toBe(200);
  });
});
