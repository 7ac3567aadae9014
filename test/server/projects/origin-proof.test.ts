/** Registering a site with a proof: the file, the DNS record, and what must not be taken for one. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { guardedPageFetcher } from '../../../server/http/outgoing/fetch-guarded.ts';
import { proofFault } from '../../../server/projects/managing/origin-proof.ts';
import { afterFile } from '../../set-up/after-file.ts';
import { startDns } from '../../set-up/service/peers/dns-server.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, projects, rows, signIn, startScene } from '../scene.ts';

const { frogs } = projects;
const file = '/.well-known/manyhands-project.txt';

/** A site whose file a test decides; `leadsTo` makes it a redirect. */
let content: { text?: string; leadsTo?: string } = {};
const asked: string[] = [];
const newSite = async (): Promise<{ server: Server; host: string }> => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (content.leadsTo !== undefined) response.writeHead(302, { location: content.leadsTo }).end();
    else if (content.text === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(content.text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const site = await newSite();
const elsewhere = createServer((_request, response) => response.end(content.text));
await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
const elsewhereHost = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
afterFile(() => {
  site.server.close();
  elsewhere.close();
});

describe.each(engines)('registering a site on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;
  let path: string;
  const origin = `http://${site.host}`;

  const page = (at: string, cookie?: string) =>
    service.get(at, { headers: cookie === undefined ? {} : { cookie } });
  const register = (given: string, cookie = owner) =>
    post(service, `${path}/origin`, { origin: given }, cookie);
  const lineFor = async (given: string) => {
    const html = await (await page(`${path}/origin?origin=${encodeURIComponent(given)}`, owner)).text();
    return /manyhands-project=\d+-[0-9a-f]{32}/.exec(html)?.[0] ?? 'no line';
  };
  const registered = () =>
    rows<{ origin: string; how: string }>(
      service,
      `select origin, how from project_origins where project_id = ${frogs.id} and how = 'proof'`,
    );

  beforeAll(async () => {
    ({ service } = await startScene(engine, {
      ...unlimited,
      FETCH_FROM: `${site.host},${elsewhereHost}`,
    }));
    await service.operate('manager', String(frogs.id), 'owner@frogs.example');
    owner = await signIn(service, 'owner@frogs.example');
    stranger = await signIn(service, 'stranger@frogs.example');
    path = (await page(`/project/${frogs.id}`)).headers.get('location') ?? '';
  });

  test('what does not prove it', async () => {
    const line = await lineFor(origin);
    const other = await lineFor('https://other.example');
    const scenes: [typeof content, string][] = [
      [{}, 'the file is not there'],
      [{ text: '' }, 'has no line'],
      [{ text: `x${line}` }, 'has no line'],
      [{ text: other }, 'has no line'],
      [{ text: line.replace(`=${frogs.id}-`, `=${projects.birds.id}-`) }, 'has no line'],
      [{ text: line, leadsTo: `http://${elsewhereHost}${file}` }, 'leads to another site'],
      [{ leadsTo: 'http://10.0.0.1/' }, 'not on the public internet'],
      [{ leadsTo: file }, 'more than three times'],
    ];
    for (const [next, says] of scenes) {
      content = next;
      const reply = await register(origin);
      const text = await reply.text();
      expect([reply.status, text.includes(says)], says).toEqual([400, true]);
    }
    expect(await registered()).toEqual([]);
  });

  test('only managers, and only from our own form', async () => {
    content = { text: await lineFor(origin) };
    expect((await register(origin, stranger)).status).toBe(404);
    expect((await page(`${path}/origin`, stranger)).status).toBe(404);
    expect((await page(`${path}/origin`)).headers.get('location')).toMatch(/^\/sign-in/);
    const headers = { cookie: owner, origin: 'https://evil.example' };
    expect((await service.postForm(`${path}/origin`, { origin }, { headers })).status).toBe(403);
    expect(await registered()).toEqual([]);
  });

  test('a file with the line, between others', async () => {
    content = { text: `# ours\r\n${await lineFor(origin)}  \r\nother` };
    const reply = await register(`${origin}/some/page?x=1#y`);
    expect(reply.headers.get('location')).toBe(`${path}/tools#origins`);
    expect(await registered()).toEqual([{ origin, how: 'proof' }]);
    expect(await (await page(`${path}/tools`, owner)).text()).toContain(origin);
    const history = (await (await page(`${path}/history`, owner)).text()).replace(/<[^<>]*>/g, '');
    expect(history).toMatch(/You registered a site/);
  });

  test('a manager removes a site, and registers it again', async () => {
    const remove = (cookie?: string, given = origin) =>
      post(service, `${path}/origin/remove`, { origin: given }, cookie);
    const ask = (cookie?: string, given = origin) =>
      page(`${path}/origin/remove?origin=${encodeURIComponent(given)}`, cookie);
    content = { text: await lineFor(origin) };
    await register(origin);
    expect((await remove(stranger)).status).toBe(404);
    expect((await ask(stranger)).status).toBe(404);
    expect((await remove()).headers.get('location')).toMatch(/^\/sign-in/);
    // The origin of the project's own address, and one that is not registered.
    for (const given of [frogs.origin, 'https://other.example', '']) {
      expect((await remove(owner, given)).status).toBe(404);
      expect((await ask(owner, given)).status).toBe(404);
    }
    expect(await (await page(`${path}/tools`, owner)).text()).toContain(`aria-label="Remove ${origin}"`);
    expect(await (await ask(owner)).text()).toContain('No participant has allowed');
    expect((await remove(owner)).headers.get('location')).toBe(`${path}/tools#origins`);
    expect(await registered()).toEqual([]);
    // The second press finds nothing to remove.
    expect((await remove(owner)).status).toBe(404);
    const history = (await (await page(`${path}/history`, owner)).text()).replace(/<[^<>]*>/g, '');
    expect(history.match(/You removed a site/g)).toHaveLength(1);
    await register(origin);
    expect(await registered()).toEqual([{ origin, how: 'proof' }]);
  });

  test.each([
    ...['', 'x', 'ftp://a.example', 'javascript:alert(1)', 'http://plain.example', '//', 'https://'],
    ...[
      'https://sites.google.com/view/x',
      'https://www.facebook.com/birds',
      'data:text/html,x',
      'https://a b',
    ],
    `https://${'a'.repeat(400)}.example`,
  ])('%s cannot be registered', async (given) => {
    const before = asked.length;
    expect((await register(given)).status).toBe(400);
    expect(asked).toHaveLength(before);
  });

  // SSRF: none of these may be requested, in whatever spelling.
  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '①②⑦.⓪.⓪.①'],
    ...['localhost', 'LOCALHOST.', 'loc%61lhost', '[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[::]'],
    ...['0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '2852039166', '[fe80::1]'],
    ...['[fd00::1]', '[2002:7f00:1::]', '100.64.0.1'],
  ])('the private host %s is not asked', async (host) => {
    const before = asked.length;
    const reply = await register(`https://${host}`);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toMatch(/not on the public internet|cannot be requested|could not be reached/);
    expect(asked).toHaveLength(before);
  });
});

