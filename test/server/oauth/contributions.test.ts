/** A site reads totals of a person's contributions, if they agreed by a box of its own, until they end it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { authorizePath, newPkce, newTokens, PersonsBrowser } from '../../set-up/service/authorize.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { type Client, newClient, profileId, projects, refusal, shareScene, success } from '../scene.ts';

const { birds, frogs } = projects;
const scope = 'login contributions';
const hour = 3600;

describe.each(engines)('contributions on %s', (engine) => {
  let service: Service;
  let owner: string;
  let school: Client;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    school = await newClient(service, { more: ['--scope', 'login', '--scope', 'contributions'] });
  });

  const read = (accessToken: string) =>
    service.get('/api/contributions', { headers: { authorization: `Bearer ${accessToken}` } });
  const totals = async (accessToken: string) =>
    (await success('GET /api/contributions', await read(accessToken))).projects;

  const member = async () => {
    const address = `shares-${++people}@example.org`;
    const browser = new PersonsBrowser(service);
    await browser.signIn(address);
    const profile = await profileId(service, owner, address);
    const record = (project: number, when: string, more: object = {}) =>
      service.postJson('/api/record_event', {
        ...{ key: owner, profile_id: profile, project_id: project, type: 'collection', when },
        ...{ where: 'POINT(10 50)', extra: 'private words' },
        ...more,
      });
    return { browser, record };
  };

  test('the box is empty: without it a site gets a token that reads nothing of this', async () => {
    const { browser } = await member();
    const consent = await browser.begin(authorizePath(school, newPkce().challenge, { scope }));
    const page = await (await browser.get(consent)).text();
    expect(page).toMatch(/<input type="checkbox" name="contributions" value="yes"\/?>/);
    const tokens = await newTokens(browser, school, { scope });
    expect(tokens.scope).toBe('login');
    await refusal(await read(tokens.access_token), 403, 'wrong_scope');
    await refusal(await service.get('/api/contributions'), 401, 'no_token');
  });

  test('with it the site reads totals by project, month and reporter, and nothing else', async () => {
    const { browser, record } = await member();
    await record(birds.id, '2026-03-05T08:00:00Z', { duration: hour });
    await record(birds.id, '2026-03-31T23:00:00Z', { duration: hour / 2 });
    await record(birds.id, '2026-04-01T01:00:00Z');
    await record(frogs.id, '2026-03-09T08:00:00Z', { duration: 40 * hour });
    const tokens = await newTokens(browser, school, { scope }, { contributions: 'yes' });
    expect(tokens.scope).toBe(scope);
    const reported = (month: string, contributions: number, hours: number) => ({
      ...{ month, source: 'project', contributions, hours },
    });
    expect(await totals(tokens.access_token)).toEqual([
      {
        ...{ project_id: birds.id, title: birds.name },
        months: [reported('2026-03', 2, 1.5), reported('2026-04', 1, 0)],
      },
      // 40 hours in one contribution do not count until the person has confirmed them.
      { project_id: frogs.id, title: frogs.name, months: [reported('2026-03', 1, 0)] },
    ]);
    await browser.post('/me/opt-out', { project_id: String(birds.id) });
    await browser.post('/me/remove', { project_id: String(frogs.id), before: String(Date.now() + 1000) });
    await service.operate('hide', String(birds.id));
    const after = await totals(tokens.access_token);
    await service.operate('show', String(birds.id));
    expect(after.map(({ project_id, title }) => [project_id, title])).toEqual([[birds.id, undefined]]);

    const account = async () => (await browser.get('/account?open=sites')).text();
    expect(await account()).toContain('read your contributions 2 times');
    await browser.post('/me/sites/revoke', { id: school.client_id });
    await refusal(await read(tokens.access_token), 401, 'wrong_token');
    expect(await account()).not.toContain('read your contributions');
  });

  test('ten questions at once get one answer, and are counted ten times', async () => {
    const { browser, record } = await member();
    await record(birds.id, '2026-03-05T08:00:00Z');
    const { access_token } = await newTokens(browser, school, { scope }, { contributions: 'yes' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => totals(access_token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toHaveLength(1);
    expect(await (await browser.get('/account')).text()).toContain('read your contributions 10 times');
    // Later ones are in the next answer.
    await record(frogs.id, '2026-03-05T08:00:00Z');
    expect(await totals(access_token)).toHaveLength(2);
  });

  test('a client reads it only if it may ask for it', async () => {
    const { browser } = await member();
    const plain = await newClient(service);
    const back = await browser.authorize(authorizePath(plain, newPkce().challenge, { scope }));
    expect(back.searchParams.get('error')).toBe('invalid_scope');
  });

  test('nothing is agreed to where the box was all that was asked for', async () => {
    const { browser } = await member();
    const back = await browser.authorize(
      authorizePath(school, newPkce().challenge, { scope: 'contributions' }),
    );
    expect(back.searchParams.get('error')).toBe('access_denied');
  });
});
