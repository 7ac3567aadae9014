/** The finder as a page for frames, and oEmbed, over HTTP. */
import { Ajv } from 'ajv';
import { parseDocument } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, projects, signIn, shareScene } from '../scene.ts';

/** The specification's parameters of a rich reply: https://oembed.com, 2.3.4.1 and 2.3.4.4. */
const rich = new Ajv().compile({
  type: 'object',
  required: ['type', 'version', 'html', 'width', 'height'],
  properties: {
    type: { const: 'rich' },
    version: { const: '1.0' },
    title: { type: 'string' },
    provider_name: { type: 'string' },
    provider_url: { type: 'string', pattern: '^https?://' },
    cache_age: { type: 'integer', minimum: 0 },
    html: { type: 'string', minLength: 1 },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
  },
});
type Rich = { html: string; width: number; height: number; title: string };

describe.each(engines)('frames on %s', (engine) => {
  let service: Service;
  let widget = 0;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    const cookie = await signIn(service, 'owner@example.org');
    const html = await (await service.get('/builder?embed=finder', { headers: { cookie } })).text();
    const once = /name="once" value="([\w-]{43})"/.exec(html)?.[1] ?? '';
    const built = { embed: 'finder', title: 'Our "frogs" & <b>', limit: '2' };
    const reply = await post(service, '/widgets', { once, name: 'Secret name', ...built }, cookie);
    widget = Number(/\d+/.exec(reply.headers.get('location') ?? '')?.[0]);
  });

  const oembed = (query: Record<string, string>) => service.get(`/oembed?${new URLSearchParams(query)}`);
  const about = (path: string, more: Record<string, string> = {}) =>
    oembed({ url: service.baseUrl + path, ...more });

  test('a frame may be shown anywhere, and lets in nothing but us', async () => {
    for (const path of [`/widget/${widget}`, '/widget', '/widget?topic=Birds']) {
      const { status, headers } = await service.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, status, headers.get('x-frame-options')]).toEqual([path, 200, null]);
      expect(policy).toContain("default-src 'none'; script-src");
      expect(policy).not.toContain('frame-ancestors');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('set-cookie')).toBeNull();
    }
    // Every other page still refuses to be framed.
    const { headers } = await service.get('/builder');
    expect(headers.get('x-frame-options')).not.toBeNull();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each(['/widget/0', '/widget/x', '/widget/1e3', '/widget/99999999999999999', '/widget/1/2'])(
    'there is nothing at %s',
    async (path) => expect((await service.get(path)).status).toBe(404),
  );

  test.each([
    ['the language of the visitor', '/widget', 'fr-CA, en;q=0.5', 'fr', 'Tous les projets sur Manyhands'],
    ['that of the widget', '/widget?lang=de', 'fr', 'de', 'Alle Projekte auf Manyhands'],
    ['English for others', '/widget', 'fi', 'en', 'Projects on Manyhands'],
    ['Arabic from right to left', '/widget', 'ar', 'ar" dir="rtl', 'كل المشاريع على \u2068Manyhands\u2069'],
  ])('a frame and its link are in %s', async (_, path, languages, lang, title) => {
    const reply = await service.get(path, { headers: { 'accept-language': languages } });
    const html = await reply.text();
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`>${title}</a>`);
    expect(reply.headers.get('vary')).toContain('Accept-Language');
  });

  test('hostile settings in the address stay text', async () => {
    const evil = '"></script><script>alert(1)</script><style>*{display:none}';
    const query = new URLSearchParams({
      title: evil,
      q: evil,
      'look-accent': 'red;}*{x:y',
      target: 'body',
      unknown: evil,
    });
    const html = await (await service.get(`/widget?${query}`)).text();
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<style/g)).toHaveLength(1);
    for (const text of ['data-target', 'unknown', 'red;}']) expect(html).not.toContain(text);
  });

  test.each([
    ['a project', () => `/project/${projects.birds.id}`, 'Bird Count'],
    ['a project by its name, too', () => `/project/${projects.birds.id}-bird-count`, 'Bird Count'],
    ['a saved widget', () => `/widget/${widget}`, 'Our "frogs" & <b>'],
  ])('oEmbed of %s follows its specification', async (_, path, title) => {
    const reply = await about(path());
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    const body = (await reply.json()) as Rich;
    expect([rich(body), rich.errors]).toEqual([true, null]);
    expect(body.title).toBe(title);
    const [frame, ...others] = parseDocument(body.html).children;
    expect(others).toEqual([]);
    const { attribs } = frame as unknown as { attribs: Record<string, string> };
    expect([attribs['width'], attribs['height']]).toEqual([String(body.width), String(body.height)]);
    const src = attribs['src'] ?? '';
    expect(src.startsWith(`${service.baseUrl}/widget`)).toBe(true);
    expect((await service.get(src.slice(service.baseUrl.length))).status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('Secret name');
  });

  test('oEmbed keeps to the size that the editor offers', async () => {
    const body = (await (
      await about(`/widget/${widget}`, { maxwidth: '320', maxheight: '100' })
    ).json()) as Rich;
    expect([body.width, body.height]).toEqual([320, 100]);
    const odd = (await (await about(`/widget/${widget}`, { maxwidth: '-1', maxheight: 'x' })).json()) as Rich;
    expect(odd.width).toBe(600);
  });

  test.each<[string, Record<string, string>, number]>([
    ['no address', {}, 404],
    ['another site', { url: 'https://evil.example/project/11' }, 404],
    ['an address that cannot be read', { url: 'http://[' }, 404],
    ['a program', { url: 'javascript:alert(1)' }, 404],
    ['XML', { url: 'x', format: 'xml' }, 501],
  ])('oEmbed of %s is refused with the status of the specification', async (_, query, status) => {
    expect((await oembed(query)).status).toBe(status);
  });

  test.each([
    ['a project that is not there', '/project/99'],
    ['a project that its owner hides', `/project/${projects.hidden.id}`],
    ['a page that is none of them', '/builder'],
    ['a widget that is not there', '/widget/99999'],
    ['a project with our name before it', '/x/project/11'],
  ])('oEmbed of %s is a 404', async (_, path) => expect((await about(path)).status).toBe(404));

  test.each<[string, string]>([
    ['a slash', `/project/${projects.birds.id}-bird-count/`],
    ['what a campaign adds', `/project/${projects.birds.id}?utm_source=post#more`],
    ['the finder', '/finder'],
    ['a search', '/finder?q=frogs&topic=Birds&page=2&sort=newest'],
    ['a frame with settings', '/widget?topic=Birds&target=body&look-accent=red;}'],
  ])('oEmbed takes an address with %s, also with http', async (_, path) => {
    const srcs = await Promise.all(
      [service.baseUrl, service.baseUrl.replace('http:', 'https:')].map(async (base) => {
        const reply = await oembed({ url: base + path });
        expect(reply.status).toBe(200);
        return /src="([^"]+)"/.exec(((await reply.json()) as Rich).html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      }),
    );
    expect(srcs[0]).toBe(srcs[1]);
    const frame = await (await service.get(srcs[0]?.slice(service.baseUrl.length) ?? '')).text();
    if (path.includes('topic')) expect(frame).toContain('data-topic="Birds"');
    if (path.includes('q=')) expect(frame).toContain('data-q="frogs"');
    expect(frame).not.toMatch(/red;|data-target|data-page/);
  });

  test('both kinds of page link to their oEmbed reply', async () => {
    for (const path of [`/project/${projects.birds.id}`, `/widget/${widget}`]) {
      const first = await service.get(path);
      const html = await (await service.get(first.headers.get('location') ?? path)).text();
      const [, link = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
      const address = link.replaceAll('&amp;', '&');
      expect(address.startsWith(`${service.baseUrl}/oembed?format=json&url=`)).toBe(true);
      expect((await service.get(address.slice(service.baseUrl.length))).status).toBe(200);
    }
  });
});
