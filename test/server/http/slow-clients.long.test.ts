/** Slow bodies, headers and readers, and idle connections: none of them keeps other clients out. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { networksOf } from '../../../server/limits/network.ts';
import { SlowReaders } from '../../../server/http/load/slow-readers.ts';
import { askFrom, type Heard, openSocket, slowBody } from '../../set-up/hostile/slow-callers.ts';
import { startService, type Service } from '../../set-up/service/start-service.ts';
import { importEntries, projectEntry, refusalBody } from '../scene.ts';

/** Milliseconds, slightly longer than a request that waits for its client is protected. */
const notProtected = 1200;
/** Requests; each address may have an eighth, which is two. */
const max = 16;
const attacker = '127.0.0.2';
const other = '127.0.0.3';

const isClosed = (socket: Socket) => socket.destroyed || socket.readableEnded;
const statusesFrom = async (service: Service, from: string, count = 10) => {
  const statuses = [];
  for (let index = 0; index < count; index++) statuses.push((await askFrom(service, from)).status);
  return statuses;
};
type Slow = ReturnType<typeof slowBody>;

/**
 * The first reply that is not 200, while slow requests hold their places: the service takes in what was sent before at
 * its own speed. Slow requests that are no longer protected are sent again.
 */
const firstRefusal = async (open: () => Slow[], ask: () => Promise<Heard>) => {
  for (;;) {
    const slow = open();
    const opened = performance.now();
    while (performance.now() - opened < notProtected) {
      const refused = await ask();
      if (refused.status !== 200) return { refused, slow };
    }
    for (const { end } of slow) end();
  }
};
const allRight = Array.from({ length: 10 }, () => 200);

describe('open requests', () => {
  test('one address has its share only; within it, requests that wait for their client are ended', async () => {
    const service = await startService('sqlite', { MOST_IN_FLIGHT: String(max) });
    const { refused, slow } = await firstRefusal(
      () => [slowBody(service, attacker), slowBody(service, attacker)],
      () => askFrom(service, attacker),
    );
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
    refusalBody(JSON.parse(refused.text), 'too_many');
    expect(await statusesFrom(service, other)).toEqual(allRight);
    await sleep(notProtected);
    // An honest client behind the same address: the oldest request is ended, with a message.
    expect(await statusesFrom(service, attacker)).toEqual(allRight);
    const cut = await slow[0]?.heard;
    expect([cut?.status, cut?.headers.connection]).toEqual([408, 'close']);
    refusalBody(JSON.parse(cut?.text ?? ''), 'too_slow');
    for (const { end } of slow) end();
  });

  test('when all places are taken from many addresses, the service is busy for a second at most', async () => {
    const service = await startService('sqlite', { MOST_IN_FLIGHT: String(max) });
    const addresses = Array.from({ length: max / 2 }, (_, index) => `127.0.2.${index + 1}`);
    const { refused, slow } = await firstRefusal(
      () => addresses.flatMap((from) => [slowBody(service, from), slowBody(service, from)]),
      () => askFrom(service, other),
    );
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    refusalBody(JSON.parse(refused.text), 'busy');
    expect((await askFrom(service, other, '/health')).status).toBe(200);
    await sleep(notProtected);
    expect(await statusesFrom(service, other)).toEqual(allRight);
    for (const { end } of slow) end();
  });

  test('replies that are not read are ended, too', async () => {
    const service = await startService('sqlite', { MOST_IN_FLIGHT: String(max), OPEN_FINDER: 'true' });
    // 60 kB each, without a word to index: together more than the system's buffers can hold.
    const description = '—'.repeat(20_000);
    const entries = Array.from({ length: 120 }, (_, index) =>
      projectEntry(`Large ${index}`, 'https://large.example/', { description }),
    );
    await importEntries(service, 'owner@example.org', entries, '--publish');
    const request = `GET /finder?format=json&q= HTTP/1.1\r\nHost: localhost:${service.port}\r\n\r\n`;
    const sockets = [
      await openSocket(service, attacker, request, false),
      await openSocket(service, attacker, request, false),
    ];
    // Both have been answered; this reply waited for that.
    expect((await askFrom(service, other, '/finder?format=json&q=')).text.length).toBeGreaterThan(2_000_000);
    await sleep(notProtected);
    expect(await statusesFrom(service, attacker)).toEqual(allRight);
    for (const socket of sockets) socket.destroy();
  });

  test('behind a proxy, the client has the address that the proxy saw', async () => {
    const service = await startService('sqlite', { MOST_IN_FLIGHT: String(max), TRUST_PROXY: '1' });
    const forwarded = (address: string) => ({ 'x-forwarded-for': address });
    const fromBehind = () =>
      slowBody(service, '127.0.0.1', '/api/record_event', forwarded('198.51.100.7, 192.0.2.1'));
    const ask = (address: string) => askFrom(service, '127.0.0.1', '/finder/metadata', forwarded(address));
    const { refused, slow } = await firstRefusal(
      () => [fromBehind(), fromBehind()],
      () => ask('192.0.2.1'),
    );
    expect(refused.status).toBe(429);
    for (const address of ['192.0.2.2', '198.51.100.7', '2001:db8::1'])
      expect((await ask(address)).status).toBe(200);
    for (const { end } of slow) end();
  });
});

