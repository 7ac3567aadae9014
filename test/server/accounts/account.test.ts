/** A person's account over HTTP: its names and sessions. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { cookieOf, mailedLink, post, rows, signIn } from '../scene.ts';
import { accountScene } from './account-scene.ts';

let people = 0;
const newAddress = () => `person-${++people}@example.org`;

describe.each(engines)('an account on %s', (engine) => {
  const scene = accountScene(engine);
  const { get, page, accountIdOf, isSignedIn } = scene;

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
          : await post(scene.service, path, { handle: 'x', email: 'x@example.org' });
      expect([reply.status, reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([
        303,
        to,
        null,
      ]);
    });

    test('nothing of anybody is public before they choose it', async () => {
      const address = newAddress();
      await signIn(scene.service, address);
      const shown = await (await get(`/people/${await accountIdOf(address)}`)).text();
      expect(shown).toContain('This member shows nothing else here');
      expect(shown).not.toContain('person-');
    });
  });

  describe('names', () => {
    const save = (cookie: string, fields: Record<string, string>) =>
      post(scene.service, '/account/names', fields, cookie);
    const stored = async (address: string) =>
      (
        await rows(
          scene.service,
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
      const cookie = await signIn(scene.service, address);
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
      const cookie = await signIn(scene.service, address);
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
      const cookie = await signIn(scene.service, address);
      const before = await stored(address);
      const reply = await save(cookie, { firstName: 'Kept', ...fields });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(says)]);
      expect(await stored(address)).toEqual(before);
    });
  });

  test('somebody who asks for a link reads where it was sent, and that it leads back', async () => {
    const address = newAddress();
    const linkPage = async (next: string) => {
      const asked = await (await post(scene.service, '/sign-in', { email: address, next })).text();
      expect(asked).toContain(`<bdi translate="no">${address}</bdi>`);
      return (await scene.service.get(await mailedLink(scene.service, address))).text();
    };
    const leadsBack = 'After that you continue where you were.';
    expect(await linkPage('/api/key')).toContain(leadsBack);
    expect(await linkPage('/me')).not.toContain(leadsBack);
  });

  describe('sessions', () => {
    const idsOn = (html: string) => [...html.matchAll(/name="id" value="(\w+)"/g)].map(([, id = '']) => id);

    test('are listed with the kind of browser, and ended one by one or all others', async () => {
      const address = newAddress();
      const first = await signIn(scene.service, address);
      const [second, third] = [await signIn(scene.service, address), await signIn(scene.service, address)];
      const html = await page('/account', first);
      const [one = '', two = ''] = idsOn(html);
      expect([idsOn(html).length, html.includes('This device')]).toEqual([2, true]);
      expect((await post(scene.service, '/account/sessions/end', { id: one }, first)).status).toBe(303);
      const left = [await isSignedIn(second), await isSignedIn(third)];
      expect(left.filter(Boolean)).toHaveLength(1);
      await post(scene.service, '/account/sessions/end-others', {}, first);
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
      await post(scene.service, '/sign-in', { email: address });
      const headers = { origin: scene.service.baseUrl, 'user-agent': agent ?? '' };
      const reply = await scene.service.postForm(
        await mailedLink(scene.service, address),
        { of_age: 'yes' },
        { headers },
      );
      const html = await page('/account', cookieOf(reply));
      expect(html).toContain(`<h3>${words}</h3>`);
      expect(html).not.toContain('alert(1)');
    });

    test("nobody ends another person's session, with its id or with a part of one", async () => {
      const [address, ownAddress] = [newAddress(), newAddress()];
      const [victim, own] = [await signIn(scene.service, address), await signIn(scene.service, ownAddress)];
      const digestOf = async (of: string) =>
        (
          await rows<{ digest: string }>(
            scene.service,
            `select digest from sessions where account_id = ${await accountIdOf(of)}`,
          )
        )[0]?.digest ?? '';
      const [theirs, mine] = [await digestOf(address), await digestOf(ownAddress)];
      const ids = [theirs, theirs.slice(0, 16), mine, mine.slice(0, 1), '', '%', 'x'.repeat(5000)];
      for (const id of ids) await post(scene.service, '/account/sessions/end', { id }, own);
      expect([await isSignedIn(victim), await isSignedIn(own)]).toEqual([true, true]);
    });

    test('ending the present session signs out', async () => {
      const address = newAddress();
      const cookie = await signIn(scene.service, address);
      const [row] = await rows<{ digest: string }>(
        scene.service,
        `select digest from sessions where account_id = ${await accountIdOf(address)}`,
      );
      const reply = await post(
        scene.service,
        '/account/sessions/end',
        { id: row?.digest.slice(0, 16) ?? '' },
        cookie,
      );
      expect([reply.headers.get('location'), cookieOf(reply)]).toEqual(['/', 'mh_session=']);
      expect(await isSignedIn(cookie)).toBe(false);
    });

    test('the time of the last use is stored to the hour, once in an hour', async () => {
      const address = newAddress();
      const cookie = await signIn(scene.service, address);
      const where = `where account_id = ${await accountIdOf(address)}`;
      await rows(scene.service, `update sessions set used_at = 0 ${where} returning digest`);
      await page('/account', cookie);
      const [row] = await rows<{ used_at: number }>(scene.service, `select used_at from sessions ${where}`);
      expect([Number(row?.used_at) % 3_600_000, Date.now() - Number(row?.used_at) < 3_600_000]).toEqual([
        0,
        true,
      ]);
    });
  });
});
