/** Heavy acts on pages: a test mail, a change of the pepper, the trial of a move; and the page about Citus. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { startMailServer } from '../set-up/mail-server.ts';
import { openRows } from '../set-up/rows.ts';
import { unlimited } from '../set-up/running-service.ts';
import { type Engine, engines, type Service } from '../set-up/start-service.ts';
import { watchOver } from '../set-up/watch-over.ts';
import { count, post, profileId, rows, signIn, startScene } from './scene.ts';

const second = 'the second pepper of this page, of no use elsewhere';

let databases = 0;
/** An empty place of either engine, as COPY_TO takes it, with what is in it. */
const newPlace = async (engine: Engine) => {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-trial-'));
    watchOver(folder);
    return { place: folder, content: () => Promise.resolve(readdirSync(folder)) };
  }
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/trial_${process.pid}_${++databases}`;
  const asked = async <Row extends object>(address: string, sql: string) => {
    const client = new Client(address);
    await client.connect();
    return (await client.query<Row>(sql).finally(() => client.end())).rows;
  };
  await asked(inject('postgresUrl'), `create database ${url.pathname.slice(1)} template template0`);
  const here = "= 'public'::regnamespace";
  return {
    place: url.href,
    content: async () =>
      (
        await asked<{ name: string }>(
          url.href,
          `select relname as name from pg_class where relnamespace ${here}
           union all select proname from pg_proc where pronamespace ${here}`,
        )
      ).map(({ name }) => name),
  };
};

describe.each(engines)('heavy acts on the operator’s pages, on %s', (engine) => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
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
    expect((await service.operator('role', 'operator@example.org', 'operator')).code).toBe(0);
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
      .poll(() => page('/operator/store'), { timeout: 60_000 })
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

  test(`a move to ${other} is tried while the service runs, and leaves nothing behind`, async () => {
    expect(await page('/operator/store')).toContain('Set COPY_TO to the address');
    expect((await act({ act: 'trial', sure: 'yes' })).status).toBe(400);
    const { place, content } = await newPlace(other);
    await service.restart({ COPY_TO: place });
    expect((await act({ act: 'trial' })).status).toBe(400);
    const before = await count(service, 'digests');
    expect((await act({ act: 'trial', sure: 'yes' })).headers.get('location')).toMatch(/done=acting#move$/);
    await profileId(service, owner, 'meanwhile@example.org');
    await expect
      .poll(() => page('/operator/store'), { timeout: 120_000 })
      .toMatch(/Tried: \d+ rows in \d+ tables were copied and compared in [\d.]+ s/);
    expect(await content()).toEqual([]);
    expect(readdirSync(service.dataDir).filter((name) => name.startsWith('.trial'))).toEqual([]);
    expect(await count(service, 'digests')).toBe(before + 1);
    expect(await audit()).toMatch(/copy-to --trial done.*account \d+ copy-to --trial begun/);
    if (other === 'postgres') {
      const { username, password } = new URL(place);
      const texts = (await page('/operator/store')) + (await audit()) + service.log();
      expect(texts).not.toContain(`${username}:${password}@`);
    }
    // The command does the same, and the move itself finds its place without an argument.
    expect((await service.operator('copy-to', '--trial')).json).toMatchObject({
      result: 'success',
      tables: expect.any(Number) as number,
    });
    expect(await content()).toEqual([]);
    await service.stop();
    const moved = await service.operator<{ rows: number }>('copy-to');
    await service.start();
    expect([moved.code, moved.json.rows > 0]).toEqual([0, true]);

    // That place now holds a store: it is refused, and keeps it.
    const kept = await content();
    await act({ act: 'trial', sure: 'yes' });
    await expect.poll(() => page('/operator/store')).toContain('The target holds other data');
    expect(await content()).toEqual(kept);
    expect(await audit()).toContain('copy-to --trial failed');
  });

  test('what an interrupted trial left is not used, and is deleted by the next one', async () => {
    const { place, content } = await newPlace('sqlite');
    // The copy of the file that a killed process read.
    const copied = join(service.dataDir, '.trial-killed');
    if (engine === 'sqlite') mkdirSync(copied);
    await service.restart({ COPY_TO: place });
    await expect.poll(() => existsSync(copied)).toBe(false);
    const left = { databaseUrl: undefined, dataDir: place };
    await using store = openRows(left);
    await service.operator('copy-to', '--trial');
    const marked = JSON.stringify({ source: 'x', done: [], isTrial: true });
    const { DatabaseSync } = await import('node:sqlite');
    using file = new DatabaseSync(join(place, 'manyhands.db'));
    file.exec(`create table unfinished_copy (progress text); create table digests (digest text)`);
    file.prepare('insert into unfinished_copy values (?)').run(marked);
    file.close();
    expect(await store.all('select count(*) as n from unfinished_copy')).toEqual([{ n: 1 }]);
    expect((await service.operator('copy-to', '--trial')).code).toBe(0);
    expect(await content()).toEqual([]);
    expect(existsSync(place)).toBe(true);
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
