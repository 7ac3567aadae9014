/** Updates by key before and after publication, and of a new project. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { fieldsOf, refusal, rows, signIn, success } from '../scene.ts';
import { updateScene } from './update-scene.ts';

describe.each(engines)('updates of projects on %s', (engine) => {
  const scene = updateScene(engine);
  const {
    send,
    updated,
    operator,
    failed,
    unpublished,
    published,
    detail,
    fields,
    versions,
    history,
    reviewOf,
  } = scene;

  describe('before publication', () => {
    test('an update replaces the sent fields, and the others do not change', async () => {
      const id = await unpublished({ city: 'Here', outdoors: false, audience: ['Adults'], task: 'Look' });
      const before = await fields(id);
      expect(await updated(id, { goal: 'Know ferns', audience: 'Families' })).toEqual({
        state: 'awaiting_review',
      });
      expect(await fields(id)).toEqual({ ...before, goal: 'Know ferns', audience: ['Families'] });
      expect((await detail(id, scene.owner)).regions).toEqual([]);
    });

    test('no field is required, nothing falls back to a default, and an empty update changes nothing', async () => {
      const id = await unpublished({ status: 'hiatus', indoors: false, tags: ['fern'], topics: ['Biology'] });
      const before = await fields(id);
      const [row] = await rows(scene.service, `select * from projects where project_id = ${id}`);
      expect(await updated(id, {})).toEqual({ state: 'awaiting_review' });
      expect(await updated(id, { status: 'hiatus', name: before['name'], city: null, gear: '' })).toEqual({
        state: 'awaiting_review',
      });
      expect(await rows(scene.service, `select * from projects where project_id = ${id}`)).toEqual([row]);
      expect(await versions(id)).toEqual([]);
    });

    test('a list may be emptied', async () => {
      const id = await unpublished({ tags: ['fern'], audience: ['Adults'] });
      await updated(id, { tags: [], audience: [] });
      expect(await fields(id)).toMatchObject({ tags: [], audience: [] });
    });

    test('PPSR names work in an update, too', async () => {
      const id = await unpublished();
      await updated(id, { projectName: 'Fern Finder', ProjectStatus: 'On hold' });
      expect(await fields(id)).toMatchObject({ name: 'Fern Finder', status: 'hiatus' });
    });

    test('the id may have the name of the service, and the reply has it, too', async () => {
      const id = await unpublished();
      const reply = await scene.service.postJson('/api/project/add', {
        key: scene.owner,
        acme_id: String(id),
        city: 'There',
      });
      expect(await reply.json()).toMatchObject({ project_id: id, service_id: id, acme_id: id });
      expect(await fields(id)).toMatchObject({ city: 'There' });
    });

    test('every bad field is named at once, and nothing is stored', async () => {
      const id = await unpublished();
      const before = await fields(id);
      const said = {
        name: '',
        city: 'There',
        goal: 'g'.repeat(121),
        topics: ['?'],
        projectUrl: 'x',
        regions: 'x',
      };
      const refused = await refusal(await send(id, said), 400, 'invalid');
      expect(fieldsOf(refused)).toEqual(['goal', 'projectUrl', 'regions', 'topics']);
      expect(await fields(id)).toEqual(before);
    });

    test.each([
      ['zero', 0],
      ['a word', 'fern'],
      ['a fraction', 1.5],
      ['a list', [1, 2]],
      ['beyond 2^53', '9007199254740993'],
    ])('an id that is %s is refused', async (_, id) => {
      expect(fieldsOf(await refusal(await send(id, { city: 'There' }), 400, 'invalid'))).toEqual([
        'service_id',
      ]);
    });

    test('a long goal causes a warning', async () => {
      const { warnings } = await updated(await unpublished(), { projectAim: 'g'.repeat(65), colour: 'red' });
      expect(warnings?.[0]).toMatch(/^projectAim has more than the recommended 64/);
      expect(warnings?.[1]).toBe('unknown fields were ignored: colour');
    });
  });

  describe('after publication', () => {
    test('an update awaits review, everybody sees the approved version, and approval publishes the new one', async () => {
      const id = await published({ goal: 'Old goal' });
      const before = await detail(id);
      expect(await updated(id, { description: 'New words about lichens', topics: ['Birds'] })).toEqual({
        state: 'awaiting_review',
      });
      expect(await detail(id)).toEqual(before);
      expect(await detail(id, scene.owner)).toEqual(before);
      const asked = await scene.service.get(`/finder?format=json&q=lichens&key=${scene.owner}`);
      expect((await success('GET /finder', asked)).results).toEqual([]);
      expect(await reviewOf(id)).toMatchObject({ what: 'changes', fields: ['description', 'topics'] });
      const shown = (await operator('review', String(id))) as { version: number; fields: object[] };
      expect(shown.fields).toEqual([
        { field: 'description', before: before.description, after: 'New words about lichens' },
        { field: 'topics', before: [], after: ['Birds'] },
      ]);
      expect(await operator('approve', String(id), String(shown.version))).toMatchObject({
        state: 'published',
      });
      expect(await detail(id)).toMatchObject({ description: 'New words about lichens', topics: ['Birds'] });
      expect(await reviewOf(id)).toBeUndefined();
      expect(await fields(id)).toMatchObject({ goal: 'Old goal' });
      const again = await scene.service.get(`/finder?format=json&q=lichens&key=${scene.owner}`);
      expect((await success('GET /finder', again)).results.map((result) => result.id)).toEqual([id]);
      expect((await history(id)).slice(1)).toEqual([
        ['update', 'applied', { description: 'New words about lichens', topics: ['Birds'] }],
      ]);
    });

    test('several updates become one that awaits review', async () => {
      const id = await published({ city: 'Here' });
      await updated(id, { goal: 'One', task: 'Look' });
      await updated(id, { goal: 'Two', gear: 'A lens' });
      expect(await reviewOf(id)).toMatchObject({ fields: ['goal', 'task', 'gear'] });
      expect(await history(id)).toMatchObject([
        ['first', 'applied', { city: 'Here' }],
        ['update', 'replaced', { goal: 'One', task: 'Look' }],
        ['update', 'awaiting_review', { goal: 'Two', task: 'Look', gear: 'A lens' }],
      ]);
      // Changed again, and then changed back, field by field.
      await updated(id, { goal: 'Two' });
      expect(await versions(id)).toHaveLength(3);
      await operator('approve', String(id));
      expect(await fields(id)).toMatchObject({ goal: 'Two', task: 'Look', gear: 'A lens', city: 'Here' });
    });

    test('an update to the current values awaits nothing, also if it reverts a change', async () => {
      const id = await published({ city: 'Here' });
      expect(await updated(id, { city: 'Here' })).toEqual({ state: 'published' });
      expect(await updated(id, { city: 'There' })).toEqual({ state: 'awaiting_review' });
      expect(await updated(id, { city: 'Here' })).toEqual({ state: 'published' });
      expect(await reviewOf(id)).toBeUndefined();
      expect(await failed('approve', String(id))).toMatch(/^Nothing of project \d+ awaits review\.$/);
    });

    test('approve with a version accepts only the version that was reviewed', async () => {
      const id = await published();
      await updated(id, { goal: 'Good' });
      const { version } = (await operator('review', String(id))) as { version: number };
      await updated(id, { goal: 'Bad' });
      expect(await failed('approve', String(id), String(version))).toMatch(/was changed since/);
      expect((await fields(id))['goal']).toBeUndefined();
      const fresh = await unpublished();
      const { version: first } = (await operator('review', String(fresh))) as { version: number };
      await updated(fresh, { goal: 'Bad' });
      expect(await failed('approve', String(fresh), String(first))).toMatch(/was changed since/);
    });

    test('the origin of a new address is registered when it is approved, not before', async () => {
      const id = await published();
      const origins = async () =>
        (
          await rows<{ origin: string }>(
            scene.service,
            `select origin from project_origins where project_id = ${id}`,
          )
        ).map(({ origin }) => origin);
      await updated(id, { url: 'https://moved.example/' });
      expect(await origins()).toEqual(['https://fern.example']);
      await operator('approve', String(id));
      expect(await origins()).toEqual(['https://moved.example']);
    });

    test('hidden acts at once, and so does its end', async () => {
      const id = await published({ city: 'Here' });
      expect(await updated(id, { status: 'hidden', city: 'There' })).toEqual({ state: 'awaiting_review' });
      await refusal(await scene.service.get(`/api/project/${id}?key=${scene.stranger}`), 404, 'no_project');
      expect(await detail(id, scene.owner)).toMatchObject({ status: 'hidden' });
      expect(await fields(id)).toMatchObject({ city: 'Here' });
      await updated(id, { status: 'active' });
      expect(await detail(id)).toMatchObject({ status: 'active' });
      // Any other status is a change like any other.
      expect(await updated(id, { status: 'complete' })).toEqual({ state: 'awaiting_review' });
      expect(await detail(id)).toMatchObject({ status: 'active' });
      await updated(id, { status: 'hidden' });
      await updated(id, { status: 'active' });
      expect(await reviewOf(id)).toMatchObject({ fields: ['city'] });
    });

    test('a project that an editor hid stays hidden, whatever its owner sends', async () => {
      const id = await published();
      await operator('hide', String(id));
      await updated(id, { status: 'hidden' });
      await updated(id, { status: 'active' });
      await refusal(await scene.service.get(`/api/project/${id}?key=${scene.stranger}`), 404, 'no_project');
      await operator('show', String(id));
      expect(await detail(id)).toMatchObject({ status: 'active' });
    });

    test('rejected changes are dropped, and the Tools tab says why until there are others', async () => {
      const id = await published({ city: 'Here' });
      await updated(id, { city: 'There' });
      const cookie = await signIn(scene.service, 'owner@example.org');
      const tools = async () =>
        (
          await scene.service.get(`/project/${id}-project-${scene.added}/tools`, { headers: { cookie } })
        ).text();
      expect(await tools()).toContain('(City) await review');
      await operator('reject', String(id), '--why', 'There is no such <city>.');
      expect(await fields(id)).toMatchObject({ city: 'Here' });
      expect(await reviewOf(id)).toBeUndefined();
      expect(await tools()).toContain('There is no such &lt;city>.');
      await updated(id, { city: 'Elsewhere' });
      const now = await tools();
      expect(now).toContain('(City) await review');
      expect(now).not.toContain('no such');
      expect((await versions(id)).map(({ state, why }) => [state, why])).toEqual([
        ['applied', null],
        ['rejected', 'There is no such <city>.'],
        ['awaiting_review', null],
      ]);
    });

    test('history keeps no address, telephone or mail of a contact that was replaced', async () => {
      const contact = { contact_phone: '+1 555 0199', contact_address: '9 Old Road' };
      const id = await published({ ...contact, contact_email: 'old-contact@example.org' });
      await updated(id, {
        contact_email: 'new-contact@example.org',
        contact_phone: '+1 555 0111',
        gear: 'A lens',
      });
      expect(await fields(id)).toMatchObject(contact);
      await updated(id, { contact_email: 'newest-contact@example.org' });
      await operator('approve', String(id));
      expect(await fields(id)).toMatchObject({
        contact_email: 'newest-contact@example.org',
        contact_phone: '+1 555 0111',
      });
      expect(JSON.stringify(await versions(id))).not.toMatch(/contact@|555 01|Old Road/);
    });
  });

  describe('of a new project', () => {
    test('reviews lists it, approve publishes it', async () => {
      const id = await unpublished({ contact_phone: '1' });
      expect(await reviewOf(id)).toMatchObject({ what: 'new', fields: [] });
      const shown = (await operator('review', String(id))) as { fields: { field: string; after: unknown }[] };
      expect(shown.fields).toContainEqual({ field: 'contact_phone', after: '1' });
      await operator('approve', String(id));
      expect(await detail(id)).toMatchObject({ id });
      expect(await reviewOf(id)).toBeUndefined();
    });

    test('a rejected one is listed again when its owner changed it', async () => {
      const id = await unpublished();
      expect(await failed('reject', String(id))).toMatch(/^The reason \(--why\) is required\.$/);
      await operator('reject', String(id), '--why', 'It says too little.');
      expect(await reviewOf(id)).toBeUndefined();
      const cookie = await signIn(scene.service, 'owner@example.org');
      const tools = await scene.service.get(`/project/${id}-project-${scene.added}/tools`, {
        headers: { cookie },
      });
      expect(await tools.text()).toContain('did not approve your project: It says too little.');
      await refusal(await scene.service.get(`/api/project/${id}?key=${scene.stranger}`), 404, 'no_project');
      await updated(id, { description: 'It says more now.' });
      expect(await reviewOf(id)).toMatchObject({ what: 'new' });
    });
  });
});
