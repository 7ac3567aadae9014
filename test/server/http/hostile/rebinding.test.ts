/**
 * DNS rebinding: a name that resolves to a public address first and to a private one then. Tested at the boundary of
 * the one fetcher and not from outside: the service asks the DNS servers of the system, which no test can change, and we
 * may not connect to a foreign public address. So a DNS server of the test answers, and connections to a public address
 * are passed to a server of the test, as a router would.
 */
import { createServer, type Server } from 'node:http';
import { lookup as dnsLookup, type LookupOptions } from 'node:dns';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FetchFault, guardedFetcher } from '../../../../server/http/outgoing/fetch-guarded.ts';
import { startDns, type DnsRecord } from '../../../set-up/service/peers/dns-server.ts';

const isPublic = (address: string) => address.startsWith('93.184.') || address.startsWith('2606:');
const [router, inside] = ['127.0.0.1', '127.0.0.2'];

/** The records of each lookup of a name; the last ones are repeated. */
const zone = new Map<string, DnsRecord[][]>();
const dns = await startDns((name, type, nth) => {
  const answers = zone.get(name);
  if (!answers) return 'nothing';
  const records = answers[Math.min(nth, answers.length - 1)] ?? [];
  return records.filter((one) => one.type === type || one.type === 'CNAME');
});
const reached: string[] = [];
const servers: Server[] = [];
let port = 0;

const original = net.Socket.prototype.connect;
const asFound = (address: string) => ({ address, family: net.isIP(address) });

/** Runs after all checks of the fetcher: connects to the address that it chose; public ones are redirected. */
function connect(this: net.Socket, ...given: unknown[]): net.Socket {
  const [[options, ...rest]] = given as [[{ lookup?: net.LookupFunction; host: string }, ...unknown[]]];
  const carried = (address: string) => (isPublic(address) ? router : address);
  const routed = {
    ...options,
    port,
    host: carried(options.host),
    lookup: (name: string, how: LookupOptions, callback: Parameters<net.LookupFunction>[2]) =>
      options.lookup?.(name, how, (error, found, family) => {
        if (error) callback(error, '');
        else if (Array.isArray(found))
          callback(
            null,
            found.map(({ address }) => asFound(carried(address))),
          );
        else callback(null, carried(found), isPublic(found) ? 4 : family);
      }),
  };
  return (original as (...all: unknown[]) => net.Socket).apply(this, [
    Object.assign([routed, ...rest], normalized(given[0])),
  ]);
}

/** Node marks argument lists that it has normalized. */
const normalized = (list: unknown) =>
  Object.fromEntries(Object.getOwnPropertySymbols(list).map((mark) => [mark, true]));

const serverAt = async (host: string) => {
  const server = createServer((request, response) => {
    reached.push(host);
    if (request.url === '/again') response.writeHead(302, { location: '/' }).end();
    else response.end(host === inside ? 'secret' : 'picture');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  port = (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  await serverAt(inside);
  await serverAt(router);
  net.Socket.prototype.connect = connect as typeof original;
});
afterAll(() => {
  net.Socket.prototype.connect = original;
  for (const server of servers) server.close();
});
afterEach(() => {
  dns.forget();
  reached.length = 0;
  zone.clear();
});

const fetching = guardedFetcher({ userAgent: 'test', from: [], servers: [dns.server] });
const records = (...addresses: string[]): DnsRecord[] =>
  addresses.map((value) => ({ type: net.isIPv6(value) ? 'AAAA' : 'A', value }));
const outcome = (address: string) =>
  fetching(address).then(String, (error: unknown) =>
    error instanceof FetchFault ? error.why : String(error),
  );

test('a name that stays public is fetched, through a redirect to itself, too', async () => {
  const said = vi.spyOn(console, 'warn');
  zone.set('rebinding.example', [records('93.184.216.34')]);
  expect(await outcome('http://rebinding.example/again')).toBe('picture');
  expect(said).not.toHaveBeenCalled();
  expect(dns.asked('rebinding.example', 'A')).toBe(2);
  expect(reached).toEqual([router, router]);
});

const privately = [
  ...[
    inside,
    '10.0.0.7',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.168.1.1',
    '172.16.0.1',
    '224.0.0.1',
  ],
  ...[`::ffff:${inside}`, '::ffff:7f00:2', 'fd00::7', 'fe80::1', '::1', '::', '::7f00:2', 'ff02::1'],
  // By gateways that translate to IPv4: NAT64, 6to4, Teredo.
  ...['64:ff9b::7f00:2', '64:ff9b:1::a00:7', '2002:7f00:2::', '2001:0:7f00:2::1'],
];

test.each(privately)('%s after a redirect to the same name is not reached', async (address) => {
  zone.set('rebinding.example', [records('93.184.216.34'), records(address)]);
  expect(await outcome('http://rebinding.example/again')).toBe('private');
  expect(reached).toEqual([router]);
});

test.each(privately)('%s is not reached when it is fetched again', async (address) => {
  zone.set('rebinding.example', [records('93.184.216.34'), records(address)]);
  expect(await outcome('http://rebinding.example/')).toBe('picture');
  expect(await outcome('http://rebinding.example/')).toBe('private');
  expect(reached).toEqual([router]);
});

test.each([
  [['93.184.216.34', inside]],
  [[inside, '93.184.216.34']],
  [['2606:2800::1', inside]],
  [['93.184.216.34', '::1']],
  [[...Array.from({ length: 20 }, (_, n) => `93.184.216.${n}`), inside]],
])('of a name with %j none is reached', async (addresses) => {
  zone.set('rebinding.example', [records(...addresses)]);
  expect(await outcome('http://rebinding.example/')).toBe('private');
  expect(reached).toEqual([]);
});

test('the result of a look-up is connected to without another look-up', async () => {
  zone.set('rebinding.example', [records('93.184.216.34'), records(inside)]);
  expect(await outcome('http://rebinding.example/')).toBe('picture');
  expect(dns.asked('rebinding.example', 'A')).toBe(1);
});

test.each([1, 8])('%d aliases that end at a private address lead nowhere', async (count) => {
  const aliases = Array.from({ length: count }, (_, n): DnsRecord => ({
    type: 'CNAME',
    value: `a${n}.example`,
  }));
  zone.set('rebinding.example', [[...aliases, ...records(inside)]]);
  expect(await outcome('http://rebinding.example/')).toBe('private');
  expect(reached).toEqual([]);
});

test.each<[string, DnsRecord[]]>([
  ['no record', []],
  ['an alias without an address', [{ type: 'CNAME', value: 'localhost' }]],
  ['an alias of itself', [{ type: 'CNAME', value: 'rebinding.example' }]],
])('a name with %s is not found', async (_, found) => {
  zone.set('rebinding.example', [found]);
  expect(await outcome('http://rebinding.example/')).toBe('unreachable');
});

test('names whose DNS servers are silent do not delay the lookups of others', async () => {
  zone.set('rebinding.example', [records('93.184.216.34')]);
  const silent = Array.from({ length: 40 }, (_, n) => outcome(`http://silent-${n}.example/`));
  let isOver = false;
  void Promise.race(silent).then(() => (isOver = true));
  for (let turn = 0; turn < 5; turn++) {
    expect(await outcome('http://rebinding.example/')).toBe('picture');
    await promisify(dnsLookup)('localhost');
  }
  expect(isOver).toBe(false);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['unreachable']));
});
