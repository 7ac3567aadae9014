/** A mailed link that was used leads on the person who used it, and nobody else. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { cookieOf, count, linkTo, mailedLink, post, shareScene, signIn } from '../scene.ts';

let people = 0;

describe.each(engines)('a used link on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
  });

  const open = (path: string, cookie?: string) =>
    service.get(path, { headers: cookie === undefined ? {} : { cookie } });
  const shown = async (reply: Response) => [reply.status, reply.headers.get('location')];
  const isOver = async (reply: Response) => {
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null]);
    expect(await reply.text()).toContain('This link has expired or was already used');
  };
  const whoIs = async (cookie: string) =>
    /<bdi[^>]*>([^<]*@example\.org)</.exec(await (await open('/account', cookie)).text())?.[1];

  /** A link, and the form of its page in one browser. */
  const newLink = async () => {
    const address = `used-${++people}@example.org`;
    await post(service, '/sign-in', { email: address, next: '/me/volunteer' });
    const link = await mailedLink(service, address);
    const form = async () => {
      const html = await (await open(link)).text();
      const press = /name="press" value="([\w-]+)"/.exec(html)?.[1] ?? '';
      return { of_age: 'yes', press };
    };
    return { address, link, form };
  };

  test('two presses at once, the first of which is not answered yet, open one session', async () => {
    const { address, link, form } = await newLink();
    const fields = await form();
    const replies = await Promise.all([post(service, link, fields), post(service, link, fields)]);
    for (const reply of replies) expect(await shown(reply)).toEqual([303, '/me/volunteer']);
    expect(new Set(replies.map(cookieOf)).size).toBe(1);
    expect(await whoIs(cookieOf(replies[1] as Response))).toBe(address);
    const own = `sessions s join addresses d on d.account_id = s.account_id where d.address = '${address}'`;
    expect(await count(service, own)).toBe(1);
  });

  test('the way back, a reload and the mail opened again lead on who is signed in by it', async () => {
    const { link, form } = await newLink();
    const fields = await form();
    const cookie = cookieOf(await post(service, link, fields));
    expect(await shown(await open(link, cookie))).toEqual([303, '/me/volunteer']);
    expect(await shown(await post(service, link, { of_age: 'yes' }, cookie))).toEqual([303, '/me/volunteer']);
    expect(await shown(await post(service, link, fields))).toEqual([303, '/me/volunteer']);
  });

  test('another browser, another account, and a page that was signed out get the form', async () => {
    const { link, form } = await newLink();
    const [fields, others] = [await form(), await form()];
    const other = await signIn(service, `used-${++people}@example.org`);
    const cookie = cookieOf(await post(service, link, fields));
    await isOver(await open(link));
    await isOver(await open(link, other));
    await isOver(await post(service, link, others));
    await isOver(await post(service, link, { of_age: 'yes', press: '' }));
    await isOver(await post(service, link, { of_age: 'yes', press: 'x'.repeat(43) }, other));
    await post(service, '/sign-out', {}, cookie);
    await isOver(await post(service, link, fields));
  });

  test('adding an address twice at once, and its link opened again, say that it was added', async () => {
    const cookie = await signIn(service, `used-${++people}@example.org`);
    const other = await signIn(service, `used-${++people}@example.org`);
    const second = `used-${++people}@example.org`;
    await post(service, '/account/addresses', { email: second }, cookie);
    const link = await linkTo(service, second, '/account/addresses/');
    const added = [303, '/account?done=added#addresses'];
    const replies = await Promise.all([post(service, link, {}, cookie), post(service, link, {}, cookie)]);
    for (const reply of replies) expect(await shown(reply)).toEqual(added);
    expect(await shown(await open(link, cookie))).toEqual(added);
    expect((await open(link, other)).status).toBe(400);
    await post(service, '/account/remove-address', { address: second, sure: 'yes' }, cookie);
    expect((await open(link, cookie)).status).toBe(400);
  });
});
