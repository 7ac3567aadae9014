/** Values of fields in every way in which clients write them. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { fieldsOf, projectEntry, projects, refusal, rows, success } from '../scene.ts';
import { readingScene } from './reading-scene.ts';

const { birds } = projects;
const form = 'application/x-www-form-urlencoded';
const multipart = (pairs: [string, string][], boundary = 'x') =>
  `${pairs.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;

describe.each(engines)('reading requests on %s', (engine) => {
  const scene = readingScene(engine);
  const { pairs, asForm, post } = scene;

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
      ...['%2B02', '+02', '%2b0200', '%2B02:00'].map((zone): [string, string, object] => [
        `the offset ${zone}`,
        `&when=2019-05-01T10:20:30${zone}`,
        { happened_at: Date.UTC(2019, 4, 1, 8, 20, 30) },
      ]),
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
      const [row] = await rows<object>(scene.service, `select * from events where event_id = ${event_id}`);
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
      const reply = await scene.service.get(`/finder?format=json&q=&key=${scene.owner}`, {
        headers: { authorization },
      });
      expect(reply.status).toBe(status);
    });

    test.each(['?', '?&', '?&key=', '?key=&key='])('%s is not a key', async (query) => {
      await refusal(await scene.service.get(`/api/project/${birds.id}${query}`), 401, 'no_key');
    });

    test('a key may be in the body', async () => {
      const reply = await scene.service.postForm('/api/record_event', {
        ...Object.fromEntries(pairs()),
        key: scene.owner,
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
      const entry = { ...projectEntry('Flags', 'https://flags.example/'), outdoors, key: scene.owner };
      const { project_id } = await success(
        'POST /api/project/add',
        await scene.service.postJson('/api/project/add', entry),
      );
      const [row] = await rows<{ fields: string }>(
        scene.service,
        `select fields from projects where project_id = ${project_id}`,
      );
      expect((JSON.parse(row?.fields ?? '{}') as { outdoors: boolean }).outdoors).toBe(wanted);
    });

    test.each(['maybe', 2, 'on', {}, []])('a boolean may not be %j', async (outdoors) => {
      const entry = { ...projectEntry('Flags', 'https://flags.example/'), outdoors, key: scene.owner };
      const reply = await scene.service.postJson('/api/project/add', entry);
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
      const entry = { ...projectEntry('For whom', 'https://whom.example/'), audience, key: scene.owner };
      const reply = await scene.service.postJson('/api/project/add', entry);
      const { project_id } = await success('POST /api/project/add', reply);
      const [row] = await rows<{ fields: string }>(
        scene.service,
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
      const entry = Object.entries({ ...projectEntry('Lists', 'https://lists.example/'), key: scene.owner });
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
      const reply = await scene.service.get('/api/project/add', { method: 'POST', body: body(said) });
      const { project_id } = await success('POST /api/project/add', reply);
      const [row] = await rows<{ fields: string }>(
        scene.service,
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
      'javascript:alert(1).x',
      'www.x.example:alert(1)',
      'me@x.example',
      'n/a',
      'none',
      '1.5',
      'a.example, b.example',
      'https://x.example/a b',
      'https://x.example/a\nb',
      'www.x.example/a b',
      'https://u:p@x.example',
      'data:,x',
    ])('the address %s is refused', async (url) => {
      const reply = await scene.service.postJson('/api/project/add', {
        ...projectEntry('Link', url),
        key: scene.owner,
      });
      expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['url']);
    });

    const added = async (more: object) => {
      const entry = { ...projectEntry('Old client', 'https://old.example/'), ...more, key: scene.owner };
      const reply = await success(
        'POST /api/project/add',
        await scene.service.postJson('/api/project/add', entry),
      );
      const [row] = await rows<{ fields: string }>(
        scene.service,
        `select fields from projects where project_id = ${reply.project_id}`,
      );
      return { stored: JSON.parse(row?.fields ?? '{}') as Record<string, unknown>, warnings: reply.warnings };
    };

    test.each<[string, string, string]>([
      ['url', 'www.example.org', 'http://www.example.org/'],
      ['url', ' example.org/birds?a=1#b ', 'http://example.org/birds?a=1#b'],
      ['url', '//example.org', 'http://example.org/'],
      ['url', 'example.org:8080/x', 'http://example.org:8080/x'],
      ['url', 'vögel.example', 'http://xn--vgel-5qa.example/'],
      ['blog_url', 'blog.example.org', 'http://blog.example.org/'],
      ['video_url', 'video.example.org/1', 'http://video.example.org/1'],
      ['facebook_page', 'social.example.org/river', 'http://social.example.org/river'],
      ['rsvp', 'www.example.org/rsvp', 'http://www.example.org/rsvp'],
    ])('the %s %s gets a scheme, with a warning', async (field, given, wanted) => {
      const { stored, warnings } = await added({ [field]: given });
      expect(stored[field]).toBe(wanted);
      expect(warnings).toEqual([`${field} has no scheme and was read with http:// before it`]);
    });

    test('a warning names the field as it was sent', async () => {
      const { warnings } = await added({
        url: '',
        ProjectUrl: 'www.example.org',
        ProjectStatus: 'in progress',
      });
      expect(warnings).toEqual([
        'ProjectUrl has no scheme and was read with http:// before it',
        'ProjectStatus was read as active',
      ]);
    });

    test.each<[string, string]>([
      ['In Progress', 'active'],
      ['ongoing', 'active'],
      ['on-going', 'active'],
      ['in_progress', 'active'],
      ['recruiting', 'active'],
      ['open', 'active'],
      ['not yet started', 'starting'],
      ['upcoming', 'starting'],
      ['planned', 'starting'],
      ['On hold', 'hiatus'],
      ['paused', 'hiatus'],
      ['FINISHED', 'complete'],
      ['completed', 'complete'],
      ['ended', 'complete'],
    ])('the status %s is %s, with a warning', async (status, wanted) => {
      const { stored, warnings } = await added({ status });
      expect([stored['status'], warnings]).toEqual([wanted, [`status was read as ${wanted}`]]);
    });

    test.each([' Active ', 'ACTIVE', 'complete'])('the status %j needs no warning', async (status) => {
      expect((await added({ status })).warnings).toBeUndefined();
    });

    test.each(['closed', 'inactive', 'archived', 'cancelled', 'draft', 'not recruiting', 'not active'])(
      'the status %s can mean several, and is refused with the list',
      async (status) => {
        const entry = { ...projectEntry('Old client', 'https://old.example/'), status, key: scene.owner };
        const { errors } = await refusal(
          await scene.service.postJson('/api/project/add', entry),
          400,
          'invalid',
        );
        expect(errors).toEqual([
          { field: 'status', message: 'must be one of: starting, active, hiatus, complete, hidden' },
        ]);
      },
    );

    test.each<[string, unknown, unknown]>([
      ['topics', ['Ecology & Environment', 'ecology  AND environment'], ['Ecology and environment']],
      ['topics', 'ecology&amp;environment, BIRDS', ['Ecology and environment', 'Birds']],
      [
        'audience',
        ['Elementary school (6-10 years)', 'graduate  students'],
        ['Elementary school (6 - 10 years)', 'Graduate Students'],
      ],
      [
        'UN_regions',
        ['northern  AMERICA', 'Latin America & the Caribbean'],
        [{ code: '021' }, { code: '419' }],
      ],
      ['project_type', ' EVENT', 'Event'],
    ])('%s %j is found by its name', async (field, given, wanted) => {
      const { stored, warnings } = await added({ [field]: given });
      expect(stored).toMatchObject({ [field]: wanted });
      expect(warnings).toBeUndefined();
    });

    test.each(['topic=Ecology+%26+Environment', 'topic=ecology%20and%20ENVIRONMENT', 'UN=northern++america'])(
      'a search by %s finds the name',
      async (query) => {
        await success(
          'GET /finder',
          await scene.service.get(`/finder?format=json&key=${scene.owner}&${query}`),
        );
      },
    );
  });
});
