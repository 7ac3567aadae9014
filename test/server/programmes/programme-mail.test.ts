/** Mail to the members of a programme, by the rules of the mail to volunteers: once, to five or more, ended with one click. */
import { beforeAll, describe, expect, test } from 'vitest';
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
import { textOf } from '../volunteers/volunteering.ts';

const form = {
  name: 'Two Hedges Library',
  text: 'Count with us.',
  award: 'A bookmark',
  'name-fr': 'Bibliothèque des deux haies',
  'text-fr': 'Comptez avec nous.',
  'award-fr': 'Un marque-page',
  contributions: '3',
  counts: 'reported',
  link: 'https://library.example/science',
};
const day = 86_400_000;
const addressOf = (index: number) => `m${index}@members.example`;
const languages = ['en', 'de', 'fr', 'es', 'pt', 'ar'];

describe.each(engines)('mail to the members of a programme on %s', (engine) => {
  let service: Service;
  let [partner, editor, operator] = ['', '', ''];
  let forms = 0;
  const newForm = () => String(++forms).padStart(43, 'f');
  const cookies = new Map<number, string>();
  const member = async (index: number) => {
    const cookie = cookies.get(index) ?? (await signIn(service, addressOf(index)));
    cookies.set(index, cookie);
    return cookie;
  };
  const act = async (id: number, index: number, name: string, fields: Record<string, string> = {}) =>
    post(service, `/programme/${id}/${name}`, fields, await member(index));
  const opened = async (...indexes: number[]) => {
    const made = await post(service, '/programmes/new', { ...form, form: newForm() }, partner);
    const id = Number(/\d+/.exec(made.headers.get('location') ?? '')?.[0]);
    await post(service, '/operator/programmes', { programme_id: String(id), act: 'approve' }, operator);
    for (const index of indexes) await act(id, index, 'join');
    return id;
  };
  const write = (id: number, name: string, fields: Record<string, string> = {}, cookie = partner) =>
    post(
      service,
      `/programme/${id}/mailings`,
      { act: name, subject: 'A walk', body: 'See https://library.example/walk.', form: newForm(), ...fields },
      cookie,
    );
  const page = async (path: string, cookie = partner) =>
    textOf(await service.get(path, { headers: { cookie } }));
  const newestOf = async (id: number) =>
    (
      await rows<{ mailing_id: number; state: string; sent: number }>(
        service,
        `select mailing_id, state, sent from mailings where kind = 'programme' and project_id = ${id}
          order by created_at desc limit 1`,
      )
    )[0];
  const approve = async (id: number) =>
    post(service, `/review/mailing/${(await newestOf(id))?.mailing_id}`, { act: 'approve' }, editor);
  const isSent = (id: number) => expect.poll(async () => (await newestOf(id))?.state).toBe('sent');
  const lettersTo = async (index: number, subject: string) =>
    (await service.mails()).filter((mail) => mail.to === addressOf(index) && mail.subject.includes(subject));
  /** The members who got a mail, after all queued mails were sent. */
  const readers = async (subject: string) => {
    await expect.poll(() => count(service, 'mails')).toBe(0);
    const all = [...cookies.keys()].map(async (index) => [index, await lettersTo(index, subject)] as const);
    return (await Promise.all(all)).flatMap(([index, mails]) => mails.map(() => index)).sort((a, b) => a - b);
  };

  beforeAll(async () => {
    ({ service } = await startScene(engine, { ...unlimited, ...frequentQueues }));
    partner = await signIn(service, 'partner@library.example');
    await service.operate('role', 'boss@example.org', 'operator');
    operator = await signIn(service, 'boss@example.org');
    await service.operate('role', 'editor@example.org', 'editor');
    editor = await signIn(service, 'editor@example.org');
    for (const [index, language] of languages.entries())
      await post(service, '/language', { language, next: '/me' }, await member(index + 1));
  });

  test('six get it in their language, one ends it by the link, and the next goes to five', async () => {
    const id = await opened(1, 2, 3, 4, 5, 6);
    expect(await page(`/programme/${id}/work`)).toContain('Write to members');
    expect(await page(`/programme/${id}/mailings`)).toContain('An editor reads your first one');
    const preview = await textOf(await write(id, 'preview', { type: 'collection' }));
    expect(preview).toContain('To everyone who joined: at least 5 people');
    expect(preview).toMatch(/\[Two Hedges Library\] A walk .*the programme “Two Hedges Library” wrote this/);
    // A form that is sent twice at once makes one mailing.
    const sameForm = { form: newForm() };
    const both = await Promise.all([write(id, 'send', sameForm), write(id, 'send', sameForm)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await count(service, `mailings where project_id = ${id}`)).toBe(1);
    expect(await page('/review', editor)).toMatch(/A walk Two Hedges Library/);
    const review = await page(`/review/mailing/${(await newestOf(id))?.mailing_id}`, editor);
    expect(review).toMatch(/The first one of Two Hedges Library,.* at least 5 people/);
    expect(await count(service, 'mails')).toBe(0);
    expect((await approve(id)).status).toBe(303);
    await isSent(id);
    expect(await readers('A walk')).toEqual([1, 2, 3, 4, 5, 6]);
    const begins = ['The people who', 'Die Leitung', 'Les responsables', 'Quienes', 'Quem', 'كتب'];
    for (const [index, words] of begins.entries()) {
      const [letter] = await lettersTo(index + 1, 'A walk');
      expect(letter?.text.startsWith(words)).toBe(true);
      expect(letter?.text).toContain('> See https://library.example/walk.');
      expect(letter?.text).toContain(`${service.baseUrl}/programme/${id}`);
      expect(letter?.links.some((link) => link.includes('/unsubscribe/'))).toBe(true);
    }
    expect((await lettersTo(3, 'A walk'))[0]?.subject).toBe('[Bibliothèque des deux haies] A walk');
    expect(await page(`/programme/${id}/mailings`)).toMatch(/Sent to a group of 5 people or a few more/);

    const link = (await lettersTo(1, 'A walk'))[0]?.links.find((one) => one.includes('/unsubscribe/')) ?? '';
    const { pathname } = new URL(link);
    expect(await page(pathname, '')).toContain('Unsubscribe from Two Hedges Library?');
    const isMailed = () => count(service, `programme_members where programme_id = ${id} and is_mailed = 1`);
    expect(await isMailed()).toBe(6);
    expect((await service.postForm(pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await isMailed()).toBe(5);
    expect(await textOf(await write(id, 'preview'))).toContain('at least 5 people');
    await write(id, 'send', { subject: 'A talk' });
    await isSent(id);
    expect(await readers('A talk')).toEqual([2, 3, 4, 5, 6]);
    expect((await newestOf(id))?.sent).toEqual(5);
    const third = await write(id, 'send', { subject: 'A third' });
    expect([third.status, await textOf(third)]).toEqual([
      400,
      expect.stringContaining('A programme sends 2 mails in 30 days'),
    ]);
    const stored = JSON.stringify(await rows(service, 'select * from mailings'));
    for (const place of [stored, service.log(), await page(`/programme/${id}/mailings`)])
      expect(place).not.toContain('members.example');

    // The page of the programme takes it back, and the choices of any mail end it again.
    expect(await page(`/programme/${id}`, await member(1))).toContain('The partner cannot write to you');
    await act(id, 1, 'mail', { act: 'mail' });
    expect(await isMailed()).toBe(6);
    await joinFrom(service, projects.frogs, addressOf(1));
    const choices = (await service.mails())
      .filter(({ to }) => to === addressOf(1))
      .flatMap(({ links }) => links)
      .find((one) => one.includes('/mail/'));
    const choicesPath = new URL(choices ?? 'no:link').pathname;
    expect(await page(choicesPath, '')).toContain('Two Hedges Library');
    await post(service, choicesPath, { choice: 'programme', programme_id: String(id) });
    expect(await isMailed()).toBe(5);
    expect(await page(choicesPath, '')).not.toContain('Programmes that may write to you');
    await act(id, 2, 'mail', { act: 'no-mail' });
    expect(await isMailed()).toBe(4);
    const own = await service.get('/me/export.json', { headers: { cookie: await member(2) } });
    expect(await own.json()).toMatchObject({ programmes: [{ programme_id: id, is_mailed: 0 }] });

    await act(id, 1, 'leave');
    expect(await textOf(await post(service, pathname, { choice: 'on' }))).toContain(
      'You are not in this programme any more',
    );
    expect(await count(service, `programme_members where programme_id = ${id}`)).toBe(5);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['no subject', { subject: ' ' }, /The subject must not be empty/],
    ['a link elsewhere', { body: 'See evil.example/login' }, /evil\.example\/login.*reads like a link/],
    ['a link elsewhere in the subject', { subject: 'evil.example' }, /reads like a link/],
  ])(
    '%s is refused; the website of the programme and our pages may be linked to',
    async (_, fields, words) => {
      const id = await opened(1, 2, 3, 4, 5);
      for (const name of ['preview', 'send']) {
        const reply = await write(id, name, fields);
        expect([reply.status, await textOf(reply)]).toEqual([400, expect.stringMatching(words)]);
      }
      expect(await count(service, `mailings where project_id = ${id}`)).toBe(0);
      const good = { body: `${service.baseUrl}/finder?programme=${id} and library.example/x` };
      expect((await write(id, 'preview', good)).status).toBe(200);
    },
  );

  test('a member who leaves before an editor has read it gets nothing', async () => {
    const id = await opened(1, 2, 3, 4, 5, 6);
    await write(id, 'send', { subject: 'A farewell' });
    expect((await act(id, 6, 'leave')).status).toBe(303);
    await approve(id);
    await isSent(id);
    expect(await readers('A farewell')).toEqual([1, 2, 3, 4, 5]);
  });

  test('four members are too few, and a programme that is withheld sends nothing', async () => {
    const id = await opened(1, 2, 3, 4);
    for (const name of ['preview', 'send']) {
      const reply = await write(id, name);
      expect([reply.status, await textOf(reply)]).toEqual([
        400,
        expect.stringContaining('Fewer than 5 people have joined'),
      ]);
    }
    await act(id, 5, 'join');
    expect((await write(id, 'send', { subject: 'Withheld' })).status).toBe(303);
    const withdrawn = { mailing: String((await newestOf(id))?.mailing_id) };
    expect((await post(service, `/programme/${id}/mailings/withdraw`, withdrawn, partner)).status).toBe(303);
    expect((await newestOf(id))?.state).toBe('withdrawn');
    expect((await write(id, 'send', { subject: 'Withheld' })).status).toBe(303);
    await post(service, '/operator/programmes', { programme_id: String(id), act: 'withhold' }, operator);
    expect((await service.get(`/programme/${id}/mailings`, { headers: { cookie: partner } })).status).toBe(
      404,
    );
    await rows(
      service,
      `update mailings set state = 'sending', next_at = 1 where project_id = ${id} and state = 'awaiting_review'`,
    );
    await expect.poll(async () => (await newestOf(id))?.state).toBe('withdrawn');
    expect(await readers('Withheld')).toEqual([]);
  });

  test('nobody but its managers writes', async () => {
    const id = await opened(1, 2, 3, 4, 5);
    for (const cookie of [await member(1), editor, operator, await signIn(service, 'owner@example.org')]) {
      const headers = { cookie };
      expect((await service.get(`/programme/${id}/mailings`, { headers })).status).toBe(404);
      for (const name of ['preview', 'send']) expect((await write(id, name, {}, cookie)).status).toBe(404);
    }
    expect(await textOf(await write(id, 'send', {}, ''))).toContain('Sign in');
    expect(await count(service, `mailings where project_id = ${id}`)).toBe(0);
    // By the number of somebody's mail, the managers of another programme withdraw nothing.
    await write(id, 'send');
    const other = await opened();
    const mailing = { mailing: String((await newestOf(id))?.mailing_id) };
    const strange = await post(service, `/programme/${other}/mailings/withdraw`, mailing, partner);
    expect([strange.status, (await newestOf(id))?.state]).toEqual([404, 'awaiting_review']);
  });

  test('children, accounts that end, and accounts without an address count, and get nothing', async () => {
    const id = await opened(1, 2, 7, 8, 9);
    const accounts = await Promise.all([7, 8, 9].map((index) => accountOf(service, addressOf(index))));
    await rows(service, `update accounts set guardian = 'sealed' where account_id = ${accounts[0]}`);
    await rows(
      service,
      `update accounts set ends_at = ${Date.now() + day} where account_id = ${accounts[1]}`,
    );
    await write(id, 'send', { subject: 'A hike' });
    await rows(service, `update addresses set is_main = 0 where account_id = ${accounts[2]}`);
    await approve(id);
    await isSent(id);
    expect(await readers('A hike')).toEqual([1, 2]);
    expect((await newestOf(id))?.sent).toEqual(5);
    await rows(
      service,
      `update accounts set guardian = null, ends_at = null where account_id in (${accounts})`,
    );
    await rows(service, `update addresses set is_main = 1 where account_id = ${accounts[2]}`);
  });

  test('the count says no more than the figures of the programme', async () => {
    const id = await opened(1, 2, 3, 4, 5);
    await rows(
      service,
      `insert into programme_figures (programme_id, project_id, month, people, who, events, seconds)
        values (${id}, 0, '', 23, 7, 0, 0)`,
    );
    // "About 20" or "about 25" people have joined.
    expect(await textOf(await write(id, 'preview'))).toMatch(/at least (15|20) people/);
    await rows(service, `update programme_figures set people = 9 where programme_id = ${id}`);
    expect(await textOf(await write(id, 'preview'))).toContain('at least 5 people');
  });

  test('two accounts become one: what either ended stays ended, and the link still works', async () => {
    const id = await opened(1, 2, 3, 4, 10, 11);
    await write(id, 'send', { subject: 'A swim' });
    await approve(id);
    await isSent(id);
    expect(await readers('A swim')).toEqual([1, 2, 3, 4, 10, 11]);
    const link = (await lettersTo(11, 'A swim'))[0]?.links.find((one) => one.includes('/unsubscribe/')) ?? '';
    await act(id, 11, 'mail', { act: 'no-mail' });
    await post(service, '/account/addresses', { email: addressOf(11) }, await member(10));
    const invited = async () =>
      (await newestMail(service, addressOf(11))).links
        .map((each) => new URL(each).pathname)
        .find((path) => path.startsWith('/account/addresses/'));
    await expect.poll(invited).toBeDefined();
    await post(service, (await invited()) ?? '', { act: 'join' }, await member(10));
    const kept = await accountOf(service, addressOf(10));
    const choice = () =>
      rows(
        service,
        `select is_mailed from programme_members where programme_id = ${id} and account_id = ${kept}`,
      );
    expect(await choice()).toEqual([{ is_mailed: 0 }]);
    expect((await post(service, new URL(link).pathname, { choice: 'on' })).status).toBe(200);
    expect(await choice()).toEqual([{ is_mailed: 1 }]);
    await post(service, '/account/delete', { when: 'now' }, await member(10));
    expect(await textOf(await post(service, new URL(link).pathname, {}))).toContain(
      'You are not in this programme any more',
    );
    expect(await count(service, `programme_members where account_id = ${kept}`)).toBe(0);
  });
});
