/** The directory for search engines and feed readers: robots.txt, the sitemap, the feed of new projects. */
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { importAll, projectEntry, projects, rows, shareScene } from '../scene.ts';

const { birds, frogs, hidden, stars } = projects;

/** The elements of a name in a well-formed document, at any depth. */
const elementsIn = (xml: string, name: string): XmlElement[] => {
  const below = (element: XmlElement): XmlElement[] =>
    element.children.flatMap((child) => (child instanceof XmlElement ? [child, ...below(child)] : []));
  const { root } = parseXml(xml);
  return root ? below(root).filter((element) => element.name === name) : [];
};
const textsIn = (xml: string, name: string) => elementsIn(xml, name).map(({ text }) => text);

/** Copies of a shown project, by SQL: only their number matters. */
const addCopies = (service: Service, from: number, number: number) => {
  const columns = `state, is_hidden, is_withheld, is_trusted, corrected, name, origin, url, site, fields, picture,
    card, detail, glance, may_send_hashed, created_at, updated_at, published_at, name_key`;
  const numbers =
    service.databaseUrl === undefined
      ? `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${number - 1}) `
      : `with n as (select generate_series(0, ${number - 1}) as i) `;
  return rows(
    service,
    `${service.databaseUrl === undefined ? '' : numbers}insert into projects (project_id, ${columns})
     ${service.databaseUrl === undefined ? numbers : ''}
     select ${from} + n.i, ${columns} from projects, n where project_id = ${birds.id}`,
  );
};

describe.each(engines)('the directory on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
  });

  const file = async (path: string, type: string) => {
    const reply = await service.get(path);
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, type]);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=3600');
    return reply.text();
  };
  const sitemap = (path = '/sitemap.xml') => file(path, 'application/xml; charset=utf-8');
  const feed = () => file('/feed.atom', 'application/atom+xml; charset=utf-8');

  test('robots.txt names the sitemap, and leaves projects and topics to crawlers', async () => {
    const lines = (await file('/robots.txt', 'text/plain; charset=utf-8')).split('\n');
    expect(lines).toContain(`Sitemap: ${service.baseUrl}/sitemap.xml`);
    const refused = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
    const isRefused = (path: string) =>
      refused.some((rule) =>
        new RegExp(`^${rule.replace(/[.?]/g, String.raw`\$&`).replaceAll('*', '.*')}`).test(path),
      );
    const allowed = [
      `/project/${birds.id}-bird-count`,
      '/',
      '/finder',
      '/finder?topic=Birds',
      '/docs/bronze',
    ];
    expect(allowed.filter(isRefused)).toEqual([]);
    const endless = ['/finder?q=a&topic=Birds', '/finder?topic=Birds&shown=40', '/finder?near=Rome'];
    expect(endless.filter((path) => !isRefused(path))).toEqual([]);
  });

  test('the sitemap has every shown project under its canonical address, and each address answers', async () => {
    const xml = await sitemap();
    const addresses = textsIn(xml, 'loc');
    const shown = addresses.filter((address) => address.includes('/project/'));
    expect(shown).toEqual([
      `${service.baseUrl}/project/${birds.id}-bird-count`,
      `${service.baseUrl}/project/${frogs.id}-frog-watch`,
      `${service.baseUrl}/project/${stars.id}-star-atlas`,
    ]);
    expect(textsIn(xml, 'lastmod')).toHaveLength(shown.length);
    for (const address of addresses) {
      const reply = await service.get(address.slice(service.baseUrl.length));
      const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(await reply.text()) ?? [];
      expect([reply.status, canonical.replaceAll('&amp;', '&')]).toEqual([200, address]);
    }
  });

  test('the feed has the newest projects, and is found from the front page', async () => {
    const xml = await feed();
    expect(textsIn(xml, 'title').slice(1).sort()).toEqual([birds.name, frogs.name, stars.name]);
    expect(xml).not.toContain(hidden.name);
    expect(textsIn(xml, 'id')).toContain(`${service.baseUrl}/project/${birds.id}`);
    expect(textsIn(xml, 'name')).toEqual(Array(3).fill('The Test Society'));
    const published = textsIn(xml, 'published');
    expect(published).toEqual([...published].sort().reverse());
    for (const path of ['/', '/finder'])
      expect(await (await service.get(path)).text()).toContain(
        '<link rel="alternate" type="application/atom+xml" href="/feed.atom" title="New projects on Manyhands"/>',
      );
  });

  test('a reader that has the feed already gets no body', async () => {
    const etag = (await service.get('/feed.atom')).headers.get('etag') ?? '';
    const reply = await service.get('/feed.atom', { headers: { 'if-none-match': etag } });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
  });

  test('text of a project is text in XML, too', async () => {
    const bad = ']]></title><script>alert(1)</script>&amp;"\u000b';
    const entry = projectEntry(`Bad ${bad}`, 'https://bad.example', {
      id: 41,
      description: bad,
      origin: bad,
    });
    await importAll(service, 'bad@example.org', [entry], '--publish');
    const xml = await feed();
    expect(textsIn(xml, 'title')[1]).toContain('Bad ]]></title><script>alert(1)</script>&amp;"');
    expect(elementsIn(xml, 'script')).toEqual([]);
    expect(textsIn(await sitemap(), 'loc').filter((address) => /\/41-/.test(address))).toHaveLength(1);
    await service.operate('hide', '41');
  });

  test.each(['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-01.xml', '/sitemap-x.xml', '/sitemap-99999.xml'])(
    '%s is no part of it',
    async (path) => expect((await service.get(path)).status).toBe(404),
  );

  test('more than 5,000 projects are in parts, each once', async () => {
    await addCopies(service, 100_000, 5_000);
    const parts = textsIn(await sitemap(), 'loc');
    expect(parts).toEqual([`${service.baseUrl}/sitemap-1.xml`, `${service.baseUrl}/sitemap-2.xml`]);
    const listed: string[] = [];
    for (const part of parts) {
      const addresses = textsIn(await sitemap(part.slice(service.baseUrl.length)), 'loc');
      expect(addresses.length).toBeLessThanOrEqual(50_000);
      listed.push(...addresses.filter((address) => address.includes('/project/')));
    }
    expect(new Set(listed).size).toBe(5_003);
    expect(listed).toHaveLength(5_003);
    expect((await service.get('/sitemap-3.xml')).status).toBe(404);
  });
});
