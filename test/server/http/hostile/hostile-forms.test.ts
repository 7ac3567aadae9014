/** Cross-site request forgery (CSRF): no form of ours is accepted from another site, whatever headers it has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/built.ts';
import { api } from '../../../../src/contract/index.ts';
import { site } from '../../../../src/contract/site.ts';
import type { Service } from '../../../set-up/service/start-service.ts';
import { count, projects, signIn, shareScene } from '../../scene.ts';

const { birds } = projects;
const types = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json',
  'multipart/form-data; boundary=b',
];
const operations = new Set([...Object.keys(api), ...Object.keys(site)]);

/** Every form that the source handles, and the demonstration partner's, which are another site's. */
const forms = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.endsWith('/demo'))
  .flatMap((entry) => [
    ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/^ {2,6}'(POST \/[^']*)':/gm),
  ])
  .map(([, row = '']) => row)
  .filter((row) => !operations.has(row))
  // Mail programs send it from nowhere (RFC 8058): the token in its path decides alone.
  .filter((row) => !row.startsWith('POST /unsubscribe/'))
  .map((row) => row.replace('POST ', '').replace(':project', String(birds.id)).replace(/:\w+/, 'x'));

let service: Service;
let member: string;

beforeAll(async () => {
  ({ service } = await shareScene('sqlite'));
  member = await signIn(service, 'owner@example.org');
});

test('the forms are found in the source', () => {
  for (const path of ['/connect', '/sign-in', '/sign-out', '/me/opt-out', `/confirm/${birds.id}`, '/mail/x'])
    expect(forms).toContain(path);
  expect(forms.length).toBeGreaterThanOrEqual(12);
});

const senders: [string, () => Record<string, string>][] = [
  ['another site', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
  ['another site in an old browser', () => ({ origin: 'https://evil.example' })],
  ['a sandboxed frame or a data: address', () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' })],
  ['an opaque origin in an old browser', () => ({ origin: 'null' })],
  ['a host of the same site', () => ({ origin: 'https://x.localhost', 'sec-fetch-site': 'same-site' })],
  ['another port', () => ({ origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' })],
  ['our name with another scheme', () => ({ origin: service.baseUrl.replace('http', 'https') })],
  ['our name with a user', () => ({ origin: service.baseUrl.replace('//', '//user@') })],
  ['our name and more', () => ({ origin: `${service.baseUrl}.evil.example` })],
  ['our name within another', () => ({ origin: `https://evil.example/?${service.baseUrl}` })],
  ['our name with a slash', () => ({ origin: `${service.baseUrl}/` })],
  ['our name in capitals', () => ({ origin: service.baseUrl.toUpperCase() })],
  ['our name twice', () => ({ origin: `${service.baseUrl}, ${service.baseUrl}` })],
  ['a referrer of ours without an origin', () => ({ referer: `${service.baseUrl}/me` })],
  ['nobody knows where', () => ({})],
  ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ['a made-up value', () => ({ 'sec-fetch-site': 'Same-Origin' })],
  ['two values', () => ({ 'sec-fetch-site': 'same-origin, cross-site' })],
  ['the numeric name', () => ({ origin: service.baseUrl.replace('localhost', '127.0.0.1') })],
];

describe.each(senders.map(([name, headersOf], nth) => ({ name, headersOf, nth })))(
  'a form from $name',
  ({ headersOf, nth }) => {
    test('is refused by every page, and changes nothing', async () => {
      const before = await count(service, 'sessions');
      const mails = (await service.mails()).length;
      // All pairs: each page meets each sender and each type, and each sender each type.
      for (const [at, path] of forms.entries()) {
        const type = types[(at + nth) % types.length] ?? '';
        const reply = await service.get(path, {
          method: 'POST',
          body: `email=victim@example.org&project_id=${birds.id}&of_age=yes&choice=credit&ref=r`,
          headers: { 'content-type': type, cookie: member, ...headersOf() },
        });
        expect([path, type, reply.status]).toEqual([path, type, 403]);
        expect(reply.headers.get('set-cookie')).toBeNull();
      }
      expect([await count(service, 'sessions'), (await service.mails()).length]).toEqual([before, mails]);
      expect((await service.get('/me', { headers: { cookie: member } })).status).toBe(200);
    });

    test('does nothing when it is requested by GET', async () => {
      for (const path of ['/sign-out', '/me/opt-out', '/me/grants/revoke', '/me/claim']) {
        const query = `?project_id=${birds.id}&_method=POST`;
        const reply = await service.get(path + query, { headers: { cookie: member, ...headersOf() } });
        expect([path, reply.status]).toEqual([path, 404]);
      }
    });
  },
);
