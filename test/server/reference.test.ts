/** The reference: the document, the page, and every example run as printed. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { openapiDocument } from '../../server/reference/openapi.ts';
import { api } from '../../src/contract/index.ts';
import { hashingExample } from '../../src/contract/reference.ts';
import { refusals } from '../../src/contract/refusals.ts';
import { misfits } from '../set-up/openapi.ts';
import { examplesOn } from '../set-up/printed-examples.ts';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { profileId, projects, setScene, sha256 } from './scene.ts';

const run = promisify(execFile);
/** Both documents have requests. */
const documents = ['README.md', 'docs/api.md'].map((file) => readFileSync(join(root, file), 'utf8'));
const { birds } = projects;

/** How each language runs a text; Python needs only its standard library. */
const programs = {
  curl: { file: 'example.sh', command: 'bash' },
  shell: { file: 'example.sh', command: 'bash' },
  javascript: { file: 'example.mjs', command: process.execPath },
  python: { file: 'example.py', command: 'python3' },
} as const;
type Tongue = keyof typeof programs;

async function runExample(tongue: Tongue, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  try {
    const file = join(folder, programs[tongue].file);
    await writeFile(file, text);
    return (await run(programs[tongue].command, [file], { cwd: folder })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const tongues = ['curl', 'javascript', 'python'] as const;
const rows = Object.keys(api);

describe.each(engines)('the reference on %s', (engine) => {
  let service: Service;
  let examples: Map<string, string>;
  let filledIn: (text: string) => string;

  beforeAll(async () => {
    service = await startService(engine);
    const { owner } = await setScene(service);
    await service.operator('allow-hashed', String(birds.id));
    const profile = await profileId(service, owner, 'participant@example.org');
    examples = await examplesOn(service);
    filledIn = (text) =>
      text
        .replaceAll('<API_KEY>', owner)
        .replaceAll('<PROFILE_ID>', String(profile))
        .replaceAll('<PROJECT_ID>', String(birds.id));
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
    const wanted = rows.flatMap((row) => tongues.map((tongue) => `${row} ${tongue}`));
    expect([...examples.keys()].filter((name) => !/^(hashing|client) /.test(name))).toEqual(wanted);
  });

  test.each(rows.flatMap((row) => tongues.map((tongue) => [row, tongue] as const)))(
    '%s in %s runs as printed',
    async (row, tongue) => {
      const printed = examples.get(`${row} ${tongue}`) ?? '';
      expect(printed).toContain(service.baseUrl);
      const output = await runExample(tongue, filledIn(printed));
      if (tongue === 'curl') {
        const body: unknown = JSON.parse(output);
        expect(body).toMatchObject({ result: 'success' });
        expect(misfits(row, body as object)).toEqual([]);
      } else expect(output).toMatch(/result["']?: ["']success/);
    },
  );

  test.each(['shell', 'javascript', 'python'] as const)('the digest in %s is the vector', async (tongue) => {
    const output = await runExample(tongue, examples.get(`hashing ${tongue}`) ?? '');
    expect(output.trim().split(/\s/)[0]).toBe(hashingExample.digest);
  });

  test('each mistake of hashing is printed with its digest, and leads to a separate profile', async () => {
    const html = await (await service.get('/docs/api')).text();
    const table = html.slice(html.indexOf('id="second-profiles"'));
    const digests = [...table.matchAll(/<code>([0-9a-f]{64})<\/code>/g)].map(([, digest = '']) => digest);
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
      const asked = new URLSearchParams({ ...query, key: filledIn('<API_KEY>') });
      const reply = await service.get(`/api/profile/id?${asked}`);
      return ((await reply.json()) as { service_profile_id: number }).service_profile_id;
    };
    const ids = await Promise.all(digests.map((digest) => lookUp({ hashed: digest })));
    expect(new Set(ids).size).toBe(hashed.length);
    expect(await lookUp({ identifier: ' JÖRG@Example.org ' })).toBe(ids[0]);
  });

  test("the documents' requests run as printed, and get the printed reply", async () => {
    const blocks = [...documents.join('\n').matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(
      ([, tongue, text = '']) => ({
        tongue,
        text,
      }),
    );
    const requests = blocks.filter(({ tongue, text }) => tongue === 'sh' && text.startsWith('curl '));
    const replies: object[] = [];
    for (const { text } of requests) {
      const put = text
        .replaceAll('http://localhost:3000', service.baseUrl)
        .replaceAll('YOUR_API_KEY', '<API_KEY>')
        .replaceAll('PROFILE_ID', '<PROFILE_ID>')
        .replaceAll('project_id=505', 'project_id=<PROJECT_ID>');
      replies.push(JSON.parse(await runExample('curl', filledIn(put))) as object);
    }
    expect(replies.map((reply) => (reply as { result: string }).result)).toEqual([
      'success',
      'success',
      'success',
    ]);
    const printed = JSON.parse(blocks.find(({ tongue }) => tongue === 'json')?.text ?? '{}') as object;
    expect(Object.keys(printed).sort()).toEqual(Object.keys(replies[1] ?? {}).sort());
    const digest = blocks.find(({ text }) => text.includes('sha256sum'))?.text ?? '';
    expect((await runExample('shell', digest)).split(/\s/)[0]).toBe(hashingExample.digest);
  });

  test('an owner reads that an opt-out is not revealed, and can be inferred', async () => {
    const html = await (await service.get('/docs/api')).text();
    expect(html).toMatch(/does not reveal whether the participant opted out/);
    expect(html).toMatch(/an owner may still infer it/);
  });

  test('the page loads nothing from elsewhere, and lists every code', async () => {
    const html = await (await service.get('/docs/api')).text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = '']) => address);
    expect(
      loaded.filter((address) => /^(https?:)?\/\//.test(address) && !address.startsWith(service.baseUrl)),
    ).toEqual([]);
    for (const [code, meaning] of Object.entries(refusals))
      expect([code, html.includes(`id="error-${code}"`)]).toEqual([code, !('embed' in meaning)]);
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
