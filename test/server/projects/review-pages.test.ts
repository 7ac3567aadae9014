/** Reviews on the pages: the queue, decisions and who may take them. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { filled, register, text } from './registering.ts';
import { count, linkTo, post, rows, versionAt } from '../scene.ts';
import { reviewScene } from './review-scene.ts';

const script = '</script><script>pwned=1</script>';

describe.each(engines)('review on %s', (engine) => {
  const scene = reviewScene(engine);
  const { versionOf, decide, stateOf, publish, edit, wordsOf } = scene;

  test('from the queue to the directory, and the owner reads it', async () => {
    const id = await register(scene.service, scene.people.owner, 'Newt Night', { topics: 'Animals' });
    const queue = await text(scene.service, '/review', scene.people.editor);
    expect(queue.body).toContain(`<a href="/review/${id}" hreflang="en">Newt Night</a>`);
    const page = await text(scene.service, `/review/${id}`, scene.people.editor);
    expect(wordsOf(page.body)).toContain('Newt Night is a project of the tests.');
    const approved = await decide(id, 'approve');
    const next = approved.headers.get('location') ?? '';
    expect(next).toContain(`done=approved-${id}`);
    // The editor reads the name of what was decided: the page shows the next project already.
    expect(wordsOf((await text(scene.service, next, scene.people.editor)).body)).toContain(
      'Newt Night is published.',
    );
    expect((await text(scene.service, '/finder?q=newt+night')).body).toContain('Newt Night');
    expect((await text(scene.service, '/review', scene.people.editor)).body).not.toContain('Newt Night');
    expect((await text(scene.service, '/me', scene.people.owner)).body).toMatch(/Newt Night/);
    const mails = async () =>
      (await scene.service.mails()).filter((mail) => mail.text.includes('“Newt Night”'));
    await expect.poll(mails).toHaveLength(1);
    expect((await mails())[0]).toMatchObject({
      to: 'contact@example.org',
      subject: 'Your project is published on Manyhands',
      text: expect.stringContaining(`Its Project ID is ${id}.`),
    });
    expect((await mails())[0]?.text).toContain(`/project/${id}-newt-night/tools`);
    const history = await text(scene.service, `/project/${id}-newt-night/history`, scene.people.owner);
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
      ids[kind] = await register(scene.service, scene.people.owner, `Role ${kind}`);
    for (const kind of ['published', 'withheld']) await scene.service.operate('publish', String(ids[kind]));
    await scene.service.operate('hide', String(ids['withheld']));
    for (const kind of ['new', 'published', 'withheld'])
      for (const name of ['co', 'removed'])
        await scene.service.operate('manager', String(ids[kind]), `${name}@example.org`);
    for (const kind of ['new', 'published', 'withheld'])
      await scene.service.operate('remove-manager', String(ids[kind]), 'removed@example.org');
    const seen = (address: string) => versionAt(scene.service, address, scene.people.editor);
    for (const line of declared.trim().split('\n')) {
      const [method, path = '', kind = '', ...cells] = line.trim().split(/\s+/);
      const address = path.replace('ID', String(ids[kind]));
      const found: string[] = [];
      for (const role of roles) {
        const cookie = role === 'nobody' ? undefined : scene.people[role];
        const reply =
          method === 'GET'
            ? await text(scene.service, address, cookie)
            : await post(scene.service, address, { act: 'trust', version: await seen(address) }, cookie).then(
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
    const id = await register(scene.service, scene.people.owner, 'Foreign Forms');
    const headers = { origin: 'https://evil.example', cookie: scene.people.editor };
    const fields = { act: 'approve', version: '1' };
    expect((await scene.service.postForm(`/review/${id}`, fields, { headers })).status).toBe(403);
    expect(await stateOf(id)).toBe('awaiting_review');
  });

  test('nothing is decided on that the editor did not see, and nothing twice', async () => {
    const id = await register(scene.service, scene.people.owner, 'Moving Target');
    const seen = await versionOf(id);
    expect((await edit(id, filled('Moving Target', { goal: 'Changed meanwhile' }))).status).toBe(303);
    const late = await post(
      scene.service,
      `/review/${id}`,
      { act: 'approve', version: seen },
      scene.people.editor,
    );
    expect(late.status).toBe(409);
    expect(wordsOf(await late.text())).toMatch(/Nothing of yours was done.* owner@example.org changed Goal/);
    expect(await stateOf(id)).toBe('awaiting_review');
    const version = await versionOf(id);
    const both = await Promise.all(
      [1, 2, 3].map(() =>
        post(scene.service, `/review/${id}`, { act: 'approve', version }, scene.people.editor),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(await count(scene.service, `project_acts where project_id = ${id} and act = 'approved'`)).toBe(1);

    const refused = await register(scene.service, scene.people.owner, 'Refused Once');
    const asking = { act: 'ask', question: 'Who runs it?' };
    const asks = await Promise.all(
      [1, 2, 3].map(() => post(scene.service, `/review/${refused}`, asking, scene.people.editor)),
    );
    expect(asks.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await count(scene.service, `project_acts where project_id = ${refused} and act = 'asked'`)).toBe(
      1,
    );
    const reason = { act: 'reject', why: 'Say who runs it.', version: await versionOf(refused) };
    const clicks = await Promise.all(
      [1, 2, 3].map(() => post(scene.service, `/review/${refused}`, reason, scene.people.editor)),
    );
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(
      await count(scene.service, `project_acts where project_id = ${refused} and act = 'turned_down'`),
    ).toBe(1);
  });

  test('a project that is turned down comes back when its owner changes it', async () => {
    const id = await register(scene.service, scene.people.owner, 'Unclear Project');
    const none = await decide(id, 'reject');
    expect(none.status).toBe(400);
    expect(await none.text()).toContain('The reason is required');
    expect((await decide(id, 'reject', { why: `Say who runs it. ${script}` })).status).toBe(303);
    const tools = await text(scene.service, `/project/${id}-unclear-project/tools`, scene.people.owner);
    expect(tools.body).toContain('Say who runs it.');
    expect(tools.body).not.toContain('<script>pwned');
    const about = async () =>
      wordsOf((await text(scene.service, `/project/${id}-unclear-project`, scene.people.owner)).body);
    expect(await about()).toContain('did not approve this project');
    expect(
      (await text(scene.service, `/project/${id}-unclear-project/edit`, scene.people.owner)).body,
    ).toContain('Once you save a change, they look at it again');
    expect((await text(scene.service, '/me', scene.people.owner)).body).toContain('Not approved');
    expect((await text(scene.service, '/review', scene.people.editor)).body).not.toContain('Unclear Project');
    expect((await edit(id, filled('Unclear Project', { presenting_org: 'The Clear Society' }))).status).toBe(
      303,
    );
    expect((await text(scene.service, '/review', scene.people.editor)).body).toContain('Unclear Project');
    expect(await about()).toContain('Our editors look at this project within 24 hours.');
  });

  test('a question goes to the contact, whose answer comes back without signing in, once', async () => {
    const id = await register(scene.service, scene.people.owner, 'Curious Case', {
      contact_email: 'asked@example.org',
    });
    const question = `Where does it take place?\nBcc: victim@example.org ${script}`;
    expect((await decide(id, 'ask', { question })).status).toBe(303);
    const link = await linkTo(scene.service, 'asked@example.org', '/answer/');
    const mail = (await scene.service.mails()).find(({ to }) => to === 'asked@example.org');
    expect(mail?.text).toContain('> Where does it take place?\n> Bcc: victim@example.org');
    expect((await text(scene.service, '/review?filter=asked', scene.people.editor)).body).toContain(
      'Curious Case',
    );
    const page = await text(scene.service, link);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('<script>pwned');
    expect((await post(scene.service, link, { answer: ' ' })).status).toBe(400);
    expect(
      (await scene.service.postForm(link, { answer: 'x' }, { headers: { origin: 'https://evil.example' } }))
        .status,
    ).toBe(403);
    const answers = await Promise.all(
      [1, 2].map((at) => post(scene.service, link, { answer: `In Kent ${at} ${script}` })),
    );
    const bodies = await Promise.all(answers.map((one) => one.text()));
    expect(bodies.filter((body) => body.includes('Thank you'))).toHaveLength(1);
    // The page of a late answer repeats it.
    const late = bodies.find((body) => body.includes('This question is settled'));
    expect(late).toMatch(/In Kent [12]/);
    expect(late).not.toContain('<script>pwned');
    expect((await text(scene.service, link)).body).toContain('This question is settled');
    const review = await text(scene.service, `/review/${id}`, scene.people.editor);
    // At the head of the page, next to its question, and in the history at its end.
    expect(review.body).toMatch(
      /Asked:[^]*Where does it take place[^]*The contact answered[^]*In Kent [12][^]*<h2 id="history"[^]*In Kent [12]/,
    );
    expect(review.body).not.toContain('<script>pwned');
    expect((await text(scene.service, '/review?filter=answered', scene.people.editor)).body).toContain(
      'Curious Case',
    );
    expect((await text(scene.service, '/review?filter=asked', scene.people.editor)).body).not.toContain(
      'Curious Case',
    );
    expect(
      (await text(scene.service, `/project/${id}-curious-case/history`, scene.people.owner)).body,
    ).toContain('In Kent');
    for (const wrong of [`${link.slice(0, -2)}`, '/answer/x'])
      expect((await text(scene.service, wrong)).status).toBe(404);
    expect((await decide(id, 'ask', { question: 'And when?' })).status).toBe(303);
    const askedAgain = await text(scene.service, `/review/${id}`, scene.people.editor);
    expect(askedAgain.body).not.toContain('The contact answered');
  });

  test('the contact of a project that does not wait is asked nothing', async () => {
    const id = await register(scene.service, scene.people.owner, 'Settled Swans', {
      contact_email: 'swans@example.org',
    });
    const question = { act: 'ask', question: 'Where is it?' };
    expect((await text(scene.service, `/review/${id}`, scene.people.editor)).body).toContain(
      'name="question"',
    );
    expect((await decide(id, 'reject', { why: 'Not yet.' })).status).toBe(303);
    expect((await text(scene.service, `/review/${id}`, scene.people.editor)).body).not.toContain(
      'name="question"',
    );
    const asked = await post(scene.service, `/review/${id}`, question, scene.people.editor);
    expect(asked.status).toBe(400);
    expect(wordsOf(await asked.text())).toContain('Nothing of this project awaits review');
    expect(await count(scene.service, `project_acts where project_id = ${id} and act = 'asked'`)).toBe(0);
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
    const id = await register(scene.service, scene.people.owner, 'Kept Cranes');
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
      const lost = await post(scene.service, path, fields);
      const body = await lost.text();
      expect([path, lost.status]).toEqual([path, 403]);
      expect(body).toContain('A reason of several words, &amp; a &lt; sign.</textarea>');
      expect(body).toContain(`action="${path}"`);
      for (const [name, value] of Object.entries(fields))
        if (value !== why) expect(body).toContain(`name="${name}" value="${value}"`);
    }
    // The page is in English: a participant's form leads to the sign-in instead, which is in their language.
    for (const act of ['follow', 'unfollow']) {
      const led = await post(scene.service, `/project/${id}/${act}`, { said: 'several words' });
      expect([act, led.status]).toEqual([act, 303]);
      expect(led.headers.get('location')).toMatch(/^\/sign-in\?/);
    }
    // Without a text there is nothing to keep, and nothing to learn.
    expect((await post(scene.service, `/review/${id}`, { act: 'trust' })).status).toBe(404);
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await scene.service.postForm(`/review/${id}`, { act: 'reject', why }, foreign)).status).toBe(403);
    expect(await count(scene.service, `project_acts where project_id = ${id} and act = 'withheld'`)).toBe(0);
  });

  test('a decision leads on in the part of the queue that the editor works off', async () => {
    const changed = await publish('Filtered Finches');
    await edit(changed, filled('Filtered Finches', { goal: 'Changed' }));
    const [first, second] = [
      await register(scene.service, scene.people.owner, 'New Nuthatch'),
      await register(scene.service, scene.people.owner, 'New Nightjar'),
    ];
    const queue = (await text(scene.service, '/review?filter=new', scene.people.editor)).body;
    expect(queue).toContain(`href="/review/${first}?filter=new"`);
    const version = await versionOf(first);
    const fields = { act: 'approve', version };
    const done = await post(scene.service, `/review/${first}?filter=new`, fields, scene.people.editor);
    const next = new URL(done.headers.get('location') ?? '', scene.service.baseUrl);
    expect(next.searchParams.get('filter')).toBe('new');
    const list = await rows<{ project_id: number }>(
      scene.service,
      "select project_id from projects where state = 'awaiting_review' and review_since is not null",
    );
    expect(list.map((one) => `/review/${one.project_id}`)).toContain(next.pathname);
    const page = (await text(scene.service, `/review/${second}?filter=changes`, scene.people.editor)).body;
    expect(page).toContain(`action="/review/${second}?filter=changes"`);
    expect(page).toContain('href="/review?filter=changes"');
  });

  test.each<[string, (id: number) => Promise<unknown>, string]>([
    [
      'approve',
      (id) => scene.service.operate('approve', String(id)),
      'Your project is published on Manyhands',
    ],
    [
      'publish',
      (id) => scene.service.operate('publish', String(id)),
      'Your project is published on Manyhands',
    ],
    [
      'reject',
      (id) => scene.service.operate('reject', String(id), '--why', 'Say who runs it.'),
      'Your project on Manyhands needs a change',
    ],
    [
      "the operator's page",
      async (id) => {
        const version = await versionOf(id);
        const fields = { act: 'publish', project: String(id), version };
        return post(scene.service, '/operator/projects', fields, scene.people.operator);
      },
      'Your project is published on Manyhands',
    ],
  ])('the contact reads of a decision by %s', async (how, act, subject) => {
    const to = `${how.replace(/\W/g, '.')}@decided.example`;
    const id = await register(scene.service, scene.people.owner, `Decided by ${how}`, { contact_email: to });
    await act(id);
    const subjects = async () =>
      (await scene.service.mails()).filter((mail) => mail.to === to).map((mail) => mail.subject);
    await expect.poll(subjects).toEqual([subject]);
    // Published before: nothing is new, and nobody is mailed again.
    if (how !== 'reject') {
      await scene.service.operate('publish', String(id));
      await scene.service.operate('hide', String(id));
      expect(await subjects()).toEqual([subject]);
    }
  });

  test('a script in every field of a project is shown as text to its editor', async () => {
    const names = ['name', 'description', 'goal', 'gear', 'city', 'origin', 'tags', 'contact_name'];
    const fields = Object.fromEntries(names.map((name) => [name, `${name} ${script}`]));
    const id = await register(scene.service, scene.people.owner, 'x', fields);
    for (const path of ['/review', `/review/${id}`])
      expect((await text(scene.service, path, scene.people.editor)).body, path).not.toContain(
        '<script>pwned',
      );
    const other = await register(scene.service, scene.people.owner, 'y', fields);
    expect((await text(scene.service, `/review/${other}?with=${id}`, scene.people.editor)).body).toContain(
      'Both projects',
    );
  });

  test('ten thousand in review: old ones stand out, and each is found by page and by name', async () => {
    const day = 86_400_000;
    await rows(
      scene.service,
      `with recursive numbers(n) as (select 100000 union all select n + 1 from numbers where n < 109999)
      insert into projects (project_id, state, is_hidden, name, origin, url, fields, card, detail, may_send_hashed,
        created_at, updated_at, review_since, name_key)
      select n, 'awaiting_review', 0, 'Bulk ' || n, 'Bulk', 'https://bulk.example/', '{}', '{}', '{}', 0, 1, 1,
        ${Date.now() - 2 * day} + n, 'bulk' || n from numbers returning project_id`,
    );
    const first = await text(scene.service, '/review', scene.people.editor);
    const last = await text(scene.service, '/review?filter=new&page=200', scene.people.editor);
    const named = await text(scene.service, '/review?q=bulk+100777', scene.people.editor);
    expect(wordsOf(first.body)).toMatch(/10,000 for more than 24 hours/);
    expect(first.body).toContain('Bulk 100000');
    expect(wordsOf(last.body)).toContain('Page 200 of 201');
    expect(named.body).toContain('href="/review/100777"');
    await rows(scene.service, 'delete from projects where project_id >= 100000 returning project_id');
  });
});
