/** A person under 16 joins when a parent or guardian agrees, on both engines; and nobody joins unasked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { patience } from '../../set-up/patience.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  accountOf,
  cookieOf,
  count,
  newestMail,
  newKey,
  post,
  profileId,
  projects,
  rows,
  send,
  signIn,
  shareScene,
  success,
} from '../scene.ts';

test('an account comes to be in one function, and every caller answers the age question', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(join(root, 'server', file), 'utf8'),
    }));
  const having = (what: RegExp) => files.filter(({ text }) => what.test(text)).map(({ file }) => file);
  expect(having(/insertInto\('accounts'\)/)).toEqual(['accounts/store.ts']);
  expect(having(/accounts\.join\(/)).toEqual(['accounts/membership.ts']);
});

let people = 0;
const pair = () => {
  people += 1;
  return { pupil: `pupil-${people}@example.org`, parent: `parent-${people}@example.net` };
};

describe.each(engines)('guardians on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
  });

  const text = async (path: string, cookie?: string) => {
    const reply = await service.get(path, cookie === undefined ? {} : { headers: { cookie } });
    return [reply.status, await reply.text()] as const;
  };
  const accountsOf = (address: string) => count(service, `addresses where address = '${address}'`);
  const accountIdOf = (address: string) => accountOf(service, address);
  const signInLinks = async (address: string) =>
    (await service.mails())
      .filter(({ to }) => to === address)
      .flatMap(({ links }) => links.map((link) => new URL(link).pathname))
      .filter((path) => path.startsWith('/sign-in/'));
  /** A new link: mails are sent after the reply, and one from before may be the newest for a moment. */
  const linkFor = async (pupil: string) => {
    const before = await signInLinks(pupil);
    expect((await post(service, '/sign-in', { email: pupil })).status).toBe(200);
    return vi.waitFor(async () => {
      const link = (await signInLinks(pupil)).find((path) => !before.includes(path));
      if (link === undefined) throw new Error(`No new link went to ${pupil}.`);
      return link;
    }, patience);
  };
  const name = async (pupil: string, parent: string) =>
    post(service, `${await linkFor(pupil)}/guardian`, { email: parent });
  const mailTo = async (address: string, subject: RegExp) => {
    const found = async () =>
      (await service.mails()).find((mail) => mail.to === address && subject.test(mail.subject));
    await expect.poll(found).toBeDefined();
    const mail = await found();
    return { text: mail?.text ?? '', path: new URL(mail?.links[0] ?? 'no:link').pathname };
  };
  const asked = async (pupil: string, parent: string) => {
    expect((await name(pupil, parent)).status).toBe(200);
    return (await mailTo(parent, /May a young person/)).path;
  };
  const agree = (path: string) => post(service, path, { act: 'agree', is_guardian: 'yes' });
  const joined = async () => {
    const { pupil, parent } = pair();
    expect((await agree(await asked(pupil, parent))).status).toBe(303);
    const { path } = await mailTo(parent, /look after/);
    const signedIn = await post(service, await linkFor(pupil), {});
    expect(signedIn.status).toBe(303);
    return { pupil, parent, path, cookie: cookieOf(signedIn) };
  };

  test('the whole way: asked, agreed, signed in without the age question, nothing in public', async () => {
    const { pupil, parent } = pair();
    const link = await linkFor(pupil);
    expect((await text(link))[1]).toContain('Younger than 16?');
    const reply = await post(service, `${link}/guardian`, { email: parent });
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining(parent)]);
    expect(await accountsOf(pupil)).toBe(0);
    const { path } = await mailTo(parent, /May a young person/);
    expect(await text(path)).toEqual([200, expect.stringContaining(pupil)]);
    const unticked = await post(service, path, { act: 'agree' });
    expect([unticked.status, await accountsOf(pupil)]).toEqual([400, 0]);
    expect((await agree(path)).headers.get('location')).toBe(path);
    const account = (await service.get(path)).headers.get('location') ?? '';
    expect(await text(account)).toEqual([
      200,
      expect.stringContaining('You’re responsible for this account'),
    ]);
    await mailTo(pupil, /You can join/);

    const next = await linkFor(pupil);
    expect((await text(next))[1]).not.toContain('16 or older');
    const signedIn = await post(service, next, {});
    const cookie = cookieOf(signedIn);
    const names = { handle: 'robin', firstName: 'Robin', show_handle: 'yes', show_name: 'yes' };
    expect((await post(service, '/account/names', names, cookie)).status).toBe(303);
    const own = (await text('/account', cookie))[1];
    expect(own).toContain('Your public page shows nothing');
    expect(own).not.toContain('show_handle');
    const shown = (await text(`/people/${await accountIdOf(pupil)}`))[1];
    expect(shown).toContain('This member shows nothing else here');
    expect(shown.toLowerCase()).not.toContain('robin');
  });

  test('a certificate has no name, whatever was typed, and also if it was made with one', async () => {
    const { pupil, cookie } = await joined();
    const profile = await profileId(service, key, pupil);
    const event = { profile_id: String(profile), project_id: String(projects.birds.id), type: 'collection' };
    await success('POST /api/record_event', await service.postForm(`/api/record_event?key=${key}`, event));
    const form = (await text('/me/certificates', cookie))[1];
    expect(form).toContain('Your certificates have no name');
    expect(form).not.toContain('name="name"');
    const typed = { from: '2020-01-01', to: new Date().toISOString().slice(0, 10), name: 'Robin Hood' };
    const preview = await text(`/me/certificates?${new URLSearchParams(typed)}`, cookie);
    expect([preview[0], preview[1].includes('Robin Hood')]).toEqual([200, false]);
    const made = await post(service, '/me/certificates', typed, cookie);
    const path = made.headers.get('location') ?? '';
    const account = await accountIdOf(pupil);
    const contents = async () =>
      (
        await rows<{ content: string }>(
          service,
          `select content from certificates where account_id = ${account}`,
        )
      )
        .map(({ content }) => content)
        .join('\n');
    expect(await contents()).not.toContain('Robin');
    const isNameless = async () => {
      const shown = await text(path);
      const badge = await text(`${path}/badge.json`);
      expect([shown[0], badge[0], shown[1].includes('A member of')]).toEqual([200, 200, true]);
      return !`${shown[1]}${badge[1]}`.includes('Robin') && !badge[1].includes('identityHash');
    };
    expect(await isNameless()).toBe(true);
    // Made by an earlier release, or before the account was put under a guardian.
    const named = (await contents()).replace('"holder":""', '"holder":"Robin Hood"');
    await rows(
      service,
      `update certificates set content = '${named}' where account_id = ${account} returning certificate_id`,
    );
    expect(await contents()).toContain('Robin');
    expect(await isNameless()).toBe(true);
    expect((await text('/me/certificates', cookie))[1]).not.toMatch(/Robin|Show on my public page/);
    // Shown before the account was put under a guardian, or by a form that no page of theirs has.
    const [, listed] = /name="id" value="(\d+)"/.exec((await text('/me/certificates', cookie))[1]) ?? [];
    const fields = { id: listed ?? '', shown: 'yes' };
    expect((await post(service, '/me/certificates/show', fields, cookie)).status).toBe(303);
    for (const reader of [undefined, cookie])
      expect((await text(`/people/${account}`, reader))[1]).not.toContain('/certificate/');
  });

  test('twelve presses of “I agree” at once, and one more, make one account and mail once', async () => {
    const { pupil, parent } = pair();
    const path = await asked(pupil, parent);
    const counted = () => count(service, `tallies where name like 'account-%' and count > 0`);
    const before = await counted();
    const presses = await Promise.all(Array.from({ length: 12 }, () => agree(path)));
    presses.push(await agree(path));
    expect(presses.map((reply) => [reply.status, reply.headers.get('location')])).toEqual(
      presses.map(() => [303, path]),
    );
    await mailTo(parent, /look after/);
    await mailTo(pupil, /You can join/);
    expect(await accountsOf(pupil)).toBe(1);
    const mails = (await service.mails()).filter(({ subject }) => /look after|You can join/.test(subject));
    expect(mails.filter(({ to }) => to === parent || to === pupil)).toHaveLength(2);
    // An hour and a day of each inbox; the count of the network may be there already.
    expect((await counted()) - before).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ['with an objection', 'yes'],
    ['without one', ''],
  ])('no link makes an account again that its person deleted %s', async (_, objects) => {
    const { pupil, parent } = pair();
    const unanswered = await asked(pupil, `second-${parent}`);
    const used = await asked(pupil, parent);
    const unopened = await linkFor(pupil);
    expect((await agree(used)).status).toBe(303);
    const signedIn = await post(service, await linkFor(pupil), {});
    const { path } = await mailTo(parent, /look after/);
    const fields = { when: 'now', sure: 'yes', ...(objects && { objection: objects }) };
    const deleted = await post(service, '/account/delete', fields, cookieOf(signedIn));
    expect([deleted.status, await accountsOf(pupil)]).toEqual([303, 0]);
    for (const link of [used, unanswered, path]) {
      await agree(link);
      expect([await text(link), await accountsOf(pupil)]).toEqual([[404, expect.any(String)], 0]);
    }
    expect((await post(service, unopened, { of_age: 'yes' })).status).toBe(400);
    expect(await accountsOf(pupil)).toBe(0);
    // Their own fresh act.
    expect((await post(service, await linkFor(pupil), { of_age: 'yes' })).status).toBe(303);
    expect(await accountsOf(pupil)).toBe(1);
  });

  test('the guardian ends the account: sessions, keys, contributions, and their own address', async () => {
    const { pupil, path, cookie } = await joined();
    const pupilsKey = await newKey(service, pupil);
    const profile = await profileId(service, key, pupil);
    const event = { profile_id: String(profile), project_id: String(projects.birds.id), type: 'collection' };
    await success('POST /api/record_event', await service.postForm(`/api/record_event?key=${key}`, event));
    expect((await text(path))[1]).toContain('with 1 contribution that is');
    const accountId = await accountIdOf(pupil);
    const ended = await post(service, path, { act: 'end' });
    expect([ended.status, await ended.text()]).toEqual([
      200,
      expect.stringContaining('The account is deleted'),
    ]);
    expect((await text('/account', cookie))[0]).toBe(303);
    expect((await service.get(`/api/profile/id?identifier=a@example.org&key=${pupilsKey}`)).status).toBe(401);
    for (const table of ['accounts', 'addresses', 'keys', 'sessions'])
      expect([table, await count(service, `${table} where account_id = ${accountId}`)]).toEqual([table, 0]);
    expect(await count(service, `events where profile_id = ${profile}`)).toBe(0);
    expect((await text(path))[0]).toBe(404);
  });

  test('a guardian who says that the person is 16 now has no more part in it', async () => {
    const { pupil, path, cookie } = await joined();
    await post(service, '/account/names', { handle: 'robin' }, cookie);
    expect((await post(service, path, { act: 'release' })).status).toBe(200);
    expect((await post(service, path, { act: 'end' })).status).toBe(404);
    await post(service, '/account/names', { handle: 'robin', show_handle: 'yes' }, cookie);
    expect((await text(`/people/${await accountIdOf(pupil)}`))[1]).toContain('robin');
  });

  test('a person with a guardian cannot end that by saying that they are 16', async () => {
    const { pupil, path, cookie } = await joined();
    expect((await post(service, await linkFor(pupil), { of_age: 'yes' })).status).toBe(303);
    const { id, origin } = projects.birds;
    const place = { project_id: id, address: pupil };
    const { flow } = await success(
      'POST /embed/join',
      await send(service, '/embed/join', { ...place, of_age: true }, origin),
    );
    await expect.poll(async () => (await newestMail(service, pupil)).subject).toMatch(/^\d{6}/);
    const code = (await newestMail(service, pupil)).subject.slice(0, 6);
    await success(
      'POST /embed/join/code',
      await send(service, '/embed/join/code', { ...place, flow, code }, origin),
    );
    expect((await text('/account', cookie))[1]).toContain('Your public page shows nothing');
    expect((await text(path))[0]).toBe(200);
  });

  test.each<[string, (pupil: string) => string]>([
    ['nothing', () => ''],
    ['no address', () => 'mum'],
    ['their own address', (pupil) => pupil],
    ['their own inbox, spelled otherwise', (pupil) => pupil.toUpperCase().replace('@', '+mum@')],
    ['a header', () => 'a@example.net\r\nBcc: b@example.net'],
  ])('is not asked: %s', async (_, given) => {
    const { pupil } = pair();
    const before = (await service.mails()).length;
    const link = await linkFor(pupil);
    const reply = await post(service, `${link}/guardian`, { email: given(pupil) });
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('cannot be your own')]);
    expect(await accountsOf(pupil)).toBe(0);
    expect((await service.mails()).length).toBe(before + 1);
    // The link still works.
    expect((await post(service, link, { of_age: 'yes' })).status).toBe(303);
  });

  test('one sign-in link asks one guardian', async () => {
    const { pupil, parent } = pair();
    const link = await linkFor(pupil);
    expect((await post(service, `${link}/guardian`, { email: parent })).status).toBe(200);
    const again = await post(service, `${link}/guardian`, { email: `other-${parent}` });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('already used')]);
    expect((await post(service, link, { of_age: 'yes' })).status).toBe(400);
    expect((await service.mails()).filter(({ to }) => to === `other-${parent}`)).toEqual([]);
  });

  test('a member who has said that they are 16 cannot be put under a guardian', async () => {
    const { pupil, parent } = pair();
    const path = await asked(pupil, parent);
    await signIn(service, pupil);
    expect((await agree(path)).status).toBe(303);
    expect((await text(path))[0]).toBe(404);
    expect(
      await count(service, `accounts where account_id = ${await accountIdOf(pupil)} and guardian is null`),
    ).toBe(1);
    const late = await name(pupil, parent);
    expect([late.status, await late.text()]).toEqual([200, expect.stringContaining('Sign in')]);
  });

  test('an account that an operator made is asked, too, and keeps what it has', async () => {
    const { pupil, parent } = pair();
    await newKey(service, pupil);
    const accountId = await accountIdOf(pupil);
    expect((await agree(await asked(pupil, parent))).status).toBe(303);
    expect(await accountIdOf(pupil)).toBe(accountId);
    expect((await text((await mailTo(parent, /look after/)).path))[0]).toBe(200);
  });

  test.each(['x', '', 'a.b', '../account', 'A'.repeat(200)])('a link that is not ours: %s', async (token) => {
    const path = `/guardian/${encodeURIComponent(token)}`;
    for (const act of ['agree', 'end', 'release']) {
      const reply = await post(service, path, { act, is_guardian: 'yes', email: 'x' });
      expect(reply.status).toBe(token === '' ? 400 : 404);
    }
  });

  test('the links are mailed again, and the page says the same of every address', async () => {
    const { parent, path } = await joined();
    const stranger = pair().parent;
    const pages = [];
    for (const email of [parent, stranger]) {
      const reply = await post(service, '/guardian', { email });
      pages.push([reply.status, await reply.text()]);
    }
    expect(pages[0]).toEqual(pages[1]);
    await expect
      .poll(async () =>
        (await service.mails()).filter(({ to, text: said }) => to === parent && said.includes('Keep')),
      )
      .toHaveLength(2);
    expect((await mailTo(stranger, /look after/)).text).toContain('It looks after none');
    expect((await text(path))[0]).toBe(200);
  });

  test('no address of a guardian is in the store in plain text', async () => {
    const { parent } = await joined();
    const [row] = await rows<{ guardian: string; guardian_digest: string }>(
      service,
      'select guardian, guardian_digest from accounts where guardian is not null',
    );
    expect(row?.guardian).toEqual(expect.not.stringContaining('parent'));
    expect(JSON.stringify(await rows(service, 'select * from accounts'))).not.toContain(parent);
  });
});
