/** Server-side request forgery (SSRF): the addresses that the one fetcher refuses before it connects. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FetchFault, guardedFetcher } from '../../../../server/http/outgoing/fetch-guarded.ts';

let trap: Server;
let port: number;
const caught: string[] = [];

/** The trap must not be reached, except if the settings of a test name it. */
beforeAll(async () => {
  trap = createServer((request, response) => {
    caught.push(request.url ?? '');
    const to = new URL(request.url ?? '/', 'http://trap').searchParams.get('to');
    if (to === null) response.end('secret');
    else response.writeHead(302, { location: to }).end();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => void trap.close());

/** `private` and `address`: refused by its address. Any other result would mean that a connection was tried. */
const whyNot = async (address: string, from: string[] = []) =>
  guardedFetcher({ userAgent: 'test', from })(address).then(
    (bytes) => `fetched ${bytes.length} bytes`,
    (error: unknown) => (error instanceof FetchFault ? error.why : String(error)),
  );

const loopback = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0x0.0x0.0x1',
    '017700000001',
  ],
  ...[
    '0177.0.0.1',
    '0177.0.0.01',
    '127.000.000.001',
    '127.0.0.1.',
    '127.255.255.254',
    '127.0.0.0',
    '0x7F.0.0.1',
  ],
  ...[
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '127。0。0。1',
    '127．0．0．1',
    '%31%32%37.0.0.1',
    '127.0.0.%31',
    '1२7.0.0.1',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'local\u00adhost',
    'ⓛocalhost',
  ],
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[0::0]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  ...[
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
  ],
  ...['0', '0.0.0.0', '00', '0x0', '0.0', '0.0.0.1', '[::0.0.0.0]'],
];
const inner = [
  ...[
    '10.0.0.1',
    '10.1',
    '0xa000001',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '3232235521',
  ],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...[
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...[
    '255.255.255.255',
    '[fc00::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
];

test.each([...loopback, ...inner])('http://%s/ is refused by its address', async (host) => {
  const before = caught.length;
  // Whether a name with a dot at its end resolves depends on the machine; if it does, it is refused as well.
  const wanted = host === 'localhost.' ? /^(private|unreachable)$/ : /^(private|address)$/;
  for (const scheme of ['http', 'https']) expect(await whyNot(`${scheme}://${host}/`)).toMatch(wanted);
  expect(await whyNot(`http://${host}:${port}/`)).toMatch(/^(private|address)$/);
  expect(caught).toHaveLength(before);
});

test.each([
  ...[
    'file:///etc/passwd',
    'ftp://moss.example/',
    'gopher://127.0.0.1:25/_x',
    'data:image/png;base64,AA',
    'blob:x',
  ],
  ...[
    'dict://127.0.0.1:6379/',
    'ldap://127.0.0.1',
    'jar:http://moss.example!/',
    'unix:/var/run/docker.sock',
    'http+unix://x',
  ],
  ...[
    'javascript:1',
    '//127.0.0.1/',
    '/etc/passwd',
    '',
    'http://',
    'http:///',
    'http://[',
    'http://[::1',
    'http://a b/',
  ],
  ...[
    'http://moss.example@127.0.0.1/',
    'http://127.0.0.1@moss.example/',
    'http://user:password@moss.example/',
  ],
  ...[
    'http://moss.example:22/',
    'http://moss.example:6379/',
    'http://moss.example:8080/',
    'https://moss.example:80/',
  ],
  ...[
    'http://127.0.0.1\\@moss.example/',
    'http://moss.example\\@127.0.0.1/',
    'http://127.0.0.1#@moss.example/',
  ],
  ...[
    'http://127.0.0.1?@moss.example/',
    'http://127.0.0.1;moss.example/',
    'http:127.0.0.1',
    'http:/127.0.0.1/',
    'http:\\\\127.0.0.1\\',
  ],
  ...[
    'http://127.0.0.1%00.moss.example/',
    'http://127.0.0.1\t/',
    'http://127.0.0.1\n.moss.example/',
    'http://127.0.0.1%2f@x/',
  ],
])('%j is not an address to fetch', async (address) => {
  const before = caught.length;
  expect(await whyNot(address)).toMatch(/^(private|address|unreachable)$/);
  // A name of the public network may be looked up; nothing on this machine is requested.
  if (!address.includes('moss.example')) expect(await whyNot(address)).not.toBe('unreachable');
  expect(caught).toHaveLength(before);
});

test.each([...loopback.slice(0, 12), ...inner.slice(0, 12)])(
  'a redirect to %s gets no further',
  async (host) => {
    const before = caught.length;
    const to = encodeURIComponent(`http://${host}/secret`);
    expect(await whyNot(`http://127.0.0.1:${port}/?to=${to}`, [`127.0.0.1:${port}`])).toMatch(
      /^(private|address)$/,
    );
    expect(caught).toHaveLength(before + 1);
  },
);

test.each([
  'file:///etc/passwd',
  'javascript:1',
  'http://localhost:22/',
  '//localhost/',
  'http://user@moss.example/',
  'gopher://127.0.0.1/',
  '',
])('a redirect to %j is not followed', async (to) => {
  const address = `http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`;
  expect(await whyNot(address, [`127.0.0.1:${port}`])).toMatch(/^(private|address|redirects)$/);
});
