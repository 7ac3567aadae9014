/** "Tell me when it starts": the list of a project that has not started yet, and its one mail; following a project. */
import { beforeAll, describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import {
  count,
  importEntries,
  newestMail,
  newKey,
  post,
  projectEntry,
  rows,
  signIn,
  success,
} from '../scene.ts';

const starting = { status: 'starting', preregistration: true };

describe.each(engines)('preregistration on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;

  beforeAll(async () => {
    service = await startService(engine, frequentQueues);
    key = await newKey(service, 'owner@example.org');
    owner = await signIn(service, 'owner@example.org');
  });

  let added = 0;
  const project = async (more: object = starting) => {
    const name = `Project ${++added}`;
    const entry = projectEntry(name, 'https://fern.example/', more);
    const { project_id: id } = await success(
      'POST /api/project/add',
      await service.postJson('/api/project/add', { key, ...entry }),
    );
    await service.operate('publish', String(id));
    return { id, name, path: `/project/${id}-project-${added}` };
  };
  const page = async (path: string, cookie?: string) =>
    (await service.get(path, { ...(cookie !== undefined && { headers: { cookie } }) })).text();
  const update = async (id: number, said: object) => {
    await success(
      'POST /api/project/add',
      await service.postJson('/api/project/add', { key, service_id: id, ...said }),
    );
    await service.operate('approve', String(id));
  };
  const mailsTo = async (address: string) => (await service.mails()).filter(({ to }) => to === address);
  const ask = async (path: string, email: string) =>
    (await post(service, `${path}/tell-me`, { email })).text();
  const linkFor = async (address: string) => {
    const { links } = await newestMail(service, address);
    return new URL(links.find((link) => link.includes('/tell-me/')) ?? 'no:link').pathname;
  };
  const say = async (link: string, choice: 'yes' | 'no') =>
    (
      await service.get(link, {
        method: 'POST',
        body: new URLSearchParams({ choice }),
        headers: { origin: service.baseUrl },
        redirect: 'follow',
      })
    ).text();
  /** A person who asked, and confirmed by the mailed link. */
  const waiting = async (path: string, address: string) => {
    await ask(path, address);
    expect(await say(await linkFor(address), 'yes')).toContain('We’ll let you know');
  };
  const startMailed = (address: string) =>
    expect
      .poll(async () => (await mailsTo(address)).map(({ subject }) => subject))
      .toContain('A project that you wait for has started');

  test.each([
    ['is about to start and wants it', starting, true],
    ['is about to start', { status: 'starting' }, false],
    ['is active', { status: 'active', preregistration: true }, false],
  ])('a project that %s', async (_, more, isOffered) => {
    const { path } = await project(more);
    expect((await page(path)).includes('Tell me when it starts')).toBe(isOffered);
    const asked = await post(service, `${path}/tell-me`, { email: 'curious@example.org' });
    expect(asked.status).toBe(isOffered ? 200 : 404);
  });

  test('a stranger asks, confirms by the mailed link, gets one mail, and is deleted', async () => {
    const { id, path, name } = await project();
    const address = 'stranger.waits@example.org';
    expect(await ask(path, address)).toContain('Check your email');
    const mail = await newestMail(service, address);
    expect(mail.text).toContain(`“${name}”`);
    // The mail alone puts nobody on the list, and opening its link does not either: mail scanners do that.
    const link = await linkFor(address);
    expect(await page(link)).toContain('Tell you when it starts?');
    expect(await count(service, `start_notices where project_id = ${id}`)).toBe(0);
    expect(await say(link, 'yes')).toContain('We’ll let you know');
    expect(await say(link, 'yes')).toContain('We’ll let you know');
    expect(await page(`${path}/tools`, owner)).toMatch(/<strong>fewer than 10 people<\/strong> wait/);
    const stored = await rows<object>(service, `select * from start_notices where project_id = ${id}`);
    expect(JSON.stringify(stored)).not.toContain('stranger');

    await update(id, { status: 'active' });
    await startMailed(address);
    const [notice, ...earlier] = await mailsTo(address);
    expect(earlier).toHaveLength(1);
    expect(notice?.text).toContain(`${service.baseUrl}${path}`);
    await expect.poll(() => count(service, `start_notices where project_id = ${id}`)).toBe(0);
    expect(await page(link)).toContain('This has expired');
    expect(await page(`${path}/tools`, owner)).toMatch(/<strong>fewer than 10 people<\/strong> wait/);
    expect(service.log()).not.toContain('stranger.waits');
  });

  test('a member presses once, sees it, and presses again to be removed from the list', async () => {
    const { id, path } = await project();
    const address = 'member.waits@example.org';
    const cookie = await signIn(service, address);
    expect(await page(path, cookie)).toContain('>Tell me when it starts</button>');
    expect((await post(service, `${path}/tell-me`, {}, cookie)).status).toBe(303);
    expect(await page(path, cookie)).toContain('We’ll let you know');
    expect((await post(service, `${path}/tell-me-not`, {}, cookie)).status).toBe(303);
    expect(await page(path, cookie)).toContain('>Tell me when it starts</button>');
    await post(service, `${path}/tell-me`, {}, cookie);
    // The same person as a stranger is still on the list only once.
    await waiting(path, address);
    expect(await count(service, `start_notices where project_id = ${id}`)).toBe(1);
    await update(id, { status: 'active' });
    await startMailed(address);
  });

  test('by an import, too, and for everybody on the list; a removed person gets nothing', async () => {
    const { id, path, name } = await project();
    const people = ['one', 'two', 'three'].map((word) => `${word}.waits@example.org`);
    for (const person of people) await waiting(path, person);
    const off = 'off.waits@example.org';
    await waiting(path, off);
    expect(await say(await linkFor(off), 'no')).toContain('You’ve been removed');
    const entry = projectEntry(name, 'https://fern.example/', { status: 'active' });
    const { json } = await importEntries(service, 'owner@example.org', [entry]);
    expect(json).toMatchObject({ updated: 1 });
    for (const person of people) await startMailed(person);
    await expect.poll(() => count(service, `start_notices where project_id = ${id}`)).toBe(0);
    expect(await mailsTo(off)).toHaveLength(1);
  });

  test('nobody gets a mail about a project that is not shown', async () => {
    const { id, path } = await project();
    await waiting(path, 'patient@example.org');
    await service.operate('hide', String(id));
    await service.operate('correct', String(id), 'status', 'active');
    const other = await project();
    await waiting(other.path, 'other@example.org');
    await update(other.id, { status: 'active' });
    // The other person got the mail, so the list was processed.
    await startMailed('other@example.org');
    expect(await mailsTo('patient@example.org')).toHaveLength(1);
    await service.operate('show', String(id));
    await startMailed('patient@example.org');
  });

  test('a person who refuses mail that others can request gets none, and nobody can tell', async () => {
    const { id, path } = await project();
    const address = 'blocked@example.org';
    await waiting(path, address);
    const { links } = await newestMail(service, address);
    const choices = new URL(links.find((link) => link.includes('/mail/')) ?? 'no:link').pathname;
    await post(service, choices, { choice: 'never' });
    expect(await ask(path, address)).toContain('Check your email');
    await update(id, { status: 'active' });
    await expect.poll(() => count(service, `start_notices where project_id = ${id}`)).toBe(0);
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test.each([
    ['no address', '', 400],
    ['two addresses', 'a@example.org, b@example.org', 400],
  ])('%s: the form again, with the mistake', async (_, email, status) => {
    const { path } = await project();
    const reply = await post(service, `${path}/tell-me`, { email });
    expect(reply.status).toBe(status);
    expect(await reply.text()).toContain('Type your email address');
  });

  test('a fourth mail to one address within the hour is refused on the page', async () => {
    const { path } = await project();
    for (let asked = 0; asked < 3; asked++)
      expect(await ask(path, 'often@example.org')).toContain('Check your email');
    expect(await ask(path, 'often@example.org')).toContain('Too many mails were requested');
    expect(await mailsTo('often@example.org')).toHaveLength(3);
  });

  test('a form of another site is refused, and so is a link that we did not make', async () => {
    const { id, path } = await project();
    const foreign = await service.postForm(
      `${path}/tell-me`,
      { email: 'a@example.org' },
      { headers: { origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
    await ask(path, 'cut@example.org');
    const link = await linkFor('cut@example.org');
    expect((await service.get(link.slice(0, -3))).status).toBe(404);
    expect((await post(service, `${link.slice(0, -3)}xyz`, { choice: 'yes' })).status).toBe(404);
    expect(await count(service, `start_notices where project_id = ${id}`)).toBe(0);
  });

  test('entries are deleted after a year', async () => {
    const { id, path } = await project();
    await waiting(path, 'forgotten@example.org');
    await service.operate('purge');
    expect(await count(service, `start_notices where project_id = ${id}`)).toBe(1);
    await rows(
      service,
      `update start_notices set created_at = created_at - 31622400000 where project_id = ${id}`,
    );
    await service.operate('purge');
    expect(await count(service, `start_notices where project_id = ${id}`)).toBe(0);
  });

  describe('following', () => {
    const follower = async (name: string, path: string, mail?: 'yes') => {
      const address = `${name}.follows@example.org`;
      const cookie = await signIn(service, address);
      const { headers } = await post(service, `${path}/follow`, {}, cookie);
      expect(headers.get('location')).toBe(`${path}#follow`);
      const [, id = ''] = /project\/(\d+)/.exec(path) ?? [];
      if (mail) await post(service, '/me/follows/mail', { project_id: id, mail }, cookie);
      return { address, cookie };
    };
    const aboutFollowing = async (address: string) =>
      (await mailsTo(address)).filter(({ subject }) => subject.includes('you follow'));
    const followingMailed = (address: string, mails: number) =>
      expect.poll(async () => (await aboutFollowing(address)).length).toBe(mails);

    test('somebody who is signed out is led to sign in, and back', async () => {
      const { path } = await project({ status: 'active' });
      expect(await page(path)).toContain(`href="/sign-in?next=${encodeURIComponent(path)}"`);
      const reply = await post(service, `${path}/follow`, {});
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/sign-in?next=/me']);
    });

    test('a member follows, sees it on their page, and stops; a second press changes nothing', async () => {
      const { id, name, path } = await project({ status: 'active' });
      const { cookie } = await follower('ida', path);
      await post(service, `${path}/follow`, {}, cookie);
      expect(await count(service, `project_follows where project_id = ${id}`)).toBe(1);
      expect(await page(path, cookie)).toContain('You follow this project');
      const mine = await page('/me', cookie);
      expect(mine).toContain('Projects you follow');
      expect(mine).toContain(`aria-label="Stop following ${name}"`);
      await post(service, `${path}/unfollow`, {}, cookie);
      expect(await page(path, cookie)).toContain('>Follow</button>');
      expect(await page('/me', cookie)).not.toContain('Projects you follow');
    });

    test('mail comes once, only for those who ask, and only when the status changes', async () => {
      const { id, name, path } = await project({ status: 'active' });
      const asking = await follower('mail', path, 'yes');
      const silent = await follower('silent', path);
      await update(id, { description: 'The same project, described in other words.' });
      await update(id, { status: 'hiatus' });
      await followingMailed(asking.address, 1);
      const [mail] = await aboutFollowing(asking.address);
      expect(mail?.text).toContain(`“${name}”\n\nIt was: Active\nIt is now: On hiatus\n`);
      expect(mail?.links).toEqual([
        `${service.baseUrl}${path}`,
        expect.stringContaining(`${service.baseUrl}/unsubscribe/status/`),
        `${service.baseUrl}/me#follows`,
      ]);
      // Asks after that change, and is not told of it.
      await post(service, '/me/follows/mail', { project_id: String(id), mail: 'yes' }, silent.cookie);
      await update(id, { status: 'complete' });
      await followingMailed(silent.address, 1);
      const [later] = await aboutFollowing(silent.address);
      expect(later?.text).toContain('It was: On hiatus\nIt is now: Completed\n');
      await followingMailed(asking.address, 2);
      expect(service.log()).not.toContain('.follows@');
    });

    test('a project that is not shown has no name there, and one can stop following it', async () => {
      const { id, name, path } = await project({ status: 'active' });
      const { cookie } = await follower('una', path, 'yes');
      await service.operate('hide', String(id));
      const mine = await page('/me', cookie);
      expect(mine).toContain(`A project that is not shown at present (number ${id})`);
      expect(mine).not.toContain(name);
      for (const act of ['follow', 'unfollow'])
        expect((await post(service, `${path}/${act}`, {}, cookie)).status).toBe(404);
      await post(service, '/me/follows/end', { project_id: String(id) }, cookie);
      expect(await page('/me', cookie)).not.toContain('Projects you follow');
    });
  });
});

test.each(engines)(
  'a notice that the mail server refuses is sent when it takes it, on %s',
  async (engine) => {
    await using refusing = await startMailServer({ refusal: '451 not now' });
    await using taking = await startMailServer();
    const service = await startService(engine, frequentQueues);
    const key = await newKey(service, 'owner@example.org');
    const entry = projectEntry('Late', 'https://late.example/', starting);
    const { project_id: id } = await success(
      'POST /api/project/add',
      await service.postJson('/api/project/add', { key, ...entry }),
    );
    await service.operate('publish', String(id));
    const cookie = await signIn(service, 'waits@example.org');
    await post(service, `/project/${id}-late/tell-me`, {}, cookie);
    await service.restart({ SMTP_URL: refusing.url, MAIL_FROM: 'Hands <hello@example.org>' });
    await service.operate('correct', String(id), 'status', 'active');
    const tries = async () => (await rows<{ tries: number }>(service, 'select tries from mails'))[0]?.tries;
    await expect.poll(tries).toBe(1);
    await service.restart({ SMTP_URL: taking.url });
    await rows(service, 'update mails set next_at = 0');
    await expect.poll(() => taking.received.length).toBe(1);
    expect(taking.received[0]).toMatchObject({
      subject: 'A project that you wait for has started',
      envelope: ['waits@example.org'],
    });
    await expect.poll(() => count(service, 'mails')).toBe(0);
    expect(await count(service, 'start_notices')).toBe(0);
  },
);
