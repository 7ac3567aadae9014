/** The addresses of an account. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { count, mailedLink, newestMail, post, profileId, projects, signIn, success } from '../scene.ts';
import { accountScene } from './account-scene.ts';

let people = 0;
const newAddress = () => `person-${++people}@example.org`;

describe.each(engines)('an account on %s', (engine) => {
  const scene = accountScene(engine);
  const { get, page, accountIdOf, isSignedIn } = scene;

  describe('addresses', () => {
    const ask = (cookie: string, email: string) =>
      post(scene.service, '/account/addresses', { email }, cookie);
    const linkTo = async (cookie: string, email: string) => {
      const reply = await ask(cookie, email);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/account?done=sent#addresses']);
      await expect.poll(async () => (await scene.service.mails()).some(({ to }) => to === email)).toBe(true);
      return mailedLink(scene.service, email);
    };
    const noticesTo = async (address: string, subject: RegExp) =>
      (await scene.service.mails()).filter((mail) => mail.to === address && subject.test(mail.subject))
        .length;

    test('a further address is verified by its own mail, and brings its profile and contributions', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(scene.service, address);
      const profile = await profileId(scene.service, scene.key, second);
      const event = {
        profile_id: String(profile),
        project_id: String(projects.birds.id),
        type: 'collection',
      };
      await success(
        'POST /api/record_event',
        await scene.service.postForm(`/api/record_event?key=${scene.key}`, event),
      );
      const path = await linkTo(cookie, second);
      expect(await page(path, cookie)).toContain('Add this address?');
      expect((await post(scene.service, path, {}, cookie)).headers.get('location')).toBe(
        '/account?done=added#addresses',
      );
      expect(await page('/account', cookie)).toContain(second);
      expect(await page('/me', cookie)).toContain(projects.birds.name);
      expect(await profileId(scene.service, scene.key, second)).toBe(profile);
      expect(await accountIdOf(second)).toBe(await accountIdOf(address));
      await expect.poll(() => noticesTo(address, /address was added/)).toBe(1);
      const signedIn = await signIn(scene.service, second);
      expect(await page('/account', signedIn)).toContain(address);
      const again = await post(scene.service, path, {}, cookie);
      expect(again.headers.get('location')).toBe('/account?done=added#addresses');
    });

    test.each([
      ['nothing', ''],
      ['no address', 'nobody'],
      ['two addresses', 'a@example.org,b@example.org'],
      ['a header', 'a@example.org\r\nBcc: b@example.org'],
      ['an address that cannot be mailed to', 'ﬁ@example.org'],
    ])('%s is refused', async (_, email) => {
      const cookie = await signIn(scene.service, newAddress());
      const before = (await scene.service.mails()).length;
      expect([(await ask(cookie, email)).status, (await scene.service.mails()).length]).toEqual([
        400,
        before,
      ]);
    });

    test('the form says the same of a member as of a stranger; only the reader of the mail learns more', async () => {
      const [address, member, stranger] = [newAddress(), newAddress(), newAddress()];
      await signIn(scene.service, member);
      const cookie = await signIn(scene.service, address);
      const paths = [await linkTo(cookie, member), await linkTo(cookie, stranger)];
      const [one, two] = await Promise.all([
        newestMail(scene.service, member),
        newestMail(scene.service, stranger),
      ]);
      const plain = (text: string) => text.replaceAll(/https?:\S+/g, '');
      expect([one.subject, plain(one.text)]).toEqual([two.subject, plain(two.text)]);
      const taken = await post(scene.service, paths[0] ?? '', {}, cookie);
      expect([taken.status, await taken.text()]).toEqual([
        400,
        expect.stringContaining('has an account of its own'),
      ]);
      expect(await accountIdOf(member)).not.toBe(await accountIdOf(address));
      expect(await isSignedIn(cookie)).toBe(true);
    });

    test('the link is for the person who asked, in a browser that is signed in', async () => {
      const [second, thief] = [newAddress(), newAddress()];
      const cookie = await signIn(scene.service, newAddress());
      const path = await linkTo(cookie, second);
      const other = await signIn(scene.service, thief);
      for (const reply of [await get(path, other), await post(scene.service, path, {}, other)])
        expect([reply.status, await reply.text()]).toEqual([
          400,
          expect.stringContaining('Another account asked'),
        ]);
      const out = await get(path);
      expect([out.status, await out.text()]).toEqual([400, expect.stringContaining('You are not signed in')]);
      expect(await accountIdOf(second)).toBeNaN();
      expect((await post(scene.service, path, {}, cookie)).status).toBe(303);
      const signInLink = path.replace('/account/addresses/', '/sign-in/');
      expect(await (await get(signInLink)).text()).toContain('has expired or was already used');
    });

    test('an address that is removed while it becomes the main one: one main address is left', async () => {
      for (let round = 0; round < 3; round++) {
        const [address, second] = [newAddress(), newAddress()];
        const cookie = await signIn(scene.service, address);
        expect((await post(scene.service, await linkTo(cookie, second), {}, cookie)).status).toBe(303);
        await Promise.all([
          post(scene.service, '/account/main-address', { address: second }, cookie),
          post(scene.service, '/account/remove-address', { address: second, sure: 'yes' }, cookie),
        ]);
        const id = await accountIdOf(address);
        expect(await count(scene.service, `addresses where account_id = ${id} and is_main = 1`)).toBe(1);
      }
    });

    test('a mailed link that is used twice at once adds the address once', async () => {
      const second = newAddress();
      const cookie = await signIn(scene.service, newAddress());
      const path = await linkTo(cookie, second);
      const replies = await Promise.all([
        post(scene.service, path, {}, cookie),
        post(scene.service, path, {}, cookie),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([303, 303]);
      expect(await count(scene.service, `addresses where address = '${second}'`)).toBe(1);
    });

    test('the main address changes with a mail to both, and only to one of their own', async () => {
      const [address, second, foreign] = [newAddress(), newAddress(), newAddress()];
      await signIn(scene.service, foreign);
      const cookie = await signIn(scene.service, address);
      const setMain = (to: string) => post(scene.service, '/account/main-address', { address: to }, cookie);
      expect((await setMain(foreign)).status).toBe(404);
      expect((await setMain('x')).status).toBe(400);
      await post(scene.service, await linkTo(cookie, second), {}, cookie);
      expect((await setMain(second.toUpperCase())).headers.get('location')).toBe(
        '/account?done=main#addresses',
      );
      for (const to of [address, second]) await expect.poll(() => noticesTo(to, /main address/)).toBe(1);
      expect((await setMain(second)).headers.get('location')).toBe('/account');
      const mains = `addresses where account_id = ${await accountIdOf(address)} and is_main = 1`;
      expect(await count(scene.service, mains)).toBe(1);
      expect(await count(scene.service, `${mains} and address = '${second}'`)).toBe(1);
      expect(await count(scene.service, `addresses where address = '${foreign}' and is_main = 1`)).toBe(1);
    });

    test('a removed address leaves what was credited, and its next reader begins at nothing', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(scene.service, address);
      await post(scene.service, await linkTo(cookie, second), {}, cookie);
      const profile = await profileId(scene.service, scene.key, second);
      const event = {
        profile_id: String(profile),
        project_id: String(projects.birds.id),
        type: 'collection',
      };
      await success(
        'POST /api/record_event',
        await scene.service.postForm(`/api/record_event?key=${scene.key}`, event),
      );
      const remove = (fields: Record<string, string>, by = cookie) =>
        post(scene.service, '/account/remove-address', fields, by);
      const other = await signIn(scene.service, newAddress());
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
      await success(
        'POST /api/record_event',
        await scene.service.postForm(`/api/record_event?key=${scene.key}`, event),
      );
      expect(await profileId(scene.service, scene.key, second)).not.toBe(profile);
      const stranger = await signIn(scene.service, second);
      expect(await accountIdOf(second)).not.toBe(await accountIdOf(address));
      expect(await page('/me', stranger)).not.toContain(projects.birds.name);
    });

    test('a removed address can be added again', async () => {
      const [address, second] = [newAddress(), newAddress()];
      const cookie = await signIn(scene.service, address);
      await post(scene.service, await linkTo(cookie, second), {}, cookie);
      await post(scene.service, '/account/remove-address', { address: second, sure: 'yes' }, cookie);
      expect(await accountIdOf(second)).toBeNaN();
      await ask(cookie, second);
      await expect
        .poll(async () => (await scene.service.mails()).filter(({ to }) => to === second).length)
        .toBeGreaterThan(2);
      const { links } = await newestMail(scene.service, second);
      expect((await post(scene.service, new URL(links[0] ?? 'no:link').pathname, {}, cookie)).status).toBe(
        303,
      );
      expect(await accountIdOf(second)).toBe(await accountIdOf(address));
    });

    test('one inbox gets few of these mails, whoever asks', async () => {
      const victim = newAddress();
      const cookie = await signIn(scene.service, newAddress());
      const other = await signIn(scene.service, newAddress());
      const asked: number[] = [];
      for (const by of [cookie, other, cookie, other, cookie]) asked.push((await ask(by, victim)).status);
      expect(asked).toEqual([303, 303, 303, 429, 429]);
      expect((await post(scene.service, '/sign-in', { email: victim })).status).toBe(200);
    });
  });
});
