/** Settings with which the service refuses to start, one line per mistake; and the behaviour in production. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { newCertificate, trustFile } from '../../set-up/service/encrypted.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { ownProject, profileOf, record, site } from '../../set-up/service/project.ts';
import { refusedStart } from '../../set-up/service/refused-start.ts';
import { openRows, tablesOf } from '../../set-up/service/rows.ts';
import { engines, startService, type Service, type Settings } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';

const baseUrl = 'https://hands.example.org';
const pepper = 'a pepper for tests of production, of no use elsewhere';
const production = (smtpUrl: string): Settings => ({
  NODE_ENV: 'production',
  BASE_URL: baseUrl,
  PEPPER: pepper,
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Manyhands <hello@hands.example.org>',
});
const nowhere = production('smtp://127.0.0.1:9');

describe('it does not start', () => {
  test.each<[string, Settings, RegExp[]]>([
    [
      'with many mistakes, and it names each',
      {
        PORT: 'http',
        BASE_URL: 'hands',
        DATABASE_URL: 'mysql://localhost/hands',
        PEPPER: 'salt',
        SERVICE_SLUG: 'Many Hands',
        SERVICE_NAME: '<b>Hands</b>',
        SMTP_URL: 'mail.example.org',
        LOG_LEVEL: 'loud',
        ANONYMOUS_RETENTION_DAYS: '0',
        OPEN_FINDER: 'maybe',
        TRUST_PROXY: 'all',
      },
      [
        ...[
          /^PORT: /,
          /^BASE_URL: must be an http or https address$/,
          /^DATABASE_URL: must start with postgres/,
        ],
        ...[
          /^SERVICE_NAME: must be a plain name$/,
          /^SERVICE_SLUG: must be 2 to 31/,
          /^PEPPER: must have at least/,
        ],
        ...[
          /^SMTP_URL: must start with smtp/,
          /^ANONYMOUS_RETENTION_DAYS: /,
          /^OPEN_FINDER: /,
          /^TRUST_PROXY: /,
        ],
        /^LOG_LEVEL: /,
      ],
    ],
    [
      'with numbers out of range and an address of another kind',
      { PORT: '65536', BASE_URL: 'ftp://localhost', TRUST_PROXY: '1.5', ANONYMOUS_RETENTION_DAYS: '-1' },
      [
        /^PORT: must be a whole number from 0 to 65535$/,
        /^BASE_URL: must be an http or https/,
        /^ANONYMOUS_RETENTION_DAYS: must be a whole number from 1 /,
        /^TRUST_PROXY: /,
      ],
    ],
    [
      'outside production for the whole network',
      { HOST: '0.0.0.0', BASE_URL: 'http://hands.example.org' },
      [/^BASE_URL: .*loopback.*NODE_ENV=production/, /^HOST: .*loopback.*NODE_ENV=production/],
    ],
    [
      'in development, nor for the whole network there',
      { NODE_ENV: 'development', HOST: '::' },
      [/^HOST: outside production it must be a loopback address/],
    ],
    [
      'in production without what that needs',
      { NODE_ENV: 'production', BASE_URL: '', PEPPER: '' },
      [/^BASE_URL: .*https/, /^PEPPER: must be set/, /^SMTP_URL: must be set/, /^MAIL_FROM: must be set/],
    ],
    [
      'in production without encryption',
      { ...nowhere, BASE_URL: 'http://hands.example.org' },
      [/^BASE_URL: must be the https address/],
    ],
    [
      'in production with images from its own network',
      { ...nowhere, FETCH_FROM: '10.0.0.1:8080' },
      [/^FETCH_FROM: must not be set in production/],
    ],
    ['with hosts that are none', { FETCH_FROM: 'http://x/' }, [/^FETCH_FROM: must be hosts with port/]],
    ['in production without a pepper', { ...nowhere, PEPPER: '' }, [/^PEPPER: must be set in production/]],
    [
      'with a mail server without a name, and a way of encryption that there is not',
      { SMTP_URL: 'smtp://', SMTP_TLS: 'maybe' },
      [/^SMTP_URL: must name a host/, /^SMTP_TLS: /],
    ],
    [
      'with addresses that hold a secret and cannot be read, and it repeats none',
      {
        SMTP_URL: 'smtp://user:canary%zz@mail.example.org',
        DATABASE_URL: 'postgres://hands:canary@word@db.example.org/hands',
      },
      [
        /^DATABASE_URL: cannot be read: special characters (?!.*canary)/,
        /^SMTP_URL: cannot be read: (?!.*canary)/,
      ],
    ],
    [
      'with a path in its address, and a sender that is none',
      { BASE_URL: 'http://localhost:3000/hands/', MAIL_FROM: 'Manyhands' },
      [/^BASE_URL: must be an address without a path/, /^MAIL_FROM: must be an email address/],
    ],
    [
      'with encryption of the database that is only preferred',
      { DATABASE_URL: 'postgres://localhost/hands?sslmode=prefer' },
      [/^DATABASE_URL: has an sslmode that may go on without encryption/],
    ],
    ['in production without mail', { ...nowhere, SMTP_URL: '' }, [/^SMTP_URL: must be set in production/]],
    [
      'in production without a sender',
      { ...nowhere, MAIL_FROM: '' },
      [/^MAIL_FROM: must be set in production/],
    ],
  ])('%s', async (_, settings, lines) => {
    const refused = await refusedStart(settings);
    expect(refused).toEqual({ code: '1', lines: lines.map((line) => expect.stringMatching(line) as string) });
  });

  test('when the database does not answer', async () => {
    const databaseUrl = `postgres://nobody:secret@127.0.0.1:${await freePort()}/nothing`;
    expect(await refusedStart({ DATABASE_URL: databaseUrl })).toEqual({
      code: '1',
      lines: ['The database cannot be opened: it does not answer'],
    });
  });

  test('on a file that is no database, and says so', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
    watchOver(dataDir);
    await writeFile(
      join(dataDir, 'manyhands.db'),
      'These are somebody’s notes and not a database.'.repeat(200),
    );
    expect(await refusedStart({ DATA_DIR: dataDir })).toEqual({
      code: '1',
      lines: ['The database cannot be opened: file is not a database'],
    });
  });

  test('in a folder that cannot be one', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
    watchOver(dataDir);
    await writeFile(join(dataDir, 'file'), '');
    const { code, lines } = await refusedStart({ DATA_DIR: join(dataDir, 'file', 'below') });
    expect({ code, lines }).toEqual({
      code: '1',
      lines: [expect.stringMatching(/^The database cannot be opened: ENOTDIR/)],
    });
  });
});

describe.each(engines)('%s', (engine) => {
  test('a store made with another pepper is refused, and nothing in it changed', async () => {
    const service = await startService(engine);
    const { key } = await ownProject(service);
    const id = await profileOf(service, key, 'a@example.org');
    const { PEPPER = '' } = service.settings;
    const starting = service.restart({ PEPPER: 'another pepper for tests, of no use elsewhere' });
    await expect(starting).rejects.toThrow(
      /ended with 1\. It printed:\nPEPPER: this is not the pepper .*\n$/,
    );
    await expect(service.operator('key', 'owner@example.org')).resolves.toMatchObject({
      code: 1,
      json: { result: 'error', error: expect.stringMatching(/^PEPPER: /) as string },
    });
    await service.restart({ PEPPER });
    expect(await profileOf(service, key, 'a@example.org')).toBe(id);
  });

  test('production refuses demonstration data', async () => {
    const service = await startService(engine, { NODE_ENV: 'development', PEPPER: pepper });
    await expect(service.restart(nowhere)).rejects.toThrow(
      /ended with 1\. It printed:\nThis store holds demonstration data: .*\n$/,
    );
  });

  test('production refuses a store on which development was started later', async () => {
    const service = await startService(engine, { PEPPER: pepper });
    await ownProject(service);
    await service.restart({ NODE_ENV: 'development' });
    await expect(service.restart(nowhere)).rejects.toThrow(/This store holds demonstration data/);
  });
});

/** As a browser posts a form of the site, which is behind a proxy that ends TLS. */
const postForm = (service: Service, path: string, fields: Record<string, string>, cookie = '') =>
  service.postForm(path, fields, { headers: { origin: baseUrl, ...(cookie && { cookie }) } });

