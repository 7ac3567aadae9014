/** Reviews of changes: corrections, imports, two managers at once, and the history. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { faultsIn, filled, register, text } from './registering.ts';
import { count, importAll, importEntries, newKey, post, projectEntry, rows } from '../scene.ts';
import { reviewScene } from './review-scene.ts';

describe.each(engines)('review on %s', (engine) => {
  const scene = reviewScene(engine);
  const { decide, publish, edit, wordsOf } = scene;

  test('a change of a published project is beside what is approved, word by word', async () => {
    const id = await publish('Heron Hour', { description: 'Count herons for one hour.', goal: 'Old goal' });
    const typed = filled('Heron Hour', { description: 'Count herons for two hours.', gear: 'Boots' });
    const saved = await edit(id, typed);
    expect(saved.headers.get('location')).toContain('saved=yes');
    // Until it is approved, everybody sees what was there before.
    expect((await text(scene.service, `/project/${id}-heron-hour`)).body).toContain(
      'Count herons for one hour.',
    );
    const { body } = await text(scene.service, `/review/${id}`, scene.people.editor);
    expect(body).toMatch(/<del>.*one.*<\/del>/);
    expect(body).toMatch(/<ins>.*two.*<\/ins>/);
    expect(wordsOf(body)).toMatch(/Goal Approved Old goal New Empty/);
    expect(wordsOf(body)).toMatch(/Gear that is needed Approved Empty New Boots/);
    expect((await decide(id, 'approve')).status).toBe(303);
    const page = (await text(scene.service, `/project/${id}-heron-hour`)).body;
    expect(page).toContain('Count herons for two hours.');
    // The emptied field is gone.
    expect(page).not.toContain('Old goal');
    expect(page).toContain('Boots');
  });

  test('a field is corrected in place, and the owner can overrule it only on purpose', async () => {
    const id = await publish('Corrected Count', { goal: 'count all the brids' });
    const correct = (field: string, value: string) => decide(id, 'correct', { field, [field]: value });
    expect((await correct('goal', 'Count all the birds')).status).toBe(303);
    expect((await correct('topics', 'Biology')).status).toBe(303);
    const wrong = await correct('url', 'javascript:alert(1)');
    expect(wrong.status).toBe(400);
    expect((await correct('name', '')).status).toBe(400);
    expect((await correct('nothing', 'x')).status).toBe(404);
    const page = (await text(scene.service, `/project/${id}-corrected-count`)).body;
    expect(page).toContain('Count all the birds');
    expect(page).toContain('Biology');
    const form = (await text(scene.service, `/project/${id}-corrected-count/edit`, scene.people.owner)).body;
    expect(wordsOf(form)).toContain('An editor corrected: Goal and Topics');
    const typed = filled('Corrected Count', { goal: 'Mine', topics: 'Biology' });
    await edit(id, typed);
    expect((await text(scene.service, '/review', scene.people.editor)).body).not.toContain('Corrected Count');
    await edit(id, { ...typed, confirm: 'yes' });
    expect((await text(scene.service, `/review/${id}`, scene.people.editor)).body).toContain('<ins>');
    expect((await decide(id, 'release', { field: 'topics' })).status).toBe(303);
  });

  test('an editor registers a site of the project, which its owner can remove', async () => {
    const id = await publish('Sites of Swifts');
    const approve = (origin: string) =>
      post(scene.service, `/review/${id}`, { act: 'approve-origin', origin }, scene.people.editor);
    const sites = () =>
      rows<{ origin: string }>(
        scene.service,
        `select origin from project_origins where project_id = ${id} and how = 'editor'`,
      );
    for (const wrong of ['', 'swifts', 'http://swifts.example', 'https://swifts.example/path'])
      expect(wordsOf(await (await approve(wrong)).text())).toContain('A site looks like https://example.org');
    expect(wordsOf(await (await approve('https://arcgis.com')).text())).toContain(
      'Several sites share that host',
    );
    expect(await sites()).toEqual([]);

    const first = await approve('https://swifts.example/');
    expect([first.status, first.headers.get('location')]).toEqual([303, `/review/${id}?done=origin-${id}`]);
    expect((await approve('https://swifts.example')).status).toBe(303);
    expect(await sites()).toEqual([{ origin: 'https://swifts.example' }]);
    expect((await text(scene.service, `/review/${id}`, scene.people.editor)).body).toContain(
      'https://swifts.example',
    );
    const history = await text(scene.service, `/project/${id}-sites-of-swifts/history`, scene.people.owner);
    expect(wordsOf(history.body)).toContain('https://swifts.example');
    const path = `/project/${id}/origin/remove`;
    expect(
      (await post(scene.service, path, { origin: 'https://swifts.example' }, scene.people.owner)).status,
    ).toBe(303);
    expect(await sites()).toEqual([]);
  });

  test('an import leaves what an editor corrected or the owner changed, and changes the rest', async () => {
    const name = 'Imported Ibises';
    const bring = async (more: object) => {
      const entry = projectEntry(name, 'https://ibises.example/', { id: 4711, ...more });
      await importAll(scene.service, 'owner@example.org', [entry], '--publish');
    };
    await bring({ goal: 'count ibisses', task: 'Look at the roof' });
    const [row] = await rows<{ id: number }>(
      scene.service,
      `select project_id as id from projects where name = '${name}'`,
    );
    const id = Number(row?.id);
    const goal = { field: 'goal', goal: 'Count ibises' };
    expect((await decide(id, 'correct', goal)).status).toBe(303);
    await bring({ goal: 'count ibisses again', task: 'Look at the pond' });
    const imported = wordsOf((await text(scene.service, `/project/${id}-imported-ibises`)).body);
    expect(imported).toContain('Count ibises');
    expect(imported).toContain('Look at the pond');

    const changed = { url: 'https://ibises.example/', goal: 'Count ibises', task: 'Look at the chimney' };
    await edit(id, filled(name, { ...changed, contact_email: 'ibises@example.org' }));
    expect((await decide(id, 'approve')).status).toBe(303);
    await bring({ goal: 'count ibisses again', task: 'Look at the pond again', how_to_join: 'Sign up here' });
    const after = wordsOf((await text(scene.service, `/project/${id}-imported-ibises`)).body);
    for (const kept of ['Count ibises', 'Look at the chimney']) expect(after).toContain(kept);
    const [stored] = await rows<{ fields: string }>(
      scene.service,
      `select fields from projects where project_id = ${id}`,
    );
    expect(stored?.fields).toContain('ibises@example.org');
  });

  test('an import finds what it made, whatever it is called by now', async () => {
    const bring = async (more: object) => {
      const entry = projectEntry('Renamed Rails', 'https://rails.example/', more);
      const { added, updated, refused } = await importAll(
        scene.service,
        'owner@example.org',
        [entry],
        '--publish',
      );
      return { added, updated, refused: refused.length };
    };
    expect(await bring({})).toEqual({ added: 1, updated: 0, refused: 0 });
    const [row] = await rows<{ id: number }>(
      scene.service,
      "select project_id as id from projects where name = 'Renamed Rails'",
    );
    const id = Number(row?.id);
    for (const [field, value] of [
      ['name', 'Water Rails'],
      ['origin', 'The Rail Society'],
    ] as const)
      expect((await decide(id, 'correct', { field, [field]: value })).status).toBe(303);
    for (const more of [{}, { id }, { name: 'Water Rails', origin: 'The Rail Society', id }])
      expect(await bring({ goal: 'Count rails', ...more })).toEqual({ added: 0, updated: 1, refused: 0 });
    expect(await count(scene.service, "projects where url = 'https://rails.example/'")).toBe(1);
    const page = wordsOf((await text(scene.service, `/project/${id}-water-rails`)).body);
    for (const kept of ['Water Rails', 'The Rail Society', 'Count rails']) expect(page).toContain(kept);
  });

  test('an import leaves what an owner typed, and finds their project by its id and former name', async () => {
    const id = await publish('Typed Tits', { goal: 'Typed by hand', topics: 'Animals' });
    const bring = async (more: object) => {
      const entry = projectEntry('Typed Tits', 'https://imported.example/', {
        goal: 'By import',
        task: 'Only by import',
        contact_email: 'import@example.org',
        ...more,
      });
      const { json } = await importEntries(scene.service, 'owner@example.org', [entry]);
      expect(json).toMatchObject({ added: 0, updated: 1, refused: [] });
      const [row] = await rows<{ fields: string }>(
        scene.service,
        `select fields from projects where project_id = ${id}`,
      );
      return JSON.parse(row?.fields ?? '{}') as object;
    };
    const typed = {
      goal: 'Typed by hand',
      url: 'https://registered.example/',
      contact_email: 'contact@example.org',
    };
    expect(await bring({})).toMatchObject({ ...typed, task: 'Only by import' });
    const name = { field: 'name', name: 'Tits That Were Typed' };
    expect((await decide(id, 'correct', name)).status).toBe(303);
    expect(await bring({ id })).toMatchObject({ ...typed, name: 'Tits That Were Typed' });
  });

  test('two managers change a project at once: nothing is undone, and what both changed is asked about', async () => {
    const name = 'Merged Moths';
    const id = await register(scene.service, scene.people.owner, name, {
      goal: 'First goal',
      task: 'First task',
    });
    await scene.service.operate('manager', String(id), 'co@example.org');
    const open = async () => (await text(scene.service, `/project/${id}/edit`, scene.people.owner)).body;
    const seenIn = (body: string) => / name="seen" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const stored = async () => {
      const [row] = await rows<{ fields: string }>(
        scene.service,
        `select fields from projects where project_id = ${id}`,
      );
      return JSON.parse(row?.fields ?? '{}') as object;
    };
    const former = seenIn(await open());
    expect(former).toContain('goal:');
    const first = { goal: 'First goal', task: 'First task' };
    const ofCo = { ...first, goal: 'Goal of the other', gear: 'Net' };
    expect((await edit(id, filled(name, ofCo), scene.people.co)).status).toBe(303);
    const ofOwner = { ...first, task: 'Task of the owner', seen: former };
    expect((await edit(id, filled(name, ofOwner))).status).toBe(303);
    expect(await stored()).toMatchObject({
      goal: 'Goal of the other',
      task: 'Task of the owner',
      gear: 'Net',
    });

    const seen = seenIn(await open());
    const now = { goal: 'Goal of the other', task: 'Task of the owner', gear: 'Net' };
    expect(
      (await edit(id, filled(name, { ...now, goal: 'Second of the other', gear: '' }), scene.people.co))
        .status,
    ).toBe(303);
    const both = filled(name, { ...now, goal: 'Second of the owner', time_commitment: 'An hour', seen });
    // A fault, or a preview, does not make the form forget what it showed.
    const faulty = await (await edit(id, { ...both, url: 'nothing' })).text();
    expect(seenIn(faulty)).toBe(seen);
    const asked = await edit(id, both);
    const body = await asked.text();
    expect([asked.status, faultsIn(body)]).toEqual([409, ['goal']]);
    expect(body).toContain('value="Second of the owner"');
    expect(body).toContain('“Second of the other”');
    expect(body).toContain('value="An hour"');
    // The field that only the other one emptied is empty in the form, too.
    expect(body).not.toContain('>Net</textarea>');
    expect(await stored()).toMatchObject({ goal: 'Second of the other' });
    expect((await edit(id, { ...both, gear: '', seen: seenIn(body) })).status).toBe(303);
    const merged = await stored();
    expect(merged).toMatchObject({ goal: 'Second of the owner', time_commitment: 'An hour' });
    expect(merged).not.toHaveProperty('gear');
  });

  test('a changed area is drawn next to the approved one', async () => {
    const outline = (fourth: string) => `POLYGON((10 50, 11 50, 11 51, ${fourth}, 10 51, 10 50))`;
    const id = await publish('Moved Marsh', { where: 'drawn', regions: outline('10.5 50.6') });
    const shown = async (fourth: string) => {
      await edit(id, filled('Moved Marsh', { where: 'drawn', regions: outline(fourth) }));
      const { body } = await text(scene.service, `/review/${id}`, scene.people.editor);
      const [field = ''] = /id="field-regions"[^]*?<details/.exec(body) ?? [];
      expect(field.match(/class="coverage"/g)).toHaveLength(2);
      return wordsOf(field);
    };
    // In the same words: the maps show what changed.
    expect(await shown('10.5 52')).toMatch(/1 outline in Germany \[added:\] , with another outline/);
  });

  test('sites that operators register and remove are in the history', async () => {
    const id = await publish('Sites of Storks');
    const project = String(id);
    await scene.service.operate('origin', project, 'https://one.storks.example');
    await scene.service.operate('origins', project, '--remove', 'https://one.storks.example');
    const origin = 'https://two.storks.example';
    for (const act of ['add', 'remove'])
      expect(
        (
          await post(
            scene.service,
            '/operator/projects/origins',
            { act, project, origin },
            scene.people.operator,
          )
        ).status,
      ).toBe(303);
    const history = wordsOf(
      (await text(scene.service, `/project/${id}-sites-of-storks/history`, scene.people.owner)).body,
    );
    for (const site of ['one', 'two'])
      for (const act of ['registered', 'removed'])
        expect(history).toMatch(new RegExp(`${act} a site: [^/]{5,60} UTC https://${site}\\.storks`));
  });

  test('the history has what a field was before, also of one that was turned down in between', async () => {
    const id = await publish('Kept Kites', { goal: 'The first goal' });
    await edit(id, filled('Kept Kites', { goal: 'Never shown', contact_email: 'other@example.org' }));
    await decide(id, 'reject', { why: 'Please keep the goal.' });
    await edit(id, filled('Kept Kites', { goal: 'The second goal' }));
    await decide(id, 'approve');
    await edit(id, filled('Kept Kites', {}));
    const history = wordsOf(
      (await text(scene.service, `/project/${id}-kept-kites/history`, scene.people.owner)).body,
    );
    const before = [...history.matchAll(/Before Goal (The \w+ goal)/g)].map(([, goal]) => goal);
    expect(before).toEqual(['The second goal', 'The first goal', 'The first goal']);
    // Contacts are stored in one place only.
    expect(history).not.toContain('contact@example.org');
  });

  test('updates of a trusted project are shown at once, except what identifies it', async () => {
    const id = await publish('Trusted Terns');
    expect((await decide(id, 'trust')).status).toBe(303);
    await edit(id, filled('Trusted Terns', { goal: 'Shown at once', url: 'https://elsewhere.example/' }));
    const page = (await text(scene.service, `/project/${id}-trusted-terns`)).body;
    expect(page).toContain('Shown at once');
    expect(page).not.toContain('elsewhere.example');
    expect((await text(scene.service, '/review?filter=changes', scene.people.editor)).body).toContain(
      'Trusted Terns',
    );
    expect((await decide(id, 'untrust')).status).toBe(303);
    expect(
      await count(scene.service, `project_acts where project_id = ${id} and act in ('trusted', 'untrusted')`),
    ).toBe(2);
  });

  test('what was registered here is not updated by a key, and hiding works at once', async () => {
    const id = await publish('Web Only');
    const key = await newKey(scene.service, 'owner@example.org');
    const update = await scene.service.postJson('/api/project/add', { key, service_id: id, goal: 'By key' });
    expect(await update.json()).toMatchObject({ code: 'added_elsewhere' });
    await edit(id, filled('Web Only', { status: 'hidden' }));
    expect((await text(scene.service, `/project/${id}-web-only`)).status).toBe(404);
    const signedOut = await post(
      scene.service,
      `/project/${id}/edit`,
      filled('Typed Long', { goal: 'Not lost' }),
    );
    expect(signedOut.status).toBe(403);
    expect(await signedOut.text()).toContain('value="Not lost"');
    const faulty = await edit(id, filled('Web Only', { url: 'nothing' }));
    expect([faulty.status, faultsIn(await faulty.text())]).toEqual([400, ['url']]);
  });
});
