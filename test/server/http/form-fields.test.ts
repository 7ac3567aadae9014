/** Fields of forms that are no text, and names that every object inherits: refused by every form, for every role. */
import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Operation } from '../../../src/contract/index.ts';
import { site } from '../../../src/contract/site.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, projects, signIn, startScene } from '../scene.ts';

const inherited = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];
const { frogs } = projects;
const operations: Record<string, Operation> = { ...api, ...site };

/** The forms whose handlers read an act or a text, with one of those fields. */
const forms: [path: string, field: string][] = [
  [`/project/${frogs.id}/webhook`, 'act'],
  [`/review/${frogs.id}`, 'act'],
  [`/review/${frogs.id}`, 'field'],
  ['/me/volunteer', 'act'],
  [`/project/${frogs.id}/stats/notes`, 'day'],
  [`/project/${frogs.id}/stats/notes/remove`, 'note'],
  [`/project/${frogs.id}/mailings/withdraw`, 'mailing'],
  ['/operator/keys', 'email'],
  ['/operator/clients/decide', 'reason'],
  ['/operator/clients/add', 'owner'],
  ['/operator/store', 'act'],
  ['/operator/projects', 'act'],
  ['/account/names', 'handle'],
  ['/widgets', 'name'],
  ['/sign-in', 'email'],
  ['/builder/check', 'url'],
];

describe.each(engines)('fields of forms on %s', (engine) => {
  let service: Service;
  let cookie: string;
  let key: string;

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, { ...unlimited, LOG_LEVEL: 'error' }));
    const address = 'operator@form-fields.example';
    await service.operate('role', address, 'operator');
    await service.operate('manager', String(frogs.id), address);
    cookie = await signIn(service, address);
  });

  const sent = async (path: string, body: string | URLSearchParams, type = 'application/json') => {
    const headers = { cookie, origin: service.baseUrl, 'content-type': type };
    const reply = await service.get(path, { method: 'POST', body, headers });
    return { status: reply.status, text: await reply.text() };
  };

  test.each(forms)('%s refuses a %s that is no text, and names it', async (path, field) => {
    for (const value of [
      '{"toString":1}',
      '{"a":{}}',
      '[1]',
      '[[]]',
      '7',
      'true',
      '"a\\u0000"',
      '"\\ud800"',
    ]) {
      const { status, text } = await sent(path, `{"id":"1","project_id":"1","${field}":${value}}`);
      expect({ value, status, isNamed: text.includes(`The field ${field} must be text`) }).toEqual({
        value,
        status: 400,
        isNamed: true,
      });
    }
  });

  test.each(forms)('%s knows no %s with an inherited name', async (path, field) => {
    for (const name of inherited)
      expect(
        (await post(service, path, { id: '1', project_id: '1', [field]: name }, cookie)).status,
      ).toBeLessThan(500);
  });

  test('a field with an inherited name is one like any other', async () => {
    for (const name of inherited)
      expect((await post(service, '/account/names', { [name]: 'x', handle: 'x' }, cookie)).status).toBe(303);
    expect((await sent('/account/names', '{"__proto__":{"handle":"x"},"handle":"y"}')).status).toBe(303);
  });

  test.each(Object.entries(operations).filter(([row]) => row.startsWith('POST')))(
    '%s takes no object that cannot be a text',
    async (row, operation: Operation) => {
      const path = row.replace('POST ', '').replace(/:\w+/g, String(frogs.id));
      const names = Object.keys(operation.input.shape);
      for (const object of [{ toString: 1 }, { constructor: 1 }, [{ toString: 1 }]])
        for (const sent of [names, ...names.map((name) => [name])]) {
          const fields = Object.fromEntries(sent.map((name) => [name, object]));
          const reply = await service.postJson(
            path,
            { key, ...fields },
            { headers: { origin: frogs.origin } },
          );
          expect({ sent, status: reply.status, text: await reply.text() }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500) as number,
          });
        }
    },
  );

  test('an address with a NUL is refused', async () => {
    const reply = await service.get('/finder?q=%00');
    expect({ status: reply.status, text: await reply.text() }).toMatchObject({ status: 400 });
  });

  test('a long address that needs a sign-in leads there without its query', async () => {
    const path = `/project/${frogs.id}/edit`;
    const to = async (query: string) => (await service.get(path + query)).headers.get('location');
    expect(await to(`?a=${'b'.repeat(1000)}`)).toBe(
      `/sign-in?next=${encodeURIComponent(`${path}?a=${'b'.repeat(1000)}`)}`,
    );
    expect(await to(`?a=${'%20'.repeat(4000)}`)).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
  });

  test('nothing of this was an error', () => {
    expect(service.log()).not.toContain('"level":"error"');
  });
});