describe('a DNS record', () => {
  const fetchPage = guardedPageFetcher({ userAgent: 'test', from: [site.host] });
  const line = 'manyhands-project=12-0123456789abcdef0123456789abcdef';
  let records: (string | string[])[] = [];
  const dnsServer = startDns((_, type) => (type === 'TXT' ? records.map((value) => ({ type, value })) : []));

  const half = line.length / 2;
  test.each<[string, (string | string[])[], string | undefined]>([
    ['the line', [line], undefined],
    ['among others', [`v=spf1 -all`, line], undefined],
    ['the last of many', [...Array.from({ length: 10 }, (_, n) => `other=${n}`), line], undefined],
    ['in two strings of one record', [[line.slice(0, half), line.slice(half)]], undefined],
    ['between spaces', [` ${line} `], undefined],
    ['in two records', [line.slice(0, half), line.slice(half)], 'missing'],
    ['another one', ['v=spf1 -all'], 'missing'],
    ['with a letter more', [`${line}0`], 'missing'],
    ['with a string more', [[line, '0']], 'missing'],
    ['behind another line', [`x\n${line}`], 'missing'],
    ['in capitals', [line.toUpperCase()], 'missing'],
    ["another project's", [line.replace('=12-', '=13-')], 'missing'],
    ['a part of it', [line.slice(0, -1)], 'missing'],
    ['a list of it', [`${line},${line}`], 'missing'],
    ['a long record', [Array.from({ length: 4 }, () => 'x'.repeat(255))], 'missing'],
    ['an empty one', [''], 'missing'],
    ['none', [], 'missing'],
  ])('%s', async (_, found, why) => {
    content = {};
    records = found;
    const dns = await dnsServer;
    dns.forget();
    const proof = proofFault(`http://${site.host}`, line, { fetchPage, servers: [dns.server] });
    expect(await proof).toBe(why);
    expect(dns.names()).toEqual(new Set(['_manyhands.127.0.0.1']));
  });
});
