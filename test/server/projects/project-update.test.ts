/** POST /api/project/add with service_id: who may update, which changes apply at once, and which await an editor. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { fieldsOf, importEntries, newKey, projectEntry, refusal, rows, signIn, success } from '../scene.ts';

type Version = { version: number; state: string; how: string; fields: string; why: string | null };

describe.each(engines)('updates of projects on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    service = await startService(engine, { SERVICE_SLUG: 'acme' });
    [owner, stranger] = await Promise.all([
      newKey(service, 'owner@example.org'),
      newKey(service, 'stranger@example.org'),
    ]);
  });

  const send = (service_id: unknown, said: object, key = owner) =>
    service.postJson('/api/project/add', { key, service_id, ...said });
  const updated = async (id: number, said: object, key = owner) => {
    const { state, warnings, project_id } = await success(
      'POST /api/project/add',
      withoutSlug(await send(id, said, key)),
    );
    expect(project_id).toBe(id);
    return { state, ...(warnings && { warnings }) };
  };
  /** The slug's names are tested separately. */
  const withoutSlug = (reply: Response) =>
    new Proxy(reply, {
      get: (target, name) =>
        name === 'text'
          ? async () => (await target.text()).replace(/,"acme_id":\d+/, '')
          : (Reflect.get(target, name, target) as unknown),
    });
  const operator = async (...words: string[]) => {
    const { code, stdout, json } = await service.operator(...words);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    return json;
  };
  const failed = async (...words: string[]) => {
    const { code, json } = await service.operator(...words);
    expect(code).toBe(1);
    return json['error'];
  };
  let added = 0;
  const unpublished = async (more: object = {}, key = owner): Promise<number> => {
    const entry = projectEntry(`Project ${++added}`, 'https://fern.example/', more);
    const reply = await service.postJson('/api/project/add', { key, ...entry });
    return ((await reply.json()) as { project_id: number }).project_id;
  };
  const published = async (more: object = {}, key = owner) => {
    const id = await unpublished(more, key);
    await operator('publish', String(id));
    return id;
  };
  const detail = async (id: number, key = stranger) =>
    success('GET /api/project/:project_id', await service.get(`/api/project/${id}?key=${key}`));
  const fields = async (id: number) => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return JSON.parse(row?.fields ?? 'null') as Record<string, unknown>;
  };
  const versions = (id: number) =>
    rows<Version>(
      service,
      `select version, state, how, fields, why from project_versions where project_id = ${id} order by version`,
    );
  const history = async (id: number) =>
    (await versions(id)).map(({ state, how, fields: said }) => [how, state, JSON.parse(said) as object]);
  const reviews = async () =>
    ((await operator('reviews')) as { reviews: { project_id: number; what: string; fields: string[] }[] })
      .reviews;
  const reviewOf = async (id: number) => (await reviews()).find(({ project_id }) => project_id === id);

  describe('before publication', () => {
    test('an update replaces the sent fields, and the others do not change', async () => {
      const id = await unpublished({ city: 'Here', outdoors: false, audience: ['Adults'], task: 'Look' });
      const before = await fields(id);
      expect(await updated(id, { goal: 'Know ferns', audience: 'Families' })).toEqual({
        state: 'awaiting_review',
      });
      expect(await fields(id)).toEqual({ ...before, goal: 'Know ferns', audience: ['Families'] });
      expect((await detail(id, owner)).regions).toEqual([]);
    });

    test('no field is required, nothing falls back to a default, and an empty update changes nothing', async () => {
      const id = await unpublished({ status: 'hiatus', indoors: false, tags: ['fern'], topics: ['Biology'] });
      const before = await fields(id);
      const [row] = await rows(service, `select * from projects where project_id = ${id}`);
      expect(await updated(id, {})).toEqual({ state: 'awaiting_review' });
      expect(await updated(id, { status: 'hiatus', name: before['name'], city: null, gear: '' })).toEqual({
        state: 'awaiting_review',
      });
      expect(await rows(service, `select * from projects where project_id = ${id}`)).toEqual([row]);
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
      const reply = await service.postJson('/api/project/add', {
        key: owner,
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
      expect(await detail(id, owner)).toEqual(before);
      const asked = await service.get(`/finder?format=json&q=lichens&key=${owner}`);
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
      const again = await service.get(`/finder?format=json&q=lichens&key=${owner}`);
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
            service,
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
      await refusal(await service.get(`/api/project/${id}?key=${stranger}`), 404, 'no_project');
      expect(await detail(id, owner)).toMatchObject({ status: 'hidden' });
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
      await refusal(await service.get(`/api/project/${id}?key=${stranger}`), 404, 'no_project');
      await operator('show', String(id));
      expect(await detail(id)).toMatchObject({ status: 'active' });
    });

    test('rejected changes are dropped, and the Tools tab says why until there are others', async () => {
      const id = await published({ city: 'Here' });
      await updated(id, { city: 'There' });
      const cookie = await signIn(service, 'owner@example.org');
      const tools = async () =>
        (await service.get(`/project/${id}-project-${added}/tools`, { headers: { cookie } })).text();
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
      expect(JSON.stringify(await versions(id))).not.toMatch(/contact@|555|Old Road/);
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
      const cookie = await signIn(service, 'owner@example.org');
      const tools = await service.get(`/project/${id}-project-${added}/tools`, { headers: { cookie } });
      expect(await tools.text()).toContain('turned your project down: It says too little.');
      await refusal(await service.get(`/api/project/${id}?key=${stranger}`), 404, 'no_project');
      await updated(id, { description: 'It says more now.' });
      expect(await reviewOf(id)).toMatchObject({ what: 'new' });
    });
  });

  describe('corrections', () => {
    test('a corrected field stays, the reply says so, and a change of it that awaited review goes', async () => {
      const id = await published({ goal: 'Gaol', city: 'Here' });
      await updated(id, { goal: 'Another', city: 'There' });
      await operator('correct', String(id), 'goal', 'Goal');
      expect(await detail(id)).toBeDefined();
      expect(await fields(id)).toMatchObject({ goal: 'Goal', city: 'Here' });
      expect(await reviewOf(id)).toMatchObject({ fields: ['city'] });
      expect(await updated(id, { projectAim: 'Gaol' })).toEqual({
        state: 'awaiting_review',
        warnings: ['left as an editor corrected: projectAim'],
      });
      // An update to the current value does not conflict with the correction.
      expect(await updated(id, { goal: 'Goal', city: 'Here' })).toEqual({ state: 'published' });
      await operator('correct', String(id), 'goal', '--no');
      await updated(id, { goal: 'Mine' });
      await operator('approve', String(id));
      expect(await fields(id)).toMatchObject({ goal: 'Mine' });
    });

    test('importing it again does not change it, either', async () => {
      const entry = projectEntry('Corrected Moss', 'https://moss.example/', { gear: 'A lens', tags: ['a'] });
      await importEntries(service, 'owner@example.org', [entry], '--publish');
      const [row] = await rows<{ project_id: number }>(
        service,
        "select project_id from projects where name = 'Corrected Moss'",
      );
      await operator('correct', String(row?.project_id), 'topics', 'Biology,birds');
      await importEntries(service, 'owner@example.org', [{ ...entry, gear: undefined, city: 'Here' }]);
      const after = await fields(row?.project_id ?? 0);
      expect(after).toMatchObject({ topics: ['Biology', 'Birds'], city: 'Here', tags: ['a'] });
      expect(after).not.toHaveProperty('gear');
      expect((await history(row?.project_id ?? 0)).map(([how]) => how)).toEqual([
        'first',
        'correction',
        'import',
      ]);
    });

    test('a field may be emptied, except a required one', async () => {
      const id = await published({ gear: 'A lens', tags: ['a'], outdoors: false });
      await operator('correct', String(id), 'gear', '');
      await operator('correct', String(id), 'tags', '');
      await operator('correct', String(id), 'outdoors', '');
      const after = await fields(id);
      expect(after).toMatchObject({ tags: [], outdoors: true });
      expect(after).not.toHaveProperty('gear');
      expect(await failed('correct', String(id), 'name', '')).toMatch(/^The field name is required\.$/);
    });

    test.each<[string, string[], RegExp]>([
      ['another field', ['colour', 'red'], /^A project has no such field; it has name, /],
      ['no value', ['goal'], /^To what\?/],
      ['a script', ['url', 'javascript:alert(1)'], /^The field url must be an address/],
      [
        'an unknown topic',
        ['topics', 'Birdz'],
        /^The field topics is not a topic of the list; the nearest: Birds\.$/,
      ],
      [
        'a goal of 121 characters',
        ['goal', 'g'.repeat(121)],
        /^The field goal must be at most 120 characters\.$/,
      ],
    ])('%s is refused', async (_, words, sentence) => {
      const id = await unpublished();
      expect(await failed('correct', String(id), ...words)).toMatch(sentence);
    });

    test('the record of a correction has the field and never the value', async () => {
      const id = await unpublished();
      await operator('correct', String(id), 'contact_phone', '5550177');
      const acts = await rows<{ act: string; subject: string }>(
        service,
        `select act, subject from audit where act = 'correct contact_phone'`,
      );
      expect(acts).toEqual([{ act: 'correct contact_phone', subject: String(id) }]);
      expect(await fields(id)).toMatchObject({ contact_phone: '5550177' });
    });
  });

  test('a trusted project: identifying fields wait, all others are published at once', async () => {
    const id = await published();
    await operator('trust', String(id));
    expect(await updated(id, { gear: 'A lens', description: 'At once.' })).toEqual({ state: 'published' });
    expect(await detail(id)).toMatchObject({ description: 'At once.' });
    const said = {
      name: 'Other',
      ProjectUrl: 'https://other.example/',
      contact_email: 'o@example.org',
      image: 'https://other.example/i.png',
      city: 'There',
    };
    expect(await updated(id, said)).toEqual({
      state: 'awaiting_review',
      warnings: ['awaits review before it is shown: name, ProjectUrl, contact_email, image'],
    });
    expect(await fields(id)).toMatchObject({ city: 'There', url: 'https://fern.example/' });
    await operator('trust', String(id), '--no');
    expect(await updated(id, { city: 'Elsewhere' })).toEqual({ state: 'awaiting_review' });
  });

  describe('permissions', () => {
    const keyId = async (email: string, name: string) => {
      const { keys } = (await operator('keys', email)) as unknown as {
        keys: { key_id: number; name: string; revoked_at: number | null }[];
      };
      return String(keys.find((one) => one.name === name && one.revoked_at === null)?.key_id);
    };

    test('a successor of the key may, another key of the same person may not', async () => {
      const { key } = await operator('key', 'owner@example.org', '--name', 'turning');
      const id = await published({}, String(key));
      const { key: successor } = await operator(
        ...['rotate-key', await keyId('owner@example.org', 'turning'), '--after', '0'],
      );
      expect((await send(id, { city: 'A' }, String(key))).status).toBe(401);
      expect(await updated(id, { city: 'A' }, String(successor))).toEqual({ state: 'awaiting_review' });
      const refused = await refusal(await send(id, { city: 'B' }), 403, 'other_key');
      expect(fieldsOf(refused)).toEqual(['service_id']);
      const [row] = await rows(
        service,
        `select count(*) as n from project_versions where fields like '%"B"%'`,
      );
      expect(Number((row as { n: number }).n)).toBe(0);
    });

    test('a former manager may not, nor may a co-manager with a key of their own', async () => {
      const { key } = await operator('key', 'leaving@example.org');
      const id = await published({}, String(key));
      await operator('manager', String(id), 'stranger@example.org');
      await refusal(await send(id, { city: 'A' }, stranger), 403, 'other_key');
      await operator('remove-manager', String(id), 'leaving@example.org');
      await refusal(await send(id, { city: 'A' }, String(key)), 403, 'not_manager');
      await operator('remove-manager', String(id), 'stranger@example.org');
    });

    test('a project that was added in another way is updated there', async () => {
      const entry = projectEntry('Brought In', 'https://moss.example/');
      await importEntries(service, 'owner@example.org', [entry], '--publish');
      const [row] = await rows<{ project_id: number }>(
        service,
        "select project_id from projects where name = 'Brought In'",
      );
      const refused = await refusal(await send(row?.project_id, { city: 'A' }), 403, 'added_elsewhere');
      expect(refused.error).toMatch(/^This project was added on the web/);
    });

    test('for strangers, unpublished, hidden and missing projects look the same', async () => {
      const [awaits, hidden, shown] = [
        await unpublished(),
        await published({ status: 'hidden' }),
        await published(),
      ];
      const told = await Promise.all(
        [awaits, hidden, 999_999].map(async (id) =>
          JSON.stringify(await refusal(await send(id, { city: 'A' }, stranger), 404, 'no_project')),
        ),
      );
      expect(new Set(told).size).toBe(1);
      await refusal(await send(shown, { city: 'A' }, stranger), 403, 'not_manager');
    });
  });

  describe('at the same time', () => {
    test.each([
      ['unpublished', unpublished],
      ['published', published],
    ] as const)('twenty updates of different fields of an %s project are all kept', async (_, make) => {
      const id = await make();
      const names = ['city', 'state', 'zip', 'country', 'address', 'gear', 'goal', 'task'];
      const more = ['how_to_join', 'special_skills', 'time_commitment', 'region_label', 'image_credit'];
      const others = ['presenting_org', 'contact_name', 'contact_affiliation', 'origin', 'description'];
      const all = [...names, ...more, ...others, 'external_id'];
      const replies = await Promise.all(all.map((name) => send(id, { [name]: `a new ${name}` })));
      expect(replies.map(({ status }) => status)).toEqual(all.map(() => 200));
      await operator('approve', String(id));
      expect(await fields(id)).toMatchObject(Object.fromEntries(all.map((name) => [name, `a new ${name}`])));
      const numbers = (await versions(id)).map(({ version }) => version);
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
      expect((await versions(id)).filter(({ state }) => state === 'awaiting_review')).toEqual([]);
    });

    test('two updates of one field: one of them completely, and the history has both', async () => {
      const id = await unpublished();
      await Promise.all([
        updated(id, { goal: 'One', task: 'One' }),
        updated(id, { goal: 'Two', task: 'Two' }),
      ]);
      const { goal, task } = await fields(id);
      expect(goal).toBe(task);
      expect((await versions(id)).map(({ how }) => how)).toEqual(['first', 'update', 'update']);
    });

    test('an update and the editor who approves: the update is in it, or it awaits', async () => {
      const id = await published();
      await updated(id, { goal: 'Goal' });
      await Promise.all([operator('approve', String(id)), updated(id, { task: 'Task' })]);
      const { goal, task } = await fields(id);
      const awaited = await reviewOf(id);
      expect(goal).toBe('Goal');
      expect(task === 'Task' || awaited?.fields.includes('task')).toBe(true);
    });
  });

  test('a project that was only added has no history yet', async () => {
    const id = await unpublished();
    expect(await versions(id)).toEqual([]);
  });
});