test('a burst of one address is handled in turns with others', async () => {
  const service = await startService('sqlite', { MOST_IN_FLIGHT: '20000' });
  // Pages that take milliseconds each; together they fit into what the service reads from a connection at once.
  const burst = 600;
  const get = `GET /docs HTTP/1.1\r\nHost: localhost:${service.port}\r\n\r\n`;
  const answered = [0, 0];
  const sockets = [await openSocket(service, attacker), await openSocket(service, other)];
  for (const [index, socket] of sockets.entries()) {
    const status = 'HTTP/1.1 200';
    let tail = '';
    socket.on('data', (data: Buffer) => {
      const text = tail + data.toString('latin1');
      answered[index] = (answered[index] ?? 0) + text.split(status).length - 1;
      // A status line may be split across two chunks.
      tail = text.slice(1 - status.length);
    });
  }
  const sent = performance.now();
  sockets[0]?.write(get.repeat(burst));
  sockets[1]?.write(get);
  const timeUntil = async (expected: unknown) => {
    await expect.poll(() => answered, { interval: 1 }).toEqual(expected);
    return performance.now() - sent;
  };
  // Without turns, nobody else is answered before the whole burst has been handled.
  const others = await timeUntil([expect.any(Number), 1]);
  const whole = await timeUntil([burst, 1]);
  expect(others).toBeLessThan(whole / 2);
  for (const socket of sockets) socket.destroy();
});

describe('connections', () => {
  test('one address has its share only, and loses its own oldest idle one', async () => {
    const service = await startService('sqlite', { MOST_CONNECTIONS: String(max) });
    const others = await openSocket(service, other);
    const mine: Socket[] = [];
    for (let index = 0; index < 5; index++) {
      mine.push(await openSocket(service, attacker, 'GET / HTTP/1.1\r\nX-Slow: '));
      await sleep(50);
    }
    await expect.poll(() => mine.map(isClosed)).toEqual([true, true, true, false, false]);
    expect(isClosed(others)).toBe(false);
    for (const socket of [others, ...mine]) socket.destroy();
  });

  test('above the maximum, the connection that has been idle longest is closed', async () => {
    const service = await startService('sqlite', { MOST_CONNECTIONS: String(max) });
    const sockets: Socket[] = [];
    for (let index = 0; index < max; index++) {
      sockets.push(await openSocket(service, `127.0.2.${(index >> 1) + 1}`));
      await sleep(10);
    }
    expect(await statusesFrom(service, other, 1)).toEqual([200]);
    await expect.poll(() => sockets.map(isClosed).indexOf(false)).toBe(1);
    for (const socket of sockets) socket.destroy();
    // An open request is not idle: if there are only such ones, a new connection is closed.
    const slow = Array.from({ length: max }, (_, index) => slowBody(service, `127.0.3.${(index >> 1) + 1}`));
    const isRefused = () =>
      askFrom(service, other).then(
        () => false,
        () => true,
      );
    await sleep(300);
    // A question that comes before the last of them takes its place.
    while (!(await isRefused())) {
      slow.push(slowBody(service, `127.0.4.${slow.length}`));
      await sleep(100);
    }
    for (const { end } of slow) end();
  });

  test('a proxy may have all of them', async () => {
    const service = await startService('sqlite', { MOST_CONNECTIONS: String(max), TRUST_PROXY: '1' });
    const idle: Socket[] = [];
    for (let index = 0; index < max - 1; index++) idle.push(await openSocket(service, '127.0.0.1'));
    expect((await askFrom(service, '127.0.0.1')).status).toBe(200);
    expect(idle.filter(isClosed)).toEqual([]);
    for (const socket of idle) socket.destroy();
  });
});

