/** A person's account over HTTP, on both engines: names, addresses and sessions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import {
  cookieOf,
  count,
  mailedLink,
  newestMail,
  post,
  profileId,
  projects,
  rows,
  setScene,
  signIn,
  success,
} from './scene.ts';

let people = 0;
const newAddress = () => `person-${++people}@example.org`;

describe.each(engines)('an account on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await startService(engine, { LIMIT_PAGES: '0' });
    ({ owner: key } = await setScene(service));
  });

  const get = (path: string, cookie?: string) =>
    service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  const page = async (path: string, cookie: string) => {
    const reply = await get(path, cookie);
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    return reply.text();
  };
  const accountIdOf = async (address: string) =>
    Number(
      (
        await rows<{ account_id: number }>(
          service,
          `select account_id from addresses where address = '${address}'`,
        )
      )[0]?.account_id,
    );
  const isSignedIn = async (cookie: string) => (await get('/account', cookie)).status === 200;

  describe('for visitors', () => {
    test.each<[string, string, string]>([
      ['GET', '/account', '/sign-in?next=%2Faccount'],
      ...[
        ...['names', 'addresses', 'addresses/x', 'main-address', 'sessions/end', 'sessions/end-others'],
      ].map((form): [string, string, string] => ['POST', `/account/${form}`, '/sign-in?next=/account']),
    ])('%s %s leads to sign in, and does nothing', async (method, path, to) => {
      const reply =
        method === 'GET'
          ? await get(path)
          : await post(service, path, { handle: 'x', email: 'x@example.org' });
      expect([reply.status, reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([
        303,
        to,
        null,
      ]);
    });

    test('nothing of anybody is public before they choose it', async () => {
      const address = newAddress();
      await signIn(service, address);
      const shown = await (await get(`/people/${await accountIdOf(address)}`)).text();
      expect(shown).toContain('This member shows nothing else here');
      expect(shown).not.toContain('person-');
    });
  });

  describe('names', () => {
    const save = (cookie: string, fields: Record<string, string>) =>
      post(service, '/account/names', fields, cookie);
    const stored = async (address: string) =>
      (
        await rows(
          service,
          `select name, first_name, last_name, shows from accounts where account_id = ${await accountIdOf(address)}`,
        )
      )[0];

    test.each<[string, Record<string, string>, string[], string[]]>([
      ['nothing', {}, ['shows nothing'], ['robin', 'Robin', 'Hood']],
      ['the handle', { show_handle: 'yes' }, ['robin'], ['Robin', 'Hood']],
      ['the names', { show_name: 'yes' }, ['Robin Hood'], ['robin']],
      ['both', { show_handle: 'yes', show_name: 'yes' }, ['robin', 'Robin Hood'], []],
    ])('the public page shows what was chosen: %s', async (_, shows, wanted, unwanted) => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      const names = { handle: 'robin', firstName: 'Robin', lastName: 'Hood' };
      const reply = await save(cookie, { ...names, ...shows });
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=names#names']);
      const shown = await (await get(`/people/${await accountIdOf(address)}`)).text();
      for (const text of wanted) expect(shown).toContain(text);
      for (const text of unwanted) expect(shown).not.toContain(text);
      expect(await page('/account?done=names', cookie)).toContain('Your names are saved');
    });

    test.each<[string, Record<string, string>, object]>([
      ['all empty', {}, { name: '', first_name: '', last_name: '', shows: '' }],
      ['white space', { handle: '  ', firstName: '\t' }, { name: '', first_name: '' }],
      ['line breaks and a header', { handle: 'a\r\nBcc: b@example.org' }, { name: 'a Bcc: b@example.org' }],
      ['a direction override', { firstName: '\u202eevil' }, { first_name: 'evil' }],
      ['a NUL byte', { lastName: 'a\0b' }, { last_name: 'a b' }],
      [
        'other scripts',
        { firstName: '美咲', lastName: 'Ødegård' },
        { first_name: '美咲', last_name: 'Ødegård' },
      ],
      ['markup', { handle: '<i>"x"</i>' }, { name: '<i>"x"</i>' }],
    ])('are stored as one line of text: %s', async (_, fields, wanted) => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      expect((await save(cookie, fields)).status).toBe(303);
      expect(await stored(address)).toMatchObject(wanted);
      expect(await page('/account', cookie)).not.toContain('<i>');
      expect(await page('/me', cookie)).not.toContain('<i>');
    });

    test.each<[string, Record<string, string>, string]>([
      ['a handle', { handle: 'h'.repeat(41) }, 'at most 40 characters'],
      ['a first name', { firstName: '🐝'.repeat(81) }, 'at most 80 characters'],
      ['a last name', { lastName: 'l'.repeat(60_000) }, 'at most 80 characters'],
    ])('%s that is too long is refused, and nothing is saved', async (_, fields, says) => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      const before = await stored(address);
      const reply = await save(cookie, { firstName: 'Kept', ...fields });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(says)]);
      expect(await stored(address)).toEqual(before);
    });
  });

  describe('addresses', () => {
    const ask = (cookie: string, email: string) => post(service, '/account/addresses', { email }, cookie);
    const linkTo = async (cookie: string, email: string) => {
      const reply = await ask(cookie, email);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=sent#addresses']);
      await expect.poll(async () => (await service.mails()).some(({ to }) => to === email)).toBe(true);
      return mailedLink(service, email);
    };
    const noticesTo = async (address: string, subject: RegExp) =>
      (await service.mails()).filter((mail) => mail.to === address && subject.test(mail.subject)).length;

    test('a further address is verified by its own mail, and brings its profile and contributions', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(service, address);
      const profile = await profileId(service, key, second);
      const event = {
        profile_id: String(profile),
        project_id: String(projects.birds.id),
        type: 'collection',
      };
      await success('POST /api/record_event', await service.postForm(`/api/record_event?key=${key}`, event));
      const path = await linkTo(cookie, second);
      expect(await page(path, cookie)).toContain('Add this address?');
      expect((await post(service, path, {}, cookie)).headers.get('location')).toBe(
        '/account?done=added#addresses',
      );
      expect(await page('/account', cookie)).toContain(second);
      expect(await page('/me', cookie)).toContain(projects.birds.name);
      expect(await profileId(service, key, second)).toBe(profile);
      expect(await accountIdOf(second)).toBe(await accountIdOf(address));
      await expect.poll(() => noticesTo(address, /address was added/)).toBe(1);
      const signedIn = await signIn(service, second);
      expect(await page('/account', signedIn)).toContain(address);
      const again = await post(service, path, {}, cookie);
      expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('was used already')]);
    });

    test.each([
      ['nothing', ''],
      ['no address', 'nobody'],
      ['two addresses', 'a@example.org,b@example.org'],
      ['a header', 'a@example.org\r\nBcc: b@example.org'],
      ['an address that cannot be mailed to', 'ﬁ@example.org'],
    ])('%s is refused', async (_, email) => {
      const cookie = await signIn(service, newAddress());
      const before = (await service.mails()).length;
      expect([(await ask(cookie, email)).status, (await service.mails()).length]).toEqual([400, before]);
    });

    test('the form says the same of a member as of a stranger; only the reader of the mail learns more', async () => {
      const [address, member, stranger] = [newAddress(), newAddress(), newAddress()];
      await signIn(service, member);
      const cookie = await signIn(service, address);
      const paths = [await linkTo(cookie, member), await linkTo(cookie, stranger)];
      const [one, two] = await Promise.all([newestMail(service, member), newestMail(service, stranger)]);
      const plain = (text: string) => text.replaceAll(/https?:\S+/g, '');
      expect([one.subject, plain(one.text)]).toEqual([two.subject, plain(two.text)]);
      const taken = await post(service, paths[0] ?? '', {}, cookie);
      expect([taken.status, await taken.text()]).toEqual([
        400,
        expect.stringContaining('has an account of its own'),
      ]);
      expect(await accountIdOf(member)).not.toBe(await accountIdOf(address));
      expect(await isSignedIn(cookie)).toBe(true);
    });

    test('the link is for the person who asked, in a browser that is signed in', async () => {
      const [second, thief] = [newAddress(), newAddress()];
      const cookie = await signIn(service, newAddress());
      const path = await linkTo(cookie, second);
      const other = await signIn(service, thief);
      for (const reply of [await get(path, other), await post(service, path, {}, other)])
        expect([reply.status, await reply.text()]).toEqual([
          400,
          expect.stringContaining('Another account asked'),
        ]);
      const out = await get(path);
      expect([out.status, await out.text()]).toEqual([400, expect.stringContaining('You are not signed in')]);
      expect(await accountIdOf(second)).toBeNaN();
      expect((await post(service, path, {}, cookie)).status).toBe(303);
      const signInLink = path.replace('/account/addresses/', '/sign-in/');
      expect(await (await get(signInLink)).text()).toContain('was used already, or is older');
    });

    test('a mailed link that is used twice at once adds the address once', async () => {
      const second = newAddress();
      const cookie = await signIn(service, newAddress());
      const path = await linkTo(cookie, second);
      const replies = await Promise.all([post(service, path, {}, cookie), post(service, path, {}, cookie)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([303, 400]);
      expect(await count(service, `addresses where address = '${second}'`)).toBe(1);
    });

    test('the main address changes with a mail to both, and only to one of their own', async () => {
      const [address, second, foreign] = [newAddress(), newAddress(), newAddress()];
      await signIn(service, foreign);
      const cookie = await signIn(service, address);
      const setMain = (to: string) => post(service, '/account/main-address', { address: to }, cookie);
      expect((await setMain(foreign)).status).toBe(404);
      expect((await setMain('x')).status).toBe(400);
      await post(service, await linkTo(cookie, second), {}, cookie);
      expect((await setMain(second.toUpperCase())).headers.get('location')).toBe(
        '/account?done=main#addresses',
      );
      for (const to of [address, second]) await expect.poll(() => noticesTo(to, /main address/)).toBe(1);
      expect((await setMain(second)).headers.get('location')).toBe('/account');
      const mains = `addresses where account_id = ${await accountIdOf(address)} and is_main = 1`;
      expect(await count(service, mains)).toBe(1);
      expect(await count(service, `${mains} and address = '${second}'`)).toBe(1);
      expect(await count(service, `addresses where address = '${foreign}' and is_main = 1`)).toBe(1);
    });

    test('one inbox gets few of these mails, whoever asks', async () => {
      const victim = newAddress();
      const cookie = await signIn(service, newAddress());
      const other = await signIn(service, newAddress());
      const asked: number[] = [];
      for (const by of [cookie, other, cookie, other, cookie]) asked.push((await ask(by, victim)).status);
      expect(asked).toEqual([303, 303, 303, 429, 429]);
      expect((await post(service, '/sign-in', { email: victim })).status).toBe(200);
    });
  });

  describe('sessions', () => {
    const idsOn = (html: string) => [...html.matchAll(/name="id" value="(\w+)"/g)].map(([, id = '']) => id);

    test('are listed with the kind of browser, and ended one by one or all others', async () => {
      const address = newAddress();
      const first = await signIn(service, address);
      const [second, third] = [await signIn(service, address), await signIn(service, address)];
      const html = await page('/account', first);
      const [one = '', two = ''] = idsOn(html);
      expect([idsOn(html).length, html.includes('This device')]).toEqual([2, true]);
      expect((await post(service, '/account/sessions/end', { id: one }, first)).status).toBe(303);
      const left = [await isSignedIn(second), await isSignedIn(third)];
      expect(left.filter(Boolean)).toHaveLength(1);
      await post(service, '/account/sessions/end-others', {}, first);
      expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await page('/account', first)).not.toContain(two);
    });

    test.each<[string, string | undefined, string]>([
      [
        'Firefox on Windows',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'Firefox on Windows',
      ],
      [
        'Safari on an iPhone',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
        'Safari on an iPhone',
      ],
      [
        'Edge',
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
        'Edge on Windows',
      ],
      ['markup', '<script>alert(1)</script>', 'An unknown browser'],
      ['a very long text', `${'x'.repeat(7000)} Firefox/1`, 'An unknown browser'],
    ])('a browser in words: %s', async (_, agent, words) => {
      const address = newAddress();
      await post(service, '/sign-in', { email: address });
      const headers = { origin: service.baseUrl, 'user-agent': agent ?? '' };
      const reply = await service.postForm(
        await mailedLink(service, address),
        { of_age: 'yes' },
        { headers },
      );
      const html = await page('/account', cookieOf(reply));
      expect(html).toContain(`<h3>${words}</h3>`);
      expect(html).not.toContain('alert(1)');
    });

    test("nobody ends another person's session, with its id or with a part of one", async () => {
      const [address, ownAddress] = [newAddress(), newAddress()];
      const [victim, own] = [await signIn(service, address), await signIn(service, ownAddress)];
      const digestOf = async (of: string) =>
        (
          await rows<{ digest: string }>(
            service,
            `select digest from sessions where account_id = ${await accountIdOf(of)}`,
          )
        )[0]?.digest ?? '';
      const [theirs, mine] = [await digestOf(address), await digestOf(ownAddress)];
      const ids = [theirs, theirs.slice(0, 16), mine, mine.slice(0, 1), '', '%', 'x'.repeat(5000)];
      for (const id of ids) await post(service, '/account/sessions/end', { id }, own);
      expect([await isSignedIn(victim), await isSignedIn(own)]).toEqual([true, true]);
    });

    test('ending the present session signs out', async () => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      const [row] = await rows<{ digest: string }>(
        service,
        `select digest from sessions where account_id = ${await accountIdOf(address)}`,
      );
      const reply = await post(
        service,
        '/account/sessions/end',
        { id: row?.digest.slice(0, 16) ?? '' },
        cookie,
      );
      expect([reply.headers.get('location'), cookieOf(reply)]).toEqual(['/', 'mh_session=']);
      expect(await isSignedIn(cookie)).toBe(false);
    });

    test('the time of the last use is stored to the hour, once in an hour', async () => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      const where = `where account_id = ${await accountIdOf(address)}`;
      await rows(service, `update sessions set used_at = 0 ${where} returning digest`);
      await page('/account', cookie);
      const [row] = await rows<{ used_at: number }>(service, `select used_at from sessions ${where}`);
      expect([Number(row?.used_at) % 3_600_000, Date.now() - Number(row?.used_at) < 3_600_000]).toEqual([
        0,
        true,
      ]);
    });
  });
});
