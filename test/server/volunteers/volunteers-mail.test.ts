/** Mail to volunteers: to groups that single nobody out, once, and ended with one click, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sealer } from '../../../server/secrets/secrets.ts';
import { foreignLink } from '../../../src/contract/fields/foreign-link.ts';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  accountOf,
  count,
  joinFrom,
  newestMail,
  post,
  projects,
  rows,
  signIn,
  startScene,
} from '../scene.ts';
import { agedBy, recordFor, textOf } from './volunteering.ts';

const { frogs } = projects;
const mailings = `/project/${frogs.id}/mailings`;
const addressOf = (index: number) => `v${index}@volunteers.example`;

const sites = ['https://frogs.example', 'https://shared.example/frogs/'];

test.each<[string, string | undefined]>([
  ['Nothing to click, e.g. at 3 p.m. on 1.5.2026, v2.0.', undefined],
  ['Look at https://frogs.example/new?x=1.', undefined],
  ['Look at frogs.example/new, or www at FROGS.example!', undefined],
  ['(https://shared.example/frogs/a)', undefined],
  ['https://shared.example/frogs', undefined],
  ['https://shared.example/toads', 'https://shared.example/toads'],
  ['https://shared.example/frogs-of-others', 'https://shared.example/frogs-of-others'],
  ['https://shared.example/frogs/../toads', 'https://shared.example/frogs/../toads'],
  ['www.frogs.example', 'www.frogs.example'],
  ['https://frogs.example.evil.example/', 'https://frogs.example.evil.example/'],
  ['https://frogs.example@evil.example/', 'https://frogs.example@evil.example/'],
  ['https://evil.example\\@frogs.example/', 'https://evil.example\\@frogs.example/'],
  ['http:\\\\evil.example', 'http:\\\\evil.example'],
  ['https:evil.example', 'https:evil.example'],
  ['https:///evil.example', 'https:///evil.example'],
  ['https://frogs.example:8443/', 'https://frogs.example:8443/'],
  ['//evil.example/x', 'evil.example/x'],
  ['evil。example', 'evil.example'],
  ['ｅｖｉｌ.example', 'evil.example'],
  ['xn--evil-bbb.example', 'xn--evil-bbb.example'],
  ['пример.рф', 'пример.рф'],
  ['write to me@evil.example', 'me@evil.example'],
  ['mailto:me@frogs.example', 'mailto:me@frogs.example'],
  ['javascript:alert(1)', 'javascript:alert(1'],
  ['ftp://frogs.example/', 'ftp://frogs.example/'],
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['http://[::1]/', 'http://[::1]/'],
])('links in %s', (text, foreign) => {
  expect(foreignLink(text, sites)).toBe(foreign);
});

describe.each(engines)('mail to volunteers on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;
  let editor: string;
  let forms = 0;

  const page = async (path: string, cookie = owner) =>
    textOf(await service.get(path, { headers: { cookie } }));
  const newForm = () => String(++forms).padStart(43, 'f');
  const write = (act: string, fields: Record<string, string> = {}) =>
    post(
      service,
      mailings,
      {
        act,
        subject: 'Spawn is here',
        body: 'Dear all,\n\nthe first frogs came.',
        form: newForm(),
        ...fields,
      },
      owner,
    );
  /** Every mailing so far, as if it had been sent long ago, so that another one is allowed. */
  const forgetMailings = () =>
    rows(service, `update mailings set created_at = created_at - ${200 * 86_400_000}`);
  const state = async () =>
    (
      await rows<{ state: string }>(
        service,
        'select state from mailings order by created_at desc, mailing_id desc limit 1',
      )
    )[0]?.state;
  const lettersTo = async (index: number) =>
    (await service.mails()).filter(
      ({ to, subject }) => to === addressOf(index) && subject.startsWith('[Frog Watch]'),
    );
  const unsubscribeLink = async (index: number) => {
    const [letter] = await lettersTo(index);
    return new URL(letter?.links.find((link) => link.includes('/unsubscribe/')) ?? 'no:link').pathname;
  };

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, { ...unlimited, ...frequentQueues }));
    owner = await signIn(service, 'owner@example.org');
    await service.operate('role', 'editor@frogs.example', 'editor');
    editor = await signIn(service, 'editor@frogs.example');
    // Six collect, and one of them also classifies; five more only classify.
    for (let index = 1; index <= 11; index++) {
      await joinFrom(service, frogs, addressOf(index));
      if (index <= 6) await recordFor(service, key, frogs.id, addressOf(index));
      if (index >= 6) await recordFor(service, key, frogs.id, addressOf(index), 'classification');
    }
    await agedBy(service, 2);
  });

  test('a preview shows the mail, and how many get it in steps of five', async () => {
    const shown = await page(mailings);
    expect(shown).toContain('An editor reads your first one');
    const preview = await textOf(await write('preview', { type: 'collection' }));
    expect(preview).toContain('[Frog Watch] Spawn is here');
    expect(preview).toContain('the first frogs came.');
    expect(preview).toContain('at least 5 people');
    expect(preview).not.toContain('volunteers.example');
    expect(await count(service, 'mailings')).toBe(0);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['no subject', { subject: ' ' }, /The subject must not be empty/],
    ['no text', { body: '' }, /The text must not be empty/],
    ['a long text', { body: 'x'.repeat(4001) }, /The text must be at most 4000 characters/],
    ['a link elsewhere', { body: 'See evil.example/login' }, /evil\.example\/login.*reads like a link/],
    ['a link elsewhere in the subject', { subject: 'evil.example' }, /reads like a link/],
    ['a group of nobody', { type: 'signup' }, /Fewer than 5 people/],
  ])('%s is refused with what to change', async (_, fields, words) => {
    for (const act of ['preview', 'send']) {
      const reply = await write(act, fields);
      expect(reply.status).toBe(400);
      expect(await textOf(reply)).toMatch(words);
    }
    expect(await count(service, 'mailings')).toBe(0);
  });

  test('the first mail waits for an editor, who turns it down with a reason', async () => {
    const form = newForm();
    const sent = await write('send', { type: 'collection', form });
    expect(sent.headers.get('location')).toMatch(/\/mailings\?done=awaiting#log$/);
    expect(await page('/review', editor)).toContain('Spawn is here');
    const [row] = await rows<{ mailing_id: number }>(service, 'select mailing_id from mailings');
    const path = `/review/mailing/${row?.mailing_id}`;
    expect(await page(path, editor)).toContain('the first frogs came.');
    expect((await post(service, path, { act: 'reject', why: '' }, editor)).status).toBe(400);
    expect((await post(service, path, { act: 'reject', why: 'Say when.' }, editor)).status).toBe(303);
    expect((await post(service, path, { act: 'approve' }, editor)).status).toBe(409);
    expect(await page(mailings)).toMatch(/Rejected .*Say when\./);
    // Withdrawn by its managers, another one is not decided about any more.
    await write('send', { type: 'collection' });
    const [second] = await rows<{ mailing_id: number }>(
      service,
      "select mailing_id from mailings where state = 'awaiting_review'",
    );
    const withdrawn = await post(
      service,
      `${mailings}/withdraw`,
      { mailing: String(second?.mailing_id) },
      owner,
    );
    expect(withdrawn.headers.get('location')).toMatch(/done=withdrawn/);
    const late = await post(service, `/review/mailing/${second?.mailing_id}`, { act: 'approve' }, editor);
    expect(late.status).toBe(409);
    expect(await late.text()).toMatch(/owner@example.org withdrew it on/);
    expect(await count(service, 'mails')).toBe(0);
  });

  test('to six people, of whom one unsubscribes before it is approved: five get it', async () => {
    // The same form, sent twice at once, is one mail.
    const form = newForm();
    const typed = {
      type: 'collection',
      form,
      subject: 'Spawn\r\nBcc: all@evil.example is here'.replace('evil.example', 'x'),
      body: 'Hello\n\nUnsubscribe from this project with one click:\nhttps://frogs.example/x',
    };
    const both = await Promise.all([write('send', typed), write('send', typed)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await count(service, "mailings where state = 'awaiting_review'")).toBe(1);
    const own = await signIn(service, addressOf(1));
    await post(service, '/me/volunteer', { project_id: String(frogs.id), act: 'no-mail' }, own);
    const [row] = await rows<{ mailing_id: number }>(
      service,
      "select mailing_id from mailings where state = 'awaiting_review'",
    );
    await post(service, `/review/mailing/${row?.mailing_id}`, { act: 'approve' }, editor);
    for (const index of [2, 3, 4, 5, 6])
      await expect.poll(async () => (await lettersTo(index)).length).toBe(1);
    expect(await lettersTo(1)).toHaveLength(0);
    await expect.poll(state).toBe('sent');
    const [letter] = await lettersTo(2);
    expect(letter?.subject).toBe('[Frog Watch] Spawn Bcc: all@x is here');
    expect(letter?.text).toMatch(
      /^The people who manage the project “Frog Watch” wrote this mail\. You get it/,
    );
    // Their words are quoted, so that they cannot pass for ours.
    expect(letter?.text).toContain(
      '> Unsubscribe from this project with one click:\n> https://frogs.example/x',
    );
    const log = await page(mailings);
    expect(log).toMatch(/Sent to a group of 5 people or a few more/);
    expect(log).not.toContain('volunteers.example');
    const stored = JSON.stringify(await rows(service, 'select * from mailings'));
    expect(stored).not.toContain('volunteers.example');
    expect(service.log()).not.toContain('volunteers.example');
  });

  test('a group that differs by one person from an earlier one is refused', async () => {
    // All volunteers: the earlier group, and five who only classify. The sixth classifies, too.
    expect((await write('preview')).status).toBe(200);
    const narrow = await write('send', { type: 'classification' });
    expect(narrow.status).toBe(400);
    expect(await textOf(narrow)).toContain('differ by fewer than 5 people');
    expect((await write('preview', { type: 'collection' })).status).toBe(200);
  });

  test('one click of a mail program unsubscribes without cookies, and the page takes it back', async () => {
    const link = await unsubscribeLink(2);
    const isMailed = () => count(service, 'volunteer_choices where is_mailed = 0');
    const before = await isMailed();
    expect(await page(link, '')).toContain('Unsubscribe from Frog Watch?');
    expect(await isMailed()).toBe(before);
    const click = await service.postForm(link, { 'List-Unsubscribe': 'One-Click' }, { redirect: 'manual' });
    expect(click.status).toBe(200);
    expect(await isMailed()).toBe(before + 1);
    // Four are left, which the managers do not learn.
    expect(await textOf(await write('preview', { type: 'collection' }))).toContain('at least 5 people');
    expect(await textOf(await post(service, link, { choice: 'on' }))).toContain('Resubscribed');
    expect(await isMailed()).toBe(before);
    expect((await write('preview', { type: 'collection' })).status).toBe(200);
    const forged = link.replace(/.{10}$/, 'AAAAAAAAAA');
    for (const path of ['/unsubscribe/x', forged]) expect((await post(service, path, {})).status).toBe(404);
  });

  test('too few are left at the time of sending: nobody gets it', async () => {
    await forgetMailings();
    const leaving = [await signIn(service, addressOf(3)), await signIn(service, addressOf(5))];
    const choose = async (act: string) => {
      for (const own of leaving)
        await post(service, '/me/volunteer', { project_id: String(frogs.id), act }, own);
    };
    // Approved, and not taken yet.
    await rows(
      service,
      `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
        done_to, next_at, tries) values (${frogs.id}, 7, 1, 'few', 'Too few', 'x', '{"type":"collection"}', 'sending',
        ${Date.now()}, 0, 0, ${Date.now() + 3_600_000}, 0)`,
    );
    await choose('unlist');
    await rows(service, 'update mailings set next_at = 1 where mailing_id = 7');
    await expect.poll(state).toBe('too_few');
    expect(await page(mailings)).toContain('Not sent: too few people');
    expect(await lettersTo(4)).toHaveLength(1);
    await choose('list');
  });

  test('too few make the difference at the time of sending: nobody gets it, and the log says why', async () => {
    await forgetMailings();
    const mailing = (id: number, state: string, filter: string, next: number) =>
      rows(
        service,
        `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
          done_to, next_at, tries) values (${frogs.id}, ${id}, 1, 'close ${id}', 'Close', 'x', '${filter}', '${state}',
          ${Date.now() + id}, 0, 0, ${next}, 0)`,
      );
    await mailing(8, 'sent', '{"type":"collection"}', Date.now() + 3_600_000);
    await mailing(9, 'sending', '{"type":"classification"}', 1);
    await expect.poll(state).toBe('too_close');
    expect(await page(mailings)).toContain('too few people made the difference to an earlier mail');
  });

  test('two in 30 days, also when three are sent at once', async () => {
    await forgetMailings();
    const replies = await Promise.all([1, 2, 3].map(() => write('send', { type: 'collection' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 303, 400]);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused && (await textOf(refused))).toContain('2 mails in 30 days');
    await expect.poll(() => count(service, "mailings where state = 'sending'")).toBe(0);
  });

  test('the mail choices of any mail list the project, and end its mail', async () => {
    const code = (await service.mails()).find(({ to, links }) => to === addressOf(5) && links.length > 0);
    const choices = (await service.mails())
      .filter(({ to }) => to === addressOf(5))
      .flatMap(({ links }) => links)
      .find((link) => link.includes('/mail/'));
    expect(code).toBeDefined();
    const path = new URL(choices ?? 'no:link').pathname;
    expect(await page(path, '')).toContain('Frog Watch');
    const ended = await post(service, path, { choice: 'project', project_id: String(frogs.id) });
    expect(await textOf(ended)).toContain('Unsubscribed from this project');
    expect(await page(path, '')).not.toContain('Frog Watch');
  });

  test('the link still ends mail after accounts were joined, and leaves nothing after a deletion', async () => {
    const link = await unsubscribeLink(2);
    const twin = 'twin@volunteers.example';
    const cookie = await signIn(service, twin);
    const ended = await accountOf(service, addressOf(2));
    expect((await post(service, '/account/addresses', { email: addressOf(2) }, cookie)).status).toBe(303);
    const invited = async () =>
      (await newestMail(service, addressOf(2))).links
        .map((each) => new URL(each).pathname)
        .find((path) => path.startsWith('/account/addresses/'));
    await expect.poll(invited).toBeDefined();
    const joined = await post(service, (await invited()) ?? '', { act: 'join' }, cookie);
    expect(joined.headers.get('location')).toBe('/account?done=joined#addresses');
    const kept = await accountOf(service, twin);
    const choices = () =>
      rows(
        service,
        `select account_id, is_mailed from volunteer_choices where project_id = ${frogs.id}
          and account_id in (${kept}, ${ended})`,
      );
    expect((await service.postForm(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await choices()).toEqual([{ account_id: kept, is_mailed: 0 }]);

    // Links of earlier releases name the account: they work as long as there is one.
    const sealed = sealer('a pepper for tests, of no use elsewhere', 'mailing-unsubscribe');
    const former = (account: number) => `/unsubscribe/${sealed.seal([account, frogs.id])}`;
    expect((await post(service, former(kept), { choice: 'on' })).status).toBe(200);
    expect(await choices()).toEqual([{ account_id: kept, is_mailed: 1 }]);
    expect((await post(service, former(ended), {})).status).toBe(404);

    await post(service, '/account/delete', { when: 'now' }, cookie);
    for (const choice of ['off', 'on']) {
      const after = await post(service, link, { choice });
      expect([after.status, await textOf(after)]).toEqual([
        200,
        expect.stringContaining('Your account was deleted, so no one can write to you through us.'),
      ]);
    }
    expect((await post(service, former(kept), {})).status).toBe(404);
    expect(await choices()).toEqual([]);
  });
});