const statusFor = (service: Service, host: string) =>
  new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port: service.port, path: '/health', headers: { host } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    }).on('error', reject);
  });

describe.each(engines)('production on %s', (engine) => {
  test('people sign in and join by mail that goes over SMTP', async () => {
    const certificate = await newCertificate(['localhost']);
    await using mails = await startMailServer({ certificate });
    const trusted = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
    watchOver(trusted);
    const service = await startService(engine, {
      ...production(mails.url),
      LOG_LEVEL: 'trace',
      NODE_EXTRA_CA_CERTS: await trustFile(certificate, trusted),
    });
    const [store, listening, ...more] = service.log().trimEnd().split('\n');
    expect(store).toMatch(/^Release \d+\.\d+\.\d+, with a new, empty store: (SQLite|PostgreSQL)/);
    expect([listening, more]).toEqual([`Manyhands is listening on ${baseUrl}`, []]);

    expect((await postForm(service, '/sign-in', { email: 'Ann@Example.org' })).status).toBe(200);
    const [mail] = mails.received;
    expect(mail).toMatchObject({
      envelope: ['ann@example.org'],
      isSecure: true,
      from: { name: 'Manyhands', address: 'hello@hands.example.org' },
      subject: 'Sign in to Manyhands',
    });
    const link = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).toMatch(new RegExp(`^${baseUrl}/sign-in/[\\w-]+$`));
    const path = new URL(link).pathname;
    expect((await service.get(path)).status).toBe(200);
    const signedIn = await postForm(service, path, { of_age: 'on' });
    expect(signedIn.status).toBe(303);
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^__Host-mh_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const session = cookie.split(';')[0] ?? '';
    expect((await service.get('/me', { headers: { cookie: session } })).status).toBe(200);
    expect((await service.get('/me')).status).toBe(303);

    const { key, projectId } = await ownProject(service);
    const headers = { origin: site };
    const joining = { project_id: projectId, address: 'ben@example.org', of_age: true };
    const asked = await service.postJson('/embed/join', joining, { headers });
    const { flow } = (await asked.json()) as { flow: string };
    const toBen = () => mails.received.find(({ envelope }) => envelope.includes('ben@example.org'));
    await expect.poll(toBen).toBeDefined();
    const code = /\d{6}/.exec(toBen()?.subject ?? '')?.[0] ?? '';
    const joined = await service.postJson('/embed/join/code', { ...joining, flow, code }, { headers });
    expect(await joined.json()).toMatchObject({ result: 'success', grant: expect.any(String) as string });
    const profile = await profileOf(service, key, 'ben@example.org');
    expect((await record(service, { key, project_id: projectId, profile_id: profile })).status).toBe(200);

    for (const secret of [path, session.slice(18), 'Ann@', 'ann@', 'ben@', code, flow, key])
      expect(service.log()).not.toContain(secret);
    await using rows = openRows(service);
    const { length } = await tablesOf(service, rows);
    expect(length).toBeGreaterThan(20);
  });

  test('there is no outbox and no demonstration, and any host name is answered', async () => {
    const service = await startService(engine, nowhere);
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/demo/', '/demo/bronze', '/demo/silver'])
      expect([path, (await service.get(path)).status]).toEqual([path, 404]);
    for (const host of ['hands.example.org', 'elsewhere.example.org', `localhost:${service.port}`])
      expect(await statusFor(service, host)).toBe(200);
    await using rows = openRows(service);
    expect(await rows.all('select count(*) as count from projects')).toEqual([{ count: 0 }]);
    expect(await rows.all('select count(*) as count from accounts')).toEqual([{ count: 0 }]);
  });

  test('when mail cannot be sent, the page says so and does not reveal the address', async () => {
    await using mails = await startMailServer({ refusal: '550 No such user here:' });
    const service = await startService(engine, { ...production(mails.url), SMTP_TLS: 'optional' });
    const reply = await postForm(service, '/sign-in', { email: 'nobody@example.org' });
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('does not take mail')]);
    await expect.poll(() => service.log()).toContain('the mail server refused a mail');
    expect(service.log()).not.toContain('nobody');
  });
});

test('outside production only loopback names are answered', async () => {
  const service = await startService('sqlite');
  for (const [host, status] of [
    ['localhost', 200],
    [`127.0.0.1:${service.port}`, 200],
    [`[::1]:${service.port}`, 200],
    ['hands.example.org', 421],
    ['localhost.example.org', 421],
  ] as const)
    expect([host, await statusFor(service, host)]).toEqual([host, status]);
});
