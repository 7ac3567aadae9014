/** The public files of the embeds, as pages of any site load them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { root } from '../../../scripts/built.ts';
import { outsidePackages } from '../../../scripts/outside-packages.ts';
import { embedFiles } from '../../../widgets/entries/files.ts';
import { startService, type Service } from '../../set-up/service/start-service.ts';

let service: Service;
let twins: Record<string, { file: string; integrity: string }>;

beforeAll(async () => {
  service = await startService('sqlite', { SERVICE_SLUG: 'acme' });
  twins = (await (await service.get('/static/api/manifest.json')).json()) as typeof twins;
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** As sent, because `fetch` would decompress it. */
const ask = (file: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    request(`${service.baseUrl}/static/api/${file}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const anywhere = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};
const anHour = 'public, max-age=3600, stale-while-revalidate=604800';
const forEver = 'public, max-age=31536000, immutable';

describe.each(embedFiles.map(({ file }) => file))('%s', (file) => {
  const names = () => [
    [file, anHour],
    [file.replace('_service_', '_acme_'), anHour],
    [twins[file]?.file ?? 'no twin', forEver],
  ];

  test('is the same under its name, the name of the slug and its hash, and may be loaded by anybody', async () => {
    const bodies = new Set<string>();
    for (const [name = '', caching] of names()) {
      const { status, headers, body } = await ask(name);
      expect([name, status]).toEqual([name, 200]);
      expect(headers).toMatchObject({
        ...anywhere,
        'cache-control': caching,
        'content-type': 'text/javascript; charset=utf-8',
      });
      for (const absent of ['set-cookie', 'content-encoding']) expect(headers[absent]).toBeUndefined();
      bodies.add(body.toString());
    }
    expect(bodies.size).toBe(1);
    const [body = ''] = bodies;
    expect(body).toContain(service.baseUrl);
    expect(body).not.toMatch(/__BASE_URL__|__SERVICE_NAME__/);
    const digest = createHash('sha384').update(body).digest('base64');
    expect(twins[file]?.integrity).toBe(`sha384-${digest}`);
    expect(twins[file]?.file).toMatch(/\.[\w-]{12}\.js$/);
  });

  test('is sent in the smallest encoding that the browser accepts', async () => {
    const plain = await ask(file);
    const gzip = await ask(file, { 'accept-encoding': 'gzip, deflate' });
    const brotli = await ask(file, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(gzip.body.length);
    // One validator for all encodings must be a weak one.
    for (const { headers } of [plain, gzip, brotli]) expect(headers.etag).toMatch(/^W\/"[\w-]{12}"$/);
  });

  test('is not sent again to a browser that has it', async () => {
    for (const [name = '', caching] of names()) {
      const etag = String((await ask(name)).headers.etag);
      for (const known of [etag, etag.slice(2), `"another", ${etag}`, '*']) {
        const { status, headers, body } = await ask(name, {
          'if-none-match': known,
          'accept-encoding': 'br',
        });
        expect([known, status, body.length]).toEqual([known, 304, 0]);
        expect(headers).toMatchObject({ ...anywhere, etag, 'cache-control': caching });
        expect(headers['content-encoding']).toBeUndefined();
      }
      for (const stale of ['"another"', 'W/"another", "and-another"', ''])
        expect([stale, (await ask(name, { 'if-none-match': stale })).status]).toEqual([stale, 200]);
    }
  });
});

test('the manifest names every file, and may be read by anybody for five minutes', async () => {
  const { headers } = await ask('manifest.json');
  expect(Object.keys(twins).sort()).toEqual(embedFiles.map(({ file }) => file).sort());
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
  });
});

test('the licences of every package that the built files contain, and of no other', async () => {
  const { headers, body } = await ask('licences.txt');
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'text/plain; charset=utf-8',
  });
  const parts = body
    .toString()
    .split(/^-{80}$/m)
    .slice(1);
  const names = parts.map((part) => /^\s*(\S+) \d\S+ \(\S.*\)\n\n\S/.exec(part)?.[1] ?? part);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const isBundled = (name: string) => !outsidePackages.includes(name);
  expect(Object.keys(dependencies).filter((name) => isBundled(name) && !names.includes(name))).toEqual([]);
  // `npm audit --omit=dev` sees dependencies only, so nothing else may run.
  expect(names.filter((name) => name in devDependencies)).toEqual([]);
});
