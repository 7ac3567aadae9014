/** The reference: the document and the page. test/programs/printed-requests.test.ts runs its examples. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../server/reference/openapi.ts';
import { api } from '../../../src/contract/index.ts';
import { apiChapters, docsTopics } from '../../../src/contract/pages/docs-topics.ts';
import { hashingExample, reference } from '../../../src/contract/api/reference.ts';
import { refusals } from '../../../src/contract/api/refusals.ts';
import { apiPageNames, examplesOn } from '../../set-up/service/printed-examples.ts';
import { snippetsIn } from '../../set-up/service/snippets.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects, sha256, signIn, shareScene } from '../scene.ts';

const { birds } = projects;

const languages = ['curl', 'javascript', 'python', 'php', 'r'];
const rows = Object.keys(api) as (keyof typeof api)[];

describe.each(engines)('the reference on %s', (engine) => {
  let service: Service;
  let examples: Map<string, string>;
  let owner: string;
  const text = async (path: string) => (await service.get(path)).text();

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    examples = await examplesOn(service);
  });

  test('the document is published as generated from the contract, for pages of any site', async () => {
    const reply = await service.get('/openapi.json');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    const naming = {
      baseUrl: service.baseUrl,
      serviceName: 'Manyhands',
      slug: 'service',
      openFinder: false,
    };
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(openapiDocument(naming))));
  });

  test('every operation has an example in every language, and there is no other', () => {
    const wanted = rows.flatMap((row) => languages.map((language) => `${apiPageNames.get(row)}-${language}`));
    const other = /^(digest$|hashing-|client-)|-reply$/;
    expect([...examples.keys()].filter((name) => !other.test(name))).toEqual(wanted);
  });

  test('each mistake of hashing is printed with its digest, and leads to a separate profile', async () => {
    const html = await text('/docs/api/hashing');
    const table = html.slice(html.indexOf('id="second-profiles"'));
    const digests = [...table.matchAll(/<code[^>]*>([0-9a-f]{64})<\/code>/g)].map(
      ([, digest = '']) => digest,
    );
    const plain = 'jÖrg@example.org';
    const utf16 = Buffer.from(plain, 'utf16le');
    const hashed: (string | Buffer)[] = [
      plain,
      ` ${plain} `,
      'JÖRG@Example.org',
      'jörg@example.org',
      `${plain}\n`,
      `${plain}\r\n`,
      `"${plain}"`,
      'j%C3%96rg%40example.org',
      'jO\u0308rg@example.org',
      utf16,
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      `\ufeff${plain}`,
      Buffer.from(plain, 'latin1'),
      sha256(plain),
    ];
    expect(digests).toEqual(hashed.map((text) => createHash('sha256').update(text).digest('hex')));
    const lookUp = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ ...query, key: owner });
      const reply = await service.get(`/api/profile/id?${asked}`);
      return ((await reply.json()) as { service_profile_id: number }).service_profile_id;
    };
    const ids = await Promise.all(digests.map((digest) => lookUp({ hashed: digest })));
    expect(new Set(ids).size).toBe(hashed.length);
    expect(await lookUp({ identifier: ' JÖRG@Example.org ' })).toBe(ids[0]);
  });

  test('an owner reads that an opt-out is not revealed, and can be inferred', async () => {
    const html = await text('/docs/api/record-event');
    expect(html).toMatch(/does not reveal whether the participant opted out/);
    expect(html).toMatch(/an owner may still infer it/);
  });

  test('every code is listed, and explained where an operation refuses with it', async () => {
    const html = await text('/docs/api/errors');
    for (const [code, meaning] of Object.entries(refusals))
      expect([code, html.includes(`id="error-${code}"`)]).toEqual([code, !('embed' in meaning)]);
  });

  test('keys are in headers; in an address only where the specification has them', async () => {
    const paths = [
      ...docsTopics.map(({ name }) => `/docs${name && `/${name}`}`),
      ...[...apiPageNames.values(), ...apiChapters.map(({ name }) => name)].map(
        (name) => `/docs/api/${name}`,
      ),
    ];
    const lines: string[] = [];
    for (const path of paths)
      for (const [snippet] of (await text(path)).matchAll(/<pre[\s\S]*?<\/pre>/g))
        lines.push(...snippet.split('\n').filter((line) => /YOUR_API_KEY|Bearer/.test(line)));
    expect(lines.length).toBeGreaterThan(20);
    const isInAddress = (line: string) => /(?:[?&;]|-d |-F |urlencode \W?)key=/.test(line);
    expect(lines.filter((line) => isInAddress(line) && !line.includes('/token?'))).toEqual([]);
  });

  test('a row of the contract has a page, and an address of the earlier single page leads to it', async () => {
    const index = await text('/docs/api');
    for (const row of rows) {
      const path = `/docs/api/${apiPageNames.get(row)}`;
      const anchor = row.toLowerCase().replace(/\W+/g, '-');
      expect(index).toContain(`id="${anchor}" data-moved-to="${path}#${anchor}"`);
      expect(index).toContain(`href="${path}"`);
      expect(await text(path)).toContain(`<h1>${reference[row].title}</h1>`);
    }
    for (const anchor of ['basics', 'hashing', 'second-profiles', 'clients', 'errors', 'error-busy'])
      expect(index).toContain(`id="${anchor}"`);
  });

  test.each<[string, string, string[]]>([
    ['the name of an operation', 'record', ['record-event', 'participation-hashed']],
    ['a path', '/finder/meta', ['finder-metadata']],
    ['a field, however it is written', 'Service Profile-ID', ['profile-id']],
    ['an error code', 'trial_used_up', ['errors']],
    ['two words', 'profile token', ['profile-id', 'profile-token', 'user-info', 'record-event', 'errors']],
    ['nothing', 'zebra', []],
  ])('without a script the index is searched by the server: %s', async (_, q, wanted) => {
    const html = await text(`/docs/api?q=${encodeURIComponent(q)}`);
    const entries = [
      ...html.matchAll(/<li data-searched="[^"]*"( hidden)?>[\s\S]*?href="\/docs\/api\/([\w-]+)/g),
    ];
    const shown = entries.filter(([, hidden]) => hidden === undefined).map(([, , name]) => name);
    expect(shown).toEqual(wanted);
    expect(html.includes('Nothing has this name')).toBe(wanted.length === 0);
  });

  test("a signed-in owner's examples have their Project ID, and name their key without its text", async () => {
    const cookie = await signIn(service, 'owner@example.org');
    const shown = async (path: string) => (await service.get(path, { headers: { cookie } })).text();
    await service.operate('key', 'owner@example.org', '--name', 'Bird’s <site> $(id) №2');
    const html = await shown('/docs/api/record-event');
    const example = snippetsIn(html).get('record-event-curl') ?? '';
    expect(example).toContain('Authorization: Bearer YOUR_KEY_BIRD_S_SITE_ID_2"');
    expect(example).toContain(`project_id=${birds.id}"`);
    expect(html).toContain(`Project ID of <strong>${birds.name}</strong>`);
    expect(html).not.toContain(owner);
    // Another project of the address goes first, and a project that the example does not have is not named.
    const other = await shown('/docs/api/record-event?project_id=4711');
    expect(snippetsIn(other).get('record-event-python')).toContain('"project_id": "4711"');
    expect(other).toContain('href="/docs/api/finder?project_id=4711"');
    expect(await shown('/docs/api/finder')).not.toContain('The example has the Project ID');
    expect(await shown('/docs/api/finder-metadata')).not.toContain('Put your key');
    expect(await text('/docs/api/record-event')).toContain('Bearer YOUR_API_KEY');
  });
});

test('the test vector is the digest of its address', () => {
  expect(sha256(hashingExample.plain)).toBe(hashingExample.digest);
});

describe('the document itself', () => {
  const document = openapiDocument({
    baseUrl: 'https://x.example',
    serviceName: 'X',
    slug: 'acme',
    openFinder: false,
  });
  const text = JSON.stringify(document);

  test('every reference leads somewhere', () => {
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      expect([pointer, typeof found]).toEqual([pointer, 'object']);
    }
  });

  test('operations have their own ids, parameters their places, and every field a description', () => {
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(rows.length);
    for (const operations of Object.values(document.paths))
      for (const { parameters, summary, description } of Object.values(
        operations as Record<
          string,
          {
            parameters: { name: string; in: string; description?: string }[];
            summary: string;
            description: string;
          }
        >,
      )) {
        expect(summary && description).toBeTruthy();
        for (const parameter of parameters) {
          expect(['query', 'path', 'header']).toContain(parameter.in);
          expect([parameter.name, !!parameter.description]).toEqual([parameter.name, true]);
        }
      }
  });

  test("the slug's names are next to the general ones", () => {
    expect(text).toContain('"acme_profile_id"');
    expect(text).toContain('"service_profile_id"');
  });
});
