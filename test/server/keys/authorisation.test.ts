/** Permissions on projects: one declared table over every operation, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { newKey, profileId, projectEntry, rows, sha256, success } from '../scene.ts';

/** The abbreviations in the cells. */
const short: Record<string, string> = {
  success: 'ok',
  no_key: 'none',
  wrong_key: 'bad',
  wrong_scope: 'scope',
  no_project: '404',
  not_manager: 'mgr',
  not_published: 'wait',
  withheld: 'held',
  hashed_not_allowed: 'hash',
  no_token: 'token',
  other_key: 'key',
};

const callers = [
  'owner',
  'co',
  'removed',
  'other',
  'revoked',
  'successor',
  'finder',
  'record',
  'projects',
  'nokey',
] as const;
type Caller = (typeof callers)[number];
type Kind = 'own' | 'others' | 'unpublished' | 'hidden' | 'withheld' | 'missing';

/**
 * `co` manages the projects of `owner`, with a key of their own; `removed` did; `other` manages `others`; `successor`
 * replaces the owner's key; `finder`, `record` and `projects` are keys of the owner with only that scope. `hidden` is
 * hidden by its owner; `withheld` is withheld by an operator. No key is accepted in place of an access token.
 */
const declared = `
operation                     project      owner co    removed other revoked successor finder record projects nokey
look up                       -            ok    ok    ok      ok    bad     ok        scope  ok     scope    none
look up with token            own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
look up with token            others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
look up with token            unpublished  wait  wait  404     404   bad     wait      scope  wait   scope    none
look up with token            hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
look up with token            withheld     held  held  404     404   bad     held      scope  held   scope    none
look up with token            missing      404   404   404     404   bad     404       scope  404    scope    none
token                         own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
token                         others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
token                         unpublished  wait  wait  404     404   bad     wait      scope  wait   scope    none
token                         hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
token                         withheld     held  held  404     404   bad     held      scope  held   scope    none
token                         missing      404   404   404     404   bad     404       scope  404    scope    none
user info                     -            token token token   token token   token     token  token  token    token
contributions                 -            token token token   token token   token     token  token  token    token
record                        own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
record                        others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
record                        unpublished  ok    ok    404     404   bad     ok        scope  ok     scope    none
record                        hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
record                        withheld     held  held  404     404   bad     held      scope  held   scope    none
record                        missing      404   404   404     404   bad     404       scope  404    scope    none
record hashed                 own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
record hashed                 others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
record hashed                 unpublished  ok    ok    404     404   bad     ok        scope  ok     scope    none
record hashed                 hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
record hashed                 withheld     held  held  404     404   bad     held      scope  held   scope    none
record hashed                 missing      404   404   404     404   bad     404       scope  404    scope    none
take back                     own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
take back                     others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
take back                     unpublished  ok    ok    404     404   bad     ok        scope  ok     scope    none
take back                     hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
take back                     withheld     ok    ok    404     404   bad     ok        scope  ok     scope    none
take back                     missing      404   404   404     404   bad     404       scope  404    scope    none
outcome                       own          ok    ok    mgr     mgr   bad     ok        scope  ok     scope    none
outcome                       others       mgr   mgr   mgr     ok    bad     mgr       scope  mgr    scope    none
outcome                       unpublished  wait  wait  404     404   bad     wait      scope  wait   scope    none
outcome                       hidden       ok    ok    404     404   bad     ok        scope  ok     scope    none
outcome                       withheld     held  held  404     404   bad     held      scope  held   scope    none
outcome                       missing      404   404   404     404   bad     404       scope  404    scope    none
search                        own          ok    ok    ok      ok    bad     ok        ok     scope  scope    none
search                        others       ok    ok    ok      ok    bad     ok        ok     scope  scope    none
search                        unpublished  404   404   404     404   bad     404       404    scope  scope    none
search                        hidden       404   404   404     404   bad     404       404    scope  scope    none
search                        withheld     404   404   404     404   bad     404       404    scope  scope    none
search                        missing      404   404   404     404   bad     404       404    scope  scope    none
metadata                      -            ok    ok    ok      ok    ok      ok        ok     ok     ok       ok
detail                        own          ok    ok    ok      ok    bad     ok        ok     ok     ok       none
detail                        others       ok    ok    ok      ok    bad     ok        ok     ok     ok       none
detail                        unpublished  ok    ok    404     404   bad     ok        ok     ok     ok       none
detail                        hidden       ok    ok    404     404   bad     ok        ok     ok     ok       none
detail                        withheld     ok    ok    404     404   bad     ok        ok     ok     ok       none
detail                        missing      404   404   404     404   bad     404       404    404    404      none
add                           -            ok    ok    ok      ok    bad     ok        scope  scope  ok       none
update                        own          ok    key   mgr     mgr   bad     ok        scope  scope  key      none
update                        others       mgr   mgr   mgr     ok    bad     mgr       scope  scope  mgr      none
update                        unpublished  ok    key   404     404   bad     ok        scope  scope  key      none
update                        hidden       ok    key   404     404   bad     ok        scope  scope  key      none
update                        withheld     ok    key   404     404   bad     ok        scope  scope  key      none
update                        missing      404   404   404     404   bad     404       scope  scope  404      none
`;

