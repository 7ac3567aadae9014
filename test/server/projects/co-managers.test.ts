/** Managing a project together: invited by mail, accepted, removed, handed over and left, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { accountOf, count, newestMail, post, projects, rows, signIn, shareScene } from '../scene.ts';

const { frogs } = projects;
const people = ['owner', 'co', 'removed', 'member', 'editor'] as const;
type Role = (typeof people)[number] | 'visitor';

describe.each(engines)('managing together on %s', (engine) => {
  let service: Service;
  const cookies: Partial<Record<Role, string>> = {};
  const accounts: Partial<Record<Role, number>> = {};
  let path: string;

  const addressOf = (role: Role) => (role === 'owner' ? 'frogs.owner@example.org' : `${role}@frogs.example`);
  const page = (at: string, role: Role) =>
    service.get(at, { headers: cookies[role] === undefined ? {} : { cookie: cookies[role] } });
  const act = (at: string, role: Role, fields: Record<string, string> = {}) =>
    post(service, at, fields, cookies[role]);
  /** Invites an address, and returns the path of the mailed link. */
  const invite = async (address: string): Promise<string> => {
    const reply = await act(`${path}/people/invite`, 'owner', { email: address });
    expect(reply.headers.get('location')).toBe(`${path}/people?done=invited`);
    const { links } = await newestMail(service, address);
    return new URL(links.find((link) => link.includes('/invitation/')) ?? 'no:link').pathname;
  };
  const comeIn = async (role: Role) => {
    const reply = await act(await invite(addressOf(role)), role, { choice: 'yes' });
    expect(reply.headers.get('location')).toBe(`${path}/people?done=joined`);
  };

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    const { json, stdout } = await service.operator('manager', String(frogs.id), addressOf('owner'));
    expect(json, stdout).toMatchObject({ result: 'success' });
    await service.operate('role', addressOf('editor'), 'editor');
    for (const role of people) {
      cookies[role] = await signIn(service, addressOf(role));
      accounts[role] = await accountOf(service, addressOf(role));
    }
    const about = await page(`/project/${frogs.id}`, 'owner');
    path = about.headers.get('location') ?? `/project/${frogs.id}`;
    expect(path).toMatch(/^\/project\/\d+-/);
  });

  test('an invitation is mailed, works once, and is in the history', async () => {
    const link = await invite(addressOf('member'));
    const stored = JSON.stringify(await rows(service, 'select * from invitations'));
    expect(stored).not.toContain('member@');
    expect(await (await page(`${path}/people`, 'owner')).text()).toContain(addressOf('member'));
    const signedOut = await page(link, 'visitor');
    expect(signedOut.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(link)}`);
    const asked = await (await page(link, 'member')).text();
    expect(asked).toMatch(/<blockquote>[^<]{20,301}<\/blockquote>/);
    // Opening the link does nothing: mail scanners do that.
    expect(asked).toContain(addressOf('member'));
    expect((await page(`${path}/edit`, 'member')).status).toBe(404);
    const refused = await (await act(link, 'member', { choice: 'no' })).text();
    expect(refused).toContain('Invitation declined');
    expect((await act(link, 'member', { choice: 'yes' })).status).toBe(404);
    expect((await page(`${path}/edit`, 'member')).status).toBe(404);
    const history = (await (await page(`${path}/history`, 'owner')).text()).replace(/<[^<>]*>/g, '');
    expect(history).toMatch(/You invited a co-manager/);
    expect(history).toMatch(/An invited person refused the invitation/);
  });

  test('an invitation to a project that was withheld since leads nowhere', async () => {
    const link = await invite('late@frogs.example');
    await service.operate('hide', String(frogs.id));
    expect((await page(link, 'member')).status).toBe(404);
    expect((await act(link, 'member', { choice: 'yes' })).status).toBe(404);
    await service.operate('show', String(frogs.id));
  });

  test('every form and page, by each role and state of the project', async () => {
    await comeIn('co');
    await comeIn('removed');
    const removal = { act: 'remove', account: String(accounts.removed) };
    expect((await act(`${path}/people`, 'owner', removal)).headers.get('location')).toBe(
      `${path}/people?done=removed`,
    );
    expect((await newestMail(service, addressOf('removed'))).subject).toContain('you no longer manage');

    type Row = [method: 'GET' | 'POST', end: string, fields: Record<string, string>, expected: string];
    // visitor, member, removed, editor, co-manager. The permissions of owners are in the other tests.
    const co = String(accounts.co);
    const owner = String(accounts.owner);
    const table: Row[] = [
      ['GET', '/people', {}, 'in 404 404 404 200'],
      ['GET', '/edit', {}, 'in 404 404 404 200'],
      ['GET', '/history', {}, 'in 404 404 200 200'],
      ['GET', '/tools', {}, 'in 403 403 403 200'],
      ['GET', '/stats', {}, 'in 403 403 403 200'],
      ['GET', '/stats/summary', {}, 'in 404 404 404 200'],
      ['GET', '/stats/contributions.csv', {}, 'in 404 404 404 200'],
      ['GET', '/stats/places.json', {}, 'in 404 404 404 200'],
      ['POST', '/stats/notes', { day: '2026-01-01', text: 'x' }, 'in 404 404 404 303'],
      ['POST', '/stats/notes/remove', { note: '1' }, 'in 404 404 404 303'],
      ['POST', '/people/invite', { email: 'x@frogs.example' }, 'in 404 404 404 403'],
      ['POST', '/people/withdraw', { invitation: '1' }, 'in 404 404 404 403'],
      ['POST', '/people', { act: 'remove', account: owner }, 'in 404 404 404 403'],
      ['POST', '/people', { act: 'remove', account: co }, 'in 404 404 404 403'],
      ['POST', '/people', { act: 'own', account: co }, 'in 404 404 404 403'],
      ['POST', '/people', { act: 'else', account: co }, 'in 404 404 404 403'],
      ['POST', '/people', { act: 'remove', account: 'x' }, 'in 404 404 404 403'],
    ];
    const states: [string, string, (expected: string) => string][] = [
      ['published', '1 = 1', (expected) => expected],
      ['hidden', 'is_hidden = 1', (expected) => expected.replaceAll('403 403 403', '404 404 403')],
      ['withheld', 'is_withheld = 1', (expected) => expected.replaceAll('403 403 403', '404 404 403')],
      [
        'awaiting',
        "state = 'awaiting_review'",
        (expected) => expected.replaceAll('403 403 403', '404 404 403'),
      ],
    ];
    for (const [state, set, seenAs] of states) {
      if (state !== 'published')
        await rows(service, `update projects set ${set} where project_id = ${frogs.id}`);
      for (const [method, end, fields, expected] of table) {
        const outcomes: (string | number)[] = [];
        for (const role of ['visitor', 'member', 'removed', 'editor', 'co'] as const) {
          const reply = await (method === 'GET' ? page(path + end, role) : act(path + end, role, fields));
          const isSignIn = reply.headers.get('location')?.startsWith('/sign-in') === true;
          outcomes.push(isSignIn ? 'in' : reply.status);
        }
        const wanted = seenAs(expected).split(' ');
        // Strangers do not learn of a project that is not shown, not even by being sent to sign in.
        if (state !== 'published' && ['/tools', '/stats'].includes(end)) wanted[0] = '404';
        expect([state, method, end, fields, ...outcomes.map(String)]).toEqual([
          state,
          method,
          end,
          fields,
          ...wanted,
        ]);
      }
      await rows(
        service,
        `update projects set is_hidden = 0, is_withheld = 0, state = 'published' where project_id = ${frogs.id}`,
      );
    }
    expect(
      await count(service, `project_managers where project_id = ${frogs.id} and account_id = ${co}`),
    ).toBe(1);
    // Forms of another site are refused, whatever cookie comes with them.
    const foreign = await service.postForm(
      `${path}/people`,
      { act: 'leave' },
      { headers: { cookie: cookies.co ?? '', origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
  });

  test('handed over: the former owner stays as a co-manager, can leave, and cannot take it back', async () => {
    // The scene's own owner manages it, too, and is an owner like everybody whom the operator adds.
    await rows(
      service,
      `delete from project_managers where project_id = ${frogs.id} and account_id not in (${accounts.owner}, ${accounts.co})`,
    );
    expect((await act(`${path}/people`, 'owner', { act: 'leave' })).status).toBe(403);
    const given = await act(`${path}/people`, 'owner', { act: 'own', account: String(accounts.co) });
    expect(given.headers.get('location')).toBe(`${path}/people?done=handed-over`);
    expect((await newestMail(service, addressOf('co'))).subject).toContain('you own a project now');
    const back = { act: 'own', account: String(accounts.owner) };
    expect((await act(`${path}/people`, 'owner', back)).status).toBe(403);
    expect((await act(`${path}/people`, 'co', { act: 'leave' })).status).toBe(403);
    expect((await act(`${path}/people`, 'owner', { act: 'leave' })).headers.get('location')).toBe(
      '/me?done=left',
    );
    expect(await (await page('/me?done=left', 'owner')).text()).toContain(
      'You no longer manage that project.',
    );
    expect((await page(`${path}/edit`, 'owner')).status).toBe(404);
    const history = (await (await page(`${path}/history`, 'co')).text()).replace(/<[^<>]*>/g, '');
    expect(history).toMatch(/handed it over to/);
    expect(history).toMatch(/removed a manager:/);
    expect(history).toMatch(/stopped managing it/);
  });
});
