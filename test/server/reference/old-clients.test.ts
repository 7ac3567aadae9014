/**
 * Old clients' patterns: the forms in which clients have sent fields, some of them further than what the reference
 * promises. All of them still work, in every way of sending them, and what was refused is refused.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { newAccessToken } from '../../set-up/service/authorize.ts';
import { goodRequests, recordForRetraction } from '../../set-up/service/good-requests.ts';
import { misfits } from '../../set-up/service/openapi.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import {
  accepted,
  bodyOf,
  isGet,
  pairsOf,
  refused,
  refusedByMeaning,
  rows,
  ways,
  type Row,
  type Sent,
  type Way,
} from './sent-forms.ts';
import { profileId, projects, startScene } from '../scene.ts';

const { birds } = projects;

let service: Service;
let owner: string;
let participant: number;

let token: string;

/** The identity that a request claims. */
const credential = (row: Row) => ({
  authorization: `Bearer ${api[row].auth === 'token' ? token : owner}`,
});

beforeAll(async () => {
  ({ service, owner } = await startScene('sqlite'));
  await service.operate('allow-hashed', String(birds.id));
  participant = await profileId(service, owner, 'participant@example.org');
  await recordForRetraction(service, owner, participant);
  token = await newAccessToken(service);
});

type Asked = {
  row: Row;
  way: Way;
  sent: Sent;
  headers?: Record<string, string>;
  query?: string;
  /** Appended to the path. */
  behind?: string;
};

/** The status and the body of the reply, which the reference describes. */
async function ask({ row, way, sent, headers = credential(row), query = '', behind = '' }: Asked) {
  const [method = '', pattern = ''] = row.split(' ');
  const path = pattern.replace(/:\w+/, goodRequests[row].at ?? '') + behind;
  const content = isGet(row) ? undefined : bodyOf(way, sent);
  const asked = isGet(row) ? `${new URLSearchParams(pairsOf(sent))}&${query}` : query;
  const reply = await service.get(`${path}?${asked}`, {
    method,
    ...content,
    headers: { ...content?.headers, ...headers },
  });
  const text = await reply.text();
  const body = JSON.parse(/^\/\*\*\/ [\w.$]+\((.*)\);$/s.exec(text)?.[1] ?? text) as Sent;
  expect(misfits(row, body)).toEqual([]);
  return { status: reply.status, body };
}

const good = (row: Row): Sent => goodRequests[row].said(String(participant));

const succeeded = (answer: { status: number; body: Sent }) =>
  expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });

describe.each(rows)('%s', (row) => {
  test.each(ways(row))('the good request succeeds as %s', async (way) => {
    succeeded(await ask({ row, way, sent: good(row) }));
  });

  test('with a slash at its end, and with unknown fields', async () => {
    const sent = { ...good(row), colour: 'red' };
    for (const way of ways(row)) {
      const answer = await ask({ row, way, sent, behind: '/' });
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
    for (const way of ways(row)) succeeded(await ask({ row, way, sent: good(row), ...placed }));
  });

  test('without a key, and with a wrong one, it is refused', async () => {
    const isOpen = api[row].auth === 'none';
    for (const way of ways(row))
      for (const headers of [{}, { authorization: `Bearer mh_${'x'.repeat(38)}` }] as Record<
        string,
        string
      >[]) {
        const { status } = await ask({ row, way, sent: good(row), headers });
        expect(status).toBe(isOpen ? 200 : 401);
      }
  });
});

describe('every form succeeds, in every way of sending it', () => {
  test.each(accepted)('%s', async (_, row, sent, some = ways(row)) => {
    for (const way of some) {
      const { status, body } = await ask({ row, way, sent: { ...good(row), ...sent } });
      expect([way, status, body['errors']]).toEqual([way, 200, undefined]);
    }
  });

  test('an update has only the fields that change', async () => {
    const row = 'POST /api/project/add';
    const { body } = await ask({ row, way: 'form', sent: good(row) });
    const sent = { service_id: body['project_id'], goal: 'Ferns' };
    for (const way of ways(row)) succeeded(await ask({ row, way, sent }));
  });
});

test.each(refused)('refused: %s', async (_, row, sent, some = ways(row)) => {
  for (const way of some) {
    const { status } = await ask({ row, way, sent: { ...good(row), ...sent } });
    expect([400, 413]).toContain(status);
  }
});

test.each(refusedByMeaning)('refused for what it means: %s', async (_, row, sent, wanted) => {
  for (const way of ways(row)) {
    const { status } = await ask({ row, way, sent: { ...good(row), ...sent } });
    expect([way, status]).toEqual([way, wanted]);
  }
});