/** The row of the contract for each name in the table. */
const operationOf: Record<string, keyof typeof api> = {
  'look up': 'GET /api/profile/id',
  'look up with token': 'GET /api/profile/id',
  token: 'GET /api/profile/token',
  'user info': 'GET /api/user_info',
  contributions: 'GET /api/contributions',
  record: 'POST /api/record_event',
  'record hashed': 'POST /api/participation/hashed/:project',
  'take back': 'POST /api/event/retract',
  outcome: 'POST /api/outcome',
  search: 'GET /finder',
  metadata: 'GET /finder/metadata',
  detail: 'GET /api/project/:project_id',
  add: 'POST /api/project/add',
  update: 'POST /api/project/add',
};

const lines = declared.trim().split('\n').slice(1);
const table = lines.map((line) => ({
  operation: line.slice(0, 30).trim(),
  project: line.slice(30, 43).trim() as Kind | '-',
  cells: line.slice(43).trim().split(/\s+/).join(' '),
}));

test('every operation of the contract is in the table', () => {
  const named = new Set(table.map(({ operation }) => operationOf[operation]));
  expect([...named].sort()).toEqual(Object.keys(api).sort());
});

describe.each(engines)('authorisation on %s', (engine) => {
  let service: Service;
  let profile: number;
  const keys = {} as Record<Caller, string | undefined>;
  const ids = {} as Record<Kind, number>;

  beforeAll(async () => {
    service = await shareService(engine);
    const operator = async (...words: string[]) => {
      return service.operate<Record<string, string>>(...words);
    };
    const keyId = async (key: string) => {
      const [row] = await rows<{ key_id: number }>(
        service,
        `select key_id from keys where digest = '${sha256(key)}'`,
      );
      return String(row?.key_id);
    };
    for (const caller of ['owner', 'co', 'removed', 'other'] as const)
      keys[caller] = await newKey(service, `${caller}@example.org`);
    for (const scope of ['finder', 'record', 'projects'] as const) {
      const key = await newKey(service, 'owner@example.org');
      await rows(
        service,
        `update keys set scopes = '${scope}' where digest = '${sha256(key)}' returning key_id`,
      );
      keys[scope] = key;
    }
    const revoked = await newKey(service, 'owner@example.org');
    await operator('revoke-key', await keyId(revoked));
    keys.revoked = revoked;
    const add = async (name: string, key: string | undefined, more: object = {}) => {
      const entry = { ...projectEntry(name, `https://${name.toLowerCase()}.example/`, more), key };
      return (await success('POST /api/project/add', await service.postJson('/api/project/add', entry)))
        .project_id;
    };
    ids.own = await add('Ownbirds', keys.owner);
    ids.unpublished = await add('Waitingbirds', keys.owner);
    ids.hidden = await add('Hiddenbirds', keys.owner, { status: 'hidden' });
    ids.withheld = await add('Withheldbirds', keys.owner);
    ids.others = await add('Otherbirds', keys.other);
    ids.missing = 987_654;
    for (const kind of ['own', 'hidden', 'withheld', 'others'] as const)
      await operator('publish', String(ids[kind]));
    profile = await profileId(service, keys.owner ?? '', 'participant@example.org');
    for (const kind of ['own', 'unpublished', 'hidden', 'withheld', 'others'] as const)
      await service.postForm('/api/record_event', {
        ...{ profile_id: String(profile), project_id: String(ids[kind]), type: 'signup' },
        ...{ idempotency_key: 'to take back', key: keys[kind === 'others' ? 'other' : 'owner'] ?? '' },
      });
    await operator('hide', String(ids.withheld));
    for (const kind of ['own', 'unpublished', 'hidden', 'withheld', 'others'] as const)
      await operator('allow-hashed', String(ids[kind]));
    for (const kind of ['own', 'unpublished', 'hidden', 'withheld'] as const) {
      await operator('manager', String(ids[kind]), 'co@example.org');
      await operator('manager', String(ids[kind]), 'removed@example.org');
      await operator('remove-manager', String(ids[kind]), 'removed@example.org');
    }
    keys.successor = (await operator('rotate-key', await keyId(keys.owner ?? ''), '--after', '24'))['key'];
  });

  const requests: Record<string, (id: number, key: string) => Promise<Response>> = {
    'look up': (_, key) => service.get(`/api/profile/id?hashed=${sha256('a')}${key}`),
    'look up with token': (id, key) =>
      service.get(`/api/profile/id?hashed=${sha256('a')}&project_id=${id}${key}`),
    token: (id, key) => service.get(`/api/profile/token?profile_id=${profile}&project_id=${id}${key}`),
    'user info': (_, key) => service.get(`/api/user_info?${key}`),
    contributions: (_, key) => service.get(`/api/contributions?${key}`),
    record: (id, key) =>
      service.postForm(`/api/record_event?${key}`, {
        profile_id: String(profile),
        project_id: String(id),
        type: 'signup',
      }),
    'record hashed': (id, key) =>
      service.postForm(`/api/participation/hashed/${id}?${key}`, { hashed: sha256('a'), type: 'signup' }),
    'take back': (id, key) =>
      service.postForm(`/api/event/retract?${key}`, {
        project_id: String(id),
        idempotency_keys: 'to take back',
        reason: 'test',
      }),
    outcome: (id, key) =>
      service.postForm(`/api/outcome?${key}`, {
        ...{ project_id: String(id), kind: 'used', sentence: 'In the atlas.' },
        ...{ from: '2026-05-01', to: '2026-05-31' },
      }),
    search: (_, key) => service.get(`/finder?format=json&q=${key}`),
    metadata: (_, key) => service.get(`/finder/metadata?${key}`),
    detail: (id, key) => service.get(`/api/project/${id}?${key}`),
    add: (_, key) =>
      service.postJson(`/api/project/add?${key}`, projectEntry('Another', 'https://another.example/')),
    update: (id, key) => service.postJson(`/api/project/add?${key}`, { service_id: id, goal: 'Count' }),
  };

  const ask = (operation: string, project: Kind | '-', caller: Caller) => {
    const key = keys[caller] === undefined ? '' : `&key=${keys[caller]}`;
    return (requests[operation] as (id: number, key: string) => Promise<Response>)(
      project === '-' ? 0 : ids[project],
      key,
    );
  };

  type Body = { result: string; code?: string; results?: { id: number }[] };

  const outcome = async (operation: string, project: Kind | '-', caller: Caller): Promise<string> => {
    const body = (await (await ask(operation, project, caller)).json()) as Body;
    if (operation === 'search' && body.results && project !== '-')
      return body.results.some(({ id }) => id === ids[project]) ? 'ok' : '404';
    const said = body.code ?? body.result;
    return short[said] ?? said;
  };

  test.each(table)('$operation, $project', async ({ operation, project, cells }) => {
    const found: string[] = [];
    for (const caller of callers) found.push(await outcome(operation, project, caller));
    expect(found.join(' ')).toBe(cells);
  });

  /** Everything in a reply except the time and the rate limits. */
  const whole = async (response: Response) => {
    const headers = [...response.headers].filter(
      ([name]) => !['date', 'ratelimit', 'keep-alive'].includes(name),
    );
    return JSON.stringify([response.status, headers, await response.text()]);
  };

  const strangers: Caller[] = ['removed', 'other', 'revoked', 'nokey'];
  const objects = ['look up with token', 'token', 'record', 'record hashed', 'detail', 'update'];
  test.each(objects.flatMap((operation) => strangers.map((caller) => [operation, caller] as const)))(
    '%s: to %s an unpublished, a hidden and a withheld project look like none',
    async (operation, caller) => {
      const missing = await whole(await ask(operation, 'missing', caller));
      for (const kind of ['unpublished', 'hidden', 'withheld'] as const)
        expect(await whole(await ask(operation, kind, caller))).toBe(missing);
    },
  );
});
