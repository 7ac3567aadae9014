/** Caddy and nginx as `deploy` sets them up: slow clients stop there, limits are the service's own, and no secret is logged. */
import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { Agent, request, type RequestOptions } from 'node:https';
import { get, type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/contract/index.ts';
import { loopbacks } from '../set-up/service/loopbacks.ts';
import { startProxy, type Proxy } from '../set-up/programs/proxies.ts';
import { startService, type Service } from '../set-up/service/start-service.ts';
import { inOneWindow, refusalBody } from '../server/scene.ts';

/** Bytes: the largest body that an operation accepts; the proxies' configurations repeat it. */
const largest = api['POST /api/project/add'].maxBytes;
const beyond = largest + 500_000;
const pagesAMinute = 20;
const attacker = '127.0.0.2';

type Heard = { status: number; type: string; encoding: string | undefined; text: string };

/** Stops writing once there is a reply: a server that refuses a body reads no more of it. */
function writeUntilAnswered(sent: ClientRequest, bytes: number): void {
  const piece = 'x'.repeat(65_536);
  let isAnswered = false;
  sent.once('response', () => (isAnswered = true));
  const writeNext = (left: number): void => {
    if (isAnswered) return;
    if (left <= 0) sent.end();
    else sent.write(piece, () => writeNext(left - piece.length));
  };
  writeNext(bytes);
}

describe.each(['nginx', 'caddy'] as const)('%s before the service', (kind) => {
  let service: Service;
  let proxy: Proxy | undefined;

  beforeAll(async () => {
    service = await startService('sqlite', {
      TRUST_PROXY: '1',
      // An eighth of it: two for each address.
      MOST_IN_FLIGHT: '16',
      LIMIT_PAGES: String(pagesAMinute),
    });
    proxy = await startProxy(kind, service.port);
  });
  afterAll(() => proxy?.[Symbol.asyncDispose]());

  const send = (
    from: string,
    path: string,
    options: RequestOptions = {},
    act?: (sent: ReturnType<typeof request>) => void,
  ) =>
    new Promise<Heard>((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        servername: 'localhost',
        port: proxy?.https,
        localAddress: from,
        path,
        rejectUnauthorized: false,
        agent: new Agent({ keepAlive: false }),
        ...options,
        headers: { host: 'localhost', ...options.headers },
      });
      sent.once('error', reject);
      sent.once('response', (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.once('error', reject);
        reply.once('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            type: reply.headers['content-type'] ?? '',
            encoding: reply.headers['content-encoding'],
            text,
          }),
        );
      });
      if (act) act(sent);
      else sent.end();
    });

  test('slow bodies do not reach the service, and end there', async () => {
    const slow = Array.from({ length: 60 }, () =>
      send(attacker, '/api/record_event', { method: 'POST', headers: { 'content-length': 50 } }, (sent) =>
        sent.write('{'),
      ).then(
        ({ text }) => text,
        () => 'closed',
      ),
    );
    await sleep(500);
    // The same address: if two of them had reached the service, it would refuse this one.
    for (let index = 0; index < 10; index++) {
      expect((await send(attacker, '/finder/metadata')).status).toBe(200);
      expect((await send('127.0.0.3', '/finder/metadata')).status).toBe(200);
    }
    // Each proxy has its own reply for a client that is too slow; Caddy 2.6.2 sends none.
    for (const ended of await Promise.all(slow)) expect(ended).not.toContain('success');
    expect(service.log()).not.toContain('record_event');
  });

  test.each<[string, OutgoingHttpHeaders, (sent: ClientRequest) => void]>([
    // It is refused before it arrives.
    ['with its length', { 'content-length': beyond }, (sent) => void sent.write('x')],
    ['in chunks', { 'transfer-encoding': 'chunked' }, (sent) => writeUntilAnswered(sent, beyond)],
  ])("a body beyond the service's limit is refused in its words: %s", async (_, headers, write) => {
    const heard = await send(
      attacker,
      '/api/project/add',
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      write,
    );
    expect([heard.status, heard.type]).toEqual([413, 'application/json; charset=utf-8']);
    // The proxy's own refusal, or that of the service, which names both of its limits.
    expect(refusalBody(JSON.parse(heard.text), 'too_large').error).toContain(` ${largest}`);
  });

  test('a form with a picture reaches it, although it is longer than other bodies', async () => {
    const picture = 'x'.repeat(5_000_000);
    const body = `--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n${picture}\r\n--b--\r\n`;
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
    };
    const heard = await send('127.0.0.1', '/add/1', { method: 'POST', headers }, (sent) => sent.end(body));
    expect([heard.status, heard.type]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('a body of the largest size reaches it', async () => {
    const body = JSON.stringify({ unknown: 'x'.repeat(largest - 10_000) });
    const heard = await send(
      attacker,
      '/api/project/add?key=wrong',
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length } },
      (sent) => sent.end(body),
    );
    expect(heard.status).toBe(401);
  });

  const hidden = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const chunked = 'Transfer-Encoding: chunked';
  test.each<[string, string[], string]>([
    ['a length and chunks', [`Content-Length: ${5 + hidden.length}`, chunked], `0\r\n\r\n${hidden}`],
    ['chunks and a length', [chunked, 'Content-Length: 4'], `5c\r\n${hidden}\r\n0\r\n\r\n`],
    ['two encodings', [chunked, 'Transfer-Encoding: x'], `0\r\n\r\n${hidden}`],
    ['a space before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 0'], `0\r\n\r\n${hidden}`],
    ['a vertical tab', ['Transfer-Encoding: \x0bchunked', 'Content-Length: 0'], hidden],
    ['a folded encoding', ['Transfer-Encoding:\r\n chunked', 'Content-Length: 0'], hidden],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
    ['a length with an underscore', [`Content_Length: ${hidden.length}`, 'Content-Length: 0'], hidden],
    ['chunks that end with a line feed', [chunked], `0\n\n${hidden}`],
    ['a line feed in an extension', [chunked], `0;a\nb\r\n\r\n${hidden}`],
    ['a chunk size beyond numbers', [chunked], `ffffffffffffffff1\r\n${hidden}`],
    ['a carriage return in a value', ['X: a\rContent-Length: 0'], hidden],
    ['a trailer', [chunked, 'Trailer: Content-Length'], `0\r\nContent-Length: 5\r\n\r\n${hidden}`],
    ['an upgrade', ['Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 0'], hidden],
  ])('%s: no answer to a hidden request reaches other people', async (_, lines, body) => {
    const bytes = ['POST /sign-in HTTP/1.1', 'Host: localhost', ...lines, '', body].join('\r\n');
    const socket = connectTls({
      host: '127.0.0.1',
      servername: 'localhost',
      port: proxy?.https,
      rejectUnauthorized: false,
    });
    let heard = '';
    socket.setEncoding('latin1').on('data', (part: string) => (heard += part));
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    socket.write(bytes, 'latin1');
    await Promise.race([once(socket, 'close'), sleep(300)]);
    for (let turn = 0; turn < 5; turn++) {
      const other = await send('127.0.0.6', '/health');
      expect([other.status, other.text]).toEqual([200, expect.stringContaining('"success"')]);
    }
    socket.destroy();
    expect(heard).not.toMatch(/^HTTP\/1\.1 101/m);
  });

  test('HTTP/2 is spoken, and each address of the machine answered', async () => {
    for (const host of loopbacks) {
      const options = { servername: 'localhost', rejectUnauthorized: false };
      const session = connect(`https://${isIPv6(host) ? `[${host}]` : host}:${proxy?.https}`, options);
      try {
        const sent = session.request({ ':path': '/health', ':authority': 'localhost' });
        const [headers] = (await once(sent, 'response')) as [IncomingHttpHeaders];
        expect([host, session.alpnProtocol, headers[':status']]).toEqual([host, 'h2', 200]);
        expect(await json(sent)).toMatchObject({ result: 'success' });
      } finally {
        session.destroy();
      }
    }
  });

  test('a search arrives compressed, and a refusal has the id of its request for the proxy', async () => {
    const heard = await send('127.0.0.1', '/finder', { headers: { 'accept-encoding': 'gzip' } });
    expect([heard.status, heard.encoding]).toEqual([200, 'gzip']);
    const lost = await send('127.0.0.1', '/api/nothing', {
      headers: { 'x-request-id': 'forged-by-a-client' },
    });
    expect(lost.status).toBe(404);
    await expect.poll(() => service.log()).toMatch(/"request_id":"[\da-f-]{32,36}".*"not_found"/);
    expect(service.log()).not.toContain('forged-by-a-client');
  });

  test('a head beyond 16 kB is refused', async () => {
    for (const options of [{ headers: { 'x-large': 'x'.repeat(40_000) } }, {}]) {
      const path = options.headers ? '/health' : `/health?${'x'.repeat(40_000)}`;
      expect([400, 414, 431]).toContain((await send(attacker, path, options)).status);
    }
    expect((await send(attacker, '/health')).status).toBe(200);
  });

  test(
    'an address cannot be forged',
    inOneWindow(async () => {
      const statuses = [];
      for (let index = 0; index < pagesAMinute + 5; index++) {
        const forged = `192.0.2.${index}`;
        const headers = {
          'x-forwarded-for': index % 2 ? forged : [forged, `198.51.100.${index}`],
          forwarded: `for=${forged}`,
          'x-real-ip': forged,
          'x-forwarded-port': '1',
          // Headers that a proxy is asked to drop (RFC 9110, 7.6.1) must not be those that it sets itself.
          connection: 'close, x-forwarded-for, x-forwarded-proto',
        };
        statuses.push((await send('127.0.0.4', '/sign-in', { headers })).status);
      }
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
      expect((await send('127.0.0.5', '/sign-in')).status).toBe(200);
    }),
  );

  test('without TLS nothing with a key is answered', async () => {
    const plain = (path: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: proxy?.http, path, headers: { host: 'localhost' } };
        get(options, (reply) => {
          const status = reply.statusCode ?? 0;
          void text(reply).then((body) => resolve({ status, text: body }), reject);
        }).once('error', reject);
      });
    for (const path of ['/api/profile/id', '/finder?format=json&key=mh_x', '/api/key?key=mh_x']) {
      const heard = await plain(path);
      expect([path, heard.status]).toEqual([path, 403]);
      refusalBody(JSON.parse(heard.text), 'not_encrypted');
    }
    for (const path of ['/finder', '/api/key']) expect([301, 308]).toContain((await plain(path)).status);
  });

  test('no key, token or address gets into its logs, also while the service is down', async () => {
    const secret = 'canary8f3b';
    const headers = { referer: `https://localhost/sign-in/${secret}`, authorization: `Bearer mh_${secret}` };
    const ask = async () => {
      await send(attacker, `/api/profile/id?identifier=${secret}@example.org&key=mh_${secret}`, { headers });
      await send(attacker, `/sign-in/${secret}`, { headers });
      await send(attacker, `/${secret}?${'x'.repeat(40_000)}`, { headers });
      await send(
        attacker,
        `/api/project/add?key=mh_${secret}`,
        { method: 'POST', headers: { ...headers, 'content-length': 2_500_000 } },
        (sent) => sent.end('x'.repeat(beyond)),
      );
    };
    await ask();
    await service.stop();
    const away = await send(attacker, `/finder?key=mh_${secret}`, { headers });
    expect([away.status, away.type]).toEqual([502, 'application/json; charset=utf-8']);
    refusalBody(JSON.parse(away.text), 'not_ready');
    const toPerson = await send(attacker, '/me', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([toPerson.status, toPerson.type]).toEqual([502, 'text/html; charset=utf-8']);
    expect(toPerson.text).toContain('<h1>Back in a moment</h1>');
    await ask();
    await service.start();
    expect(await proxy?.log()).not.toContain(secret);
  });
});
