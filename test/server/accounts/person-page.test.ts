/** A person's public page, and their settings for mail, over HTTP on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  importAll,
  newKey,
  post,
  profileId,
  projectEntry,
  projects,
  rows,
  send,
  shareScene,
  signIn,
} from '../scene.ts';

const { birds, frogs } = projects;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
  });

  const member = async () => {
    const address = `shown-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const [row] = await rows<{ account_id: number }>(
      service,
      `select account_id from addresses where address = '${address}'`,
    );
    const publicPath = `/people/${row?.account_id}`;
    const page = async (path: string) => (await service.get(path, { headers: { cookie } })).text();
    return { address, cookie, page, publicPath };
  };
  const seen = async (path: string) => (await (await service.get(path)).text()).replace(/<[^<>]*>/g, ' ');

  describe('the public page', () => {
    let address: string, cookie: string, publicPath: string, certificate: string;

    beforeAll(async () => {
      const person = await member();
      ({ address, cookie, publicPath } = person);
      const profile = await profileId(service, owner, address);
      for (const project_id of [birds.id, birds.id, frogs.id])
        await service.postJson('/api/record_event', {
          key: owner,
          profile_id: profile,
          project_id,
          type: 'collection',
          duration: 5400,
          when: '2020-05-01T10:00:00Z',
        });
      const fields = { from: '2020-01-01', to: '2020-12-31', name: 'Ada of the test' };
      certificate = (await post(service, '/me/certificates', fields, cookie)).headers.get('location') ?? '';
      expect(certificate).toMatch(/^\/certificate\//);
    });

    const parts = {
      totals: /3\s+contributions\s+2\s+projects\s+4\sh 30\smin/,
      projects: new RegExp(`${birds.name}[^]*${frogs.name}|${frogs.name}[^]*${birds.name}`),
      certificates: /1 Jan 2020/,
    };
    const choices: [name: string, fields: Record<string, string>, shown: (keyof typeof parts)[]][] = [
      ['nothing', {}, []],
      ['the totals', { show_totals: 'yes' }, ['totals']],
      ['the projects', { show_projects: 'yes' }, ['projects']],
      ['both', { show_totals: 'yes', show_projects: 'yes' }, ['totals', 'projects']],
    ];
    test.each(choices)('shows what was chosen: %s', async (_, fields, shown) => {
      await post(service, '/account/names', fields, cookie);
      const page = await seen(publicPath);
      expect(page).toContain('Member number');
      for (const [name, pattern] of Object.entries(parts))
        expect([name, pattern.test(page)]).toEqual([name, shown.some((one) => one === name)]);
      expect(page).not.toContain('shown-');
      expect(page).not.toContain('Ada of the test');
    });

    test('a certificate is listed as long as its holder shows it, and never by another', async () => {
      const list = await (await service.get('/me/certificates', { headers: { cookie } })).text();
      const id = /action="\/me\/certificates\/show"[^]*?name="id" value="(\d+)"/.exec(list)?.[1] ?? '';
      const show = (shown: string, by: string) => post(service, '/me/certificates/show', { id, shown }, by);
      const isListed = async () => (await (await service.get(publicPath)).text()).includes(certificate);
      const other = await member();
      await show('yes', other.cookie);
      expect(await isListed()).toBe(false);
      await show('yes', cookie);
      expect(await isListed()).toBe(true);
      await show('no', other.cookie);
      expect(await isListed()).toBe(true);
      await show('no', cookie);
      expect(await isListed()).toBe(false);
    });

    test('of many projects, the last have cards, and the others their names', async () => {
      const numbers = Array.from({ length: 26 }, (_, n) => n + 1);
      const entries = numbers.map((n) =>
        projectEntry(`Pond ${n}`, 'https://ponds.example/', { id: 700 + n }),
      );
      await importAll(service, 'ponds@example.org', entries, '--publish');
      const key = await newKey(service, 'ponds@example.org');
      const keen = await member();
      const profile_id = await profileId(service, key, keen.address);
      for (const n of numbers) {
        const when = new Date(Date.UTC(2020, 4, n)).toISOString();
        const event = { key, profile_id, project_id: 700 + n, type: 'collection', when };
        expect((await service.postJson('/api/record_event', event)).status).toBe(200);
      }
      await post(service, '/account/names', { show_projects: 'yes' }, keen.cookie);
      const html = await (await service.get(keen.publicPath)).text();
      const [cards = '', others = ''] = html.split('<ul class="rows">');
      expect(cards.match(/<article /g)).toHaveLength(24);
      expect(cards).toContain('Pond 26<');
      expect(others.match(/Pond \d+/g)).toEqual(['Pond 2', 'Pond 1']);
    });

    test('a project that is hidden, or not taken yet, is left out', async () => {
      await post(service, '/account/names', { show_projects: 'yes' }, cookie);
      await service.operate('hide', String(frogs.id));
      const page = await seen(publicPath);
      await service.operate('show', String(frogs.id));
      expect(page).toContain(birds.name);
      expect(page).not.toContain(frogs.name);
      const late = `late-${++people}@example.org`;
      const profile = await profileId(service, owner, late);
      await service.postJson('/api/record_event', {
        key: owner,
        profile_id: profile,
        project_id: birds.id,
        type: 'collection',
      });
      const theirs = await signIn(service, late);
      await post(service, '/account/names', { show_projects: 'yes', show_totals: 'yes' }, theirs);
      const [row] = await rows<{ account_id: number }>(
        service,
        `select account_id from addresses where address = '${late}'`,
      );
      const untaken = await seen(`/people/${row?.account_id}`);
      expect(untaken).toMatch(/0\s+contributions/);
      expect(untaken).not.toContain(birds.name);
    });

    test.each(['0', '-1', '1e3', '9007199254740991', 'x', '%00'])('there is no member %s', async (id) => {
      const reply = await service.get(`/people/${id}`);
      expect([400, 404]).toContain(reply.status);
      expect(await reply.text()).not.toContain('Member number');
    });
  });

  describe('the settings for mail', () => {
    const codesTo = async (address: string) => {
      const said = { project_id: birds.id, address, of_age: true };
      const reply = await send(service, '/embed/join', said, birds.origin);
      expect(reply.status).toBe(200);
      return (await service.mails()).filter(({ to, subject }) => to === address && subject.includes('code'));
    };

    test('an address gets no mail that others asked for until its person allows it again', async () => {
      const { address, cookie, page } = await member();
      expect(await codesTo(address)).toHaveLength(1);
      const stop = await post(service, '/me/mail', { address, mail: 'never' }, cookie);
      expect([stop.status, stop.headers.get('location')]).toEqual([303, '/account?open=mail#mail']);
      expect(await page('/account')).toContain('Turn on');
      expect(await codesTo(address)).toHaveLength(1);
      // A sign-in link is no such mail.
      expect(await signIn(service, address)).toContain('=');
      await post(service, '/me/mail', { address, mail: 'again' }, cookie);
      expect(await page('/account')).toContain('Turn off');
      expect(await codesTo(address)).toHaveLength(2);
    });

    test.each([
      ['of another person', (theirs: string) => ({ address: theirs, mail: 'never' })],
      ['that nobody has', () => ({ address: 'nobody@example.org', mail: 'never' })],
      ['with an unknown choice', (theirs: string) => ({ address: theirs, mail: 'maybe' })],
      ['without an address', () => ({ mail: 'never' })],
    ])('a form for an address %s changes nothing', async (_, fields) => {
      const [person, other] = [await member(), await member()];
      const reply = await post(
        service,
        '/me/mail',
        fields(other.address) as Record<string, string>,
        person.cookie,
      );
      expect(reply.status).toBe(303);
      for (const { page } of [person, other]) expect(await page('/account')).not.toContain('Turn on');
    });

    test('without a session it leads to signing in, and from another site it is refused', async () => {
      const { address, cookie, page } = await member();
      const fields = { address, mail: 'never' };
      expect((await post(service, '/me/mail', fields)).headers.get('location')).toMatch(/^\/sign-in\?/);
      const foreign = await service.postForm('/me/mail', fields, {
        headers: { cookie, origin: 'https://evil.example' },
      });
      expect(foreign.status).toBe(403);
      expect(await page('/account')).not.toContain('Turn on');
    });
  });
});
