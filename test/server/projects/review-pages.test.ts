/** `/review`, the answer to an editor's question, and the pages on which managers change a project. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { faultsIn, filled, register, text, withRole } from './registering.ts';
import {
  count,
  importEntries,
  linkTo,
  newKey,
  post,
  projectEntry,
  rows,
  signIn,
  versionAt,
} from '../scene.ts';

const script = '</script><script>pwned=1</script>';

describe.each(engines)('review on %s', (engine) => {
  let service: Service;
  const people = {} as Record<'owner' | 'co' | 'removed' | 'member' | 'editor' | 'operator', string>;

  beforeAll(async () => {
    service = await shareService(engine);
    for (const name of ['owner', 'co', 'removed', 'member'] as const)
      people[name] = await signIn(service, `${name}@example.org`);
    for (const role of ['editor', 'operator'] as const)
      people[role] = await withRole(service, `${role}@example.org`, role);
  });

  const versionOf = (id: number) => versionAt(service, `/review/${id}`, people.editor);
  const decide = async (
    id: number,
    act: string,
    fields: Record<string, string> = {},
    cookie = people.editor,
  ) => post(service, `/review/${id}`, { act, version: await versionOf(id), ...fields }, cookie);
  const stateOf = async (id: number) =>
    (await rows<{ state: string }>(service, `select state from projects where project_id = ${id}`))[0]?.state;
  const publish = async (name: string, more?: Record<string, string>) => {
    const id = await register(service, people.owner, name, more);
    expect((await decide(id, 'approve')).status).toBe(303);
    return id;
  };
  const edit = (id: number, fields: Record<string, string>, cookie = people.owner) =>
    post(service, `/project/${id}/edit`, fields, cookie);
  /** The review page as words: without marks, and with one space between words. */
  const wordsOf = (body: string) => body.replace(/<[^<>]+>/g, ' ').replace(/\s+/g, ' ');

  test('from the queue to the directory, and the owner reads it', async () => {
    const id = await register(service, people.owner, 'Newt Night', { topics: 'Animals' });
    const queue = await text(service, '/review', people.editor);
    expect(queue.body).toContain(`<a href="/review/${id}">Newt Night</a>`);
    const page = await text(service, `/review/${id}`, people.editor);
    expect(wordsOf(page.body)).toContain('Newt Night is a project of the tests.');
    const approved = await decide(id, 'approve');
    const next = approved.headers.get('location') ?? '';
    expect(next).toContain(`done=approved-${id}`);
    // The editor reads the name of what was decided: the page shows the next project already.
    expect(wordsOf((await text(service, next, people.editor)).body)).toContain('Newt Night is published.');
    expect((await text(service, '/finder?q=newt+night')).body).toContain('Newt Night');
    expect((await text(service, '/review', people.editor)).body).not.toContain('Newt Night');
    expect((await text(service, '/me', people.owner)).body).toMatch(/Newt Night/);
    const mails = async () => (await service.mails()).filter((mail) => mail.text.includes('"Newt Night"'));
    await expect.poll(mails).toHaveLength(1);
    expect((await mails())[0]).toMatchObject({
      to: 'contact@example.org',
      subject: 'Your project is published on Manyhands',
      text: expect.stringContaining(`Its Project ID is ${id}.`),
    });
    expect((await mails())[0]?.text).toContain(`/project/${id}-newt-night/tools`);
    const history = await text(service, `/project/${id}-newt-night/history`, people.owner);
    expect(wordsOf(history.body)).toMatch(/An editor approved it .* You sent the project/);
    expect(history.body).not.toContain('>editor<');
  });

  /** The status of each page and form, by role and state of the project; `in`: sent to sign in. */
  const roles = ['nobody', 'member', 'removed', 'co', 'owner', 'editor', 'operator'] as const;
  const declared = `
    GET  /review                 -          in  404 404 404 404 200 200
    GET  /review/ID              new        in  404 404 404 404 200 200
    GET  /review/ID              published  in  404 404 404 404 200 200
    GET  /review/ID              withheld   in  404 404 404 404 200 200
    GET  /review/ID              missing    in  404 404 404 404 404 404
    POST /review/ID              new        404 404 404 404 404 303 303
    POST /review/ID              published  404 404 404 404 404 303 303
    POST /review/ID              missing    404 404 404 404 404 404 404
    GET  /project/ID/edit        new        in  404 404 200 200 404 404
    GET  /project/ID/edit        published  in  404 404 200 200 404 404
    GET  /project/ID/edit        withheld   in  404 404 200 200 404 404
    GET  /project/ID/edit        missing    in  404 404 404 404 404 404
    POST /project/ID/edit        new        403 404 404 400 400 404 404
    POST /project/ID/edit        published  403 404 404 400 400 404 404
    POST /project/ID/edit        missing    403 404 404 404 404 404 404
    GET  /project/ID/history     new        in  404 404 200 200 200 200
    GET  /project/ID/history     published  in  404 404 200 200 200 200
    GET  /project/ID/history     missing    in  404 404 404 404 404 404
  `;

  test('every page and form, for everybody', async () => {
    const ids: Record<string, number> = { '-': 0, missing: 987_654 };
    for (const kind of ['new', 'published', 'withheld'])
      ids[kind] = await register(service, people.owner, `Role ${kind}`);
    for (const kind of ['published', 'withheld']) await service.operator('publish', String(ids[kind]));
    await service.operator('hide', String(ids['withheld']));
    for (const kind of ['new', 'published', 'withheld'])
      for (const name of ['co', 'removed'])
        await service.operator('manager', String(ids[kind]), `${name}@example.org`);
    for (const kind of ['new', 'published', 'withheld'])
      await service.operator('remove-manager', String(ids[kind]), 'removed@example.org');
    const seen = (address: string) => versionAt(service, address, people.editor);
    for (const line of declared.trim().split('\n')) {
      const [method, path = '', kind = '', ...cells] = line.trim().split(/\s+/);
      const address = path.replace('ID', String(ids[kind]));
      const found: string[] = [];
      for (const role of roles) {
        const cookie = role === 'nobody' ? undefined : people[role];
        const reply =
          method === 'GET'
            ? await text(service, address, cookie)
            : await post(service, address, { act: 'trust', version: await seen(address) }, cookie).then(
                (one) => ({
                  status: one.status,
                  to: one.headers.get('location'),
                }),
              );
        found.push(reply.to?.startsWith('/sign-in') ? 'in' : String(reply.status));
      }
      expect([line.trim(), found.join(' ')]).toEqual([line.trim(), cells.join(' ')]);
    }
  });

  test('forms from other sites are refused', async () => {
    const id = await register(service, people.owner, 'Foreign Forms');
    const headers = { origin: 'https://evil.example', cookie: people.editor };
    const fields = { act: 'approve', version: '1' };
    expect((await service.postForm(`/review/${id}`, fields, { headers })).status).toBe(403);
    expect(await stateOf(id)).toBe('awaiting_review');
  });

  test('nothing is decided on that the editor did not see, and nothing twice', async () => {
    const id = await register(service, people.owner, 'Moving Target');
    const seen = await versionOf(id);
    expect((await edit(id, filled('Moving Target', { goal: 'Changed meanwhile' }))).status).toBe(303);
    const late = await post(service, `/review/${id}`, { act: 'approve', version: seen }, people.editor);
    expect(late.status).toBe(409);
    expect(wordsOf(await late.text())).toMatch(/Nothing of yours was done.* owner@example.org changed Goal/);
    expect(await stateOf(id)).toBe('awaiting_review');
    const version = await versionOf(id);
    const both = await Promise.all(
      [1, 2, 3].map(() => post(service, `/review/${id}`, { act: 'approve', version }, people.editor)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(await count(service, `project_acts where project_id = ${id} and act = 'approved'`)).toBe(1);

    const refused = await register(service, people.owner, 'Refused Once');
    const asking = { act: 'ask', question: 'Who runs it?' };
    const asks = await Promise.all(
      [1, 2, 3].map(() => post(service, `/review/${refused}`, asking, people.editor)),
    );
    expect(asks.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await count(service, `project_acts where project_id = ${refused} and act = 'asked'`)).toBe(1);
    const reason = { act: 'reject', why: 'Say who runs it.', version: await versionOf(refused) };
    const clicks = await Promise.all(
      [1, 2, 3].map(() => post(service, `/review/${refused}`, reason, people.editor)),
    );
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(await count(service, `project_acts where project_id = ${refused} and act = 'turned_down'`)).toBe(
      1,
    );
  });

  test('a change of a published project is beside what is approved, word by word', async () => {
    const id = await publish('Heron Hour', { description: 'Count herons for one hour.', goal: 'Old goal' });
    const typed = filled('Heron Hour', { description: 'Count herons for two hours.', gear: 'Boots' });
    const saved = await edit(id, typed);
    expect(saved.headers.get('location')).toContain('saved=yes');
    // Until it is approved, everybody sees what was there before.
    expect((await text(service, `/project/${id}-heron-hour`)).body).toContain('Count herons for one hour.');
    const { body } = await text(service, `/review/${id}`, people.editor);
    expect(body).toMatch(/<del>.*one.*<\/del>/);
    expect(body).toMatch(/<ins>.*two.*<\/ins>/);
    expect(wordsOf(body)).toMatch(/Goal Approved Old goal New Empty/);
    expect(wordsOf(body)).toMatch(/Gear that is needed Approved Empty New Boots/);
    expect((await decide(id, 'approve')).status).toBe(303);
    const page = (await text(service, `/project/${id}-heron-hour`)).body;
    expect(page).toContain('Count herons for two hours.');
    // The emptied field is gone.
    expect(page).not.toContain('Old goal');
    expect(page).toContain('Boots');
  });

  test('a project that is turned down comes back when its owner changes it', async () => {
    const id = await register(service, people.owner, 'Unclear Project');
    const none = await decide(id, 'reject');
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('The reason is required');
    expect((await decide(id, 'reject', { why: `Say who runs it. ${script}` })).status).toBe(303);
    const tools = await text(service, `/project/${id}-unclear-project/tools`, people.owner);
    expect(tools.body).toContain('Say who runs it.');
    expect(tools.body).not.toContain('<script>pwned');
    const about = async () =>
      wordsOf((await text(service, `/project/${id}-unclear-project`, people.owner)).body);
    expect(await about()).toContain('turned this project down');
    expect((await text(service, `/project/${id}-unclear-project/edit`, people.owner)).body).toContain(
      'Once you save a change, they look at it again',
    );
    expect((await text(service, '/me', people.owner)).body).toContain('Turned down');
    expect((await text(service, '/review', people.editor)).body).not.toContain('Unclear Project');
    expect((await edit(id, filled('Unclear Project', { presenting_org: 'The Clear Society' }))).status).toBe(
      303,
    );
    expect((await text(service, '/review', people.editor)).body).toContain('Unclear Project');
    expect(await about()).toContain('Our editors look at this project within 24 hours.');
  });

  test('a question goes to the contact, whose answer comes back without signing in, once', async () => {
    const id = await register(service, people.owner, 'Curious Case', { contact_email: 'asked@example.org' });
    const question = `Where does it take place?\nBcc: victim@example.org ${script}`;
    expect((await decide(id, 'ask', { question })).status).toBe(303);
    const link = await linkTo(service, 'asked@example.org', '/answer/');
    const mail = (await service.mails()).find(({ to }) => to === 'asked@example.org');
    expect(mail?.text).toContain('> Where does it take place?\n> Bcc: victim@example.org');
    expect((await text(service, '/review?filter=asked', people.editor)).body).toContain('Curious Case');
    const page = await text(service, link);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('<script>pwned');
    expect((await post(service, link, { answer: ' ' })).status).toBe(400);
    expect(
      (await service.postForm(link, { answer: 'x' }, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
    const answers = await Promise.all(
      [1, 2].map((at) => post(service, link, { answer: `In Kent ${at} ${script}` })),
    );
    const bodies = await Promise.all(answers.map((one) => one.text()));
    expect(bodies.filter((body) => body.includes('Thank you'))).toHaveLength(1);
    // The page of a late answer repeats it.
    const late = bodies.find((body) => body.includes('This question is settled'));
    expect(late).toMatch(/In Kent [12]/);
    expect(late).not.toContain('<script>pwned');
    expect((await text(service, link)).body).toContain('This question is settled');
    const review = await text(service, `/review/${id}`, people.editor);
    // At the head of the page, next to its question, and in the history at its end.
    expect(review.body).toMatch(
      /Asked:[^]*Where does it take place[^]*The contact answered[^]*In Kent [12][^]*<h2 id="history"[^]*In Kent [12]/,
    );
    expect(review.body).not.toContain('<script>pwned');
    expect((await text(service, '/review?filter=answered', people.editor)).body).toContain('Curious Case');
    expect((await text(service, '/review?filter=asked', people.editor)).body).not.toContain('Curious Case');
    expect((await text(service, `/project/${id}-curious-case/history`, people.owner)).body).toContain(
      'In Kent',
    );
    for (const wrong of [`${link.slice(0, -2)}`, '/answer/x'])
      expect((await text(service, wrong)).status).toBe(404);
    expect((await decide(id, 'ask', { question: 'And when?' })).status).toBe(303);
    const askedAgain = await text(service, `/review/${id}`, people.editor);
    expect(askedAgain.body).not.toContain('The contact answered');
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
    const page = (await text(service, `/project/${id}-corrected-count`)).body;
    expect(page).toContain('Count all the birds');
    expect(page).toContain('Biology');
    const form = (await text(service, `/project/${id}-corrected-count/edit`, people.owner)).body;
    expect(wordsOf(form)).toContain('An editor corrected: Goal, Topics');
    const typed = filled('Corrected Count', { goal: 'Mine', topics: 'Biology' });
    await edit(id, typed);
    expect((await text(service, '/review', people.editor)).body).not.toContain('Corrected Count');
    await edit(id, { ...typed, confirm: 'yes' });
    expect((await text(service, `/review/${id}`, people.editor)).body).toContain('<ins>');
    expect((await decide(id, 'release', { field: 'topics' })).status).toBe(303);
  });

  test('an editor registers a site of the project, which its owner can remove', async () => {
    const id = await publish('Sites of Swifts');
    const approve = (origin: string) =>
      post(service, `/review/${id}`, { act: 'approve-origin', origin }, people.editor);
    const sites = () =>
      rows<{ origin: string }>(
        service,
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
    expect((await text(service, `/review/${id}`, people.editor)).body).toContain('https://swifts.example');
    const history = await text(service, `/project/${id}-sites-of-swifts/history`, people.owner);
    expect(wordsOf(history.body)).toContain('https://swifts.example');
    const path = `/project/${id}/origin/remove`;
    expect((await post(service, path, { origin: 'https://swifts.example' }, people.owner)).status).toBe(303);
    expect(await sites()).toEqual([]);
  });

  test('an import leaves what an editor corrected or the owner changed, and changes the rest', async () => {
    const name = 'Imported Ibises';
    const bring = async (more: object) => {
      const entry = projectEntry(name, 'https://ibises.example/', { id: 4711, ...more });
      const { code, json } = await importEntries(service, 'owner@example.org', [entry], '--publish');
      expect({ code, refused: json.refused }).toEqual({ code: 0, refused: [] });
    };
    await bring({ goal: 'count ibisses', task: 'Look at the roof' });
    const [row] = await rows<{ id: number }>(
      service,
      `select project_id as id from projects where name = '${name}'`,
    );
    const id = Number(row?.id);
    const goal = { field: 'goal', goal: 'Count ibises' };
    expect((await decide(id, 'correct', goal)).status).toBe(303);
    await bring({ goal: 'count ibisses again', task: 'Look at the pond' });
    const imported = wordsOf((await text(service, `/project/${id}-imported-ibises`)).body);
    expect(imported).toContain('Count ibises');
    expect(imported).toContain('Look at the pond');

    const changed = { url: 'https://ibises.example/', goal: 'Count ibises', task: 'Look at the chimney' };
    await edit(id, filled(name, { ...changed, contact_email: 'ibises@example.org' }));
    expect((await decide(id, 'approve')).status).toBe(303);
    await bring({ goal: 'count ibisses again', task: 'Look at the pond again', how_to_join: 'Sign up here' });
    const after = wordsOf((await text(service, `/project/${id}-imported-ibises`)).body);
    for (const kept of ['Count ibises', 'Look at the chimney']) expect(after).toContain(kept);
    const [stored] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    expect(stored?.fields).toContain('ibises@example.org');
  });

  test('an import finds what it made, whatever it is called by now', async () => {
    const bring = async (more: object) => {
      const entry = projectEntry('Renamed Rails', 'https://rails.example/', more);
      const { code, json } = await importEntries(service, 'owner@example.org', [entry], '--publish');
      expect(code).toBe(0);
      return { added: json.added, updated: json.updated, refused: json.refused.length };
    };
    expect(await bring({})).toEqual({ added: 1, updated: 0, refused: 0 });
    const [row] = await rows<{ id: number }>(
      service,
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
    expect(await count(service, "projects where url = 'https://rails.example/'")).toBe(1);
    const page = wordsOf((await text(service, `/project/${id}-water-rails`)).body);
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
      const { json } = await importEntries(service, 'owner@example.org', [entry]);
      expect(json).toMatchObject({ added: 0, updated: 1, refused: [] });
      const [row] = await rows<{ fields: string }>(
        service,
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
    const id = await register(service, people.owner, name, { goal: 'First goal', task: 'First task' });
    await service.operator('manager', String(id), 'co@example.org');
    const open = async () => (await text(service, `/project/${id}/edit`, people.owner)).body;
    const seenIn = (body: string) => / name="seen" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const stored = async () => {
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${id}`,
      );
      return JSON.parse(row?.fields ?? '{}') as object;
    };
    const former = seenIn(await open());
    expect(former).toContain('goal:');
    const first = { goal: 'First goal', task: 'First task' };
    const ofCo = { ...first, goal: 'Goal of the other', gear: 'Net' };
    expect((await edit(id, filled(name, ofCo), people.co)).status).toBe(303);
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
      (await edit(id, filled(name, { ...now, goal: 'Second of the other', gear: '' }), people.co)).status,
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

  test('the contact of a project that does not wait is asked nothing', async () => {
    const id = await register(service, people.owner, 'Settled Swans', { contact_email: 'swans@example.org' });
    const question = { act: 'ask', question: 'Where is it?' };
    expect((await text(service, `/review/${id}`, people.editor)).body).toContain('name="question"');
    expect((await decide(id, 'reject', { why: 'Not yet.' })).status).toBe(303);
    expect((await text(service, `/review/${id}`, people.editor)).body).not.toContain('name="question"');
    const asked = await post(service, `/review/${id}`, question, people.editor);
    expect(asked.status).toBe(400);
    expect(wordsOf(await asked.text())).toContain('Nothing of this project awaits review');
    expect(await count(service, `project_acts where project_id = ${id} and act = 'asked'`)).toBe(0);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a question that is too long', { act: 'ask', question: `Where? ${'x'.repeat(4000)}` }, 'Where? xxx'],
    ['a reason that is too long', { act: 'reject', why: `Because ${'y'.repeat(4000)}` }, 'Because yyy'],
    [
      'a reason for an older version',
      { act: 'reject', version: '999', why: 'It has no page.' },
      '>It has no page.<',
    ],
    ['a correction', { act: 'correct', field: 'url', url: 'no address at all' }, 'value="no address at all"'],
    [
      'a site',
      { act: 'approve-origin', origin: 'https://swans.example/path' },
      'value="https://swans.example/path"',
    ],
  ])('a refused form of an editor keeps its text: %s', async (_, fields, kept) => {
    const id = await register(service, people.owner, 'Kept Cranes');
    const refused = await decide(id, fields['act'] ?? '', fields);
    expect(refused.status).toBe(fields.version === '999' ? 409 : 400);
    expect(await refused.text()).toContain(kept);
    expect(await stateOf(id)).toBe('awaiting_review');
  });

  test('a session that ends while an editor, a manager or an operator writes loses no text', async () => {
    const id = await publish('Long Letters');
    const why = 'A reason of several words, & a < sign.';
    for (const [path, fields] of [
      [`/review/${id}`, { act: 'reject', version: '1', why }],
      ['/review/987654', { act: 'ask', question: why }],
      [`/project/${id}/stats/notes`, { day: '2026-01-01', text: why }],
      [`/project/${id}/webhook`, { act: 'set', url: why }],
      ['/operator/projects', { act: 'withhold', project: String(id), why }],
    ] as const) {
      const lost = await post(service, path, fields);
      const body = await lost.text();
      expect([path, lost.status]).toEqual([path, 403]);
      expect(body).toContain('A reason of several words, &amp; a &lt; sign.</textarea>');
      expect(body).toContain(`action="${path}"`);
      for (const [name, value] of Object.entries(fields))
        if (value !== why) expect(body).toContain(`name="${name}" value="${value}"`);
    }
    // The page is in English: a participant's form leads to the sign-in instead, which is in their language.
    for (const act of ['follow', 'unfollow']) {
      const led = await post(service, `/project/${id}/${act}`, { said: 'several words' });
      expect([act, led.status]).toEqual([act, 303]);
      expect(led.headers.get('location')).toMatch(/^\/sign-in\?/);
    }
    // Without a text there is nothing to keep, and nothing to learn.
    expect((await post(service, `/review/${id}`, { act: 'trust' })).status).toBe(404);
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await service.postForm(`/review/${id}`, { act: 'reject', why }, foreign)).status).toBe(403);
    expect(await count(service, `project_acts where project_id = ${id} and act = 'withheld'`)).toBe(0);
  });

  test('a changed area is drawn next to the approved one', async () => {
    const outline = (fourth: string) => `POLYGON((10 50, 11 50, 11 51, ${fourth}, 10 51, 10 50))`;
    const id = await publish('Moved Marsh', { where: 'drawn', regions: outline('10.5 50.6') });
    const shown = async (fourth: string) => {
      await edit(id, filled('Moved Marsh', { where: 'drawn', regions: outline(fourth) }));
      const { body } = await text(service, `/review/${id}`, people.editor);
      const [field = ''] = /id="field-regions"[^]*?<details/.exec(body) ?? [];
      expect(field.match(/class="coverage"/g)).toHaveLength(2);
      return wordsOf(field);
    };
    expect(await shown('10.5 52')).toMatch(
      /latitude 50\.0000 to \[removed:\] 51 .*latitude 50\.0000 to \[added:\] 52 /,
    );
    // The same extent, and the same number of points.
    expect(await shown('10.5 50.7')).toMatch(
      /longitude 10\.0000 to 11\.0000 \[added:\] , with another outline/,
    );
  });

  test('a decision leads on in the part of the queue that the editor works off', async () => {
    const changed = await publish('Filtered Finches');
    await edit(changed, filled('Filtered Finches', { goal: 'Changed' }));
    const [first, second] = [
      await register(service, people.owner, 'New Nuthatch'),
      await register(service, people.owner, 'New Nightjar'),
    ];
    const queue = (await text(service, '/review?filter=new', people.editor)).body;
    expect(queue).toContain(`href="/review/${first}?filter=new"`);
    const version = await versionOf(first);
    const fields = { act: 'approve', version };
    const done = await post(service, `/review/${first}?filter=new`, fields, people.editor);
    const next = new URL(done.headers.get('location') ?? '', service.baseUrl);
    expect(next.searchParams.get('filter')).toBe('new');
    const list = await rows<{ project_id: number }>(
      service,
      "select project_id from projects where state = 'awaiting_review' and review_since is not null",
    );
    expect(list.map((one) => `/review/${one.project_id}`)).toContain(next.pathname);
    const page = (await text(service, `/review/${second}?filter=changes`, people.editor)).body;
    expect(page).toContain(`action="/review/${second}?filter=changes"`);
    expect(page).toContain('href="/review?filter=changes"');
  });

  test.each<[string, (id: number) => Promise<unknown>, string]>([
    ['approve', (id) => service.operator('approve', String(id)), 'Your project is published on Manyhands'],
    ['publish', (id) => service.operator('publish', String(id)), 'Your project is published on Manyhands'],
    [
      'reject',
      (id) => service.operator('reject', String(id), '--why', 'Say who runs it.'),
      'Your project on Manyhands needs a change',
    ],
    [
      "the operator's page",
      async (id) => {
        const version = await versionOf(id);
        const fields = { act: 'publish', project: String(id), version };
        return post(service, '/operator/projects', fields, people.operator);
      },
      'Your project is published on Manyhands',
    ],
  ])('the contact reads of a decision by %s', async (how, act, subject) => {
    const to = `${how.replace(/\W/g, '.')}@decided.example`;
    const id = await register(service, people.owner, `Decided by ${how}`, { contact_email: to });
    await act(id);
    const subjects = async () =>
      (await service.mails()).filter((mail) => mail.to === to).map((mail) => mail.subject);
    await expect.poll(subjects).toEqual([subject]);
    // Published before: nothing is new, and nobody is mailed again.
    if (how !== 'reject') {
      await service.operator('publish', String(id));
      await service.operator('hide', String(id));
      expect(await subjects()).toEqual([subject]);
    }
  });

  test('sites that operators register and remove are in the history', async () => {
    const id = await publish('Sites of Storks');
    const project = String(id);
    await service.operator('origin', project, 'https://one.storks.example');
    await service.operator('origins', project, '--remove', 'https://one.storks.example');
    const origin = 'https://two.storks.example';
    for (const act of ['add', 'remove'])
      expect(
        (await post(service, '/operator/projects/origins', { act, project, origin }, people.operator)).status,
      ).toBe(303);
    const history = wordsOf(
      (await text(service, `/project/${id}-sites-of-storks/history`, people.owner)).body,
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
    const history = wordsOf((await text(service, `/project/${id}-kept-kites/history`, people.owner)).body);
    const before = [...history.matchAll(/Before Goal (The \w+ goal)/g)].map(([, goal]) => goal);
    expect(before).toEqual(['The second goal', 'The first goal', 'The first goal']);
    // Contacts are stored in one place only.
    expect(history).not.toContain('contact@example.org');
  });

  test('updates of a trusted project are shown at once, except what identifies it', async () => {
    const id = await publish('Trusted Terns');
    expect((await decide(id, 'trust')).status).toBe(303);
    await edit(id, filled('Trusted Terns', { goal: 'Shown at once', url: 'https://elsewhere.example/' }));
    const page = (await text(service, `/project/${id}-trusted-terns`)).body;
    expect(page).toContain('Shown at once');
    expect(page).not.toContain('elsewhere.example');
    expect((await text(service, '/review?filter=changes', people.editor)).body).toContain('Trusted Terns');
    expect((await decide(id, 'untrust')).status).toBe(303);
    expect(
      await count(service, `project_acts where project_id = ${id} and act in ('trusted', 'untrusted')`),
    ).toBe(2);
  });

  test('what was registered here is not updated by a key, and hiding works at once', async () => {
    const id = await publish('Web Only');
    const key = await newKey(service, 'owner@example.org');
    const update = await service.postJson('/api/project/add', { key, service_id: id, goal: 'By key' });
    expect(await update.json()).toMatchObject({ code: 'added_elsewhere' });
    await edit(id, filled('Web Only', { status: 'hidden' }));
    expect((await text(service, `/project/${id}-web-only`)).status).toBe(404);
    const signedOut = await post(service, `/project/${id}/edit`, filled('Typed Long', { goal: 'Not lost' }));
    expect(signedOut.status).toBe(403);
    expect(await signedOut.text()).toContain('value="Not lost"');
    const faulty = await edit(id, filled('Web Only', { url: 'nothing' }));
    expect([faulty.status, faultsIn(await faulty.text())]).toEqual([400, ['url']]);
  });

  test('a script in every field of a project is shown as text to its editor', async () => {
    const names = ['name', 'description', 'goal', 'gear', 'city', 'origin', 'tags', 'contact_name'];
    const fields = Object.fromEntries(names.map((name) => [name, `${name} ${script}`]));
    const id = await register(service, people.owner, 'x', fields);
    for (const path of ['/review', `/review/${id}`])
      expect((await text(service, path, people.editor)).body, path).not.toContain('<script>pwned');
    const other = await register(service, people.owner, 'y', fields);
    expect((await text(service, `/review/${other}?with=${id}`, people.editor)).body).toContain(
      'Both projects',
    );
  });

  test('ten thousand in review: old ones stand out, and each is found by page and by name', async () => {
    const day = 86_400_000;
    await rows(
      service,
      `with recursive numbers(n) as (select 100000 union all select n + 1 from numbers where n < 109999)
      insert into projects (project_id, state, is_hidden, name, origin, url, fields, card, detail, may_send_hashed,
        created_at, updated_at, review_since, name_key)
      select n, 'awaiting_review', 0, 'Bulk ' || n, 'Bulk', 'https://bulk.example/', '{}', '{}', '{}', 0, 1, 1,
        ${Date.now() - 2 * day} + n, 'bulk' || n from numbers returning project_id`,
    );
    const first = await text(service, '/review', people.editor);
    const last = await text(service, '/review?filter=new&page=200', people.editor);
    const named = await text(service, '/review?q=bulk+100777', people.editor);
    expect(wordsOf(first.body)).toMatch(/10,000 for more than 24 hours/);
    expect(first.body).toContain('Bulk 100000');
    expect(wordsOf(last.body)).toContain('Page 200 of 201');
    expect(named.body).toContain('href="/review/100777"');
    await rows(service, 'delete from projects where project_id >= 100000 returning project_id');
  });
});
