/** The passkeys of an account. */
import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../set-up/service/peers/authenticator.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { cookieOf, count, post, rows, signIn } from '../scene.ts';
import { accountScene } from './account-scene.ts';

let people = 0;
const newAddress = () => `person-${++people}@example.org`;

describe.each(engines)('an account on %s', (engine) => {
  const scene = accountScene(engine);
  const { get, page, accountIdOf, isSignedIn } = scene;

  describe('passkeys', () => {
    type Options = {
      challenge: string;
      user: { id: string; name: string };
      rpId?: string;
      rp?: { id: string };
    };
    const optionsAt = async (path: string, cookie?: string) => {
      const reply = await post(scene.service, `${path}/options`, {}, cookie);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
      return (await reply.json()) as Options;
    };
    const askedBy = ({ challenge }: Options) => ({ challenge, origin: scene.service.baseUrl });

    const add = async (cookie: string, name = 'My phone', authenticator = new Authenticator()) => {
      const options = await optionsAt('/account/passkeys', cookie);
      authenticator.userHandle = options.user.id;
      const credential = authenticator.create(askedBy(options));
      const reply = await post(scene.service, '/account/passkeys', { name, credential }, cookie);
      return { reply, authenticator, credential, options };
    };
    const useOf = async (authenticator: Authenticator, more: { origin?: string; rpId?: string } = {}) => {
      const asked = { ...askedBy(await optionsAt('/sign-in/passkey')), ...more };
      authenticator.counter += 1;
      return authenticator.get(asked);
    };
    const enter = (credential: string, cookie?: string, next = '/account') =>
      post(scene.service, '/sign-in/passkey', { credential, next }, cookie);
    const refused = async (reply: Response) => {
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null]);
      const text = await reply.text();
      expect(text).toContain('This passkey doesn’t work here');
      return text.replaceAll(/next=[^"]*|value="[^"]*"/g, '');
    };

    test('a passkey is added, listed, signs in, and is refused once it is removed', async () => {
      const address = newAddress();
      const cookie = await signIn(scene.service, address);
      const { reply, authenticator, options } = await add(cookie);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=passkey#passkeys']);
      expect([options.rp?.id, options.user.name]).toEqual(['localhost', address]);
      expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(
        String(await accountIdOf(address)),
      );
      await expect
        .poll(async () =>
          (await scene.service.mails()).some((mail) => mail.to === address && /passkey/.test(mail.subject)),
        )
        .toBe(true);
      const entered = await enter(await useOf(authenticator));
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/account']);
      const fresh = cookieOf(entered);
      // Later mails are in the language in which somebody signed in last.
      const spoken = () => rows(scene.service, `select lang from accounts where account_id = ${id}`);
      const id = await accountIdOf(address);
      expect(await spoken()).toEqual([{ lang: 'en' }]);
      await enter(await useOf(authenticator), 'language=pt');
      expect(await spoken()).toEqual([{ lang: 'pt' }]);
      const html = await page('/account', fresh);
      expect(html).toMatch(/My phone[^]*last used/);
      const removal = /\/account\/passkeys\/\w+\/remove/.exec(html)?.[0] ?? '';
      expect(await page(removal, fresh)).toContain('It no longer signs in');
      expect((await post(scene.service, removal, {}, fresh)).headers.get('location')).toBe(
        '/account?done=removed#passkeys',
      );
      // In the language of the page on which it was removed.
      const told = async () =>
        (await scene.service.mails()).find(
          (mail) => mail.to === address && mail.subject.includes('was removed'),
        );
      await expect.poll(told).toBeDefined();
      expect((await told())?.text).toMatch(/^The passkey “My phone” was removed[^]*If this wasn’t you/);
      await refused(await enter(await useOf(authenticator)));
      expect((await get(removal, fresh)).status).toBe(404);
      expect(await isSignedIn(fresh)).toBe(true);
    });

    test('/me offers one to a person who has none, until they close that', async () => {
      const isOffered = async (cookie: string) =>
        /data-with-passkeys[^>]* hidden.*data-passkey="add".*close-offer/s.test(await page('/me', cookie));
      const address = newAddress();
      const cookie = await signIn(scene.service, address);
      expect(await isOffered(cookie)).toBe(true);
      await add(cookie);
      expect(await isOffered(cookie)).toBe(false);
      const other = newAddress();
      const others = await signIn(scene.service, other);
      const closed = await post(scene.service, '/account/passkeys/close-offer', {}, others);
      expect([closed.status, closed.headers.get('location')]).toEqual([303, '/me']);
      expect(await isOffered(others)).toBe(false);
      // It belongs to the account, not to the browser; and nobody else's offer is closed by it.
      expect(await isOffered(await signIn(scene.service, other))).toBe(false);
      expect(await isOffered(await signIn(scene.service, newAddress()))).toBe(true);
    });

    test('signing in replaces the session that the browser had', async () => {
      const { authenticator } = await add(await signIn(scene.service, newAddress()));
      const fixed = await signIn(scene.service, newAddress());
      const entered = await enter(await useOf(authenticator), fixed);
      expect([entered.status, cookieOf(entered) === fixed]).toEqual([303, false]);
      expect([await isSignedIn(fixed), await isSignedIn(cookieOf(entered))]).toEqual([false, true]);
    });

    test.each([
      ['/api/key', '/api/key'],
      ['https://evil.example/', '/start'],
      ['//evil.example', '/start'],
    ])('afterwards %j leads to %s', async (next, to) => {
      const { authenticator } = await add(await signIn(scene.service, newAddress()));
      expect((await enter(await useOf(authenticator), undefined, next)).headers.get('location')).toBe(to);
    });

    test('each device that shares a passkey counts by itself', async () => {
      const shared = new Authenticator();
      shared.isShared = true;
      shared.counter = 9;
      await add(await signIn(scene.service, newAddress()), 'Two phones', shared);
      for (const counter of [0, 9, 3, 0, 0]) {
        shared.counter = counter;
        expect((await enter(await useOf(shared))).status).toBe(303);
      }
    });

    test('every refusal looks the same, whether or not the passkey exists', async () => {
      const address = newAddress();
      const { authenticator } = await add(await signIn(scene.service, address));
      const stranger = new Authenticator();
      const good = await useOf(authenticator);
      expect((await enter(good)).status).toBe(303);
      const expired = await useOf(authenticator);
      await rows(scene.service, 'update passkey_challenges set expires_at = 1 returning digest');
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
        .poll(async () =>
          (await scene.service.mails()).filter(({ to }) => to === address).map(({ text }) => text),
        )
        .toContainEqual(
          expect.stringMatching(/Someone tried to sign in with the passkey “.+” of your account/),
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
      const cookie = await signIn(scene.service, newAddress());
      const before = await count(scene.service, 'passkeys');
      expect((await post(scene.service, '/account/passkeys', { credential }, cookie)).status).toBe(400);
      expect(await count(scene.service, 'passkeys')).toBe(before);
    });

    test('the challenge of one person adds no passkey for another, nor for the same one twice', async () => {
      const [mine, theirs] = [
        await signIn(scene.service, newAddress()),
        await signIn(scene.service, newAddress()),
      ];
      const options = await optionsAt('/account/passkeys', mine);
      const credential = new Authenticator().create(askedBy(options));
      const send = (cookie: string) => post(scene.service, '/account/passkeys', { credential }, cookie);
      expect((await send(theirs)).status).toBe(400);
      const both = await Promise.all([send(mine), send(mine)]);
      expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
      const signing = new Authenticator().create(askedBy(await optionsAt('/sign-in/passkey')));
      expect((await post(scene.service, '/account/passkeys', { credential: signing }, mine)).status).toBe(
        400,
      );
      const { authenticator } = await add(mine);
      const adding = authenticator.get(askedBy(await optionsAt('/account/passkeys', mine)));
      await refused(await enter(adding));
    });

    test("nobody removes another person's passkey, and an account has twenty at most", async () => {
      const cookie = await signIn(scene.service, newAddress());
      await add(cookie);
      const path = /\/account\/passkeys\/\w+\/remove/.exec(await page('/account', cookie))?.[0] ?? '';
      const other = await signIn(scene.service, newAddress());
      expect([(await get(path, other)).status, (await post(scene.service, path, {}, other)).status]).toEqual([
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
