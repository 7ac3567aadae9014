/** Heavy acts on pages: a test mail, a change of the pepper; and what Citus finds. */
import { beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, post, profileId, rows, signIn, startScene } from '../scene.ts';

const second = 'the second pepper of this page, of no use elsewhere';

describe.each(engines)('heavy acts on the operator’s pages, on %s', (engine) => {
  let service: Service;
  let owner: string;
  let cookie: string;
  const textOf = async (reply: Response) =>
    (await reply.text())
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll('&lt;', '<');
  const page = async (path: string) => textOf(await service.get(path, { headers: { cookie } }));
  const act = (fields: Record<string, string>, path = '/operator/store') =>
    post(service, path, fields, cookie);
  const audit = () => page('/operator/audit');

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, unlimited));
    await service.operate('role', 'operator@example.org', 'operator');
    cookie = await signIn(service, 'operator@example.org');
  });

  test('a test mail shows the conversation and no password, and its address is nowhere else', async () => {
    const at = '/operator/mails/test';
    const email = 'tried.address@example.org';
    expect(await page('/operator/mails')).toContain('SMTP_URL is not set');
    expect((await act({ email }, at)).status).toBe(400);
    await using strict = await startMailServer({ refusesLogin: true });
    await using mails = await startMailServer();
    const SMTP_URL = strict.url.replace('//', '//river:a%20secret@');
    await service.restart({ SMTP_URL, SMTP_TLS: 'optional', MAIL_FROM: 'Hands <hello@example.org>' });
    const refused = await textOf(await act({ email }, at));
    expect(refused).toContain('The mail was not sent.');
    expect(refused).toContain('535');
    expect(refused + service.log()).not.toMatch(/a secret|a%20secret/);
    await service.restart({ SMTP_URL: mails.url });
    for (const typed of ['', 'x', 'a@b@c', 'x\r\nBcc: all@example.org', '<b>@example.org'])
      expect([typed, (await act({ email: typed }, at)).status]).toEqual([typed, 400]);
    const sent = await act({ email }, at);
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const shown = await textOf(sent);
    expect(shown).toContain('The mail server took the mail.');
    expect(shown).toMatch(/S: 220 .*C: RCPT TO:<tried\.address@example\.org>/);
    await expect.poll(() => mails.received.map(({ envelope }) => envelope)).toEqual([[email]]);
    expect(await audit()).toMatch(/account \d+ test-mail sent.*account \d+ test-mail failed/);
    expect((await audit()) + service.log()).not.toContain('tried.address');
    // Nobody fills an inbox with it.
    for (let n = 0; n < 9; n++) expect((await act({ email }, at)).status).toBe(200);
    expect((await act({ email }, at)).status).toBe(429);
    await service.restart({ SMTP_URL: '' });
  });

  test('the pepper is changed in the background, once, after a confirmation; then former ones end', async () => {
    const { PEPPER: inUse = '' } = service.settings;
    const anna = await profileId(service, owner, 'anna@example.org');
    expect(await page('/operator/store')).toContain('It was never changed.');
    const early = await act({ act: 'pepper', sure: 'yes' });
    expect([early.status, await textOf(early)]).toEqual([
      400,
      expect.stringContaining('The store is in PEPPER already') as string,
    ]);
    const tooEarly = await act({ act: 'pepper-end', sure: 'yes' });
    expect(await textOf(tooEarly)).toContain('there is no former one to end');

    await service.restart({ PEPPER: second, PEPPER_BEFORE: inUse });
    expect(await page('/operator/store')).toMatch(/not yet in use.*\(\d+ rows\) is moved to the new one/);
    const unsure = await act({ act: 'pepper' });
    expect([unsure.status, await textOf(unsure)]).toEqual([
      400,
      expect.stringContaining('tick the box') as string,
    ]);
    const to = async (reply: Response | Promise<Response>) => (await reply).headers.get('location');
    expect(await to(act({ act: 'pepper', sure: 'yes' }))).toBe('/operator/store?done=acting#pepper');
    expect(await to(act({ act: 'pepper', sure: 'yes' }))).toBe('/operator/store?done=acting-already#pepper');
    expect(await page('/operator/store')).toContain('Under way since');
    await expect
      .poll(() => page('/operator/store'))
      .toMatch(/The store is in PEPPER; \d+ rows were moved to it\..*Remove PEPPER_BEFORE/);
    expect(await count(service, "digests where digest not like '________.%'")).toBe(0);
    expect(await profileId(service, owner, 'anna@example.org')).toBe(anna);

    await service.restart({ PEPPER: second, PEPPER_BEFORE: '' });
    expect(await page('/operator/store')).not.toContain('Remove PEPPER_BEFORE');
    expect((await act({ act: 'pepper-end' })).status).toBe(400);
    expect(await to(act({ act: 'pepper-end', sure: 'yes' }))).toBe('/operator/store?done=ended');
    expect(await page('/operator/store')).toContain('of former ones are not accepted any more');
    expect(await audit()).toMatch(/pepper --end.*account \d+ pepper done.*account \d+ pepper begun/);
    const noted = await rows<{ value: string }>(
      service,
      "select value from settings where name = 'long-act-pepper'",
    );
    for (const text of [await page('/operator/store'), await audit(), service.log(), JSON.stringify(noted)])
      expect([text.includes(inUse), text.includes(second)]).toEqual([false, false]);
  });

  test('an act whose process was killed is shown as interrupted', async () => {
    await using store = openRows(service);
    const noted = { state: 'running', begun: 5, at: 6, says: '12 rows were moved.' };
    await store.run(`update settings set value = '${JSON.stringify(noted)}' where name = 'long-act-pepper'`);
    expect(await page('/operator/store')).toContain('it was interrupted, because its process ended');
  });

  test('what Citus finds is told, and no page distributes', async () => {
    const text = await page('/operator/store');
    expect(text).toMatch(
      engine === 'sqlite'
        ? /Contributions are on one server\. Only a store on PostgreSQL can be distributed/
        : /The database has no extension citus|distributed by Citus over|Citus has no workers here/,
    );
    expect((await act({ act: 'distribute', sure: 'yes' })).status).toBe(404);
  });
});
