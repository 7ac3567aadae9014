/** The operator's own imprint, contact and privacy notice: in the footer, as pages, and in mails. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { refusedStart } from '../../set-up/service/refused-start.ts';
import { startService, type Service } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';

let service: Service;
let folder: string;

const fileWith = async (content: string | Uint8Array) => {
  const path = join(folder, `${Math.random()}.txt`);
  await writeFile(path, content);
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyhands-own-'));
  watchOver(folder);
  service = await startService('sqlite', {
    IMPRINT: await fileWith('Verein Große Vögel\nGasse <1>, Wien\nhttps://birds.example/verein'),
    CONTACT: 'mailto:hello@birds.example',
    PRIVACY: 'https://birds.example/privacy',
  });
});

test('every page links to them, and those with a text are pages here', async () => {
  for (const path of ['/', '/finder', '/docs', '/nothing-at-all']) {
    const body = await (await service.get(path)).text();
    expect(body).toContain(
      `<p><a href="${service.baseUrl}/imprint">Imprint</a> · <a href="mailto:hello@birds.example">Contact</a> · <a href="https://birds.example/privacy">Privacy</a></p>`,
    );
  }
  const imprint = await service.get('/imprint');
  const body = await imprint.text();
  expect(imprint.status).toBe(200);
  expect(body).toContain('<p>Verein Große Vögel</p><p>Gasse &lt;1>, Wien</p>');
  expect(body).toContain('href="https://birds.example/verein"');
  for (const path of ['/contact', '/privacy']) expect((await service.get(path)).status).toBe(404);
});

test('their titles are in the language of the visitor', async () => {
  const imprint = await (await service.get('/imprint', { headers: { 'accept-language': 'de' } })).text();
  expect(imprint).toContain('<h1>Impressum</h1><div lang dir="auto"><p>Verein Große Vögel</p>');
  expect(imprint).toContain('<title>Impressum · Manyhands</title>');
  expect(imprint).toContain('<a href="https://birds.example/privacy">Datenschutz</a>');
});

test('security.txt names the contact, and for how long it holds', async () => {
  const reply = await service.get('/.well-known/security.txt');
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = Object.fromEntries(
    (await reply.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  ) as Record<string, string>;
  expect(lines).toEqual({
    Contact: 'mailto:hello@birds.example',
    Expires: expect.any(String),
    Canonical: `${service.baseUrl}/.well-known/security.txt`,
  });
  const days = (Date.parse(lines['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(days > 30 && days < 365).toBe(true);
});

test('every mail ends with them', async () => {
  await service.postForm(
    '/sign-in',
    { email: 'somebody@example.org' },
    { headers: { origin: service.baseUrl } },
  );
  await expect.poll(async () => (await service.mails()).length).toBe(1);
  expect((await service.mails())[0]?.text).toMatch(
    /\n-- \nManyhands\nhttp:\/\/localhost:\d+\/imprint\nmailto:hello@birds\.example\nhttps:\/\/birds\.example\/privacy\n$/,
  );
});

test('without settings there is nothing of it', async () => {
  const plain = await startService('sqlite');
  for (const path of ['/imprint', '/.well-known/security.txt'])
    expect((await plain.get(path)).status).toBe(404);
  expect(await (await plain.get('/')).text()).not.toContain('Imprint');
});

test.each([
  ['a file that does not exist', async () => join(folder, 'missing.txt')],
  ['an empty file', () => fileWith(' \n')],
  ['text in another encoding', () => fileWith(new Uint8Array([0x56, 0xf6, 0x67]))],
  ['a large file', () => fileWith('x'.repeat(200_001))],
  ['a script', async () => 'javascript:alert(1)'],
])('the service does not start with %s', async (_, value) => {
  const { code, lines } = await refusedStart({ IMPRINT: await value() });
  expect(code).toBe('1');
  expect(lines).toEqual([
    expect.stringMatching(/^IMPRINT: must be an address \(https or mailto\), or the path /),
  ]);
});