test('a body has ten seconds to arrive completely, a head and an idle connection not much longer', async () => {
  const service = await startService('sqlite');
  const host = `Host: localhost:${service.port}\r\n`;
  const sockets = {
    'slow head': await openSocket(service, attacker, 'GET / HTTP/1.1\r\nX-Slow: '),
    'nothing sent': await openSocket(service, attacker),
    'a body after the reply': await openSocket(
      service,
      attacker,
      `POST /nothing HTTP/1.1\r\n${host}Content-Length: 50\r\n\r\n{`,
    ),
  };
  const drip = setInterval(() => {
    for (const name of ['slow head', 'a body after the reply'] as const) sockets[name].write('x');
  }, 2000);
  // A form of ours and an API call: both get the reason, and may try again.
  const forms = ['/api/record_event', '/api/project/add', '/embed/record'].map((path) =>
    slowBody(service, attacker, path),
  );
  const page = slowBody(service, attacker, '/sign-in', { origin: service.baseUrl });
  for (const { heard } of forms) {
    const { status, text } = await heard;
    expect(status).toBe(408);
    refusalBody(JSON.parse(text), 'too_slow');
  }
  const { status, text } = await page.heard;
  expect([status, text.includes('did not arrive completely')]).toEqual([408, true]);
  for (const [name, socket] of Object.entries(sockets))
    await expect.poll(() => [name, isClosed(socket)]).toEqual([name, true]);
  clearInterval(drip);
  expect(service.log()).not.toMatch(/"level":"error"/);
});

describe('replies that are not read', () => {
  const mebibyte = 1_048_576;
  /** A reply: the bytes sent, the bytes that wait, and whether its connection was ended. */
  const reply = (waiting: number, address = '192.0.2.1') => {
    const socket = {
      bytesWritten: waiting,
      writableLength: waiting,
      isEnded: false,
      destroy: () => (socket.isEnded = true),
    };
    return { socket: socket as typeof socket & Socket, networks: networksOf(address) };
  };
  const second = 1000;

  test.each([
    ['nothing for 30 seconds', 0, true],
    ['1 kB a second', 1024, true],
    ['4 kB a second', 4096, false],
  ])('a client that reads %s', (_, perSecond, isEnded) => {
    const readers = new SlowReaders();
    const slow = reply(mebibyte);
    for (let at = 0; at <= 31; at++) {
      slow.socket.writableLength = mebibyte - at * perSecond;
      readers.sweep([slow], at * second);
    }
    expect(slow.socket.isEnded).toBe(isEnded);
  });

  test.each([
    ['32 MiB of one address', 40, () => '192.0.2.1', 32],
    ['256 MiB in all', 300, (index: number) => `192.0.2.${index % 250}`, 256],
    ['128 MiB of one IPv6 /48', 150, (index: number) => `2001:db8:1:${index.toString(16)}00::1`, 128],
  ])('%s may wait, and the newest reply is ended', (_, count, addressOf, kept) => {
    const readers = new SlowReaders();
    const replies = Array.from({ length: count }, (__, index) => reply(mebibyte, addressOf(index)));
    readers.sweep(replies, 0);
    expect(replies.filter(({ socket }) => socket.isEnded)).toEqual([]);
    readers.sweep(replies, second);
    expect(replies.map(({ socket }) => socket.isEnded)).toEqual(replies.map((__, index) => index >= kept));
  });
});
