/** Requests that no client library sends: bytes that Node's parser rejects, and connections that end early. */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { patience } from '../../../set-up/patience.ts';
import { engines, type Service } from '../../../set-up/service/start-service.ts';
import { count, profileId, projects, refusalBody, shareScene, successBody } from '../../scene.ts';

const { birds } = projects;

type Sending = { halfClose?: boolean; keepOpen?: boolean };

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  let event: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    const profile = await profileId(service, owner, 'participant@example.org');
    event = `profile_id=${profile}&project_id=${birds.id}&type=collection`;
  });

  /** Sends bytes on a new connection, and returns everything until the service closed it. */
  const send = (bytes: string | Buffer, { halfClose }: Sending = {}) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
        halfClose ? socket.end(bytes) : socket.write(bytes),
      );
      socket.setTimeout(15_000, () => {
        socket.destroy();
        reject(new Error(`The connection was not ended. It had answered: ${text}`));
      });
      socket.on('data', (part) => (text += part.toString()));
      socket.on('end', () => {
        socket.destroy();
        resolve(text);
      });
      socket.on('error', () => resolve(text));
    });
  const head = (line: string, ...more: string[]) =>
    `${[line, `Host: localhost:${service.port}`, ...more].join('\r\n')}\r\n\r\n`;
  const post = (body: string, ...more: string[]) =>
    head(
      `POST /api/record_event?key=${owner} HTTP/1.1`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...more,
    ) + body;
  /** The replies on a connection. */
  const repliesIn = (text: string) =>
    text
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter((reply) => !reply.startsWith('HTTP/1.1 100'))
      .map((reply) => {
        const [headers = '', body = ''] = reply.split('\r\n\r\n');
        return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]), headers, body };
      });
  const onlyReply = (text: string) => {
    const replies = repliesIn(text);
    expect(replies).toHaveLength(1);
    return replies[0] as (typeof replies)[number];
  };

  const search = (q: string | Buffer) =>
    Buffer.concat([
      Buffer.from('GET /finder?format=json&q='),
      Buffer.from(q),
      Buffer.from(head(' HTTP/1.1')),
    ]);

  test.each<[string, () => string | Buffer, number, string, RegExp]>([
    ['letters beyond ASCII in UTF-8', () => search('Vögel'), 400, 'unreadable', /percent-encode the address/],
    [
      'letters in Latin-1',
      () => search(Buffer.from('V\xf6gel', 'latin1')),
      400,
      'unreadable',
      /percent-encode the address/,
    ],
    ['a space', () => search('Fresh Data-'), 400, 'unreadable', /percent-encode the address/],
    ['a tab', () => search('Fresh\tData'), 400, 'unreadable', /percent-encode the address/],
    ['what is no HTTP', () => 'GARBAGE\r\n\r\n', 400, 'unreadable', /not readable as an HTTP/],
    ['TLS', () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]), 400, 'unreadable', /not readable as an HTTP/],
    [
      'a header with NUL',
      () => head('GET /health HTTP/1.1', 'X: a\0b'),
      400,
      'unreadable',
      /not readable as an HTTP/,
    ],
    [
      'two lengths of one body',
      () =>
        head('POST /api/record_event HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked') +
        '0\r\n\r\n',
      400,
      'unreadable',
      /not readable as an HTTP/,
    ],
    ['no Host', () => 'GET /health HTTP/1.1\r\n\r\n', 400, 'unreadable', /no Host/],
    [
      'an address that is too long',
      () => head(`GET /${'a'.repeat(20_000)} HTTP/1.1`),
      431,
      'long_headers',
      /16,384/,
    ],
    [
      'headers that are too long',
      () => head('GET /health HTTP/1.1', `X: ${'a'.repeat(200_000)}`),
      431,
      'long_headers',
      /16,384/,
    ],
    [
      'a broken chunk',
      () => head(`POST /api/record_event?key=${owner} HTTP/1.1`, 'Transfer-Encoding: chunked') + 'zz\r\n',
      400,
      'unreadable',
      /not readable as an HTTP/,
    ],
  ])('%s: one refusal in JSON, and the connection ends', async (_, bytes, status, code, says) => {
    const before = await count(service, 'events');
    const reply = onlyReply(await send(bytes()));
    expect(reply.status).toBe(status);
    expect(refusalBody(JSON.parse(reply.body), code).error).toMatch(says);
    for (const header of ['Connection: close', 'Cache-Control: no-store', 'X-Content-Type-Options: nosniff'])
      expect(reply.headers).toContain(header);
    expect(await count(service, 'events')).toBe(before);
    expect((await service.get('/health')).status).toBe(200);
  });

  test('the log reports it, without the address', async () => {
    const lines = () =>
      service
        .log()
        .split('\n')
        .filter((line) => line.includes('HPE_INVALID_URL'));
    await send(search('Geheimnisvögel'));
    // A later line of the log: all earlier ones are written.
    await service.get('/embed/finder');
    await expect.poll(() => service.log()).toContain('"GET /embed/finder"');
    expect(JSON.parse(lines().at(-1) ?? '{}')).toMatchObject({ row: 'none', status: 400 });
    expect(service.log()).not.toContain('Geheimnis');
  });

  test('an unknown expectation is ignored', async () => {
    const reply = onlyReply(
      await send(head('GET /health HTTP/1.1', 'Expect: the-unexpected', 'Connection: close')),
    );
    expect(reply.status).toBe(200);
  });

  test('nothing after an unreadable request on the connection is read', async () => {
    const before = await count(service, 'events');
    onlyReply(await send(Buffer.concat([search('a b'), Buffer.from(post(event))])));
    expect(await count(service, 'events')).toBe(before);
  });

  test('requests before it on the connection keep their own replies', async () => {
    const before = await count(service, 'events');
    const replies = repliesIn(await send(`${post(event)}${post(event)}GARBAGE\r\n\r\n`));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of replies) successBody('POST /api/record_event', JSON.parse(body));
    expect(await count(service, 'events')).toBe(before + 2);
  });

  describe('a client that closes its sending side', () => {
    test('is answered, and then the connection ends', async () => {
      const before = await count(service, 'events');
      const reply = onlyReply(await send(post(event), { halfClose: true }));
      expect(reply.status).toBe(200);
      successBody('POST /api/record_event', JSON.parse(reply.body));
      expect(await count(service, 'events')).toBe(before + 1);
    });

    test('after several requests gets a reply to each', async () => {
      const before = await count(service, 'events');
      const replies = repliesIn(await send(post(event).repeat(3), { halfClose: true }));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await count(service, 'events')).toBe(before + 3);
    });

    test.each<[string, () => string]>([
      ['in the body', () => post(event).slice(0, -3)],
      ['in the headers', () => post(event).slice(0, 60)],
    ])('%s reads that the request was incomplete, and nothing is stored', async (_, bytes) => {
      const before = await count(service, 'events');
      const reply = onlyReply(await send(bytes(), { halfClose: true }));
      expect(reply.status).toBe(400);
      refusalBody(JSON.parse(reply.body), 'unreadable');
      expect(await count(service, 'events')).toBe(before);
    });

    test('before it sent anything is disconnected', async () => {
      expect(await send('', { halfClose: true })).toBe('');
    });

    test('and never reads leaves no connection behind', async () => {
      const descriptors = () => readdirSync(`/proc/${service.pid}/fd`).length;
      const before = descriptors();
      const sockets = await Promise.all(
        Array.from(
          { length: 50 },
          () =>
            new Promise<Socket>((resolve) => {
              const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true }, () => {
                socket.pause();
                socket.end(post(event), () => resolve(socket));
              });
            }),
        ),
      );
      for (const deadline = Date.now() + patience; descriptors() >= before + 25 && Date.now() < deadline;)
        await sleep(50);
      expect(descriptors()).toBeLessThan(before + 25);
      for (const socket of sockets) socket.destroy();
    });
  });
});
