/** Requests that no browser sends: smuggled and malformed ones, and headers and fields that other servers obey. */
import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest, sendBytes } from '../../../set-up/hostile/raw-http.ts';
import type { Service } from '../../../set-up/service/start-service.ts';
import { cookieOf, mailedLink, post, projects, refusal, signIn, shareScene } from '../../scene.ts';

const { birds } = projects;

let service: Service;
let key: string;
let cookie: string;
let signedOut = 0;

beforeAll(async () => {
  ({ service, owner: key } = await shareScene('sqlite'));
  cookie = await signIn(service, 'member@example.org');
});

const host = 'Host: localhost';
const hidden = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const isUp = async () => expect((await service.get('/health')).status).toBe(200);
const statuses = async (bytes: string) => (await sendBytes(service.port, bytes)).map(({ status }) => status);

describe('request smuggling: no request hides in the body of another', () => {
  const form = 'POST /sign-in HTTP/1.1';
  const length = (value: string | number) => `Content-Length: ${value}`;
  const chunked = 'Transfer-Encoding: chunked';
  const empty = '0\r\n\r\n';

  test.each<[string, string]>([
    [
      'a length and chunks',
      rawRequest([form, host, length(empty.length + hidden.length), chunked], empty + hidden),
    ],
    ['chunks and a length', rawRequest([form, host, chunked, length(empty.length)], empty + hidden)],
    ['two lengths', rawRequest([form, host, length(0), length(hidden.length)], hidden)],
    ['one length twice', rawRequest([form, host, length(0), length(0)], hidden)],
    ['a list of lengths', rawRequest([form, host, length('0, 0')], hidden)],
    ['a length with a sign', rawRequest([form, host, length('+0')], hidden)],
    ['a length below nothing', rawRequest([form, host, length(-1)], hidden)],
    ['a length in hexadecimal', rawRequest([form, host, length('0x0')], hidden)],
    ['a length of words', rawRequest([form, host, length('0 0')], hidden)],
    ['a length beyond numbers', rawRequest([form, host, length('99999999999999999999')], hidden)],
    ['a space before the colon', rawRequest([form, host, `Content-Length : 0`], hidden)],
    ['a tab before the colon', rawRequest([form, host, `Transfer-Encoding\t: chunked`], empty + hidden)],
    ['an encoding that is none', rawRequest([form, host, 'Transfer-Encoding: xchunked'], empty + hidden)],
    [
      'chunks that are not last',
      rawRequest([form, host, 'Transfer-Encoding: chunked, identity'], empty + hidden),
    ],
    [
      'chunks twice',
      rawRequest([form, host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: x'], empty + hidden),
    ],
    [
      'a folded encoding',
      rawRequest([form, host, 'Transfer-Encoding:\r\n chunked', length(0)], empty + hidden),
    ],
    [
      'a vertical tab before chunked',
      rawRequest([form, host, 'Transfer-Encoding: \x0bchunked'], empty + hidden),
    ],
    ['a chunk size that is none', rawRequest([form, host, chunked], `g\r\n${hidden}`)],
    ['a chunk size with a sign', rawRequest([form, host, chunked], `+0\r\n\r\n${hidden}`)],
    ['a chunk size with 0x', rawRequest([form, host, chunked], `0x0\r\n\r\n${hidden}`)],
    ['a chunk size beyond numbers', rawRequest([form, host, chunked], `fffffffffffffffff\r\n${hidden}`)],
    [
      'a chunk that is longer than it says',
      rawRequest([form, host, chunked], `1\r\nab\r\n0\r\n\r\n${hidden}`),
    ],
    ['a chunk that ends with a line feed alone', rawRequest([form, host, chunked], `1\na\n0\n\n${hidden}`)],
    ['a line feed alone in an extension', rawRequest([form, host, chunked], `0;a\nb\r\n\r\n${hidden}`)],
    ['a carriage return in a value', rawRequest([form, host, 'X: a\rContent-Length: 0'], hidden)],
    ['a NUL byte in a value', rawRequest([form, host, 'X: a\0b', length(0)], hidden)],
    ['a NUL byte in a name', rawRequest([form, host, 'X\0: a', length(0)], hidden)],
    ['an empty name', rawRequest([form, host, ': a', length(0)], hidden)],
    ['a line that is no header', rawRequest([form, host, 'chunked'], hidden)],
    ['a folded header', rawRequest([form, host, 'X: a\r\n b', length(0)], hidden)],
    ['a space before the first header', `${form}\r\n ${host}\r\n${length(0)}\r\n\r\n${hidden}`],
  ])('%s: one refusal, and the connection ends', async (_, bytes) => {
    // Some are answered before their body is read; nothing after it is answered.
    const [first, ...others] = await statuses(bytes);
    expect([first === 400 || first === 403, others.filter((status) => status !== 400)]).toEqual([true, []]);
    expect([first, ...others].at(-1)).toBe(400);
    await isUp();
  });

  test('requests one after another on a connection are each answered', async () => {
    expect(await statuses(hidden + hidden)).toEqual([200, 200]);
  });

  test('a body that a page does not read is not the next request', async () => {
    const bytes = rawRequest(['GET / HTTP/1.1', host, `Content-Length: ${hidden.length}`], hidden);
    expect(await statuses(bytes)).toEqual([200]);
  });
});

describe('odd HTTP', () => {
  test.each<[string, string, number[]]>([
    ['HTTP/0.9', 'GET /\r\n\r\n', [421]],
    ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n', [421]],
    ['HTTP/1.1 without a host', 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['HTTP/3.0', rawRequest(['GET / HTTP/3.0', host]), [400]],
    ['a method that is none', rawRequest(['BREW / HTTP/1.1', host]), [400]],
    ['a method in lower case', rawRequest(['get / HTTP/1.1', host]), [400]],
    ['a method with a NUL byte', rawRequest(['GE\0T / HTTP/1.1', host]), [400]],
    ['a NUL byte in the address', rawRequest(['GET /\0 HTTP/1.1', host]), [400]],
    ['a space in the address', rawRequest(['GET /a b HTTP/1.1', host]), [400]],
    ['a tunnel', rawRequest(['CONNECT evil.example:443 HTTP/1.1', host]), []],
    ['two hosts', rawRequest(['GET / HTTP/1.1', host, 'Host: evil.example']), [400]],
    ['two hosts, the other one first', rawRequest(['GET / HTTP/1.1', 'Host: evil.example', host]), [400]],
    ['a trace', rawRequest(['TRACE / HTTP/1.1', host, 'X-Secret: canary']), [404]],
    ['all resources', rawRequest(['OPTIONS * HTTP/1.1', host]), [404]],
    ['a star as address', rawRequest(['GET * HTTP/1.1', host]), [404]],
    [
      // It asks to close itself: Node drops bytes after an upgrade in the same packet.
      'an upgrade',
      rawRequest(['GET /health HTTP/1.1', host, 'Connection: Upgrade, close', 'Upgrade: websocket']),
      [200],
    ],
    [
      'an upgrade to HTTP/2',
      rawRequest([
        'GET /health HTTP/1.1',
        host,
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: x',
      ]),
      [200],
    ],
    ['17 kB of headers', rawRequest(['GET / HTTP/1.1', host, `X: ${'x'.repeat(17_000)}`]), [431]],
    [
      '4,000 headers',
      rawRequest(['GET / HTTP/1.1', host, ...Array.from({ length: 4000 }, (_, n) => `X${n}: 1`)]),
      [431],
    ],
    ['an address of 20 kB', rawRequest([`GET /${'x'.repeat(20_000)} HTTP/1.1`, host]), [431]],
    [
      'an expectation that is none is ignored (RFC 9110, 10.1.1)',
      rawRequest(['GET /health HTTP/1.1', host, 'Expect: miracles']),
      [200],
    ],
  ])('%s', async (_, bytes, wanted) => {
    const answers = await sendBytes(service.port, bytes);
    expect(answers.map(({ status }) => status)).toEqual(wanted);
    expect(answers.map(({ head, body }) => head + body).join('')).not.toMatch(/canary|evil\.example/);
    await isUp();
  });

  test('an address in absolute form is a path of ours, and is not forwarded', async () => {
    for (const path of ['/', '/me', `/project/${birds.id}`, '/sign-in?next=/me']) {
      const bytes = rawRequest([`GET http://evil.example${path} HTTP/1.1`, host]);
      const [{ status, head } = { status: 0, head: '' }] = await sendBytes(service.port, bytes);
      const location = /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? '/';
      expect([path, status < 500, new URL(location, 'http://ours.example').host]).toEqual([
        path,
        true,
        'ours.example',
      ]);
    }
  });
});

describe('line breaks in the input never become a header', () => {
  const breaks = [
    '%0d%0aX-Injected:%201',
    '%0aX-Injected:%201',
    '%0dX-Injected:%201',
    '%E5%98%8A%E5%98%8DX-Injected:1',
    '%00%0d%0aX-Injected:1',
  ];
  const places = (bad: string) => [
    ...[
      `/sign-in?next=/${bad}`,
      `/sign-in?next=/me${bad}`,
      `/project/${birds.id}${bad}`,
      `/project/${bad}`,
      `/${bad}`,
    ],
    ...[
      `/confirm/${birds.id}?ref=${bad}`,
      `/confirm/${birds.id}?type=${bad}`,
      `/finder?q=${bad}`,
      `/connect?state=${bad}`,
    ],
    ...[
      `/finder/metadata?jsonp=${bad}`,
      `/finder/metadata?callback=a${bad}`,
      `/embed/project?project_id=${bad}`,
    ],
    ...[
      `/api/project/${bad}`,
      `/static/api/${bad}`,
      `/mail/${bad}`,
      `/sign-in/${bad}`,
      `/docs/${bad}`,
      `/assets/${bad}`,
    ],
    ...[
      `/image/${bad}`,
      `/api/profile/id?key=${bad}`,
      `/me/${bad}`,
      `/project/${birds.id}-bird-count/${bad}`,
    ],
  ];
  test.each(breaks)('%s', async (bad) => {
    for (const path of places(bad))
      for (const headers of [{} as Record<string, string>, { cookie }]) {
        const reply = await service.get(path, { headers });
        expect([path, reply.headers.get('x-injected'), reply.status < 500]).toEqual([path, null, true]);
        // Also as bytes: a client library might hide an unreadable header.
        expect(reply.headers.get('location') ?? '').not.toMatch(/[\r\n]/);
      }
    const out = await post(service, '/sign-out', { next: decodeURIComponent(`/me${bad}`) }, cookie);
    expect([out.headers.get('x-injected'), out.status < 500]).toEqual([null, true]);
    cookie = await signIn(service, `member-${++signedOut}@example.org`);
  });
});

describe('headers that other servers obey', () => {
  const headers: [string, string][] = [
    ...(['x-http-method-override', 'x-http-method', 'x-method-override'] as const).map(
      (name): [string, string] => [name, 'DELETE'],
    ),
    ...(
      ['x-original-url', 'x-rewrite-url', 'x-override-url', 'x-original-uri', 'x-forwarded-uri'] as const
    ).map((name): [string, string] => [name, '/dev/outbox']),
    ...(['x-forwarded-prefix', 'x-script-name', 'x-forwarded-path', 'base-url'] as const).map(
      (name): [string, string] => [name, '/evil'],
    ),
    ...(
      [
        'x-forwarded-host',
        'x-host',
        'x-forwarded-server',
        'x-http-host-override',
        'x-original-host',
        'x-proxy-host',
      ] as const
    ).map((name): [string, string] => [name, 'evil.example']),
    ...(['x-forwarded-proto', 'x-forwarded-scheme', 'x-url-scheme', 'front-end-https'] as const).map(
      (name): [string, string] => [name, 'https'],
    ),
    ...(
      [
        'x-forwarded-port',
        'x-real-ip',
        'client-ip',
        'true-client-ip',
        'cf-connecting-ip',
        'x-client-ip',
      ] as const
    ).map((name): [string, string] => [name, '127.0.0.1']),
    ['forwarded', 'for=127.0.0.1;host=evil.example;proto=https'],
    ['x-user', 'operator@example.org'],
    ['remote-user', 'operator@example.org'],
    ['x-remote-user', 'operator@example.org'],
    ['x-api-key', 'mh_none'],
    ['x-custom-ip-authorization', '127.0.0.1'],
    ['accept', 'text/evil'],
    ['accept-language', 'xx'],
    ['accept-encoding', 'evil'],
    ['range', 'bytes=0-1'],
    ['if-none-match', '*'],
    ['referer', 'https://evil.example/'],
    ['user-agent', '<script>evil.example</script>'],
    ['x-middleware-subrequest', 'middleware'],
    ['purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
  ];
  const addresses = [
    '/',
    '/finder?q=bird',
    '/me',
    '/sign-in',
    `/project/${birds.id}-bird-count`,
    '/docs',
    '/nowhere',
    '/finder/metadata',
    `/embed/project?project_id=${birds.id}`,
    '/api/profile/id?identifier=a@example.org',
  ];
  const seen = async (path: string, more: Record<string, string>) => {
    const reply = await service.get(path, { headers: more });
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      cache: reply.headers.get('cache-control'),
      body: await reply.text(),
    };
  };

  test.each(addresses)('%s is the same with each of them', async (path) => {
    const plain = await seen(path, {});
    for (const [name, value] of headers) {
      const answer = await seen(path, { [name]: value });
      expect({ name, ...answer }).toEqual({ name, ...plain });
    }
    expect(plain.body).not.toContain('evil.example');
    // No cache may store any of it and serve it to others.
    expect(plain.cache).toBe('no-store');
  });

  test('no header or field changes the method', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'])
      for (const method of ['POST', 'GET']) {
        const said = new URLSearchParams({ [name]: 'POST', _method: 'DELETE' });
        const init = { method, headers: { [name]: method === 'GET' ? 'POST' : 'DELETE' } };
        const reply = await service.get(`/api/record_event?${said}`, init);
        await refusal(reply, method === 'GET' ? 405 : 401, method === 'GET' ? 'wrong_method' : 'no_key');
      }
  });
});

describe('fields that pollute', () => {
  const profile = { identifier: 'a@example.org' };
  const lookUp = (query: string) => service.get(`/api/profile/id?${new URLSearchParams(profile)}&${query}`);

  test.each<[string, (good: string) => string, number]>([
    ['a key under the prototype', (good) => `__proto__[key]=${good}`, 401],
    ['a key in the prototype, with a dot', (good) => `__proto__.key=${good}`, 401],
    ['a key of the constructor', (good) => `constructor[prototype][key]=${good}`, 401],
    ['a list of keys', (good) => `key[]=${good}`, 401],
    ['a key by number', (good) => `key[0]=${good}`, 401],
    ['a nested key', (good) => `key[key]=${good}`, 401],
    ['a key in capitals', (good) => `KEY=${good}`, 401],
    ['a key after a NUL byte', (good) => `%00key=${good}`, 401],
    ['a key with a space', (good) => `key%20=${good}`, 401],
    ['a wrong key first', (good) => `key=wrong&key=${good}`, 401],
    ['a wrong key last: the first counts', (good) => `key=${good}&key=wrong`, 200],
    ['an empty key first', (good) => `key=&key=${good}`, 200],
    ['two keys by semicolon', (good) => `key=wrong;key=${good}`, 401],
  ])('%s', async (_, query, status) => {
    expect((await lookUp(query(key))).status).toBe(status);
  });

  test.each([
    (good: string) => `{"__proto__":{"key":"${good}"}}`,
    (good: string) => `{"constructor":{"prototype":{"key":"${good}"}}}`,
    (good: string) => `{"key":{"toString":"${good}"}}`,
    (good: string) => `{"key":{"key":"${good}"}}`,
    (good: string) => `{"Key":"${good}"}`,
    (good: string) => `{"key":[["${good}"]]}`,
  ])('a body with a key where no key is: %#', async (body) => {
    const reply = await service.get('/api/record_event', {
      method: 'POST',
      body: body(key),
      headers: { 'content-type': 'application/json' },
    });
    await refusal(reply, 401, 'no_key');
    // No other request has the key now.
    await refusal(await service.get('/api/profile/id?identifier=a@example.org'), 401, 'no_key');
  });
});

describe('sessions', () => {
  const me = async (cookies: string) => (await service.get('/me', { headers: { cookie: cookies } })).status;
  const value = () => cookie.split('=')[1] ?? '';

  test('a planted session is never adopted (session fixation)', async () => {
    const planted = 'p'.repeat(43);
    await post(service, '/sign-in', { email: 'fixed@example.org' }, `mh_session=${planted}`);
    const signedIn = await post(
      service,
      await mailedLink(service, 'fixed@example.org'),
      { of_age: 'yes' },
      `mh_session=${planted}`,
    );
    expect(signedIn.status).toBe(303);
    expect(cookieOf(signedIn)).not.toContain(planted);
    expect([await me(`mh_session=${planted}`), await me(cookieOf(signedIn))]).toEqual([303, 200]);
  });

  test.each<[string, () => string, number]>([
    ['a planted one before it', () => `mh_session=${'p'.repeat(43)}; mh_session=${value()}`, 303],
    ['a planted one after it', () => `mh_session=${value()}; mh_session=${'p'.repeat(43)}`, 200],
    ['in capitals', () => `MH_SESSION=${value()}`, 303],
    ['with a prefix', () => `xmh_session=${value()}`, 303],
    ['within another cookie', () => `a="b; mh_session=x"; c=mh_session=${value()}`, 303],
    ['with a comma', () => `a=b, mh_session=${value()}`, 303],
    ['of the FedCM cookie', () => `mh_fedcm=${value()}`, 303],
    ['its digest', () => 'mh_session=' + 'a'.repeat(64), 303],
    ['empty', () => 'mh_session=', 303],
    ['8,000 of them', () => Array.from({ length: 800 }, (_, n) => `m${n}=1`).join('; '), 303],
  ])('a cookie %s', async (_, cookies, status) => {
    expect(await me(cookies())).toBe(status);
  });

  test('after signing out the cookie does not work, even if somebody kept it', async () => {
    const kept = await signIn(service, 'kept@example.org');
    expect(await me(kept)).toBe(200);
    await post(service, '/sign-out', {}, kept);
    expect(await me(kept)).toBe(303);
  });
});
