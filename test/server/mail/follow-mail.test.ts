/**
 * The mail to followers when the status of a project changes, over a real mail server, on both engines: once for each
 * change, only for those who asked, in their language, and ended by its own link.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { startMailServer, type Received } from '../../set-up/service/peers/mail-server.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, count, newKey, post, rows, signIn, startScene } from '../scene.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const names = [
  ...['asks', 'silent', 'german', 'arabic', 'stops', 'leaves', 'clicks', 'visits', 'ends', 'deletes'],
  ...['once', 'late', 'joins', 'hides', 'collects', 'quits'],
] as const;
type Name = (typeof names)[number];

describe.each(engines)('mail to followers on %s', (engine) => {
  let service: Service;
  let mails: MailServer;
  let key: string;
  let isRefusing = false;
  const people = {} as Record<Name, string>;
  let elsewhere: string;

  // People sign in while the mails are in the outbox; then the mail server takes over.
  beforeAll(async () => {
    mails = await startMailServer({ greylists: () => isRefusing });
    ({ service } = await startScene(engine, { ...crowded, ...frequentQueues }));
    key = await newKey(service, 'owner@example.org');
    for (const name of names) people[name] = await signIn(service, addressOf(name));
    elsewhere = await signIn(service, addressOf('quits'));
    await service.restart({ SMTP_URL: mails.url, MAIL_FROM: 'Hands <hello@example.org>' });
  });
  afterAll(() => mails[Symbol.asyncDispose]());

  const addressOf = (name: Name) => `${name}@followers.example`;
  const project = async (title: string) => {
    const id = await addProject(service, key, title);
    await service.operate('publish', String(id));
    // Its contact is told so, which is no mail to a follower.
    await expect.poll(() => count(service, 'mails')).toBe(0);
    const others = mails.received.filter(({ envelope }) => !envelope.includes('contact@example.org'));
    mails.received.splice(0, Infinity, ...others);
    return id;
  };
  const follow = async (name: Name, id: number, mail: 'yes' | 'no' | undefined) => {
    expect((await post(service, `/project/${id}/follow`, {}, people[name])).status).toBe(303);
    if (mail) await setMail(name, id, mail);
  };
  const setMail = (name: Name, id: number, mail: 'yes' | 'no') =>
    post(service, '/me/follows/mail', { project_id: String(id), mail }, people[name]);
  const setStatus = async (id: number, status: string) =>
    await service.operate('correct', String(id), 'status', status);
  /** Waits until every changed follow is processed. */
  const isQueued = () =>
    expect
      .poll(() =>
        count(
          service,
          `project_follows f, projects p where p.project_id = f.project_id and f.by_mail = 1 and p.updated_at > f.seen_at`,
        ),
      )
      .toBe(0);
  /** …and no mail is queued. */
  const isDone = async () => {
    await isQueued();
    await expect.poll(() => count(service, 'mails')).toBe(0);
  };
  const to = (name: Name): Received[] =>
    mails.received.filter(({ envelope }) => envelope.includes(addressOf(name)));
  const header = (mail: Received | undefined, name: string) =>
    mail?.headers.find((each) => each.key === name)?.value;
  const unsubscribeIn = (mail: Received | undefined) => {
    const [, link = 'no:link'] = /(http\S+\/unsubscribe\/status\/\S+)/.exec(mail?.text ?? '') ?? [];
    const { pathname, search } = new URL(link);
    return pathname + search;
  };
  /** A mail program sends its form without cookies, and from nowhere (RFC 8058). */
  const oneClick = (path: string) =>
    service.get(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

  test('one mail for each change and follower, and only for those who asked', async () => {
    const id = await project('Ospreys');
    await follow('asks', id, 'yes');
    await follow('silent', id, undefined);
    await follow('stops', id, 'yes');
    await setMail('stops', id, 'no');
    await follow('leaves', id, 'yes');
    await post(service, `/project/${id}/unfollow`, {}, people.leaves);
    await setStatus(id, 'hiatus');
    await isDone();
    expect(mails.received.map(({ envelope }) => envelope)).toEqual([[addressOf('asks')]]);
    expect(to('asks')[0]).toMatchObject({ subject: 'A project that you follow on Manyhands has changed' });
    expect(to('asks')[0]?.text).toContain('“Ospreys”\n\nIt was: Active\nIt is now: On hiatus\n');
    // The same status again, and another field.
    await setStatus(id, 'hiatus');
    await service.operate('correct', String(id), 'goal', 'Find the ospreys');
    await isDone();
    expect(to('asks')).toHaveLength(1);
    await setStatus(id, 'complete');
    await isDone();
    expect(to('asks')).toHaveLength(2);
    expect(to('asks')[1]?.text).toContain('It was: On hiatus\nIt is now: Completed\n');
    expect(mails.received).toHaveLength(2);
    expect(service.log()).not.toContain('@followers.example');
  });

  test.each<[Name, string, string, string]>([
    ['german', 'de', 'Ein Projekt, dem du bei', 'Jetzt: Pausiert'],
    ['arabic', 'ar', 'مشروع', 'وأصبح:'],
  ])('%s reads it in their language, and so is the page of its link', async (name, lang, subject, text) => {
    const id = await project(`Language ${lang}`);
    await post(service, '/me/mail/language', { language: lang }, people[name]);
    await follow(name, id, 'yes');
    await setStatus(id, 'hiatus');
    await isDone();
    const [mail] = to(name);
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain(text);
    expect(header(mail, 'content-language')).toBe(lang);
    const page = await (await service.get(unsubscribeIn(mail))).text();
    expect(page).toContain(`<html lang="${lang}"`);
    expect(page).toContain(`Language ${lang}`);
  });

  test('one click of a mail program ends it, without cookies; opening the link does not', async () => {
    const id = await project('Clicks');
    await follow('clicks', id, 'yes');
    await setStatus(id, 'hiatus');
    await isDone();
    const [mail] = to('clicks');
    const path = unsubscribeIn(mail);
    expect(header(mail, 'list-unsubscribe')).toBe(`<${service.baseUrl}${path}>`);
    const wanted = () => rows(service, `select by_mail from project_follows where project_id = ${id}`);
    expect((await service.get(path)).status).toBe(200);
    expect(await wanted()).toEqual([{ by_mail: 1 }]);
    expect((await oneClick(path)).status).toBe(200);
    expect(await wanted()).toEqual([{ by_mail: 0 }]);
    await setStatus(id, 'complete');
    await isDone();
    expect(to('clicks')).toHaveLength(1);
    expect(await (await service.get('/me', { headers: { cookie: people.clicks } })).text()).toContain(
      'Clicks',
    );
  });

  test('the link ends the mail after the account was joined with another one', async () => {
    const id = await project('Joins');
    await follow('joins', id, 'yes');
    await setStatus(id, 'hiatus');
    await isDone();
    const path = unsubscribeIn(to('joins')[0]);
    const asked = { email: addressOf('joins') };
    expect((await post(service, '/account/addresses', asked, people.silent)).status).toBe(303);
    const invited = () =>
      /http\S+(\/account\/addresses\/\S+)/.exec(
        to('joins').find(({ text }) => text?.includes('/account/addresses/'))?.text ?? '',
      )?.[1];
    await expect.poll(invited).toBeDefined();
    const joined = await post(service, invited() ?? '', { act: 'join' }, people.silent);
    expect(joined.headers.get('location')).toBe('/account?done=joined#addresses');
    const wanted = () => rows(service, `select by_mail from project_follows where project_id = ${id}`);
    expect(await wanted()).toEqual([{ by_mail: 1 }]);
    expect((await oneClick(path)).status).toBe(200);
    expect(await wanted()).toEqual([{ by_mail: 0 }]);
  });

  test('the page of the link takes it back; a forged link and an ended follow do nothing', async () => {
    const id = await project('Visits');
    await follow('visits', id, 'yes');
    await setStatus(id, 'hiatus');
    await isDone();
    const path = unsubscribeIn(to('visits')[0]);
    const choose = async (choice: 'on' | 'off') => (await post(service, path, { choice })).text();
    expect(await (await service.get(path)).text()).toContain('Unsubscribe from changes of Visits?');
    expect(await choose('off')).toContain('Unsubscribed from changes of this project');
    expect(await (await service.get(path)).text()).toContain('Resubscribe');
    // Changes in the meantime are not reported later.
    await setStatus(id, 'complete');
    expect(await choose('on')).toContain('Resubscribed to its changes');
    await isDone();
    expect(to('visits')).toHaveLength(1);
    await setStatus(id, 'active');
    await isDone();
    expect(to('visits')[1]?.text).toContain('It was: Completed\nIt is now: Active\n');
    const forged = path.replace(/status\/.{6}/, 'status/AAAAAA');
    for (const other of ['/unsubscribe/status/x', forged])
      expect((await post(service, other, { choice: 'off' })).status).toBe(404);
    // The link of another kind of mail is refused.
    expect((await post(service, path.replace('/status/', '/'), { choice: 'off' })).status).toBe(404);
    await post(service, `/project/${id}/unfollow`, {}, people.visits);
    for (const after of [await choose('on'), await choose('off'), await (await service.get(path)).text()]) {
      expect(after).toContain('You do not follow it any more');
      expect(after).not.toContain('action="/unsubscribe');
    }
    expect(await count(service, `project_follows where project_id = ${id}`)).toBe(0);
  });

  test('mail about a project that its owner hid can be ended, and not be asked for', async () => {
    const id = await project('Hidden herons');
    await follow('hides', id, 'yes');
    const setHidden = (isHidden: 0 | 1) =>
      rows(
        service,
        `update projects set is_hidden = ${isHidden} where project_id = ${id} returning project_id`,
      );
    const wants = async () =>
      (
        await rows<{ by_mail: number }>(
          service,
          `select by_mail from project_follows where project_id = ${id}`,
        )
      )[0]?.by_mail;
    /** Returns what the button of the page sends, if there is one. */
    const offered = async () => {
      const page = await (await service.get('/me', { headers: { cookie: people.hides } })).text();
      const [, follows = ''] = page.split('id="follows"');
      return /action="\/me\/follows\/mail"[^]*?name="mail" value="(\w+)"/.exec(follows)?.[1];
    };
    await setHidden(1);
    expect(await offered()).toBe('no');
    const ended = await setMail('hides', id, 'no');
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/me#follows']);
    expect([await wants(), await offered()]).toEqual([0, undefined]);
    expect((await setMail('hides', id, 'yes')).status).toBe(404);
    await setHidden(0);
    expect(await offered()).toBe('yes');
    await setMail('hides', id, 'yes');
    expect(await wants()).toBe(1);
  });

  test('an account follows 1,000 projects at most, also with two requests at once; a second click is no further one', async () => {
    const [id, other, another] = [await project('First'), await project('Last'), await project('One more')];
    await follow('collects', id, undefined);
    await rows(
      service,
      `insert into project_follows (follow_id, account_id, project_id, status, by_mail, seen_at, created_at, next_at, tries)
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 998)
        select -n, account_id, -n, '', 0, 0, 0, 0, 0 from numbers, project_follows where project_id = ${id}
        returning follow_id`,
    );
    const click = async (project: number) =>
      (await post(service, `/project/${project}/follow`, {}, people.collects)).status;
    expect((await Promise.all([click(other), click(another)])).sort()).toEqual([303, 429]);
    const ofAccount = `project_follows f, project_follows o where o.project_id = ${id} and f.account_id = o.account_id`;
    expect(await count(service, ofAccount)).toBe(1000);
    expect(await click(id)).toBe(303);
    expect(await count(service, ofAccount)).toBe(1000);
  });

  test('somebody who follows a project while their account is deleted leaves no row', async () => {
    const id = await project('Left behind');
    await using held = openRows(service);
    // On PostgreSQL the deletion stops half-way, and the follow is stored meanwhile.
    if (engine === 'postgres') await held.run('begin; lock table project_drafts in share mode');
    const deleting = post(service, '/account/delete', { when: 'now' }, people.quits);
    const waiting = `pg_locks where not granted and relation = (select oid from pg_class where relname = 'project_drafts')
      and database = (select oid from pg_database where datname = current_database())`;
    if (engine === 'postgres') await expect.poll(() => count(service, waiting)).toBe(1);
    // In another browser: the session of the first ends before the account.
    const following = post(service, `/project/${id}/follow`, {}, elsewhere);
    if (engine === 'postgres') {
      expect((await following).headers.get('location')).toMatch(/#follow$/);
      await held.run('commit');
    }
    expect((await deleting).headers.get('location')).toBe('/account/deleted');
    expect((await following).status).toBe(303);
    expect(await count(service, `project_follows where project_id = ${id}`)).toBe(0);
  });

  test('a mail that waits for its server is not sent after its reader has ended it', async () => {
    const id = await project('Waits');
    for (const name of ['stops', 'leaves', 'ends', 'deletes', 'late'] as const) await follow(name, id, 'yes');
    const before = mails.received.length;
    isRefusing = true;
    await setStatus(id, 'hiatus');
    await expect.poll(() => count(service, 'mails where ended > 0')).toBe(5);
    await setMail('stops', id, 'no');
    await post(service, `/project/${id}/unfollow`, {}, people.leaves);
    await post(service, '/me/follows/end', { project_id: String(id) }, people.ends);
    const gone = await post(service, '/account/delete', { when: 'now' }, people.deletes);
    expect(gone.status).toBe(303);
    expect(await count(service, `project_follows where project_id = ${id}`)).toBe(2);
    isRefusing = false;
    await rows(service, 'update mails set next_at = 0');
    await isDone();
    expect(mails.received.slice(before).map(({ envelope }) => envelope)).toEqual([[addressOf('late')]]);
  });

  test('nothing is sent twice after the process was killed, and a change during the outage is reported', async () => {
    const id = await project('Killed');
    await follow('once', id, 'yes');
    isRefusing = true;
    await setStatus(id, 'hiatus');
    await expect.poll(() => count(service, 'mails where ended > 0')).toBe(1);
    await service.kill9();
    isRefusing = false;
    await rows(service, 'update mails set next_at = 0');
    await service.restart();
    await isDone();
    expect(to('once')).toHaveLength(1);
    await service.restart();
    await isDone();
    expect(to('once')).toHaveLength(1);
    await service.kill9();
    await setStatus(id, 'complete');
    await service.restart();
    await isDone();
    expect(to('once').map(({ text = '' }) => /It is now: .*/.exec(text)?.[0])).toEqual([
      'It is now: On hiatus',
      'It is now: Completed',
    ]);
  });
});
