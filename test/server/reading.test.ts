/** Lenient in form, strict in meaning: each rule of reading a request, beside what it does not accept. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { fieldsOf, profileId, projectEntry, projects, refusal, rows, setScene, success } from './scene.ts';

const { birds } = projects;
const form = 'application/x-www-form-urlencoded';
const multipart = (pairs: [string, string][], boundary = 'x') =>
  `${pairs.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;

describe.each(engines)('reading requests on %s', (engine) => {
  let service: Service;
  let owner: string;
  let participant: number;

  beforeAll(async () => {
    service = await startService(engine);
    ({ owner } = await setScene(service));
    participant = await profileId(service, owner, 'participant@example.org');
  });

  const pairs = (): [string, string][] => [
    ['profile_id', String(participant)],
    ['project_id', String(birds.id)],
    ['type', 'collection'],
  ];
  const asForm = (more = '') =>
    `${pairs()
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}${more}`;
  const asJson = (more: object = {}) => JSON.stringify({ ...Object.fromEntries(pairs()), ...more });
  const post = (body: string | Uint8Array, type?: string, query = '') =>
    service.get(`/api/record_event?key=${owner}${query}`, {
      method: 'POST',
      body: body as BodyInit,
      headers: type === undefined ? {} : { 'content-type': type },
    });

  describe('bodies by what they are', () => {
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
      const reply = await service.get(`/api/record_event?key=${owner}`, {
        method: 'POST',
        body: new Uint8Array(gzipSync(asJson())),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      expect((await refusal(reply, 415, 'unknown_body')).error).toMatch(/uncompressed/);
    });
  });

  describe('fields', () => {
    test.each<[string, string, object]>([
      [
        'values that were not percent-encoded',
        '&when=2019-05-01T10:20:30',
        { happened_at: Date.UTC(2019, 4, 1, 10, 20, 30) },
      ],
      [
        'a plus sign that arrives as a space',
        '&when=2019-05-01T10:20:30+02:00',
        { happened_at: Date.UTC(2019, 4, 1, 8, 20, 30) },
      ],
      ['empty pairs', '&&=&=x&duration=', { duration: null }],
      [
        'an empty field counts as absent',
        '&duration=&magnitude=&where=&extra=',
        { duration: null, magnitude: null, place: null, extra: null },
      ],
      [
        'the first of a repeated name that says something',
        '&duration=&duration=5&duration=6',
        { duration: 5 },
      ],
      ['a type in capitals', '&type=SIGNUP', {}],
    ])('%s', async (_, more, wanted) => {
      const { event_id } = await success('POST /api/record_event', await post(asForm(more), form));
      const [row] = await rows<object>(service, `select * from events where event_id = ${event_id}`);
      expect(row).toMatchObject(wanted);
    });

    test('unknown fields are ignored, and the reply names them', async () => {
      const reply = await success(
        'POST /api/record_event',
        await post(asForm('&colour=red&constructor=x'), form),
      );
      expect(reply.warnings).toEqual(['unknown fields were ignored: colour, constructor']);
    });

    test('a field of the body wins over one of the query', async () => {
      const reply = await post(asForm(), form, '&type=walk&profile_id=-1');
      await success('POST /api/record_event', reply);
    });

    test.each(['-1', 'NaN', 'null', '0', '1e400', '1.5', '0x1', 'undefined', '[object Object]'])(
      'profile_id=%s is a 400 that names the field, and nothing is recorded',
      async (profile_id) => {
        const said = asForm().replace(/profile_id=\d+/, `profile_id=${encodeURIComponent(profile_id)}`);
        expect(fieldsOf(await refusal(await post(said, form), 400, 'invalid'))).toEqual(['profile_id']);
      },
    );

    test.each([
      ['Bearer x', 200],
      ['Basic eDp5', 200],
      ['', 200],
    ])('an Authorization header %j beside a key is ignored', async (authorization, status) => {
      const reply = await service.get(`/finder?format=json&q=&key=${owner}`, { headers: { authorization } });
      expect(reply.status).toBe(status);
    });

    test.each(['?', '?&', '?&key=', '?key=&key='])('%s is no key', async (query) => {
      await refusal(await service.get(`/api/project/${birds.id}${query}`), 401, 'no_key');
    });

    test('a key may stand in the body', async () => {
      const reply = await service.postForm('/api/record_event', {
        ...Object.fromEntries(pairs()),
        key: owner,
      });
      await success('POST /api/record_event', reply);
    });

    test.each<[unknown, boolean]>([
      [true, true],
      ['true', true],
      [1, true],
      ['1', true],
      ['yes', true],
      ['YES', true],
      [false, false],
      ['false', false],
      [0, false],
      ['no', false],
    ])('a boolean may be %j', async (outdoors, wanted) => {
      const entry = { ...projectEntry('Flags', 'https://flags.example/'), outdoors, key: owner };
      const { project_id } = await success(
        'POST /api/project/add',
        await service.postJson('/api/project/add', entry),
      );
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${project_id}`,
      );
      expect((JSON.parse(row?.fields ?? '{}') as { outdoors: boolean }).outdoors).toBe(wanted);
    });

    test.each(['maybe', 2, 'on', {}, []])('a boolean may not be %j', async (outdoors) => {
      const entry = { ...projectEntry('Flags', 'https://flags.example/'), outdoors, key: owner };
      const reply = await service.postJson('/api/project/add', entry);
      expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['outdoors']);
    });

    test.each<[unknown, string[]]>([
      [
        ['Families', 'Adults'],
        ['Families', 'Adults'],
      ],
      ['Families,Adults', ['Families', 'Adults']],
      ['families, ADULTS', ['Families', 'Adults']],
      ['["Families"]', ['Families']],
    ])('audience may be %j', async (audience, wanted) => {
      const entry = { ...projectEntry('For whom', 'https://whom.example/'), audience, key: owner };
      const reply = await service.postJson('/api/project/add', entry);
      const { project_id } = await success('POST /api/project/add', reply);
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${project_id}`,
      );
      expect((JSON.parse(row?.fields ?? '{}') as { audience: string[] }).audience).toEqual(wanted);
    });

    test.each<[string, (pairs: [string, string][]) => BodyInit]>([
      ['a form', (pairs) => new URLSearchParams(pairs)],
      [
        'a multipart form',
        (pairs) =>
          new Blob([multipart(pairs, 'between-parts')], {
            type: 'multipart/form-data; boundary=between-parts',
          }),
      ],
    ])('in %s a list may be a repeated name, joined by commas, or JSON', async (_, body) => {
      const entry = Object.entries({ ...projectEntry('Lists', 'https://lists.example/'), key: owner });
      const said: [string, string][] = [
        ...(entry as [string, string][]),
        ...[
          ['audience', 'Adults'],
          ['audience', 'Families'],
          ['topics', 'Birds, biology'],
          ['UN_regions', '[{"code":"021","name":"Northern America"},"150"]'],
          ['name', 'The second name'],
        ].map(([name = '', value = '']): [string, string] => [name, value]),
      ];
      const reply = await service.get('/api/project/add', { method: 'POST', body: body(said) });
      const { project_id } = await success('POST /api/project/add', reply);
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${project_id}`,
      );
      expect(JSON.parse(row?.fields ?? '{}')).toMatchObject({
        name: 'Lists',
        audience: ['Adults', 'Families'],
        topics: ['Birds', 'Biology'],
        UN_regions: [{ code: '021' }, { code: '150' }],
      });
    });

    test.each([
      'ftp://x.example',
      'javascript:alert(1)',
      'x.example',
      '//x.example',
      'https://u:p@x.example',
      'data:,x',
    ])('the address %s is refused', async (url) => {
      const reply = await service.postJson('/api/project/add', { ...projectEntry('Link', url), key: owner });
      expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['url']);
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
      const reply = await service.get(path, { method });
      expect(reply.headers.get('allow')).toBe(allow);
      await refusal(reply, 405, 'wrong_method');
    });

    test.each([
      ['/finder/metadata', '*'],
      ['/api/record_event', null],
      ['/api/profile/id', null],
    ])('OPTIONS %s lets pages in where they may read: %s', async (path, origin) => {
      const reply = await service.get(path, { method: 'OPTIONS' });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
    });

    test('HEAD answers like GET, without the body', async () => {
      const reply = await service.get('/finder/metadata', { method: 'HEAD' });
      expect([reply.status, await reply.text()]).toEqual([200, '']);
    });

    test.each(['/api/nothing', '/api', '/finder/nothing', '/embed/nothing', '/static/api/nothing.js'])(
      '%s is nothing, and says where to look',
      async (path) => {
        expect((await refusal(await service.get(path), 404, 'not_found')).error).toMatch(/\/docs\/api/);
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
        const reply = await service.get(`${path}${end}?format=json`, { method: isPost ? 'POST' : 'GET' });
        expect([path + end, [200, 401].includes(reply.status)]).toEqual([path + end, true]);
      }
    });
  });

  describe('what would only cost', () => {
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
        const reply = await service.get(`${path}?key=${owner}`, {
          method: 'POST',
          body: text,
          headers: { 'content-type': type },
        });
        expect([path, reply.status, [400, 413].includes(reply.status)]).toEqual([path, reply.status, true]);
      }
      expect((await service.get('/health')).status).toBe(200);
    });

    test('a request that is no HTTP ends with its connection only', async () => {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(service.port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
        let text = '';
        socket.on('data', (part) => (text += part.toString()));
        socket.on('close', () => resolve(text));
        socket.on('error', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
      expect((await service.get('/health')).status).toBe(200);
    });
  });
});
