/** `/add`: registering a project on our pages, from the address of its own page to the editors' queue. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFieldNames } from '../../../src/contract/pages/project-form.ts';
import { projectFields } from '../../../src/contract/api/project.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { begin, beginAtQuestions, faultsIn, filled, register, startSite, text } from './registering.ts';
import { cookieOf, count, linkTo, post, rows, signIn } from '../scene.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

const script = '</script><script>window.pwned=1</script>';
const openGraph = `<!doctype html><title>Title</title>
  <meta property="og:title" content="Garden Bird Count"><meta property="og:image" content="/birds.jpg">
  <meta name="description" content="Count birds &amp; tell us."><meta property="og:site_name" content="The Birders">`;
const schemaOrg = `<html><head><title>Shop</title><script type="application/ld+json">
  {"@graph":[{"@type":"Organization","name":"Lake Trust"},
  {"@type":"ResearchProject","name":"Lake Watch","description":"Look at lakes.","image":[{"url":"https://lake.example/a.png"}]}]}
  </script></head>`;

test('every field of a project is in the form', () => {
  expect([...projectFieldNames].sort()).toEqual(Object.keys(projectFields).sort());
});

describe.each(engines)('registering on %s', (engine) => {
  let service: Service;
  let site: Site;
  let secret: Site;
  let owner: string;

  beforeAll(async () => {
    secret = await startSite({ '/': { status: 200, body: '<title>Internal secret</title>' } });
    site = await startSite({
      '/birds': { status: 200, body: openGraph },
      '/lakes': { status: 200, body: schemaOrg },
      '/hostile': { status: 200, body: `<title>${script.replaceAll('<', '&lt;')}</title>` },
      '/latin': {
        status: 200,
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        body: '<title>Plain</title>',
      },
      '/large': { status: 200, body: `<title>Large page</title>${'x'.repeat(2_000_000)}` },
      '/deep': { status: 200, body: `<title>Deep</title>${'<div>'.repeat(100_000)}` },
      '/away': { status: 503 },
      '/inwards': { status: 302, headers: { location: `http://${secret.host}/` } },
    });
    service = await startService(engine, { FETCH_FROM: site.host });
    owner = await signIn(service, 'owner@example.org');
  });
  afterAll(() => Promise.all([site[Symbol.asyncDispose](), secret[Symbol.asyncDispose]()]));

  const value = (body: string, name: string) =>
    new RegExp(`<input id="f-${name}"[^>]* value="([^"]*)"`).exec(body)?.[1];

  test.each([
    ['/birds', 'Garden Bird Count', 'Count birds &amp; tell us.'],
    ['/lakes', 'Lake Watch', 'Look at lakes.'],
    ['/latin', 'Plain', ''],
    ['/large', 'Large page', ''],
    ['/deep', 'Deep', ''],
  ])('the form begins with what the page %s says', async (path, name, description) => {
    const draft = await begin(service, site.url(path));
    const { body } = await text(service, draft.path, draft.cookie);
    expect(value(body, 'name')).toBe(name);
    expect(body).toContain(description);
    expect(body).not.toContain('We could not read');
    if (path === '/birds') expect(value(body, 'image')).toBe(site.url('/birds.jpg'));
    if (path === '/birds') expect(value(body, 'origin')).toBe('The Birders');
  });

  test('a page that is away, and one that is not there, cost nothing but their content', async () => {
    for (const [path, why] of [
      ['/away', 'The server answered with a fault of its own'],
      ['/missing', 'The server says that the page is not there'],
    ] as const) {
      const draft = await beginAtQuestions(service, site.url(path));
      const first = await text(service, draft.path, draft.cookie);
      expect(first.body).toContain(`We could not read your project’s page. ${why}`);
      await post(service, draft.path, { step: 'none', act: 'go-on' }, draft.cookie);
      const { status, body } = await text(service, draft.path, draft.cookie);
      // It is said once.
      expect([status, body.includes('We could not read')]).toEqual([200, false]);
      expect(value(body, 'url')).toBe(site.url(path));
    }
  });

  test('no spelling of an address leads to a host that is not public', async () => {
    const port = secret.host.split(':')[1];
    const addresses = [
      ...[`http://${secret.host}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`],
      ...[`http://[::ffff:127.0.0.1]:${port}/`, `http://2130706433:${port}/`, `http://0x7f.1:${port}/`],
      ...[`http://0177.0.0.1:${port}/`, `http://127.1:${port}/`, `http://①②⑦.0.0.1:${port}/`],
      ...['http://127.0.0.1/', 'http://169.254.169.254/latest/', 'http://[::127.0.0.1]/', 'http://10.0.0.1/'],
      site.url('/inwards'),
    ];
    for (const url of addresses) {
      const draft = await begin(service, url);
      expect((await text(service, draft.path, draft.cookie)).body, url).not.toContain('Internal secret');
    }
    expect(secret.asked).toEqual([]);
  });

  test.each([
    '',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://a.example/',
    'two words',
    'http://u:p@a.example/',
  ])('the address %j begins nothing', async (url) => {
    const before = await count(service, 'project_drafts');
    const reply = await post(service, '/add', { url });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('id="url-fault"');
    expect(await count(service, 'project_drafts')).toBe(before);
  });

  test('without an account: form, mail, sign-in, last look, sent; all of it once', async () => {
    const draft = await begin(service, site.url('/birds'));
    const typed = filled('Without An Account', { topics: 'Animals', where: 'anywhere', act: 'send' });
    const sent = await post(service, draft.path, typed, draft.cookie);
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('Check your email')]);
    expect(await linkTo(service, 'contact@example.org', '/sign-in/')).toBeDefined();
    // The contact's address is not the only one to register with.
    expect((await text(service, `${draft.path}/send`, draft.cookie)).body).toContain('Your email address');
    const wrong = await post(service, `${draft.path}/send`, { email: 'nobody' }, draft.cookie);
    expect(wrong.status).toBe(400);
    const asked = await post(service, `${draft.path}/send`, { email: 'new@example.org' }, draft.cookie);
    expect(await asked.text()).toContain('Check your email');
    const link = await linkTo(service, 'new@example.org', '/sign-in/');
    const signedIn = await post(service, link, { of_age: 'yes' });
    const me = cookieOf(signedIn);
    const fromMail = signedIn.headers.get('location') ?? '';
    // Somebody else who gets hold of the second link is not its reader.
    expect((await text(service, fromMail, owner)).status).toBe(404);
    expect((await text(service, fromMail, me)).to).toBe(`${draft.path}/send`);
    // Opening it sent nothing.
    expect(await count(service, `projects where name = 'Without An Account'`)).toBe(0);
    const look = await text(service, `${draft.path}/send`, me);
    expect(look.body).toContain('Send this project to our editors?');
    // The draft is the account's now: the cookie alone does not open it.
    expect((await text(service, draft.path, draft.cookie)).status).toBe(404);
    const both = await Promise.all(
      [1, 2, 3].map(() => post(service, draft.path, { act: 'send-as-it-is' }, me)),
    );
    expect(both.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await count(service, `projects where name = 'Without An Account'`)).toBe(1);
    expect((await text(service, draft.path, me)).body).toContain('Your project is with our editors');
    expect((await text(service, '/me', me)).body).toContain('Without An Account');
    expect((await service.operator<{ reviews: object[] }>('reviews')).json.reviews).toContainEqual(
      expect.objectContaining({ name: 'Without An Account', what: 'new' }),
    );
  });

  test('three questions come first, with the card, and their answers go into the form', async () => {
    const draft = await beginAtQuestions(service, site.url('/birds'));
    const read = async () => (await text(service, draft.path, draft.cookie)).body;
    const send = (fields: Record<string, string>) =>
      post(service, draft.path, { step: 'task regions contact_email', ...fields }, draft.cookie);
    const questionsOf = (body: string) =>
      [...body.matchAll(/<h3>([A-Z][^<]*\?)<\/h3>/g)].map(([, title]) => title);
    const first = await read();
    expect(questionsOf(first)).toEqual([
      'What do people do?',
      'Where does it take place?',
      'Who answers the questions of our editors?',
    ]);
    // The other fields, and the button that sends it, come with the next step.
    expect(first).not.toContain('name="how_to_join"');
    expect(first).not.toContain('value="send"');
    expect(first).toContain('Garden Bird Count');
    const kept = await send({
      act: 'preview',
      task: 'Count birds at a feeder',
      where: 'anywhere',
      contact_email: 'x',
    });
    expect(kept.headers.get('location')).toBe(`${draft.path}#preview`);
    const second = await read();
    expect(questionsOf(second)).toHaveLength(3);
    expect(value(second, 'task')).toBe('Count birds at a feeder');
    expect(faultsIn(second)).toEqual(['contact_email']);
    expect(
      (await send({ act: 'go-on', task: 'Count birds', where: 'anywhere', contact_email: '' })).status,
    ).toBe(303);
    const form = await read();
    expect(questionsOf(form)).toEqual([]);
    expect([value(form, 'name'), value(form, 'task')]).toEqual(['Garden Bird Count', 'Count birds']);
    expect(value(form, 'contact_email')).toBeUndefined();
    expect(form).toMatch(/value="anywhere" checked/);
    // A tab that still shows the questions takes nothing else away.
    await send({ act: 'preview', task: 'From the other tab' });
    expect([value(await read(), 'name'), value(await read(), 'task')]).toEqual([
      'Garden Bird Count',
      'From the other tab',
    ]);
  });

  test('a page that says nothing leaves other questions, and members are not asked for their address', async () => {
    const questionsAt = async (path: string, cookie?: string) => {
      const draft = await beginAtQuestions(service, site.url(path), cookie);
      const { body } = await text(service, draft.path, draft.cookie);
      return [...body.matchAll(/<label for="f-(\w+)"|<fieldset class="[^"]*"[^>]*id="f-(\w+)"/g)].map(
        ([, input, set]) => input ?? set,
      );
    };
    const asked = await questionsAt('/away?questions');
    for (const field of ['name', 'task', 'regions']) expect(asked).toContain(field);
    expect(asked).not.toContain('contact_email');
    const member = await signIn(service, 'asked@example.org');
    const ofMember = await questionsAt('/birds', member);
    for (const field of ['task', 'regions', 'time_commitment']) expect(ofMember).toContain(field);
    expect(ofMember).not.toContain('contact_email');
  });

  test('a link that is opened the next morning leads to a new one, and back to the draft', async () => {
    const draft = await begin(service, site.url('/birds'));
    await post(service, draft.path, filled('Morning Mice', { act: 'send' }), draft.cookie);
    const email = 'morning@example.org';
    const mailed = await (await post(service, `${draft.path}/send`, { email }, draft.cookie)).text();
    // Somebody who refuses such mail is told of the mail that always comes.
    expect(mailed).toContain(`/sign-in?next=${encodeURIComponent(`${draft.path}/send`)}`);
    const link = await linkTo(service, email, '/sign-in/');
    await rows(
      service,
      `update sign_in_links set expires_at = ${Date.now() - 12 * 3_600_000} where used_at is null`,
    );
    await service.operate('purge');
    const late = await text(service, link);
    expect(late.status).toBe(400);
    const next = / name="next" value="([^"]*)"/.exec(late.body)?.[1] ?? '';
    expect(next).toMatch(/^\/add\/from-mail\//);
    await post(service, '/sign-in', { email, next });
    const newLink = async () => linkTo(service, email, '/sign-in/');
    await expect.poll(newLink).not.toBe(link);
    const signedIn = await post(service, await newLink(), { of_age: 'yes' });
    const me = cookieOf(signedIn);
    expect(signedIn.headers.get('location')).toBe(next);
    expect((await text(service, next, me)).to).toBe(`${draft.path}/send`);
    expect((await text(service, '/sign-in/made-up')).body).toContain('name="next" value="/start"');
  });

  test('a draft and its project are written together, or neither is', async () => {
    const { path } = await begin(service, 'http://together.invalid/', owner);
    const trigger =
      engine === 'sqlite'
        ? [
            `create trigger fails before update of project_id on project_drafts when new.project_id is not null
             begin select raise(abort, 'as if the process had ended'); end`,
            'drop trigger fails',
          ]
        : [
            `create function fails() returns trigger language plpgsql as $$ begin
               if new.project_id is not null then raise exception 'as if the process had ended'; end if;
               return new; end $$;
             create trigger fails before update on project_drafts for each row execute function fails()`,
            'drop trigger fails on project_drafts; drop function fails()',
          ];
    const sending = () => post(service, path, filled('Together Toads', { act: 'send' }), owner);
    await rows(service, trigger[0] ?? '');
    expect((await sending()).status).toBe(500);
    await rows(service, trigger[1] ?? '');
    expect(await count(service, "projects where name = 'Together Toads'")).toBe(0);
    expect((await sending()).status).toBe(303);
    expect(await count(service, "projects where name = 'Together Toads'")).toBe(1);
  });

  test('every fault is at its field, and everything that was typed is kept', async () => {
    const { path } = await begin(service, site.url('/missing'), owner);
    const typed = {
      name: 'Kept & "quoted"',
      description: '',
      url: 'no address',
      origin: 'O',
      contact_email: 'nobody',
      start_date: '2026-02-30',
      where: 'drawn',
      regions: 'POLYGON((1 2, 3',
      goal: 'g'.repeat(121),
      UN_regions: 'Nowhereland',
      act: 'send',
    };
    const sent = await post(service, path, typed, owner);
    expect(sent.status).toBe(400);
    const body = await sent.text();
    expect(faultsIn(body).sort()).toEqual(
      ['UN_regions', 'contact_email', 'description', 'goal', 'regions', 'start_date', 'url'].sort(),
    );
    const again = (await text(service, path, owner)).body;
    expect(value(again, 'name')).toBe('Kept &amp; "quoted"'.replaceAll('"', '&quot;'));
    expect(again).toContain('POLYGON((1 2, 3');
    // While somebody writes, only what they wrote is faulty.
    expect(faultsIn(again)).not.toContain('description');
    expect(faultsIn(again)).toContain('url');
  });

  test.each([
    ['a country', 'Kenya', 200],
    ['neighbouring states', 'Washington, United States\nOregon, United States', 200],
    ['a state and its country', 'Texas, United States\nUnited States', 200],
    ['towns', 'Hamburg; Paris, France', 200],
    ['a state without an outline, and a town', 'Schleswig-Holstein, Hamburg', 200],
    ['a town and a country', 'Hamburg\nFrance', 200],
    ['nothing that is known', 'Xyzzyqwerty', 400],
    ['nothing', '', 400],
  ])('the area by name: %s', async (_, where_named, status) => {
    const { path } = await begin(service, `http://area-${where_named.length}.invalid/`, owner);
    const name = `Area ${where_named.length}`;
    const typed = { ...filled(name), where: 'named', where_named, act: 'send' };
    const sent = await post(service, path, typed, owner);
    expect(sent.status === 303 ? 200 : sent.status).toBe(status);
    if (status === 400) expect(faultsIn(await sent.text())).toEqual(['regions']);
    else {
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where name = '${name}' order by project_id desc limit 1`,
      );
      expect(JSON.parse(row?.fields ?? '{}')).toMatchObject({
        region_label: where_named.replace(/[\n;] ?/g, ', '),
      });
    }
  });

  test('what was typed is the label, what was understood stands below, and a name that is not spelt so is named', async () => {
    const { path } = await begin(service, 'http://label.invalid/', owner);
    const typed = { ...filled('Label'), where: 'named', where_named: 'Schleswig-Holstein, Hamburgg' };
    const wrong = await (await post(service, path, { ...typed, act: 'send' }, owner)).text();
    expect(wrong).toContain('has “Hamburgg”, which is no place that we know: did you mean Hamburg, Germany?');
    await post(
      service,
      path,
      { ...typed, where_named: 'Schleswig-Holstein, Hamburg', act: 'preview' },
      owner,
    );
    const { body } = await text(service, path, owner);
    expect(body).toContain('Understood: Schleswig-Holstein, Germany · Hamburg, Germany');
    expect(body).toContain('Schleswig-Holstein, Hamburg</');
  });

  test.each<[string, string, string, number]>([
    ['a town', 'Hamburg', '25', 200],
    ['degrees, across the antimeridian', '-17.5, 179.9', '100', 200],
    ['half a kilometre', '47.6 -122.3', '0,5', 200],
    ['no distance', 'Hamburg', '', 400],
    ['a distance around the world', 'Hamburg', '2000', 400],
    ['a pole', '89.9, 0', '50', 400],
    ['a place that is not known', 'Xyzzyqwerty', '10', 400],
  ])('the area around a place: %s', async (_, circle_at, circle_km, status) => {
    const { path } = await begin(service, `http://circle-${circle_at.length}-${circle_km}.invalid/`, owner);
    const name = `Circle ${circle_at} ${circle_km}`;
    const typed = { ...filled(name), where: 'circle', circle_at, circle_km };
    await post(service, path, { ...typed, act: 'preview' }, owner);
    const draft = (await text(service, path, owner)).body;
    expect(draft.includes('Map of where it takes place')).toBe(status === 200);
    expect(value(draft, 'circle_at')).toBe(circle_at);
    const sent = await post(service, path, { ...typed, act: 'send' }, owner);
    expect(sent.status === 303 ? 200 : sent.status).toBe(status);
    if (status === 400) expect(faultsIn(await sent.text())).toEqual(['regions']);
  });

  test('a long outline is read in a thread', async () => {
    const ring = Array.from({ length: 3000 }, (_, at) => {
      const turn = (at / 3000) * 2 * Math.PI;
      return `${(10 + Math.cos(turn)).toFixed(6)} ${(50 + Math.sin(turn)).toFixed(6)}`;
    });
    const regions = `POLYGON((${[...ring, ring[0]].join(', ')}))`;
    const id = await register(service, owner, 'Round Lake', { where: 'drawn', regions });
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    expect(row?.fields).toContain('"type":"Polygon"');
  });

  test('drafts are seen, changed, sent and deleted by their authors only', async () => {
    const mine = await begin(service, site.url('/lakes'));
    const stranger = await signIn(service, 'stranger@example.org');
    const other = await begin(service, site.url('/birds'));
    for (const cookie of [undefined, stranger, other.cookie, 'mh_drafts=x']) {
      for (const path of [mine.path, `${mine.path}/send`, `${mine.path}/delete`])
        expect((await text(service, path, cookie)).status).toBe(404);
      for (const path of [mine.path, `${mine.path}/send`, `${mine.path}/delete`])
        expect((await post(service, path, { goal: 'Stolen', act: 'send' }, cookie)).status).toBe(404);
    }
    expect((await text(service, '/add', stranger)).body).not.toContain('Lake Watch');
    expect((await text(service, '/add', mine.cookie)).body).toContain('Lake Watch');
    expect((await text(service, `${mine.path}/delete`, mine.cookie)).body).toContain(
      'cannot be brought back',
    );
    expect((await post(service, `${mine.path}/delete`, {}, mine.cookie)).status).toBe(303);
    expect((await text(service, mine.path, mine.cookie)).status).toBe(404);
  });

  test('a session that ends while somebody writes loses nothing', async () => {
    const cookie = await signIn(service, 'sleepy@example.org');
    const { path } = await begin(service, 'http://sleepy.invalid/', cookie);
    await post(service, '/sign-out', {}, cookie);
    const sent = await post(service, path, { ...filled('Typed For An Hour'), act: 'send' }, cookie);
    expect(sent.status).toBe(303);
    const rescued = { path: sent.headers.get('location') ?? '', cookie: cookieOf(sent) };
    expect(rescued.path).not.toBe(path);
    expect((await text(service, rescued.path, rescued.cookie)).body).toContain('Typed For An Hour');
    // Signed in again, in the same browser, it is in the list, and can be sent.
    const again = `${await signIn(service, 'sleepy@example.org')}; ${rescued.cookie}`;
    expect((await text(service, '/add', again)).body).toContain('Typed For An Hour');
    await post(service, rescued.path, { ...filled('Typed For An Hour'), act: 'send' }, again);
    expect((await text(service, '/me', again)).body).toContain('Typed For An Hour');
  });

  test('forms from other sites are refused', async () => {
    const { path } = await begin(service, site.url('/away'), owner);
    for (const [form, fields] of [
      ['/add', { url: 'https://foreign.example/' }],
      [path, { name: 'Foreign', act: 'send' }],
      [`${path}/send`, { email: 'a@example.org' }],
      [`${path}/delete`, {}],
    ] as const) {
      const headers = { origin: 'https://evil.example', cookie: owner };
      expect((await service.postForm(form, fields, { headers })).status, form).toBe(403);
    }
    expect((await text(service, path, owner)).status).toBe(200);
  });

  test('a script in every field is shown as text', async () => {
    const { path } = await begin(service, site.url('/hostile'), owner);
    const everywhere = Object.fromEntries(projectFieldNames.map((name) => [name, script]));
    const sent = await post(service, path, { ...everywhere, where: 'drawn', act: 'send' }, owner);
    for (const body of [
      await sent.text(),
      (await text(service, path, owner)).body,
      (await text(service, '/add', owner)).body,
    ])
      expect(body).not.toContain('<script>window.pwned');
  });

  test('the mail is one mail, whatever the name of the project', async () => {
    const draft = await begin(service, site.url('/latin'));
    const name = 'Birds\r\nBcc: victim@example.org\r\n\r\nhttps://evil.example/';
    await post(service, draft.path, filled(name, { act: 'send' }), draft.cookie);
    await post(service, `${draft.path}/send`, { email: 'header@example.org' }, draft.cookie);
    await linkTo(service, 'header@example.org', '/sign-in/');
    const mail = (await service.mails()).find(({ to }) => to === 'header@example.org');
    expect(mail?.subject).toBe('Register your project on Manyhands');
    expect(mail?.text).not.toMatch(/victim|evil/);
    expect((await service.mails()).some(({ to }) => to === 'victim@example.org')).toBe(false);
  });

  test('drafts are encrypted, and the log has none of their content', async () => {
    const { path } = await begin(service, 'http://secret-draft.invalid/', owner);
    await post(service, path, filled('Zanzibarbirds', { contact_email: 'zanzibar@example.org' }), owner);
    const stored = await rows<object>(service, 'select * from project_drafts');
    expect(JSON.stringify(stored)).not.toMatch(/zanzibar/i);
    expect(service.log()).not.toMatch(/zanzibar/i);
  });

  test('a project of the same page or name is named before', async () => {
    const id = await register(service, owner, 'Twin Peaks', { url: 'https://twin.example/a?utm_source=x' });
    const draft = await begin(service, 'http://other-twin.invalid/');
    const save = (more: Record<string, string>) =>
      post(service, draft.path, { ...filled('X'), ...more, act: 'preview' }, draft.cookie);
    const names = async () =>
      /Is it in the directory already/.test((await text(service, draft.path, draft.cookie)).body);
    await save({ name: 'Twin Peaks' });
    // Strangers learn nothing of projects that are not published.
    expect(await names()).toBe(false);
    await service.operate('publish', String(id));
    for (const [more, isAlike] of [
      [{ name: 'twin  PEAKS' }, true],
      [{ name: 'Twin Peeks' }, true],
      [{ name: 'Other', url: 'http://www.twin.example/a/' }, true],
      [{ name: 'Quite different', url: 'https://twin.example/b' }, false],
      [{ name: 'Twin Peaks of the North', url: 'https://twin.example/b' }, true],
      [{ name: 'Twin Peaks of the North', url: 'https://elsewhere.example/b' }, false],
    ] as const) {
      await save(more);
      expect([more, await names()]).toEqual([more, isAlike]);
    }
  });

  test('a draft is deleted when nobody has changed it for a month', async () => {
    const [old, young] = [
      await begin(service, 'http://old.invalid/'),
      await begin(service, 'http://new.invalid/'),
    ];
    const idOf = ({ path }: { path: string }) => path.replace('/add/', '');
    const month = 30 * 86_400_000;
    await rows(
      service,
      `update project_drafts set updated_at = updated_at - ${month + 60_000} where draft_id = ${idOf(old)} returning draft_id`,
    );
    await service.operate('purge');
    expect((await text(service, old.path, old.cookie)).status).toBe(404);
    expect((await text(service, young.path, young.cookie)).status).toBe(200);
  });

  test('a page is begun once, and one account has twenty drafts at most', async () => {
    const busy = await signIn(service, 'busy@example.org');
    const first = await begin(service, 'http://draft-0.invalid/', busy);
    expect((await begin(service, 'http://draft-0.invalid/', busy)).path).toBe(first.path);
    for (let at = 1; at < 20; at++) await begin(service, `http://draft-${at}.invalid/`, busy);
    const more = await post(service, '/add', { url: 'http://draft-20.invalid/' }, busy);
    expect(more.status).toBe(429);
    expect(await more.text()).toContain('You have 20 drafts');
    await post(service, `${first.path}/delete`, {}, busy);
    await begin(service, 'http://draft-20.invalid/', busy);
  });
});
