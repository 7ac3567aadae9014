/**
 * A proxy that knows the OpenAPI document only, in front of a service: it lets through what the reference promises,
 * finds no fault with our replies, and refuses what the service refuses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/contract/index.ts';
import { goodRequests } from '../set-up/good-requests.ts';
import { type Service, startService } from '../set-up/start-service.ts';
import { type Stopped, validatingProxy } from '../set-up/validating-proxy.ts';
import { profileId, projectEntry, projects, setScene, sha256 } from './scene.ts';

type Row = keyof typeof api;
type Sent = Record<string, unknown>;
/** How a request is written; GET has its query only. */
type Way = 'query' | 'form' | 'multipart' | 'json';

const { birds } = projects;
const rows = Object.keys(api) as Row[];
const isGet = (row: Row) => row.startsWith('GET');

let service: Service;
let proxy: Awaited<ReturnType<typeof validatingProxy>>;
let owner: string;
let participant: number;

beforeAll(async () => {
  service = await startService('sqlite');
  ({ owner } = await setScene(service));
  await service.operator('allow-hashed', String(birds.id));
  participant = await profileId(service, owner, 'participant@example.org');
  proxy = await validatingProxy(service.baseUrl);
});
afterAll(() => proxy[Symbol.asyncDispose]());

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Every value of a list under the same name. */
const pairsOf = (sent: Sent): [string, string][] =>
  Object.entries(sent).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
      name,
      asText(one),
    ]),
  );

function bodyOf(way: Way, sent: Sent): { body: BodyInit; headers?: Record<string, string> } {
  if (way === 'json') return { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } };
  if (way === 'form') return { body: new URLSearchParams(pairsOf(sent)) };
  const body = new FormData();
  for (const [name, value] of pairsOf(sent)) body.append(name, value);
  return { body };
}

type Asked = {
  row: Row;
  way: Way;
  sent: Sent;
  headers?: Record<string, string>;
  query?: string;
  at?: string;
};
type Answer = { status: number; body: Sent & Partial<Stopped> };

async function ask(
  baseUrl: string,
  { row, way, sent, headers = { authorization: `Bearer ${owner}` }, query = '', at }: Asked,
): Promise<Answer> {
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern.replace(/:\w+/, at ?? goodRequests[row].at ?? '');
  const content = isGet(row) ? undefined : bodyOf(way, sent);
  const asked = isGet(row) ? `${new URLSearchParams(pairsOf(sent))}&${query}` : query;
  const reply = await fetch(`${baseUrl}${path}?${asked}`, {
    method,
    ...content,
    headers: { ...content?.headers, ...headers },
  });
  const text = await reply.text();
  return {
    status: reply.status,
    body: JSON.parse(/^\/\*\*\/ \w+\((.*)\);$/s.exec(text)?.[1] ?? text) as Sent,
  };
}

/** The answers of the proxy and of the service by itself. */
const askBoth = async (asked: Asked) => [await ask(proxy.baseUrl, asked), await ask(service.baseUrl, asked)];

const good = (row: Row): Sent => goodRequests[row].said(String(participant));
const ways = (row: Row): Way[] => (isGet(row) ? ['query'] : ['form', 'multipart', 'json']);

/** Numbers and booleans of JSON as such: the good requests have all as text. */
const succeeded = ({ status, body }: Answer) =>
  expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success' } });

describe.each(rows)('%s through the proxy', (row) => {
  test.each(ways(row))('the good request succeeds as %s', async (way) => {
    succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row) }));
  });

  test('with a slash at its end, and with fields that nobody knows', async () => {
    const sent = { ...good(row), colour: 'red' };
    const [method = '', pattern = ''] = row.split(' ');
    const path = `${pattern.replace(/:\w+/, goodRequests[row].at ?? '')}/`;
    const reply = await fetch(
      `${proxy.baseUrl}${path}?${new URLSearchParams({ key: owner, ...(isGet(row) && (sent as Record<string, string>)) })}`,
      { method, ...(!isGet(row) && { body: new URLSearchParams(sent as Record<string, string>) }) },
    );
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { result: 'success', warnings: ['unknown fields were ignored: colour'] },
    ]);
  });

  const places: [string, (key: string) => Partial<Asked>][] = [
    ['the header', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
    ['the query', (key) => ({ headers: {}, query: `key=${key}` })],
    ...(isGet(row)
      ? []
      : [
          ['the body', (key) => ({ headers: {}, sent: { ...good(row), key } })] as [
            string,
            (key: string) => Partial<Asked>,
          ],
        ]),
  ];
  test.each(places)('the key may be in %s', async (_, placed) => {
    for (const way of ways(row))
      succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row), ...placed(owner) }));
  });

  test('without a key, and with a wrong one, it is refused with and without the proxy', async () => {
    const isOpen = api[row].auth === 'none';
    for (const way of ways(row)) {
      for (const { status } of await askBoth({ row, way, sent: good(row), headers: {} }))
        expect(status).toBe(isOpen ? 200 : 401);
      const headers = { authorization: `Bearer mh_${'x'.repeat(38)}` };
      for (const { status } of await askBoth({ row, way, sent: good(row), headers }))
        expect(status).toBe(isOpen ? 200 : 401);
    }
  });
});
