/** Rules for every operation: its address, who may read its reply, and how lenient it is. */
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { newAccessToken } from '../../set-up/service/authorize.ts';
import { goodRequests, recordForRetraction } from '../../set-up/service/good-requests.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  fieldsOf,
  profileId,
  projects,
  refusal,
  refusalBody,
  shareScene,
  success,
  successBody,
} from '../scene.ts';

type Row = keyof typeof api;
type Said = Record<string, string>;

const { birds } = projects;
const rows = Object.keys(api) as Row[];

describe.each(engines)('every operation on %s', (engine) => {
  let service: Service;
  let owner: string;
  let participant: number;
  let token: string;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    await service.operate('allow-hashed', String(birds.id));
    participant = await profileId(service, owner, 'participant@example.org');
    await recordForRetraction(service, owner, participant);
    token = await newAccessToken(service);
  });

  type Ways = { more?: Said; headers?: Said; behind?: string; key?: string };

  /** Sends the valid request with one change. */
  const ask = (row: Row, { more = {}, headers = {}, behind = '', key = owner }: Ways = {}) => {
    const [method = '', pattern = ''] = row.split(' ');
    const { at = '', said } = goodRequests[row];
    const path = pattern.replace(/:\w+/, at) + behind;
    const fields = new URLSearchParams({ ...said(String(participant)), ...more });
    const needsKey = api[row].auth === 'key';
    const query = new URLSearchParams({
      ...(needsKey && { key }),
      ...(method === 'GET' && Object.fromEntries(fields)),
    });
    const isTokens = api[row].auth === 'token' && key === owner;
    return service.get(`${path}?${query}`, {
      method,
      headers: { ...(isTokens && { authorization: `Bearer ${token}` }), ...headers },
      ...(method === 'POST' && { body: fields }),
    });
  };

  describe.each(rows)('%s', (row) => {
    test.each([
      ['as it is', ''],
      ['with a slash at its end', '/'],
    ])('its address works %s, and is no redirect', async (_, behind) => {
      await success(row, await ask(row, { behind }));
    });

    test('unknown fields are ignored, and the reply names them', async () => {
      const { warnings } = await success(row, await ask(row, { more: { colour: 'red', species: 'x' } }));
      expect(warnings).toEqual(['unknown fields were ignored: colour, species']);
    });

    test('an empty field counts as absent', async () => {
      const optional = Object.keys(api[row].input.shape).filter(
        (name) => !(name in goodRequests[row].said('1')) && name !== 'project' && name !== 'project_id',
      );
      const more = Object.fromEntries([...optional, 'colour'].map((name) => [name, '']));
      expect(await success(row, await ask(row, { more }))).not.toHaveProperty('warnings');
    });

    test.each(['Bearer nothing-of-ours', 'Basic dXNlcjpwYXNz', 'nonsense'])(
      'the header Authorization: %s is ignored',
      async (authorization) => {
        const reply = await ask(row, { headers: { authorization } });
        // There it is the credential itself.
        if (api[row].auth === 'token') expect(reply.status).toBe(401);
        else await success(row, reply);
      },
    );

    test('only operations that declare it may be read by pages of any site, and never with credentials', async () => {
      const isForPages = [
        ...['GET /finder', 'GET /finder/metadata', 'GET /api/project/:project_id'],
        ...['GET /api/user_info', 'GET /api/contributions'],
      ].includes(row);
      const headers = { origin: 'https://elsewhere.example' };
      for (const reply of [await ask(row, { headers }), await ask(row, { headers, key: 'wrong' })]) {
        expect(reply.headers.get('access-control-allow-origin')).toBe(isForPages ? '*' : null);
        expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
      }
    });

    test.each(['jsonp', 'callback'])(
      '%s wraps public reads and the reply of an addition, and nothing else',
      async (field) => {
        const isWrapped = [
          ...['GET /finder', 'GET /finder/metadata', 'GET /api/project/:project_id'],
          'POST /api/project/add',
        ].includes(row);
        const [method = ''] = row.split(' ');
        const path = (await ask(row)).url;
        const reply = await service.get(`${path}&${field}=take`, {
          method,
          ...(api[row].auth === 'token' && { headers: { authorization: `Bearer ${token}` } }),
          ...(method === 'POST' && {
            body: new URLSearchParams(goodRequests[row].said(String(participant))),
          }),
        });
        const text = await reply.text();
        const headers = ['content-type', 'x-content-type-options', 'referrer-policy', 'cache-control'];
        expect([reply.status, ...headers.map((name) => reply.headers.get(name))]).toEqual([
          200,
          `application/${isWrapped ? 'javascript' : 'json'}; charset=utf-8`,
          ...['nosniff', 'no-referrer', 'no-store'],
        ]);
        const body: unknown = JSON.parse(
          isWrapped ? (/^\/\*\*\/ take\((.*)\);$/s.exec(text)?.[1] ?? '') : text,
        );
        const { warnings } = successBody(row, body);
        const isUnknown = field === 'callback' && !isWrapped;
        expect(warnings).toEqual(isUnknown ? ['unknown fields were ignored: callback'] : undefined);
      },
    );
  });

  test.each([['POST', '/widget/12']])(
    '%s %s does not exist yet: it says so, and where to look',
    async (method, path) => {
      const reply = await service.get(`${path}?key=${owner}`, {
        method,
        headers: { authorization: 'Bearer x' },
      });
      expect((await refusal(reply, 404, 'not_found')).error).toMatch(/\/docs\/api/);
    },
  );

  test.each([
    ['/.well-known/change-password', '*/*'],
    ['/nothing', 'application/json'],
  ])('%s is JSON for a client that accepts %s', async (path, accept) => {
    const reply = await service.get(path, { headers: { accept } });
    expect((await refusal(reply, 404, 'not_found')).error).toMatch(/\/docs\/api/);
  });

  test.each(['/nothing'])('%s is a page for a browser', async (path) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
    const reply = await service.get(path, { headers: { accept } });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test.each(['/authorizes', '/apiary', '/api-x', '/widgetry', '/static.html'])(
    'people hear that there is nothing at %s',
    async (path) => {
      const reply = await service.get(path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await reply.text()).toContain('There is nothing here');
    },
  );

  test.each([
    ['/project/999999999', 'text/html', '"code":"no_project","row":"GET /project/:project","status":404'],
    ['/nothing', 'text/html', '"code":"not_found","row":"none","status":404'],
    ['/nothing', 'application/json', '"code":"not_found","row":"none","status":404'],
  ])('%s, refused as %s, leaves a line in the log, with its code and an id', async (path, accept, line) => {
    const countOf = (log: string) =>
      log.match(new RegExp(`"request_id":"[\\w-]{8,}",${line}`, 'g'))?.length ?? 0;
    const before = countOf(service.log());
    expect((await service.get(path, { headers: { accept } })).status).toBe(404);
    await expect.poll(() => countOf(service.log())).toBe(before + 1);
  });

  test.each(['/finder?q=bird&key=', '/finder?key=', '/nowhere?a=b&key=', '/me?KEY='])(
    'a page that was asked for with a key never repeats it: %s',
    async (path) => {
      const reply = await service.get(path + owner, { redirect: 'manual' });
      expect(await reply.text()).not.toContain(owner);
      expect(reply.headers.get('location') ?? '').not.toContain(owner);
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  test('an internal error reveals nothing internal, and has the id that is in the log', async () => {
    await using store = openRows(service);
    const away = ['addresses', 'digests', 'project_managers', 'projects', 'events'];
    for (const table of away) await store.run(`alter table ${table} rename to away_${table}`);
    const told: [Row, number][] = [];
    for (const row of rows) {
      const reply = await ask(row, { more: row === 'GET /finder' ? { q: '' } : {} });
      const { request_id, ...body } = (await reply.json()) as { request_id?: string };
      told.push([row, reply.status]);
      if (reply.status !== 500) continue;
      const { error, errors } = refusalBody(body, 'internal');
      expect([error, errors]).toEqual(['Something went wrong on our side; it has been noted.', undefined]);
      expect(request_id).toMatch(/^[\w-]{8,}$/);
      await expect.poll(() => service.log()).toContain(`"request_id":"${request_id}"`);
    }
    for (const table of away) await store.run(`alter table away_${table} rename to ${table}`);
    expect(told.map(([row, status]) => [row, status])).toEqual(
      rows.map((row) => [row, row === 'GET /finder/metadata' ? 200 : 500]),
    );
    await success('GET /api/profile/id', await ask('GET /api/profile/id'));
    expect(fieldsOf(await refusal(await ask('GET /api/profile/id', { key: 'x' }), 401, 'wrong_key'))).toEqual(
      ['key'],
    );
  });
});
