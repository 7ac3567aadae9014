/** A person's account over HTTP, on both engines: names, addresses, sessions and passkeys. */
import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../set-up/service/authenticator.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import {
  accountOf,
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
} from '../scene.ts';

let people = 0;
const newAddress = () => `person-${++people}@example.org`;

describe.each(engines)('an account on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    ({ owner: key } = await setScene(service));
  });

  const get = (path: string, cookie?: string) =>
    service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  const page = async (path: string, cookie: string) => {
    const reply = await get(path, cookie);
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    return reply.text();
  };
  const accountIdOf = (address: string) => accountOf(service, address);
  const isSignedIn = async (cookie: string) => (await get('/account', cookie)).status === 200;

  describe('for visitors', () => {
    test.each<[string, string, string]>([
      ['GET', '/account', '/sign-in?next=%2Faccount'],
      ['GET', '/account/passkeys/x/remove', '/sign-in?next=%2Faccount%2Fpasskeys%2Fx%2Fremove'],
      ...[
        ...[
          'names',
          'addresses',
          'addresses/x',
          'main-address',
          'remove-address',
          'sessions/end',
          'sessions/end-others',
        ],
        ...['passkeys', 'passkeys/options', 'passkeys/x/remove'],
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
      ['line breaks and a header', { handle: 'a\r\nBcc: b' }, { name: 'a Bcc: b' }],
      ['a direction override', { firstName: '\u202eevil' }, { first_name: 'evil' }],
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
      expect(again.headers.get('location')).toBe('/account?done=added#addresses');
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

    test('an address that is removed while it becomes the main one: one main address is left', async () => {
      for (let round = 0; round < 3; round++) {
        const [address, second] = [newAddress(), newAddress()];
        const cookie = await signIn(service, address);
        expect((await post(service, await linkTo(cookie, second), {}, cookie)).status).toBe(303);
        await Promise.all([
          post(service, '/account/main-address', { address: second }, cookie),
          post(service, '/account/remove-address', { address: second, sure: 'yes' }, cookie),
        ]);
        const id = await accountIdOf(address);
        expect(await count(service, `addresses where account_id = ${id} and is_main = 1`)).toBe(1);
      }
    });

    test('a mailed link that is used twice at once adds the address once', async () => {
      const second = newAddress();
      const cookie = await signIn(service, newAddress());
      const path = await linkTo(cookie, second);
      const replies = await Promise.all([post(service, path, {}, cookie), post(service, path, {}, cookie)]);
      expect(replies.map(({ status }) => status)).toEqual([303, 303]);
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

    test('a removed address leaves what was credited, and its next reader begins at nothing', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(service, address);
      await post(service, await linkTo(cookie, second), {}, cookie);
      const profile = await profileId(service, key, second);
      const event = {
        profile_id: String(profile),
        project_id: String(projects.birds.id),
        type: 'collection',
      };
      await success('POST /api/record_event', await service.postForm(`/api/record_event?key=${key}`, event));
      const remove = (fields: Record<string, string>, by = cookie) =>
        post(service, '/account/remove-address', fields, by);
      const other = await signIn(service, newAddress());
      for (const refused of [
        await remove({ address: second, sure: 'yes' }, other),
        await remove({ address, sure: 'yes' }),
        await remove({ address: 'x', sure: 'yes' }),
        await remove({ sure: 'yes' }),
      ])
        expect(refused.status).toBe(404);
      const asked = await remove({ address: second });
      expect([asked.status, await asked.text()]).toEqual([
        200,
        expect.stringContaining('Remove this address?'),
      ]);
      expect(await accountIdOf(second)).toBe(await accountIdOf(address));

      const removed = await remove({ address: second, sure: 'yes' });
      expect(removed.headers.get('location')).toBe('/account?done=address-removed#addresses');
      expect((await remove({ address: second, sure: 'yes' })).status).toBe(404);
      for (const to of [address, second])
        await expect.poll(() => noticesTo(to, /address was removed/)).toBe(1);
      expect(await page('/me', cookie)).toContain(projects.birds.name);
      // A project that stored the number goes on; one that looks the address up finds somebody new.
      await success('POST /api/record_event', await service.postForm(`/api/record_event?key=${key}`, event));
      expect(await profileId(service, key, second)).not.toBe(profile);
      const stranger = await signIn(service, second);
      expect(await accountIdOf(second)).not.toBe(await accountIdOf(address));
      expect(await page('/me', stranger)).not.toContain(projects.birds.name);
    });

    test('a removed address can be added again', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(service, address);
      await post(service, await linkTo(cookie, second), {}, cookie);
      await post(service, '/account/remove-address', { address: second, sure: 'yes' }, cookie);
      expect(await accountIdOf(second)).toBeNaN();
      await ask(cookie, second);
      await expect
        .poll(async () => (await service.mails()).filter(({ to }) => to === second).length)
        .toBeGreaterThan(2);
      const { links } = await newestMail(service, second);
      expect((await post(service, new URL(links[0] ?? 'no:link').pathname, {}, cookie)).status).toBe(303);
      expect(await accountIdOf(second)).toBe(await accountIdOf(address));
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

  test('somebody who asks for a link reads where it was sent, and that it leads back', async () => {
    const address = newAddress();
    const linkPage = async (next: string) => {
      const asked = await (await post(service, '/sign-in', { email: address, next })).text();
      expect(asked).toContain(`<bdi translate="no">${address}</bdi>`);
      return (await service.get(await mailedLink(service, address))).text();
    };
    const leadsBack = 'After that you go on where you were.';
    expect(await linkPage('/api/key')).toContain(leadsBack);
    expect(await linkPage('/me')).not.toContain(leadsBack);
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

  describe('passkeys', () => {
    type Options = {
      challenge: string;
      user: { id: string; name: string };
      rpId?: string;
      rp?: { id: string };
    };
    const optionsAt = async (path: string, cookie?: string) => {
      const reply = await post(service, `${path}/options`, {}, cookie);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
      return (await reply.json()) as Options;
    };
    const askedBy = ({ challenge }: Options) => ({ challenge, origin: service.baseUrl });

    const add = async (cookie: string, name = 'My phone', authenticator = new Authenticator()) => {
      const options = await optionsAt('/account/passkeys', cookie);
      authenticator.userHandle = options.user.id;
      const credential = authenticator.create(askedBy(options));
      const reply = await post(service, '/account/passkeys', { name, credential }, cookie);
      return { reply, authenticator, credential, options };
    };
    const useOf = async (authenticator: Authenticator, more: { origin?: string; rpId?: string } = {}) => {
      const asked = { ...askedBy(await optionsAt('/sign-in/passkey')), ...more };
      authenticator.counter += 1;
      return authenticator.get(asked);
    };
    const enter = (credential: string, cookie?: string, next = '/account') =>
      post(service, '/sign-in/passkey', { credential, next }, cookie);
    const refused = async (reply: Response) => {
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null]);
      const text = await reply.text();
      expect(text).toContain('This passkey does not sign in here');
      return text.replaceAll(/next=[^"]*|value="[^"]*"/g, '');
    };

    test('a passkey is added, listed, signs in, and is refused once it is removed', async () => {
      const address = newAddress();
      const cookie = await signIn(service, address);
      const { reply, authenticator, options } = await add(cookie);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=passkey#passkeys']);
      expect([options.rp?.id, options.user.name]).toEqual(['localhost', address]);
      expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(
        String(await accountIdOf(address)),
      );
      await expect
        .poll(async () =>
          (await service.mails()).some((mail) => mail.to === address && /passkey/.test(mail.subject)),
        )
        .toBe(true);
      const entered = await enter(await useOf(authenticator));
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/account']);
      const fresh = cookieOf(entered);
      // Later mails are in the language in which somebody signed in last.
      const spoken = () => rows(service, `select lang from accounts where account_id = ${id}`);
      const id = await accountIdOf(address);
      expect(await spoken()).toEqual([{ lang: 'en' }]);
      await enter(await useOf(authenticator), 'language=pt');
      expect(await spoken()).toEqual([{ lang: 'pt' }]);
      const html = await page('/account', fresh);
      expect(html).toMatch(/My phone[^]*last used/);
      const removal = /\/account\/passkeys\/\w+\/remove/.exec(html)?.[0] ?? '';
      expect(await page(removal, fresh)).toContain('It signs in no more');
      expect((await post(service, removal, {}, fresh)).headers.get('location')).toBe(
        '/account?done=removed#passkeys',
      );
      // In the language of the page on which it was removed.
      const told = async () =>
        (await service.mails()).find((mail) => mail.to === address && mail.subject.includes('was removed'));
      await expect.poll(told).toBeDefined();
      expect((await told())?.text).toMatch(/^The passkey “My phone” was removed[^]*If this was not you/);
      await refused(await enter(await useOf(authenticator)));
      expect((await get(removal, fresh)).status).toBe(404);
      expect(await isSignedIn(fresh)).toBe(true);
    });

    test('/me offers one to a person who has none, until they close that', async () => {
      const isOffered = async (cookie: string) =>
        /data-with-passkeys[^>]* hidden.*data-passkey="add".*close-offer/s.test(await page('/me', cookie));
      const address = newAddress();
      const cookie = await signIn(service, address);
      expect(await isOffered(cookie)).toBe(true);
      await add(cookie);
      expect(await isOffered(cookie)).toBe(false);
      const other = newAddress();
      const others = await signIn(service, other);
      const closed = await post(service, '/account/passkeys/close-offer', {}, others);
      expect([closed.status, closed.headers.get('location')]).toEqual([303, '/me']);
      expect(await isOffered(others)).toBe(false);
      // It belongs to the account, not to the browser; and nobody else's offer is closed by it.
      expect(await isOffered(await signIn(service, other))).toBe(false);
      expect(await isOffered(await signIn(service, newAddress()))).toBe(true);
    });

    test('signing in replaces the session that the browser had', async () => {
      const { authenticator } = await add(await signIn(service, newAddress()));
      const fixed = await signIn(service, newAddress());
      const entered = await enter(await useOf(authenticator), fixed);
      expect([entered.status, cookieOf(entered) === fixed]).toEqual([303, false]);
      expect([await isSignedIn(fixed), await isSignedIn(cookieOf(entered))]).toEqual([false, true]);
    });

    test.each([
      ['/api/key', '/api/key'],
      ['https://evil.example/', '/me'],
      ['//evil.example', '/me'],
    ])('afterwards %j leads to %s', async (next, to) => {
      const { authenticator } = await add(await signIn(service, newAddress()));
      expect((await enter(await useOf(authenticator), undefined, next)).headers.get('location')).toBe(to);
    });

    test('each device that shares a passkey counts by itself', async () => {
      const shared = new Authenticator();
      shared.isShared = true;
      shared.counter = 9;
      await add(await signIn(service, newAddress()), 'Two phones', shared);
      for (const counter of [0, 9, 3, 0, 0]) {
        shared.counter = counter;
        expect((await enter(await useOf(shared))).status).toBe(303);
      }
    });

    test('every refusal looks the same, whether or not the passkey exists', async () => {
      const address = newAddress();
      const { authenticator } = await add(await signIn(service, address));
      const stranger = new Authenticator();
      const good = await useOf(authenticator);
      expect((await enter(good)).status).toBe(303);
      const expired = await useOf(authenticator);
      await rows(service, 'update passkey_challenges set expires_at = 1 returning digest');
      const copied = await useOf(authenticator);
      const late = await useOf(authenticator);
      expect((await enter(late)).status).toBe(303);
      const other = new Authenticator();
      other.id.set(authenticator.id);
      authenticator.userHandle = Buffer.from('somebody else').toString('base64url');
      const texts = [
        await refused(await enter(good)),
        await refused(await enter(expired)),
        await refused(await enter(await useOf(stranger))),
        // The same credential with another key.
        await refused(await enter(await useOf(other))),
        await refused(await enter(await useOf(authenticator))),
        await refused(await enter(await useOf(authenticator, { origin: 'https://evil.example' }))),
        await refused(await enter(await useOf(authenticator, { rpId: 'evil.example' }))),
      ];
      expect(new Set(texts).size).toBe(1);
      // Its counter is lower than the last one: the page says so, and a mail tells the account.
      const back = await enter(copied);
      expect([back.status, back.headers.get('set-cookie')]).toEqual([400, null]);
      expect(await back.text()).toContain('as a copy would');
      await expect
        .poll(async () => (await service.mails()).filter(({ to }) => to === address).map(({ text }) => text))
        .toContainEqual(
          expect.stringMatching(/Somebody tried to sign in with the passkey “.+” of your account/),
        );
    });

    test.each([
      ['nothing', ''],
      ['no JSON', '{'],
      ['null', 'null'],
      ['a list', '[]'],
      ['an empty answer', '{"response":{}}'],
      ['a number in place of data', '{"id":1,"response":{"clientDataJSON":1}}'],
      ['data that is no JSON', '{"id":"a","response":{"clientDataJSON":"AAAA"}}'],
      ['a deep answer', `${'{"response":'.repeat(1000)}1${'}'.repeat(1000)}`],
    ])('%s is refused, and adds nothing', async (_, credential) => {
      await refused(await enter(credential));
      const cookie = await signIn(service, newAddress());
      const before = await count(service, 'passkeys');
      expect((await post(service, '/account/passkeys', { credential }, cookie)).status).toBe(400);
      expect(await count(service, 'passkeys')).toBe(before);
    });

    test('the challenge of one person adds no passkey for another, nor for the same one twice', async () => {
      const [mine, theirs] = [await signIn(service, newAddress()), await signIn(service, newAddress())];
      const options = await optionsAt('/account/passkeys', mine);
      const credential = new Authenticator().create(askedBy(options));
      const send = (cookie: string) => post(service, '/account/passkeys', { credential }, cookie);
      expect((await send(theirs)).status).toBe(400);
      const both = await Promise.all([send(mine), send(mine)]);
      expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
      const signing = new Authenticator().create(askedBy(await optionsAt('/sign-in/passkey')));
      expect((await post(service, '/account/passkeys', { credential: signing }, mine)).status).toBe(400);
      const { authenticator } = await add(mine);
      const adding = authenticator.get(askedBy(await optionsAt('/account/passkeys', mine)));
      await refused(await enter(adding));
    });

    test("nobody removes another person's passkey, and an account has twenty at most", async () => {
      const cookie = await signIn(service, newAddress());
      await add(cookie);
      const path = /\/account\/passkeys\/\w+\/remove/.exec(await page('/account', cookie))?.[0] ?? '';
      const other = await signIn(service, newAddress());
      expect([(await get(path, other)).status, (await post(service, path, {}, other)).status]).toEqual([
        404, 404,
      ]);
      for (let more = 0; more < 19; more++) expect((await add(cookie, '')).reply.status).toBe(303);
      const last = await add(cookie);
      expect([last.reply.status, await last.reply.text()]).toEqual([
        400,
        expect.stringContaining('20 passkeys at most'),
      ]);
    });
  });
});
