/** The operator's pages: for operators only, with the same functions as the commands, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../set-up/mail-server.ts';
import { unlimited } from '../set-up/running-service.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { newestMail, post, projects, rows, send, signIn, startScene, success } from './scene.ts';

const { birds } = projects;
const roles = ['visitor', 'member', 'editor', 'operator'] as const;
type Role = (typeof roles)[number];

describe.each(engines)("the operator's pages on %s", (engine) => {
  let service: Service;
  const cookies: Partial<Record<Role, string>> = {};
  const headersOf = (role: Role): Record<string, string> =>
    cookies[role] === undefined ? {} : { cookie: cookies[role] };
  const page = (path: string, role: Role = 'operator') => service.get(path, { headers: headersOf(role) });
  const act = (path: string, fields: Record<string, string>, role: Role = 'operator') =>
    post(service, path, fields, cookies[role]);
  const textOf = async (path: string) =>
    (await (await page(path)).text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');

  beforeAll(async () => {
    ({ service } = await startScene(engine, unlimited));
    for (const role of ['editor', 'operator'] as const)
      expect((await service.operator('role', `${role}@example.org`, role)).code).toBe(0);
    for (const role of ['member', 'editor', 'operator'] as const)
      cookies[role] = await signIn(service, `${role}@example.org`);
  });

  test('every page and form, by role', async () => {
    const table = `
      GET  /operator         in  404 404 200
      GET  /operator/mails   in  404 404 200
      GET  /operator/people  in  404 404 200
      GET  /operator/audit   in  404 404 200
      POST /operator/mails   404 404 404 303
      POST /operator/people  404 404 404 400`;
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
    for (const path of ['/operator/mails', '/operator/people']) {
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

  test.each(['', 'nobody', 'a@b@c', '<script>@example.org', 'x\r\nBcc: all@example.org'])(
    'no address (%j): the form again, with what was typed',
    async (email) => {
      const reply = await act('/operator/people', { email, act: 'operator' });
      expect(reply.status).toBe(400);
      expect(await reply.text()).not.toContain('<script>@');
    },
  );

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
