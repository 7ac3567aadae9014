/** Bodies by their content, text in its charset, methods and addresses, and input that is expensive to read. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { count, fieldsOf, projectEntry, refusal, rows, success } from '../scene.ts';
import { readingScene } from './reading-scene.ts';

const form = 'application/x-www-form-urlencoded';
const multipart = (pairs: [string, string][], boundary = 'x') =>
  `${pairs.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;

describe.each(engines)('reading requests on %s', (engine) => {
  const scene = readingScene(engine);
  const { pairs, asForm, asJson, post } = scene;

  describe('bodies by their content', () => {
    test.each<[string, () => string | Uint8Array, string | undefined]>([
      ['a form', () => asForm(), form],
      ['a form with a charset', () => asForm(), `${form}; charset=UTF-8`],
      ['a form called text', () => asForm(), 'text/plain'],
      ['a form called nothing', () => Buffer.from(asForm()), undefined],
      ['JSON', () => asJson(), 'application/json'],
      ['JSON with a charset', () => asJson(), 'application/json; charset=utf-8'],
      ['JSON called a form', () => asJson(), form],
      ['JSON called text', () => asJson(), 'text/plain'],
      ['JSON called something else', () => asJson(), 'application/vnd.x+json'],
      ['JSON behind white space, called JSON', () => `\n  ${asJson()}`, 'application/json'],
      ['JSON behind a byte order mark', () => `\uFEFF${asJson()}`, 'application/json'],
      ['a form behind a byte order mark', () => `\uFEFF${asForm()}`, form],
      ['a multipart form', () => multipart(pairs()), 'multipart/form-data; boundary=x'],
      ['everything in the query', () => '', form],
    ])('%s', async (name, body, type) => {
      const query = name.endsWith('query') ? `&${asForm()}` : '';
      await success('POST /api/record_event', await post(body(), type, query));
    });

    test.each<[string, () => string | Uint8Array, string | undefined, number, string]>([
      ['an array', () => '[1,2]', 'application/json', 400, 'unreadable'],
      ['a number', () => '5', 'application/json', 400, 'unreadable'],
      ['null', () => 'null', 'application/json', 400, 'unreadable'],
      ['JSON that breaks off', () => asJson().slice(0, -2), 'application/json', 400, 'unreadable'],
      ['a form called JSON', () => asForm(), 'application/json', 400, 'unreadable'],
      [
        'a multipart form without its boundary',
        () => multipart(pairs()),
        'multipart/form-data',
        400,
        'unreadable',
      ],
      ['XML', () => '<event/>', 'application/xml', 415, 'unknown_body'],
      ['a picture', () => Buffer.from([0x89, 0x50]), 'image/png', 415, 'unknown_body'],
    ])('%s is refused', async (_, body, type, status, code) => {
      await refusal(await post(body(), type), status, code);
    });

    test('a compressed body is refused with a sentence', async () => {
      const reply = await scene.service.get(`/api/record_event?key=${scene.owner}`, {
        method: 'POST',
        body: new Uint8Array(gzipSync(asJson())),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      expect((await refusal(reply, 415, 'unknown_body')).error).toMatch(/uncompressed/);
    });
  });

  describe('text in its charset', () => {
    const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    const windows1252 = (text: string) => latin1(text.replace('€', '\x80'));
    const name = 'Vögel € zählen';
    const entry = () => ({
      ...projectEntry('Charsets', 'https://charsets.example/'),
      name,
      key: scene.owner,
    });
    const encoded = (text: string, bytesOf: (text: string) => Uint8Array) =>
      [...bytesOf(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const formOf = (valueOf: (value: string) => string, more = '') =>
      `${Object.entries(entry())
        .map(([field, value]) => `${field}=${field === 'name' ? valueOf(value) : encodeURIComponent(value)}`)
        .join('&')}${more}`;
    const partsOf = (more: [string, string][] = [], head = '') =>
      multipart([...(Object.entries(entry()) as [string, string][]), ...more]).replace(
        'name="name"',
        `name="name"${head}`,
      );
    const add = (body: Uint8Array | string, type: string) =>
      scene.service.get('/api/project/add', {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'content-type': type },
      });
    const inParts = 'multipart/form-data; boundary=x';

    test.each<[string, () => Uint8Array | string, string]>([
      ['JSON in UTF-8', () => JSON.stringify(entry()), 'application/json'],
      ['JSON that says so', () => JSON.stringify(entry()), 'application/json; charset="UTF-8"'],
      ['JSON in UTF-8 called ASCII', () => JSON.stringify(entry()), 'application/json; charset=us-ascii'],
      ...['ISO-8859-1', 'latin1', 'Latin-1', 'windows-1252', 'CP1252'].map(
        (label): [string, () => Uint8Array, string] => [
          `JSON in ${label}`,
          () => windows1252(JSON.stringify(entry())),
          `application/json; charset=${label}`,
        ],
      ),
      [
        'a form in Windows-1252, percent-encoded',
        () => formOf((v) => encoded(v, windows1252)),
        `${form}; charset=windows-1252`,
      ],
      [
        'a form in Windows-1252, in bytes',
        () => windows1252(formOf((v) => v)),
        `${form}; charset=windows-1252`,
      ],
      [
        'a form that names its charset in a field',
        () => formOf((v) => encoded(v, windows1252), '&_charset_=windows-1252'),
        form,
      ],
      ['a form in UTF-8, in bytes', () => formOf((v) => v), form],
      [
        'a form with a percent sign beside letters beyond ASCII',
        () => formOf((v) => v.replaceAll(' ', '%20')),
        form,
      ],
      ['a multipart form in UTF-8', () => partsOf(), inParts],
      ['a multipart form in Windows-1252', () => windows1252(partsOf()), `${inParts}; charset=windows-1252`],
      [
        'a multipart form that names its charset in a field',
        () => windows1252(partsOf([['_charset_', 'windows-1252']])),
        inParts,
      ],
      [
        'a part that names its charset',
        () => windows1252(partsOf([], '\r\nContent-Type: text/plain; charset=windows-1252')),
        inParts,
      ],
      ['a multipart form behind a preamble', () => `\r\n${partsOf()}`, inParts],
    ])('%s is stored as intended', async (_, body, type) => {
      const reply = await success('POST /api/project/add', await add(body(), type));
      expect(reply.warnings).toBeUndefined();
      const [row] = await rows<{ name: string }>(
        scene.service,
        `select name from projects where project_id = ${reply.project_id}`,
      );
      expect(row?.name).toBe(name);
    });

    test.each<[string, () => Uint8Array | string, string, number, RegExp]>([
      ['JSON in Latin-1', () => latin1(JSON.stringify(entry())), 'application/json', 400, /UTF-8/],
      [
        'JSON in Latin-1 called UTF-8',
        () => latin1(JSON.stringify(entry())),
        'application/json; charset=utf-8',
        400,
        /UTF-8/,
      ],
      [
        'JSON in Latin-1 called ASCII',
        () => latin1(JSON.stringify(entry())),
        'application/json; charset=ascii',
        400,
        /UTF-8/,
      ],
      [
        'JSON in UTF-16',
        () => new Uint8Array(Buffer.from(`\uFEFF${JSON.stringify(entry())}`, 'utf16le')),
        'application/json',
        400,
        /UTF-8/,
      ],
      ['a form in Latin-1, percent-encoded', () => formOf((v) => encoded(v, latin1)), form, 400, /UTF-8/],
      ['a form in Latin-1, in bytes', () => latin1(formOf((v) => v)), form, 400, /UTF-8/],
      [
        'a form in Latin-1 with a percent sign',
        () => formOf((v) => `100%${encoded(v, latin1)}`),
        form,
        400,
        /UTF-8/,
      ],
      ['half a letter at the end', () => formOf(() => 'V%C3'), form, 400, /UTF-8/],
      ['a surrogate', () => formOf(() => '%ED%A0%80'), form, 400, /UTF-8/],
      ['a NUL in two bytes', () => formOf(() => '%C0%80'), form, 400, /UTF-8/],
      ['a name in Latin-1', () => formOf(encodeURIComponent, '&caf%E9=1'), form, 400, /UTF-8/],
      ['a multipart form in Latin-1', () => latin1(partsOf()), inParts, 400, /UTF-8/],
      [
        'a part in Latin-1 called UTF-8',
        () => latin1(partsOf([], '\r\nContent-Type: text/plain; charset=utf-8')),
        `${inParts}; charset=latin1`,
        400,
        /UTF-8/,
      ],
      [
        'a form of two charsets',
        () => formOf(encodeURIComponent, '&_charset_=utf-8'),
        `${form}; charset=latin1`,
        400,
        /two charsets/,
      ],
      ...['utf-16', 'ISO-8859-15', 'Shift_JIS', 'klingon'].flatMap(
        (label): [string, () => Uint8Array | string, string, number, RegExp][] => [
          [
            `JSON in ${label}`,
            () => JSON.stringify(entry()),
            `application/json; charset=${label}`,
            415,
            /ISO-8859-1/,
          ],
          [
            `a form in ${label}`,
            () => formOf(encodeURIComponent, `&_charset_=${label}`),
            form,
            415,
            /ISO-8859-1/,
          ],
          [
            `a part in ${label}`,
            () => partsOf([], `\r\nContent-Type: text/plain; charset=${label}`),
            inParts,
            415,
            /ISO-8859-1/,
          ],
        ],
      ),
    ])('%s is refused, and nothing is stored', async (_, body, type, status, says) => {
      const before = await count(scene.service, 'projects');
      const refused = await refusal(
        await add(body(), type),
        status,
        status === 415 ? 'unknown_body' : 'unreadable',
      );
      expect(refused.error).toMatch(says);
      expect(await count(scene.service, 'projects')).toBe(before);
    });

    test.each<[string, string, string]>([
      ['GET', 'an address of a person', '/api/profile/id?identifier=J%D6RG@example.org&key='],
      ['GET', 'another that would be the same', '/api/profile/id?identifier=J%C4RG@example.org&key='],
      ['GET', 'a search', '/finder?format=json&q=V%F6gel&key='],
      ['GET', 'a search as a script', '/finder?format=json&jsonp=take&q=V%F6gel&key='],
      ['GET', 'the name of a field', '/finder?format=json&q=&caf%E9=1&key='],
      ['GET', 'the id of a project', '/api/project/%D6?key='],
      ['POST', 'the name of a project', '/api/participation/hashed/%D6?key='],
      ['POST', 'the query beside a body', '/api/record_event?extra=%D6&key='],
    ])('%s with %s that is not UTF-8 is refused, and nobody gets a profile', async (method, _, path) => {
      const before = await count(scene.service, 'profiles');
      const reply = await scene.service.get(path + scene.owner, {
        method,
        ...(method === 'POST' && { body: asForm() }),
      });
      expect((await refusal(reply, 400, 'unreadable')).error).toMatch(/percent-encode the UTF-8 bytes/);
      expect(await count(scene.service, 'profiles')).toBe(before);
    });

    test.each(['/finder?q=%D6', '/sign-in?next=%D6', '/project/%D6'])(
      '%s is a page that says so',
      async (path) => {
        const reply = await scene.service.get(path);
        expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
        expect(await reply.text()).toContain('not UTF-8');
      },
    );

    test.each<[string, string, string]>([
      ['a percent sign that encodes nothing', 'q=100%', '100%'],
      ['one before letters beyond ASCII', 'q=100%%20V%C3%B6gel', '100% Vögel'],
      ['the sign that stands for what is no text', 'q=%EF%BF%BD', '\ufffd'],
    ])('%s does not change', async (_, query, q) => {
      const html = await (await scene.service.get(`/finder?${query}`)).text();
      expect(html).toContain(`value="${q}"`);
    });

    test('half a surrogate pair in an address is refused', async () => {
      const body = JSON.stringify({ ...entry(), url: 'URL' }).replace(
        'URL',
        'https://charsets.example/\\ud800',
      );
      expect(fieldsOf(await refusal(await add(body, 'application/json'), 400, 'invalid'))).toEqual(['url']);
    });
  });

  describe('methods and addresses', () => {
    test.each([
      ['PUT', '/api/record_event', 'POST, OPTIONS'],
      ['DELETE', '/api/record_event', 'POST, OPTIONS'],
      ['GET', '/api/record_event', 'POST, OPTIONS'],
      ['POST', '/api/profile/id', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/finder', 'GET, HEAD, OPTIONS'],
      ['POST', `/api/project/${11}`, 'GET, HEAD, OPTIONS'],
    ])('%s %s is not its method', async (method, path, allow) => {
      const reply = await scene.service.get(path, { method });
      expect(reply.headers.get('allow')).toBe(allow);
      await refusal(reply, 405, 'wrong_method');
    });

    test.each([
      ['/finder/metadata', '*'],
      ['/api/record_event', null],
      ['/api/profile/id', null],
    ])('OPTIONS %s allows pages only where they may read: %s', async (path, origin) => {
      const reply = await scene.service.get(path, { method: 'OPTIONS' });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
    });

    test('HEAD answers like GET, without the body', async () => {
      const reply = await scene.service.get('/finder/metadata', { method: 'HEAD' });
      expect([reply.status, await reply.text()]).toEqual([200, '']);
    });

    test.each(['/api/nothing', '/api', '/finder/nothing', '/embed/nothing', '/static/api/nothing.js'])(
      '%s is nothing, and says where to look',
      async (path) => {
        expect((await refusal(await scene.service.get(path), 404, 'not_found')).error).toMatch(/\/docs\/api/);
      },
    );

    test.each([
      '/api/profile/id',
      '/api/record_event',
      '/finder',
      '/finder/metadata',
      '/api/project/11',
      '/api/project/add',
    ])('%s works with and without its slash, and is never a redirect', async (path) => {
      const isPost = /record|add/.test(path);
      for (const end of ['', '/']) {
        const reply = await scene.service.get(`${path}${end}?format=json`, {
          method: isPost ? 'POST' : 'GET',
        });
        expect([path + end, [200, 401].includes(reply.status)]).toEqual([path + end, true]);
      }
    });
  });

  describe('expensive input', () => {
    const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index)).join(',');
    const hostile: [string, () => string, string][] = [
      ['arrays in arrays', () => `{"extra":${deep('[', ']', 400_000)}}`, 'application/json'],
      [
        'objects in objects',
        () => `{"regions":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
        'application/json',
      ],
      ['many names', () => `{${many(120_000, (index) => `"n${index}":1`)}}`, 'application/json'],
      [
        'many names further down',
        () => `{"regions":{${many(120_000, (index) => `"n${index}":1`)}}}`,
        'application/json',
      ],
      [
        'many numbers',
        () =>
          `{"regions":{"type":"Polygon","coordinates":[[${many(400_000, () => '[1,2]')}]]}}`.slice(
            0,
            1_999_000,
          ),
        'application/json',
      ],
      ['only white space', () => `{${' '.repeat(1_900_000)}`, 'application/json'],
      ['only quotes', () => `{"${'\\"'.repeat(900_000)}`, 'application/json'],
      ['many pairs', () => 'a=b&'.repeat(450_000), form],
      ['one name repeated', () => 'name=&'.repeat(300_000), form],
      ['percent signs', () => `name=${'%'.repeat(1_900_000)}`, form],
      [
        'many parts',
        () => multipart(Array.from({ length: 25_000 }, (_, index) => [`n${index}`, 'x'])),
        'multipart/form-data; boundary=x',
      ],
      ['boundaries only', () => '--x\r\n'.repeat(350_000), 'multipart/form-data; boundary=x'],
    ];

    test.each(hostile)('%s', async (_, body, type) => {
      const text = body();
      expect(text.length).toBeLessThan(2_000_000);
      for (const path of ['/api/project/add', '/api/record_event']) {
        const reply = await scene.service.get(`${path}?key=${scene.owner}`, {
          method: 'POST',
          body: text,
          headers: { 'content-type': type },
        });
        expect([path, reply.status, [400, 413].includes(reply.status)]).toEqual([path, reply.status, true]);
      }
      expect((await scene.service.get('/health')).status).toBe(200);
    });

    test('a request that is not HTTP ends only its own connection', async () => {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(scene.service.port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
        let text = '';
        socket.on('data', (part) => (text += part.toString()));
        socket.on('close', () => resolve(text));
        socket.on('error', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
      expect((await scene.service.get('/health')).status).toBe(200);
    });
  });
});
