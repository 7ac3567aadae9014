/**
 * DNS rebinding: a name that resolves to a public address first and to a private one then. Tested at the boundary of
 * the one fetcher and not from outside: the service uses the system's resolver, which no test can redirect, and we may
 * not connect to a foreign public address. So the resolver's answers are replaced, and connections to a public address
 * are passed to a server of the test, as a router would.
 */
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FetchFault, guardedFetcher } from '../../server/http/fetch-guarded.ts';

const isPublic = (address: string) => address.startsWith('93.184.') || address.startsWith('2606:');
const [router, inside] = ['127.0.0.1', '127.0.0.2'];
type Answer = string[];

/** The results of each look-up of a name; the last one is repeated. */
const zone = new Map<string, Answer[]>();
let asked: string[] = [];
const reached: string[] = [];
const servers: Server[] = [];
let port = 0;

const original = { lookup: dns.lookup, connect: net.Socket.prototype.connect };

type Found = { address: string; family: number };
type Callback = (error: Error | null, found?: string | Found[], family?: number) => void;
const asFound = (address: string): Found => ({ address, family: net.isIP(address) });

function lookup(name: string, options: { all?: boolean }, callback: Callback): void {
  asked.push(name);
  const answers = zone.get(name) ?? [];
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  const [first] = answer.map(asFound);
  if (!first) callback(new Error('ENOTFOUND'));
  else if (options.all) callback(null, answer.map(asFound));
  else callback(null, first.address, first.family);
}

/** Runs after all checks of the fetcher: connects to the address that it chose; public ones are redirected. */
function connect(this: net.Socket, ...given: unknown[]): net.Socket {
  const [[options, ...rest]] = given as [[{ lookup: typeof lookup; host: string }, ...unknown[]]];
  const carried = (address: string) => (isPublic(address) ? router : address);
  const routed = {
    ...options,
    port,
    host: carried(options.host),
    lookup: (name: string, how: { all?: boolean }, callback: Callback) =>
      options.lookup(name, how, (error, found, family) => {
        if (error) callback(error);
        else if (Array.isArray(found))
          callback(
            null,
            found.map(({ address }) => asFound(carried(address))),
          );
        else callback(null, carried(found as string), isPublic(found as string) ? 4 : family);
      }),
  };
  return (original.connect as (...all: unknown[]) => net.Socket).apply(this, [
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
  dns.lookup = lookup as unknown as typeof dns.lookup;
  net.Socket.prototype.connect = connect as typeof original.connect;
  syncBuiltinESMExports();
});
afterAll(() => {
  dns.lookup = original.lookup;
  net.Socket.prototype.connect = original.connect;
  syncBuiltinESMExports();
  for (const server of servers) server.close();
});
afterEach(() => {
  asked = [];
  reached.length = 0;
  zone.clear();
});

const fetching = guardedFetcher({ userAgent: 'test', from: [] });
const outcome = (address: string) =>
  fetching(address).then(String, (error: unknown) =>
    error instanceof FetchFault ? error.why : String(error),
  );

test('a name that stays public is fetched, through a redirect to itself, too', async () => {
  const said = vi.spyOn(console, 'warn');
  zone.set('rebinding.example', [['93.184.216.34']]);
  expect(await outcome('http://rebinding.example/again')).toBe('picture');
  expect(said).not.toHaveBeenCalled();
  expect(asked).toHaveLength(2);
  expect(reached).toEqual([router, router]);
});

const privately = [
  inside,
  `::ffff:${inside}`,
  '::ffff:7f00:2',
  '10.0.0.7',
  '169.254.169.254',
  'fd00::7',
  '::1',
  '::7f00:2',
];

test.each(privately)('%s after a redirect to the same name is not reached', async (address) => {
  zone.set('rebinding.example', [['93.184.216.34'], [address]]);
  expect(await outcome('http://rebinding.example/again')).toBe('private');
  expect(reached).toEqual([router]);
});

test.each(privately)('%s is not reached when it is fetched again', async (address) => {
  zone.set('rebinding.example', [['93.184.216.34'], [address]]);
  expect(await outcome('http://rebinding.example/')).toBe('picture');
  expect(await outcome('http://rebinding.example/')).toBe('private');
  expect(reached).toEqual([router]);
});

test.each([[['93.184.216.34', inside]], [[inside, '93.184.216.34']], [['2606:2800::1', inside]]])(
  'of a name with %j none is reached',
  async (addresses) => {
    zone.set('rebinding.example', [addresses]);
    expect(await outcome('http://rebinding.example/')).toBe('private');
    expect(reached).toEqual([]);
  },
);

test('the result of a look-up is connected to without another look-up', async () => {
  zone.set('rebinding.example', [['93.184.216.34'], [inside]]);
  expect(await outcome('http://rebinding.example/')).toBe('picture');
  expect(asked).toEqual(['rebinding.example']);
});
