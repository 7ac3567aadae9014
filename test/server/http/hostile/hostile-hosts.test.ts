/**
 * The host and the client of a request: the Host header, rebound names, and headers that proxies add and anybody can
 * forge.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer } from '../../../set-up/service/peers/mail-server.ts';
import { rawRequest, sendBytes } from '../../../set-up/hostile/raw-http.ts';
import { type Service, startService } from '../../../set-up/service/start-service.ts';
import { inOneWindow, projects, startScene } from '../../scene.ts';

const { birds } = projects;
const baseUrl = 'https://hands.example.org';

describe('in production, behind a proxy', () => {
  let service: Service;
  let mail: Awaited<ReturnType<typeof startMailServer>>;

  beforeAll(async () => {
    mail = await startMailServer();
    ({ service } = await startScene('sqlite', {
      NODE_ENV: 'production',
      BASE_URL: baseUrl,
      HOST: '127.0.0.1',
      SMTP_URL: mail.url,
      SMTP_TLS: 'optional',
      MAIL_FROM: 'Manyhands <hello@hands.example.org>',
      TRUST_PROXY: '1',
      LIMIT_IP: '0',
    }));
  });
  afterAll(() => mail[Symbol.asyncDispose]());

  const names: [string, string[]][] = [
    ['another host', ['Host: evil.example']],
    ['another host with a port', ['Host: evil.example:8443']],
    ['a host with a name and password', ['Host: hands.example.org@evil.example']],
    ['a host with a path', ['Host: evil.example/x']],
    ['a host with a quote', ['Host: evil.example"><script>']],
    ['a host with a backslash', ['Host: evil.example\\hands.example.org']],
    ['a host in capitals with a dot', ['Host: EVIL.EXAMPLE.']],
    ['an empty host', ['Host: ']],
    ['a forwarded host', ['Host: hands.example.org', 'X-Forwarded-Host: evil.example']],
    ['forwarded hosts', ['Host: hands.example.org', 'X-Forwarded-Host: evil.example, hands.example.org']],
    [
      'a forwarded port',
      ['Host: hands.example.org', 'X-Forwarded-Port: 666', 'X-Forwarded-Host: evil.example'],
    ],
    ['plain http', ['Host: hands.example.org', 'X-Forwarded-Proto: http']],
    ['a scheme that is none', ['Host: hands.example.org', 'X-Forwarded-Proto: javascript']],
    ['the standard header', ['Host: hands.example.org', 'Forwarded: host=evil.example;proto=http']],
  ];
  const addresses = [
    '/',
    '/me',
    '/sign-in',
    '/docs/silver',
    '/finder?q=bird',
    `/project/${birds.id}`,
    '/nowhere',
  ];

  test.each(names)('%s: no link, redirect or header repeats it', async (_, lines) => {
    for (const path of [
      ...addresses,
      `/project/${birds.id}-bird-count`,
      '/docs/api',
      '/api/nothing',
      '/openapi.json',
    ]) {
      const [answer] = await sendBytes(service.port, rawRequest([`GET ${path} HTTP/1.1`, ...lines]));
      expect([path, answer?.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)]);
      expect(`${answer?.head}${answer?.body}`).not.toMatch(/evil\.example|:666|http:\/\/hands/i);
      const location = /^location: (.*)$/im.exec(answer?.head ?? '')?.[1] ?? '/';
      expect(location).toMatch(/^\/(?!\/)/);
    }
  });

  test.each(names)('%s: a mail requested that way links to us', async (situation, lines) => {
    const to = `asked-${names.findIndex(([name]) => name === situation)}@example.org`;
    const body = `email=${encodeURIComponent(to)}&next=/me`;
    const head = [
      'POST /sign-in HTTP/1.1',
      ...lines,
      `Origin: ${baseUrl}`,
      `X-Forwarded-For: 192.0.2.${to.length}`,
    ];
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const bytes = rawRequest([...head, type, `Content-Length: ${body.length}`], body);
    expect((await sendBytes(service.port, bytes))[0]?.status).toBe(200);
    const isHere = () => mail.received.some(({ envelope }) => envelope.includes(to));
    await expect.poll(isHere).toBe(true);
    const letter = mail.received.find(({ envelope }) => envelope.includes(to));
    expect(letter?.text).toContain(`${baseUrl}/sign-in/`);
    expect(letter?.text).not.toContain('evil.example');
  });

  test.each(names)('%s: routes for development do not exist', async (_, lines) => {
    for (const path of [
      '/dev/outbox',
      '/dev/outbox.json',
      '/demo/',
      '/DEV/outbox',
      '/dev//outbox',
      '//dev/outbox',
    ])
      for (const more of [[], ['X-Forwarded-For: 127.0.0.1']]) {
        const [answer] = await sendBytes(
          service.port,
          rawRequest([`GET ${path} HTTP/1.1`, ...lines, ...more]),
        );
        expect([path, answer?.status]).toEqual([path, 404]);
      }
  });

  test('a form is ours if it comes from our own address, not from the address that the request names', async () => {
    for (const origin of [
      'https://evil.example',
      'http://hands.example.org',
      `${baseUrl}.evil.example`,
      `${baseUrl}:444`,
    ])
      for (const host of ['hands.example.org', new URL(origin).host]) {
        const lines = ['POST /sign-in HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'Content-Length: 0'];
        expect((await sendBytes(service.port, rawRequest(lines)))[0]?.status).toBe(403);
      }
  });
});

describe('the network that a request is counted for', () => {
  /** Returns the statuses of requests whose forged part differs each time. */
  const asked = async (service: Service, headersOf: (n: number) => Record<string, string>) => {
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++)
      statuses.push((await service.get('/finder/metadata', { headers: headersOf(n) })).status);
    return statuses;
  };
  const limited = [200, 200, 200, 200, 429, 429];

  test.each<[string, (n: number) => Record<string, string>]>([
    ['X-Forwarded-For', (n) => ({ 'x-forwarded-for': `192.0.2.${n}` })],
    ['two of them', (n) => ({ 'x-forwarded-for': `192.0.2.${n}, 198.51.100.${n}` })],
    ['Forwarded', (n) => ({ forwarded: `for=192.0.2.${n}` })],
    [
      'X-Real-IP and its like',
      (n) => ({
        'x-real-ip': `192.0.2.${n}`,
        'client-ip': `192.0.2.${n}`,
        'cf-connecting-ip': `192.0.2.${n}`,
        'true-client-ip': `192.0.2.${n}`,
      }),
    ],
  ])('without a proxy nobody can pretend to be another client by %s', async (_, headersOf) => {
    const service = await startService('sqlite', { LIMIT_IP: '4', TRUST_PROXY: '0' });
    await inOneWindow(async () => expect(await asked(service, headersOf)).toEqual(limited))();
  });

  test('behind one proxy, the address that this proxy wrote counts, and nothing before it', async () => {
    const service = await startService('sqlite', { LIMIT_IP: '4', TRUST_PROXY: '1' });
    const forged: [string, (n: number) => Record<string, string>][] = [
      ['203.0.113.1', (n) => ({ 'x-forwarded-for': `192.0.2.${n}, 203.0.113.1` })],
      ['203.0.113.2', (n) => ({ 'x-forwarded-for': `192.0.2.${n}, 127.0.0.1, 203.0.113.2` })],
      ['203.0.113.3', (n) => ({ 'x-forwarded-for': '203.0.113.3', forwarded: `for=192.0.2.${n}` })],
      ['203.0.113.4', (n) => ({ 'x-forwarded-for': '203.0.113.4', 'x-real-ip': `192.0.2.${n}` })],
      ['a port', (n) => ({ 'x-forwarded-for': `203.0.113.5:${1000 + n}` })],
      [
        'another way to write IPv6',
        (n) => ({ 'x-forwarded-for': n % 2 ? '2001:db8::1' : '2001:0db8:0:0::0001' }),
      ],
      ['no address', (n) => ({ 'x-forwarded-for': `unknown-${n}` })],
    ];
    for (const [name, headersOf] of forged)
      await inOneWindow(async () =>
        expect([name, await asked(service, headersOf)]).toEqual([name, limited]),
      )();
  });
});
