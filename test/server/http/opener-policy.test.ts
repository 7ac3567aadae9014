/**
 * A site that opens our sign-in page in a window learns nothing about the visitor, however it spells `next`. The opener
 * policy of any reply on the way either keeps the window connected or cuts it off; that must not depend on the visitor.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { projects, signIn, shareScene } from '../scene.ts';

const { birds } = projects;

const parameters = `project_id=${birds.id}&origin=${encodeURIComponent(birds.origin)}&challenge=${'c'.repeat(43)}&state=${'s'.repeat(16)}`;

/** Ways to write the popup's path, and other paths, which a browser or a server may or may not recognise. */
const paths = [
  ...['/connect', '/connect/', '/Connect', '/CONNECT', '/connect/fedcm', '/connect/ready', '/connection'],
  ...['/%63onnect', '/connect%2f', '/connect%3f', '/connec%74', '/co%6enect', '/connect%00', '/connect;x'],
  ...[
    '/./connect',
    '/me/../connect',
    '/../connect',
    '/%2e/connect',
    '/me/%2e%2e/connect',
    '/me/..%2fconnect',
  ],
  ...['/connect/.', '/connect/..', '/connect/../me', '/connect/%2e%2e/me', '/connect/x/..', '/.connect'],
  ...['//connect', '///connect', '/\\connect', '\\connect', '\\/connect', '/connect\\', '/me\\..\\connect'],
  ...[
    '/\tconnect',
    '/con\tnect',
    '/con\nnect',
    '/connect\r',
    '\t/connect',
    ' /connect',
    '/connect ',
    '/con nect',
  ],
  ...[
    '/connect\u00a0',
    '/connect\u2028',
    '/connect\u200b',
    '/co\u{ff4e}nect',
    '/\u{ff43}onnect',
    '/connect\u0301',
  ],
  ...[
    '/connéct',
    '/connect\ud800',
    '/connect\0',
    '/connect%',
    '/connect%zz',
    '/connect%E0%A4%A',
    '/connect%5C',
  ],
  ...[
    'connect',
    '?connect',
    '#connect',
    './connect',
    '',
    '/',
    '/me',
    '/me/',
    '/sign-in',
    '/sign-out',
    '/sign-in/x',
  ],
  ...[
    '//evil.example/connect',
    '///evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
  ],
  ...[
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '//evil.example\\@localhost/connect',
    '////connect',
  ],
  ...['https://evil.example/connect', 'https:/connect', 'https:connect', 'http:/connect', 'HTTP:///connect'],
  ...[
    '//user:pass@evil.example/connect',
    '/user@evil.example/connect',
    '//localhost/connect',
    '//[::1]/connect',
  ],
  ...['javascript:alert(1)', 'data:text/html,connect', 'blob:connect', 'about:blank', '/javascript:alert(1)'],
  ...[
    '/finder',
    '/docs',
    '/health',
    '/static/api/apihelper.js',
    `/confirm/${birds.id}`,
    `/project/${birds.id}`,
  ],
  ...[
    '/api/profile/id',
    '/embed/project',
    '/nowhere',
    '/mail/x',
    '/dev/outbox',
    `/connect${'x'.repeat(990)}`,
  ],
];
/** Endings of the path. */
const ends = ['', `?${parameters}`, '?%5C', '?\\', `?${parameters}\\`, '?', '#', '#?x', `?${parameters}#x`];
const written = [
  ...paths,
  ...[
    '/connect',
    '/Connect',
    '/connect/',
    '/me',
    '//connect',
    '/\\connect',
    '/me/../connect',
    '/./connect',
    '/%63onnect',
  ].flatMap((path) => ends.slice(1).map((end) => path + end)),
  ...[
    `/connect?next=/me`,
    '/connect?project_id=',
    `/connect?${'x'.repeat(2000)}`,
    `/connect?é`,
    '/connect?a b',
  ],
  ...[
    '/connect?%0d%0aX: y',
    '/connect?\r\nX: y',
    '/connect?//evil.example',
    '/connect?@evil.example',
    '/connect&x',
  ],
  ...[
    '/sign-in?next=/connect?x',
    '/sign-in?next=%2Fconnect',
    '/sign-in?next=/sign-in?next=/me',
    '/connect?%',
  ],
];
const queries = [
  ...written.flatMap((next) => [`next=${encodeURIComponent(next.toWellFormed())}`]),
  // Written into the address literally, and named twice, empty, as an array, in another case.
  ...[
    'next=/connect?%5C',
    'next=/connect?%255C',
    'next=/connect%3F%5C',
    'next=%2Fconnect%3F',
    'next=/connect?',
  ],
  ...[
    'next=/connect?&next=/me',
    'next=/me&next=/connect?',
    'next=&next=/connect',
    'next[]=/connect',
    'NEXT=/connect',
  ],
  ...[
    'next=+/connect',
    'next=/connect+',
    'next=%00/connect',
    'next=%ff/connect',
    'next=/connect%ff',
    'next',
    '&&next=/me',
  ],
  ...[
    'next=/connect;next=/me',
    '__proto__=/connect',
    'next=%2525252fconnect',
    'next=/connect%23',
    'next=%2f%63onnect',
  ],
];

