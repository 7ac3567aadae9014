/**
 * A proxy that knows only the OpenAPI document, in front of a service: it passes the requests that the reference
 * promises, accepts all our replies, and refuses what the service refuses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/contract/index.ts';
import { newAccessToken } from '../set-up/authorize.ts';
import { goodRequests } from '../set-up/good-requests.ts';
import type { Service } from '../set-up/start-service.ts';
import { type Document, type Stopped, validatingProxy } from '../set-up/validating-proxy.ts';
import {
  bodyOf,
  isGet,
  onlyOurs,
  onlyTheirs,
  pairsOf,
  promised,
  refusedByBoth,
  rows,
  ways,
  type Row,
  type Sent,
  type Way,
} from './openapi-rows.ts';
import { profileId, projects, startScene } from './scene.ts';

const { birds } = projects;

let service: Service;
let proxy: Awaited<ReturnType<typeof validatingProxy>>;
let owner: string;
let participant: number;

let token: string;

/** The identity that a request claims. */
const credential = (row: Row) => ({
  authorization: `Bearer ${api[row].auth === 'token' ? token : owner}`,
});

beforeAll(async () => {
  ({ service, owner } = await startScene('sqlite'));
  await service.operator('allow-hashed', String(birds.id));
  participant = await profileId(service, owner, 'participant@example.org');
  token = await newAccessToken(service);
  proxy = await validatingProxy(service.baseUrl);
});
afterAll(() => proxy[Symbol.asyncDispose]());

type Asked = {
  row: Row;
  way: Way;
  sent: Sent;
  headers?: Record<string, string>;
  query?: string;
  /** Appended to the path. */
  behind?: string;
};
type Answer = { status: number; body: Sent & Partial<Stopped> };

async function ask(
  baseUrl: string,
  { row, way, sent, headers = credential(row), query = '', behind = '' }: Asked,
): Promise<Answer> {
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern.replace(/:\w+/, goodRequests[row].at ?? '') + behind;
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
    body: JSON.parse(/^\/\*\*\/ [\w.$]+\((.*)\);$/s.exec(text)?.[1] ?? text) as Sent,
  };
}

/** The replies of the proxy and of the service itself. */
const askBoth = async (asked: Asked) => [await ask(proxy.baseUrl, asked), await ask(service.baseUrl, asked)];

const good = (row: Row): Sent => goodRequests[row].said(String(participant));

const succeeded = ({ status, body }: Answer) =>
  expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success' } });

describe.each(rows)('%s through the proxy', (row) => {
  test.each(ways(row))('the good request succeeds as %s', async (way) => {
    succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row) }));
  });

  test('with a slash at its end, and with unknown fields', async () => {
    const sent = { ...good(row), colour: 'red' };
    for (const way of ways(row)) {
      const answer = await ask(proxy.baseUrl, { row, way, sent, behind: '/' });
      succeeded(answer);
      expect(answer.body['warnings']).toEqual(['unknown fields were ignored: colour']);
    }
  });

  const places = isGet(row) ? ['header', 'query'] : ['header', 'query', 'body'];
  // An access token is in the header only.
  test.each(api[row].auth === 'token' ? [] : places)('the key may be in the %s', async (place) => {
    const placed: Partial<Asked> = {
      ...(place !== 'header' && { headers: {} }),
      ...(place === 'query' && { query: `key=${owner}` }),
      ...(place === 'body' && { sent: { ...good(row), key: owner } }),
    };
    for (const way of ways(row))
      succeeded(await ask(proxy.baseUrl, { row, way, sent: good(row), ...placed }));
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

describe('everything that the reference promises succeeds through the proxy, in every way of sending it', () => {
  test.each(promised)('%s', async (_, row, sent, some = ways(row)) => {
    for (const way of some) {
      const answers = await askBoth({ row, way, sent: { ...good(row), ...sent } });
      expect([way, ...answers.map(({ status, body }) => [status, body.why ?? body['errors']])]).toEqual([
        way,
        [200, undefined],
        [200, undefined],
      ]);
    }
  });

  test('an update has only the fields that change', async () => {
    const row = 'POST /api/project/add';
    const { body } = await ask(service.baseUrl, { row, way: 'form', sent: good(row) });
    const sent = { service_id: body['project_id'], goal: 'Ferns' };
    for (const way of ways(row)) succeeded(await ask(proxy.baseUrl, { row, way, sent }));
  });
});

test.each(refusedByBoth)('refused with and without the proxy: %s', async (_, row, sent, some = ways(row)) => {
  for (const way of some) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, through?.body.stopped]).toEqual([way, 400, 'request']);
    expect([400, 413]).toContain(direct?.status);
  }
});

test('the proxy stops a reply that does not match the document', async () => {
  const document = (await (await service.get('/openapi.json')).json()) as Document;
  const wrong = JSON.parse(
    JSON.stringify(document).replace('"known":{"type":"boolean"', '"known":{"type":"string"'),
  ) as Document;
  await using strict = await validatingProxy(service.baseUrl, wrong);
  const row = 'GET /api/profile/id';
  const { status, body } = await ask(strict.baseUrl, { row, way: 'query', sent: good(row) });
  expect([status, body.stopped]).toEqual([500, 'reply']);
  expect(body.why).toMatch(/known/);
});

test.each(onlyOurs)('refused only by us, in a reply that matches: %s', async (_, row, sent, status) => {
  for (const way of ways(row)) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, direct?.status]).toEqual([way, status, status]);
    expect(through?.body).toEqual(direct?.body);
  }
});

test.each(onlyTheirs)('refused only by the proxy: %s', async (_, row, sent) => {
  for (const way of ways(row)) {
    const [through, direct] = await askBoth({ row, way, sent: { ...good(row), ...sent } });
    expect([way, through?.status, direct?.status]).toEqual([way, 400, 200]);
  }
});
