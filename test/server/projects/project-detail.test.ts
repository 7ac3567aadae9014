/** Refusals of projects by key, and the details of one. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { addProject, count, fieldsOf, projects, refusal, refusalBody, success } from '../scene.ts';
import { full, polygon, projectScene, ring, southAmerica } from './project-scene.ts';

const { birds, hidden } = projects;

describe.each(engines)('projects on %s', (engine) => {
  const scene = projectScene(engine);
  const { add, added, detail, detailed } = scene;

  describe('refusals name the field, and store nothing', () => {
    test.each<[string, object, string[]]>([
      ['no name', { name: '' }, ['name']],
      ['a name of spaces', { name: '   ' }, ['name']],
      ['a name that is too long', { name: 'n'.repeat(301) }, ['name']],
      ['a number as name that has lost digits', { name: 1e21 }, ['name']],
      ['a name with NUL', { name: 'a\0b' }, ['name']],
      ['no description', { description: undefined }, ['description']],
      ['no origin', { origin: null }, ['origin']],
      ['no contact', { contact_email: undefined }, ['contact_email']],
      ['a contact that is no address', { contact_email: 'Li Chen' }, ['contact_email']],
      ['no address of a page', { url: undefined }, ['url']],
      ['a script as address', { url: 'javascript:alert(1)' }, ['url']],
      ['a script behind white space', { url: ' \tjavascript:alert(1)' }, ['url']],
      ['data as address', { url: 'data:text/html,<script>alert(1)</script>' }, ['url']],
      ['an address of a file', { url: 'file:///etc/passwd' }, ['url']],
      ['an address with white space inside', { url: 'https://x.example/a b' }, ['url']],
      ['an address with a password', { url: 'https://user:secret@moss.example/' }, ['url']],
      [
        'scripts in the other addresses',
        {
          video_url: 'javascript:1',
          blog_url: 'vbscript:1',
          facebook_page: 'javascript:1',
          image: 'javascript:1',
        },
        ['blog_url', 'facebook_page', 'image', 'video_url'],
      ],
      ['a script as RSVP', { rsvp: 'javascript:alert(1)' }, ['rsvp']],
      ['another status', { status: 'retired' }, ['status']],
      ['perhaps', { outdoors: 'perhaps' }, ['outdoors']],
      ['two as a boolean', { preregistration: 2 }, ['preregistration']],
      ['a goal of 121 characters', { goal: 'g'.repeat(121) }, ['goal']],
      ['a task of 121 characters', { task: 't'.repeat(121) }, ['task']],
      ['a task of 121 characters beyond 16 bits', { task: '🐸'.repeat(121) }, ['task']],
      ['another kind', { project_type: 'Party' }, ['project_type']],
      ['another audience', { audience: ['Adults', 'Robots'] }, ['audience']],
      ['a number as audience', { audience: 7 }, ['audience']],
      ['regions in words', { regions: 'nowhere' }, ['regions']],
      ['a point as region', { regions: { type: 'Point', coordinates: [0, 0] } }, ['regions']],
      ['an open ring', { regions: { type: 'Polygon', coordinates: [ring.slice(0, 3)] } }, ['regions']],
      ['a region beyond the map', { regions: 'POLYGON((0 0, 200 0, 2 2, 0 0))' }, ['regions']],
      ['an unknown UN region', { UN_regions: ['Atlantis'] }, ['UN_regions']],
      ['a UN region that is broken JSON', { UN_regions: '["005"' }, ['UN_regions']],
      ['one UN region outside a list', { UN_regions: southAmerica }, ['UN_regions']],
      ['an unknown topic', { topics: ['Birdz'] }, ['topics']],
      ['an unknown activity', { activities: ['Photografy'] }, ['activities']],
      ['a tag that is no text', { tags: [{}] }, ['tags']],
      ['a callback that is none', { jsonp: 'alert(1)' }, ['jsonp']],
      [
        'many things at once',
        {
          name: '',
          url: 'x',
          contact_email: 'x',
          status: 'x',
          goal: 'g'.repeat(121),
          audience: ['x'],
          regions: 'x',
          UN_regions: ['x'],
          topics: ['x'],
          outdoors: 'x',
        },
        [
          'UN_regions',
          'audience',
          'contact_email',
          'goal',
          'name',
          'outdoors',
          'regions',
          'status',
          'topics',
          'url',
        ],
      ],
    ])('%s', async (_, said, names) => {
      const before = await count(scene.service, 'projects');
      const refused = await refusal(await add(said), 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(names);
      expect(await count(scene.service, 'projects')).toBe(before);
    });

    test('an empty body names every required field', async () => {
      const refused = await refusal(
        await scene.service.postJson('/api/project/add/', { key: scene.owner }),
        400,
        'invalid',
      );
      expect(fieldsOf(refused)).toEqual(['contact_email', 'description', 'name', 'origin', 'url']);
    });

    test('an unknown topic or UN region is refused with the nearest ones', async () => {
      const refused = await refusal(
        await add({ topics: ['Birdz'], UN_regions: ['South Amerika'] }),
        400,
        'invalid',
      );
      const messages = Object.fromEntries(
        (refused.errors ?? []).map(({ field, message }) => [field, message]),
      );
      expect(messages['topics']).toContain('Birds');
      expect(messages['UN_regions']).toContain('South America');
    });
  });

  describe('detail', () => {
    test('has the fields of the specification, and nothing more of the contact', async () => {
      const { project_id, url } = await added(full);
      const shown = await detailed(project_id);
      expect(shown).toEqual({
        result: 'success',
        id: project_id,
        title: full.name,
        description: full.description,
        url,
        website: full.url,
        activities: full.activities,
        topics: full.topics,
        tags: full.tags,
        UN_regions: [southAmerica],
        regions: [{ name: full.region_label, osm_id: 0, legal: '', geometry: polygon }],
        origin: full.origin,
        status: full.status,
        updated: shown.updated,
      });
      expect(JSON.stringify(shown)).not.toMatch(/li@lichen|555 0100|Moss Road/);
    });

    test('a field means the same in a result of the finder', async () => {
      const { project_id } = await added({ ...full, name: 'Zzqlichen Log' });
      await scene.service.operate('publish', String(project_id));
      const reply = await scene.service.get(`/finder?format=json&q=zzqlichen&key=${scene.owner}`);
      const { results } = await success('GET /finder', reply);
      const shown = Object.entries(await detailed(project_id));
      const card = Object.fromEntries(shown.filter(([name]) => name !== 'result' && name !== 'regions'));
      expect(results).toEqual([card]);
      const near = await scene.service.get(
        `/finder?format=json&q=zzqlichen&lat=0.5&lng=1.5&key=${scene.owner}`,
      );
      expect((await success('GET /finder', near)).results).toEqual([{ ...card, distance_km: 0 }]);
      await scene.service.operate('hide', String(project_id));
    });

    test('before publication a manager sees it, others do not; afterwards everybody with a key does', async () => {
      const id = await addProject(scene.service, scene.owner, 'Fern Finder');
      const before = await detailed(id);
      await refusal(await detail(id, scene.stranger), 404, 'no_project');
      await scene.service.operate('publish', String(id));
      expect(await detailed(id, scene.stranger)).toEqual(before);
      await scene.service.operate('hide', String(id));
      await refusal(await detail(id, scene.stranger), 404, 'no_project');
      expect(await detailed(id)).toEqual(before);
    });

    test.each<[string, () => string, boolean]>([
      ['its manager', () => scene.owner, true],
      ['a stranger', () => scene.stranger, false],
    ])('a project whose status is hidden, for %s', async (_, key, sees) => {
      const reply = await detail(hidden.id, key());
      if (sees) expect((await success('GET /api/project/:project_id', reply)).status).toBe('hidden');
      else await refusal(reply, 404, 'no_project');
    });

    test.each<[string, string, number, string]>([
      ['a project that does not exist', '/api/project/999', 404, 'no_project'],
      ['a word', '/api/project/birds', 400, 'invalid'],
      ['a negative number', '/api/project/-1', 400, 'invalid'],
      ['a fraction', '/api/project/1.5', 400, 'invalid'],
      ['a number beyond 2^53', '/api/project/9007199254740993', 400, 'invalid'],
      ['an address that is not percent-encoded text', '/api/project/%E0%A4%A', 400, 'unreadable'],
    ])('%s has none', async (_, path, status, code) => {
      const reply = await scene.service.get(`${path}?key=${scene.owner}`);
      expect(reply.status).toBe(status);
      refusalBody(await reply.json(), code);
    });

    test.each([
      ['a trailing slash', `/api/project/${birds.id}/`],
      ['the number in the query, too', `/api/project/${birds.id}?project_id=999`],
    ])('with %s it is the same', async (_, path) => {
      const reply = await scene.service.get(`${path}${path.includes('?') ? '&' : '?'}key=${scene.owner}`);
      expect((await success('GET /api/project/:project_id', reply)).id).toBe(birds.id);
    });

    test('pages of any site may read it, without credentials', async () => {
      const { headers } = await detail(birds.id);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect((await add({ name: '' })).headers.get('access-control-allow-origin')).toBeNull();
    });
  });
});
