/** The first request of a page, and the pages that may call at all. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { count, fieldsOf, projects, refusal, rows, send, success } from '../scene.ts';
import { embedScene } from './embed-scene.ts';

const { birds, frogs, hidden, stars } = projects;
const shared = 'https://shared.example';
const inTheClear = 'http://plain.example';
const token = () => randomBytes(32).toString('base64url');

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);

  describe('GET /embed/project', () => {
    const look = (query: string, origin?: string) =>
      scene.service.get(`/embed/project${query}`, origin === undefined ? {} : { headers: { origin } });

    test.each<[string, string, string | undefined, number, boolean]>([
      ['by id, from a registered page', `?project_id=${birds.id}`, birds.origin, birds.id, true],
      [
        'by id, from another origin that an editor registered',
        `?project_id=${birds.id}`,
        shared,
        birds.id,
        true,
      ],
      ['by id, from a page of another project', `?project_id=${birds.id}`, stars.origin, birds.id, false],
      ['by id, from another port', `?project_id=${birds.id}`, `${birds.origin}:8443`, birds.id, false],
      ['by id, from a page below', `?project_id=${birds.id}`, 'https://www.birds.example', birds.id, false],
      ['by id, from a registered page in the clear', `?project_id=${birds.id}`, inTheClear, birds.id, false],
      ['by id, from a sandboxed page', `?project_id=${birds.id}`, 'null', birds.id, false],
      ['by id, from no page', `?project_id=${birds.id}`, undefined, birds.id, false],
      ['by id, though it is hidden', `?project_id=${hidden.id}`, hidden.origin, hidden.id, true],
      [
        'by id, whose pages share a host with others',
        '?project_id=31',
        'https://www.facebook.com',
        31,
        false,
      ],
      ['by its only origin', '', stars.origin, stars.id, true],
    ])('%s', async (_, query, origin, id, mayGrant) => {
      const reply = await look(query, origin);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('set-cookie')).toBeNull();
      const { page, title, ...told } = await success('GET /embed/project', reply);
      expect(told).toEqual({ result: 'success', project_id: id, may_grant: mayGrant, retention_days: 30 });
      expect(page.startsWith(`${scene.service.baseUrl}/project/${id}-`)).toBe(true);
      expect(title).not.toBe('');
    });

    test.each<[string, string, string | undefined, number, string]>([
      ['an origin of several projects', '', shared, 400, 'invalid'],
      ['an origin of no project', '', 'https://nobody.example', 400, 'invalid'],
      ['no origin', '', undefined, 400, 'invalid'],
      ['a project that does not exist', '?project_id=999', birds.origin, 404, 'no_project'],
      ['a project id in words', '?project_id=birds', birds.origin, 400, 'invalid'],
    ])('%s has no project', async (_, query, origin, status, code) => {
      const reply = await look(query, origin);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      const refused = await refusal(reply, status, code);
      if (status === 400) expect(fieldsOf(refused)).toEqual(['project_id']);
    });

    test('a project that awaits review is not found', async () => {
      await refusal(await look(`?project_id=${scene.reviewed}`, birds.origin), 404, 'no_project');
    });

    test('it counts that the message was shown, by project, origin and day', async () => {
      const shown = () =>
        count(scene.service, `shown where project_id = ${frogs.id} and origin = '${frogs.origin}'`);
      expect(await shown()).toBe(0);
      for (let times = 0; times < 3; times++) await look(`?project_id=${frogs.id}`, frogs.origin);
      await look(`?project_id=${frogs.id}`, 'https://nobody.example');
      const [row] = await rows<object>(
        scene.service,
        `select origin, count from shown where project_id = ${frogs.id}`,
      );
      expect(row).toEqual({ origin: frogs.origin, count: 3 });
      expect(await shown()).toBe(1);
    });

    test('visits of several sites at once are each counted once', async () => {
      const sites = [birds.origin, shared];
      const counted = () =>
        rows<{ origin: string; count: number }>(
          scene.service,
          `select origin, count from shown where project_id = ${birds.id} order by origin`,
        );
      const before = new Map((await counted()).map((row) => [row.origin, Number(row.count)]));
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => look(`?project_id=${birds.id}`, sites[n % 3 === 0 ? 1 : 0])),
      );
      const grown = (await counted()).map((row) => [
        row.origin,
        Number(row.count) - (before.get(row.origin) ?? 0),
      ]);
      expect(grown).toEqual(
        [
          [birds.origin, 40],
          [shared, 20],
        ].sort(),
      );
    });
  });

  describe('permission to call', () => {
    const bodies: [string, object][] = [
      ['/embed/connect', { code: token(), verifier: token() }],
      ['/embed/join', { address: 'stranger@example.org', of_age: true }],
      ['/embed/join/code', { flow: token(), address: 'stranger@example.org', code: '123456' }],
      ['/embed/record', { grant: token(), type: 'collection', event_id: 'e' }],
      ['/embed/undo', { grant: token(), event_id: 'e' }],
      ['/embed/decline', { grant: token() }],
      ['/embed/forget', { grant: token() }],
    ];

    test.each(bodies)('%s is for registered pages only', async (path, body) => {
      const origins = [
        undefined,
        'null',
        'https://nobody.example',
        frogs.origin,
        inTheClear,
        scene.service.baseUrl,
      ];
      for (const origin of [
        ...origins,
        `${birds.origin}.evil.example`,
        birds.origin.toUpperCase(),
        `${birds.origin}/`,
      ]) {
        const reply = await send(scene.service, path, { project_id: birds.id, ...body }, origin);
        expect(reply.headers.get('access-control-allow-origin')).toBe('*');
        await refusal(reply, 403, 'origin_not_registered');
      }
      expect((await scene.service.mails()).filter(({ to }) => to === 'stranger@example.org')).toEqual([]);
    });

    test.each(bodies)('%s names every field that is missing', async (path, body) => {
      const refused = await refusal(await send(scene.service, path, {}, birds.origin), 400, 'invalid');
      const optional = ['/embed/undo', '/embed/decline'].includes(path);
      expect(fieldsOf(refused)).toEqual([...(optional ? [] : Object.keys(body)), 'project_id'].sort());
    });

    test.each(['/embed/undo', '/embed/decline'])('%s asks for a grant or a token', async (path) => {
      const refused = await refusal(
        await send(scene.service, path, { project_id: birds.id }, birds.origin),
        400,
        'invalid',
      );
      expect(fieldsOf(refused)).toEqual(['grant']);
    });

    test.each(bodies)('%s refuses an invented secret', async (path, body) => {
      if (path === '/embed/join') return expect(body).not.toHaveProperty('grant');
      const reply = await send(scene.service, path, { project_id: birds.id, ...body }, birds.origin);
      const [status, code] =
        path === '/embed/join/code'
          ? [400, 'wrong_code']
          : [401, path === '/embed/connect' ? 'connect_code_gone' : 'grant_gone'];
      await refusal(reply, status as number, code as string);
    });

    test.each(['short', 'x'.repeat(600), 'with spaces in it, and more', 5, null, { a: 1 }])(
      'a grant like %j is refused before it is looked for',
      async (grant) => {
        const reply = await send(
          scene.service,
          '/embed/forget',
          { project_id: birds.id, grant },
          birds.origin,
        );
        expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['grant']);
      },
    );
  });
});
