/**
 * Delivery of mail to the mail server: encrypted, after the reply if it must reveal nothing, and what happens if it
 * fails.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, newCertificate, trustFile } from '../../set-up/service/encrypted.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { type MailServerWays, startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { engines, type Service, type Settings, startService } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { addProject, newestMail, post, projects, rows, send, startScene, success } from '../scene.ts';

const { birds } = projects;
const from = { MAIL_FROM: 'Hands <hello@example.org>' };

describe('over the network', () => {
  const baseUrl = 'https://hands.example.org';
  let certificate: Certificate;
  let trusted: string;

  beforeAll(async () => {
    certificate = await newCertificate(['localhost']);
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
    watchOver(folder);
    trusted = await trustFile(certificate, folder);
  });

  const unverified = /^SMTP_TLS=unverified: .*certificate is not verified/m;
  const unencrypted = /^SMTP_TLS=optional: .*unencrypted/m;
  type Way = [
    situation: string,
    offers: boolean,
    believes: boolean,
    settings: Settings,
    isSecure?: boolean,
    says?: RegExp,
  ];

  test.each<Way>([
    ['a certificate that fits', true, true, {}, true],
    ['a certificate of nobody', true, false, {}, undefined],
    ['no encryption', false, true, {}, undefined],
    [
      'no encryption, whatever the address says',
      false,
      true,
      { query: '?requireTLS=false&ignoreTLS=true' },
      undefined,
    ],
    ['a certificate of nobody, which is allowed', true, false, { SMTP_TLS: 'unverified' }, true, unverified],
    ['no encryption where any is', false, false, { SMTP_TLS: 'unverified' }, undefined, unverified],
    ['no encryption, which is allowed', false, false, { SMTP_TLS: 'optional' }, false, unencrypted],
    ['encryption, which is optional', true, false, { SMTP_TLS: 'optional' }, true, unencrypted],
  ])('%s', async (_, offers, believes, { query = '', ...settings }, isSecure, says) => {
    await using mails = await startMailServer(offers ? { certificate } : {});
    const service = await startService('sqlite', {
      NODE_ENV: 'production',
      BASE_URL: baseUrl,
      SMTP_URL: mails.url + query,
      ...from,
      ...settings,
      ...(believes && { NODE_EXTRA_CA_CERTS: trusted }),
    });
    if (says) expect(service.log()).toMatch(says);
    else expect(service.log()).not.toContain('SMTP_TLS');
    const headers = { origin: baseUrl };
    const reply = await service.postForm('/sign-in', { email: 'ann@example.org' }, { headers });
    expect(reply.status).toBe(isSecure === undefined ? 503 : 200);
    expect(mails.received.map((mail) => mail.isSecure)).toEqual(isSecure === undefined ? [] : [isSecure]);
    await service[Symbol.asyncDispose]();
  });
});

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let starting: string;

  beforeAll(async () => {
    const scene = await startScene(engine, { TRUST_PROXY: '1' });
    ({ service } = scene);
    const { owner } = scene;
    const id = await addProject(service, owner, 'Fern Watch', { status: 'starting', preregistration: true });
    await service.operate('publish', String(id));
    starting = `/project/${id}-fern-watch/tell-me`;
  });

  const ask = (address: string) =>
    send(service, '/embed/join', { project_id: birds.id, address, of_age: true }, birds.origin);
  const mailOn = (port: number) => service.restart({ ...from, SMTP_URL: `smtp://127.0.0.1:${port}` });

  test('a mail server that does not respond: the replies are sent before it says anything', async () => {
    const [blocked, other] = ['blocked@example.org', 'other@example.org'];
    await success('POST /embed/join', await ask(blocked));
    const choices = new URL((await newestMail(service, blocked)).links.at(-1) ?? 'no:link').pathname;
    await post(service, choices, { choice: 'never' });
    let greet = () => {};
    const greetsAfter = new Promise<void>((resolve) => (greet = resolve));
    await using mails = await startMailServer({ greetsAfter });
    await mailOn(mails.port);

    const shape = async (reply: Response) => {
      const { date, ...headers } = Object.fromEntries(reply.headers);
      expect(date).toBeDefined();
      const text = (await reply.text()).replace(/"flow":"[\w-]{43}"/, '"flow":"…"');
      return { status: reply.status, headers: { ...headers, ratelimit: '' }, text };
    };
    // No clock: the mail server greets only when all of these replies have arrived.
    const joins = [await shape(await ask(other)), await shape(await ask(blocked))];
    const told = [other, blocked].map(async (email) => shape(await post(service, starting, { email })));
    const pages = await Promise.all(told);
    expect(joins[0]?.status).toBe(200);
    expect(joins[1]).toEqual(joins[0]);
    expect(pages[0]?.text).toContain('Check your email');
    expect(pages[1]).toEqual(pages[0]);
    expect(mails.received).toEqual([]);
    // The mail server is contacted as often for both: its load reveals nothing, either.
    // One connection is the check at the start.
    await expect.poll(mails.connections).toBe(5);
    greet();
    await expect.poll(() => mails.received.length).toBe(2);
    expect(mails.received.map(({ envelope }) => envelope)).toEqual([[other], [other]]);
    await service.stop();
  });

  test('a mail server that cannot be reached: people read it, nothing is counted, and waiting mails are sent later', async () => {
    const port = await freePort();
    await mailOn(port);
    const address = 'patient@example.org';
    expect((await ask(address)).status).toBe(200);
    // With the id of the request that asked for the mail.
    await expect.poll(() => service.log()).toMatch(/"request_id":"[\w-]{8,}".*a mail could not be sent/);
    // While it is known to fail, nobody reads that a mail was sent.
    const refused = await ask('another@example.org');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await refused.json()).toMatchObject({ code: 'mail_failed' });
    expect((await post(service, starting, { email: address })).status).toBe(503);
    expect(await (await service.get('/health')).json()).toMatchObject({ result: 'success', mail: 'failing' });
    // More than six: none of them was sent, so none counts.
    for (let asked = 0; asked < 8; asked++)
      expect((await post(service, '/sign-in', { email: address })).status).toBe(503);

    await using mails = await startMailServer({ port });
    await expect
      .poll(() => mails.received.map(({ subject }) => subject))
      .toEqual([expect.stringMatching(/^\d{6} is your/) as string]);
    expect(await (await service.get('/health')).json()).toMatchObject({ result: 'success', mail: 'ok' });
    for (const status of [200, 200, 200, 200, 200, 200, 429])
      expect((await post(service, '/sign-in', { email: address })).status).toBe(status);
    expect(mails.received).toHaveLength(7);
    expect(service.log()).not.toContain('patient');
    await service.stop();
  });

  test('a mail that the server refuses counts for the network, and not for its address', async () => {
    await using mails = await startMailServer({ refusal: '550 no such mailbox' });
    await mailOn(mails.port);
    const counted = async () => {
      const all = await rows<{ name: string; count: number }>(
        service,
        `select name, cast(sum(count) as bigint) as count from tallies
          where name in ('sign-in-hour', 'sign-in-day', 'sign-in-network') group by name order by name`,
      );
      return all.map(({ count }) => Number(count));
    };
    const [inDay = 0, inHour = 0, ofNetwork = 0] = await counted();
    for (let asked = 0; asked < 8; asked++) {
      const reply = await post(service, '/sign-in', { email: 'nobody@example.org' });
      expect([reply.status, await reply.text()]).toEqual([
        400,
        expect.stringContaining('does not take mail'),
      ]);
    }
    expect(await counted()).toEqual([inDay, inHour, ofNetwork + 8]);
    await service.stop();
  });

  test('a mail that the server refuses for now: the page says to try again', async () => {
    await using mails = await startMailServer({ refusal: '450 greylisted' });
    await mailOn(mails.port);
    const reply = await post(service, '/sign-in', { email: 'later@example.org' });
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('try again')]);
    await service.stop();
  });

  test.each<[string, MailServerWays]>([
    ['breaks off at the greeting', { breaksOff: 'greeting' }],
    ['breaks off at the recipient', { breaksOff: 'recipient' }],
    ['breaks off at the text', { breaksOff: 'text' }],
    ['breaks off before it took the mail', { breaksOff: 'reply' }],
    // It is given up after ten seconds, in which the store has no part.
    ...(engine === 'sqlite'
      ? [['is silent from the text on', { isSilentAt: 'text' }] satisfies [string, MailServerWays]]
      : []),
  ])(
    'a mail server that %s: the page says to try again, and the next one gets the mail',
    async (what, ways) => {
      const email = `${what.replaceAll(' ', '-')}@example.org`;
      await using failing = await startMailServer(ways);
      await mailOn(failing.port);
      const reply = await post(service, '/sign-in', { email });
      expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('try again')]);
      expect(await (await service.get('/health')).json()).toMatchObject({ mail: 'failing' });
      expect(failing.received).toEqual([]);
      expect(service.log()).not.toContain(email);
      await using taking = await startMailServer();
      await mailOn(taking.port);
      // As often as if nothing had failed.
      for (const status of [200, 200, 200, 200, 200, 200, 429])
        expect((await post(service, '/sign-in', { email })).status).toBe(status);
      expect(taking.received.map(({ envelope }) => envelope)).toEqual(
        Array.from({ length: 6 }, () => [email]),
      );
    },
  );

  // The mail server decides how long it takes; the store has no part in it.
  const onOneEngine = engine === 'sqlite' ? test : () => undefined;
  onOneEngine(
    'behind a mail server that trickles, sign-ins are given up together, and further ones at once',
    async () => {
      await using mails = await startMailServer({ tricklesAt: 'recipient' });
      await mailOn(mails.port);
      // The check at the start is done, so no other connection is open.
      await expect.poll(mails.connections).toBe(1);
      const signIns = Array.from({ length: 12 }, (_, index) =>
        post(service, '/sign-in', { email: `waits-${index}@example.org` }),
      );
      expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(signIns.map(() => 503));
      // Five at once; the others waited for them, and are not tried after they failed.
      expect(mails.connections()).toBe(1 + 5);
      expect((await post(service, '/sign-in', { email: 'later@example.org' })).status).toBe(503);
      expect(mails.connections()).toBe(1 + 5);
      await service.stop();
    },
  );

  test('a mail that was given up does not count, either', async () => {
    await mailOn(await freePort());
    const of = async () =>
      (
        await rows<{ count: number }>(
          service,
          "select count from tallies where name = 'join-hour' and count = 3",
        )
      ).length;
    const before = await of();
    const address = 'given-up@example.org';
    for (let asked = 0; asked < 3; asked++) {
      await service.restart();
      // Where the mails before it were already tried again, requests are refused for a while.
      await expect.poll(async () => (await ask(address)).status, { interval: 500 }).toBe(200);
    }
    expect(await of()).toBe(before + 1);
    await expect.poll(of, { interval: 500 }).toBe(before);
    expect((await service.stop()).code).toBe(0);
  });
});
