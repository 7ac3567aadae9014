/** Every address in other spellings and with other methods: none opens what the row itself refuses. */
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/index.ts';
import { site } from '../../../src/contract/site.ts';
import { pageRows } from '../../set-up/service/mounted-pages.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects, shareScene, signIn } from '../scene.ts';

const rows = [...new Set([...Object.keys(api), ...Object.keys(site), ...pageRows()])].map((row) => {
  const [method = '', path = ''] = row.split(' ');
  const at = path
    .replace('/project/:project', `/project/${projects.frogs.id}-frog-watch`)
    .replace(/:project(_id)?\b/, String(projects.frogs.id))
    .replace(/:\w+/g, 'x');
  return { row, method, path: at };
});

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

const spellings: [string, (path: string) => string][] = [
  ['with a slash at its end', (path) => `${path}/`],
  ['in capitals', (path) => path.toUpperCase()],
  ['with an encoded letter', (path) => path.replace(/[a-z]/, encoded)],
  ['with an encoded slash', (path) => path.replace(/(?<=.)\//, '%2F')],
  ['with a parameter after a semicolon', (path) => `${path};a=b`],
  ['with an encoded blank at its end', (path) => `${path}%20`],
  ['with an encoded zero byte', (path) => `${path}%00`],
  ['with half a surrogate pair', (path) => `${path}%ED%A0%80`],
  ['with dots in it', (path) => `/x/..%2f${path}`],
];

const isOpen = (status: number) => status >= 200 && status < 300;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let stranger: string;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    stranger = await signIn(service, 'speller@example.org');
  });

  const ask = async (method: string, path: string, cookie?: string) => {
    const headers = { origin: service.baseUrl, ...(cookie !== undefined && { cookie }) };
    const reply = await service.get(path, { method, headers, redirect: 'manual' });
    await reply.arrayBuffer();
    return reply;
  };

  /** Asked once for all spellings. */
  const usual = new Map<string, number>();
  const usualStatus = async (method: string, path: string, cookie: string | undefined) => {
    const key = `${method} ${path} ${cookie}`;
    const status = usual.get(key) ?? (await ask(method, path, cookie)).status;
    usual.set(key, status);
    return status;
  };

  test.each(spellings)('%s', async (_, spelled) => {
    const wrong: string[] = [];
    for (const { row, method, path } of rows)
      // The sign-out ends the session of whoever asks.
      for (const cookie of row === 'POST /sign-out' ? [undefined] : [undefined, stranger]) {
        const at = spelled(path);
        if (at === path || path === '/') continue;
        const own = await usualStatus(method, path, cookie);
        const { status } = await ask(method, at, cookie);
        // A project's page has one spelling, and leads there from the others.
        const isRefused = [301, 303, 308, 400, 401, 404, 405, 429].includes(status);
        if (status !== own && !isRefused) wrong.push(`${row} as ${at}: ${status}, not ${own}`);
        if (isOpen(status) && !isOpen(own)) wrong.push(`${row} as ${at} opens`);
      }
    expect(wrong).toEqual([]);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'an address without a row for %s refuses it',
    async (method) => {
      const wrong: string[] = [];
      for (const path of new Set(rows.map((one) => one.path))) {
        const own = rows.filter((one) => one.path === path).map((one) => one.method);
        if (own.includes(method)) continue;
        const reply = await ask(method, path, stranger);
        // An address such as /sign-in/waiting is also one of the form /sign-in/:token.
        if (![400, 401, 404, 405].includes(reply.status) || reply.headers.get('set-cookie') !== null)
          wrong.push(`${method} ${path}: ${reply.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('HEAD says what GET says, without a body, and OPTIONS does nothing', async () => {
    const wrong: string[] = [];
    for (const { row, method, path } of rows) {
      const asked = await ask('OPTIONS', path, stranger);
      if (isOpen(asked.status) && asked.status !== 204) wrong.push(`OPTIONS ${path}: ${asked.status}`);
      if (method !== 'GET') continue;
      const [get, head] = [await ask('GET', path, stranger), await ask('HEAD', path, stranger)];
      if (get.status !== head.status) wrong.push(`HEAD of ${row}: ${head.status}, not ${get.status}`);
    }
    expect(wrong).toEqual([]);
  });
});
