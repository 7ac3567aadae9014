/** Begun on one device, and the mail opened on another: six digits sign in the one that waits, and nobody else's. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { cookieOf, count, mailedLink, post, shareScene } from '../scene.ts';

let people = 0;

describe.each(engines)('on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
  });

  const hiddenIn = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

  /** A laptop whose page waits, and the link that a phone opens. */
  const begin = async (next = '/add?from=here', address = `device-${++people}@example.org`) => {
    const html = await (await post(service, '/sign-in', { email: address, next })).text();
    const digits = (/<bdi[^>]*>(\d{3} \d{3})<\/bdi>/.exec(html)?.[1] ?? '').replace(' ', '');
    const link = await mailedLink(service, address);
    const waits = { secret: hiddenIn(html, 'secret'), next: hiddenIn(html, 'next') };
    const ask = (by: object = { by: 'script' }) => post(service, '/sign-in/waiting', { ...waits, ...by });
    const type = (typed: string, more: object = { of_age: 'yes' }) =>
      post(service, link, { there: 'yes', digits: typed, ...more });
    return { address, digits, link, waits, ask, type };
  };

  const whoIs = async (cookie: string) =>
    /<bdi[^>]*>([^<]*@example\.org)</.exec(
      await (await service.get('/account', { headers: { cookie } })).text(),
    )?.[1];
  const sessionsOf = (address: string) =>
    count(
      service,
      `sessions s join addresses d on d.account_id = s.account_id where d.address = '${address}'`,
    );
  const isWaiting = async (reply: Response) =>
    expect([reply.status, await reply.json(), reply.headers.get('set-cookie')]).toEqual([
      200,
      { result: 'success', is_waiting: true },
      null,
    ]);

  test('the laptop goes on once its digits were typed on the phone, which is not signed in', async () => {
    const { address, digits, link, ask, type } = await begin();
    expect(digits).toMatch(/^\d{6}$/);
    await isWaiting(await ask());
    expect(await (await service.get(link)).text()).toContain('Signing in on another device?');
    const typed = await type(`${digits.slice(0, 3)} ${digits.slice(3)} `);
    expect([typed.status, typed.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await typed.text()).toContain('Continue on the other device');
    const onward = await ask();
    expect([onward.status, onward.headers.get('location')]).toEqual([303, '/add?from=here']);
    expect(await whoIs(cookieOf(onward))).toBe(address);
    // Again, as after the way back: the same session.
    expect(cookieOf(await ask({}))).toBe(cookieOf(onward));
    expect(await sessionsOf(address)).toBe(1);
  });

  test.each<[string, (digits: string) => string]>([
    ['other digits', (digits) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')],
    ['none', () => ''],
    ['too many', (digits) => `${digits}0`],
    ['a text', () => 'signed in'],
    ['a list', (digits) => `${digits},${digits}`],
  ])('%s are refused, the link stays, and nobody is signed in', async (_, change) => {
    const { address, digits, ask, type } = await begin();
    const wrong = await type(change(digits));
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([400, null]);
    expect(await wrong.text()).toContain('The other device shows other digits.');
    await isWaiting(await ask());
    expect(await sessionsOf(address)).toBe(0);
    expect((await type(digits)).status).toBe(200);
    expect((await ask()).status).toBe(303);
  });

  test('a newcomer says their age first; a second press says the same, and a page alone opens nothing', async () => {
    const { address, digits, link, ask, type } = await begin();
    expect((await type(digits, {})).status).toBe(400);
    await isWaiting(await ask());
    const both = await Promise.all([type(digits), type(digits)]);
    for (const reply of both) expect(await reply.text()).toContain('Continue on the other device');
    expect(await (await type(digits)).text()).toContain('Continue on the other device');
    expect(await sessionsOf(address)).toBe(1);
    // The link is used up: for whoever has it, but not the secret of the page.
    const other = await post(service, link, { of_age: 'yes', press: 'x'.repeat(43) });
    expect([other.status, other.headers.get('set-cookie')]).toEqual([400, null]);
    expect((await ask()).status).toBe(303);
  });

  test('the digits of one request say nothing about another, and a link without any has no field', async () => {
    const [one, other] = [await begin(), await begin()];
    expect((await one.type(other.digits)).status).toBe(400);
    expect((await one.type(one.digits)).status).toBe(200);
    await isWaiting(await other.ask());
    await isWaiting(await post(service, '/sign-in/waiting', { secret: 'a'.repeat(43), by: 'script' }));
    for (const secret of ['', 'short', '\u{1F41F}', 'x'.repeat(5000)])
      await isWaiting(await post(service, '/sign-in/waiting', { secret, next: '/me', by: 'script' }));
  });

  test('without a script, the button shows the digits again until it leads on', async () => {
    const { digits, ask, type } = await begin('/me/volunteer');
    const before = await ask({});
    expect([before.status, await before.text()]).toEqual([
      200,
      expect.stringContaining(`${digits.slice(0, 3)} ${digits.slice(3)}`),
    ]);
    await type(digits);
    expect((await ask({})).headers.get('location')).toBe('/me/volunteer');
  });

  test('a page that is told to go on elsewhere goes to a page of ours', async () => {
    const { digits, waits, type } = await begin();
    await type(digits);
    const led = await post(service, '/sign-in/waiting', { ...waits, next: 'https://evil.example/' });
    expect(led.headers.get('location')).toBe('/start');
  });
});