let service: Service;
let member: string;

beforeAll(async () => {
  ({ service } = await shareScene('sqlite'));
  member = await signIn(service, 'member@example.org');
});

type Answer = { status: number; headers: Record<string, string>; location: string | null };

/** These headers differ between a page and a redirect; all others must be the same. */
const ofItsKind = new Set(['location', 'content-type', 'content-encoding', 'content-length', 'vary', 'date']);

const ask = async (path: string, cookie: string | undefined): Promise<Answer> => {
  const reply = await service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  await reply.text();
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !ofItsKind.has(name)));
  return { status: reply.status, headers, location: reply.headers.get('location') };
};

/** The replies that a window shows one after another. */
const wayFrom = async (path: string, cookie: string | undefined): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let next: string | null = path; next !== null && answers.length < 6;) {
    const answer: Answer = await ask(next, cookie);
    answers.push(answer);
    const url: URL | undefined =
      answer.location === null ? undefined : new URL(answer.location, service.baseUrl + next);
    if (url) expect([path, url.origin]).toEqual([path, service.baseUrl]);
    next = url ? url.pathname + url.search : null;
  }
  return answers;
};

/** A switch of the browsing context group by any reply is final (HTML, "cross-origin opener policy"). */
const isCutOff = (way: Answer[]) =>
  way.some(({ headers }) => (headers['cross-origin-opener-policy'] ?? 'unsafe-none') !== 'unsafe-none');

test(`members and strangers look alike under ${queries.length} spellings of next`, async () => {
  expect(new Set(queries).size).toBeGreaterThanOrEqual(200);
  const told: unknown[] = [];
  for (const query of queries) {
    const path = `/sign-in?${query}`;
    const [known, unknown] = [await wayFrom(path, member), await wayFrom(path, undefined)];
    const [first, firstUnknown] = [known[0], unknown[0]];
    const sameHeaders = JSON.stringify(first?.headers) === JSON.stringify(firstUnknown?.headers);
    const sameReach = isCutOff(known) === isCutOff(unknown);
    // Connected only if both take the same way, step by step.
    const sameWay =
      isCutOff(known) ||
      JSON.stringify(known.map(({ status, location }) => [status, location])) ===
        JSON.stringify(unknown.map(({ status, location }) => [status, location]));
    if (!sameHeaders || !sameReach || !sameWay)
      told.push({
        query,
        known: known.map(({ status }) => status),
        unknown: unknown.map(({ status }) => status),
      });
  }
  expect(told).toEqual([]);
});

test.each<[string, string, boolean]>([
  ['the popup with its parameters', `/connect?${parameters}`, false],
  ['the popup without', '/connect', false],
  ['the popup by way of another folder', '/me/../connect?x', false],
  ['a fragment of the popup', '/connect#x', false],
  ['the popup with a backslash', '/connect?\\', true],
  ['the popup in capitals', '/Connect', true],
  ['a page', '/me', true],
  ['another site', '//evil.example/connect', true],
])('%s: whether the window is cut off', async (_, next, wanted) => {
  for (const cookie of [member, undefined])
    expect(isCutOff(await wayFrom(`/sign-in?next=${encodeURIComponent(next)}`, cookie))).toBe(wanted);
});

test('other addresses that depend on the visitor have one policy for both', async () => {
  const addresses = [
    ...[
      '/',
      '/me',
      '/finder',
      '/docs',
      '/connect/fedcm',
      '/connect/ready',
      '/sign-in',
      '/sign-in/x',
      '/nowhere',
    ],
    ...[
      `/connect?${parameters}`,
      '/connect',
      '/connect/',
      '/CONNECT',
      `/confirm/${birds.id}?ref=r`,
      `/confirm/${birds.id}`,
    ],
    ...[
      `/project/${birds.id}-bird-count/tools`,
      `/project/${birds.id}-bird-count/stats`,
      '/mail/x',
      '/tell-me/x',
      '/%',
    ],
  ];
  for (const address of addresses) {
    const [known, unknown] = [await wayFrom(address, member), await wayFrom(address, undefined)];
    expect([address, isCutOff(known)]).toEqual([address, isCutOff(unknown)]);
  }
});

test.each(['/..//evil.example', '/.//evil.example', '/%2e%2e//evil.example', '/x/..//evil.example'])(
  'no way leads on to %s, whose normal form is an address of another host',
  async (next) => {
    const { location } = await ask(`/sign-in?next=${encodeURIComponent(next)}`, member);
    expect(location).toBe('/start');
  },
);
