/** Updates of corrected and trusted projects, permissions, and two at the same time. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { fieldsOf, importEntries, projectEntry, refusal, rows } from '../scene.ts';
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
      await importEntries(scene.service, 'owner@example.org', [entry], '--publish');
      const [row] = await rows<{ project_id: number }>(
        scene.service,
        "select project_id from projects where name = 'Corrected Moss'",
      );
      await operator('correct', String(row?.project_id), 'topics', 'Biology,birds');
      await importEntries(scene.service, 'owner@example.org', [{ ...entry, gear: undefined, city: 'Here' }]);
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
        scene.service,
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
        scene.service,
        `select count(*) as n from project_versions where fields like '%"B"%'`,
      );
      expect(Number((row as { n: number }).n)).toBe(0);
    });

    test('a former manager may not, nor may a co-manager with a key of their own', async () => {
      const { key } = await operator('key', 'leaving@example.org');
      const id = await published({}, String(key));
      await operator('manager', String(id), 'stranger@example.org');
      await refusal(await send(id, { city: 'A' }, scene.stranger), 403, 'other_key');
      await operator('remove-manager', String(id), 'leaving@example.org');
      await refusal(await send(id, { city: 'A' }, String(key)), 403, 'not_manager');
      await operator('remove-manager', String(id), 'stranger@example.org');
    });

    test('a project that was added in another way is updated there', async () => {
      const entry = projectEntry('Brought In', 'https://moss.example/');
      await importEntries(scene.service, 'owner@example.org', [entry], '--publish');
      const [row] = await rows<{ project_id: number }>(
        scene.service,
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
          JSON.stringify(await refusal(await send(id, { city: 'A' }, scene.stranger), 404, 'no_project')),
        ),
      );
      expect(new Set(told).size).toBe(1);
      await refusal(await send(shown, { city: 'A' }, scene.stranger), 403, 'not_manager');
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
