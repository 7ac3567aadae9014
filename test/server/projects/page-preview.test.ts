/** The preview of a project's page, from what is typed into its form, over HTTP, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFieldNames } from '../../../src/contract/pages/project-form.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { begin, filled, register, text } from './registering.ts';
import { count, post, rows, signIn } from '../scene.ts';

const full = {
  goal: 'Know the herons',
  task: 'Count herons',
  how_to_join: 'Come to the pond.\n\nBring a friend.',
  time_commitment: 'An hour',
  gear: 'Binoculars',
  special_skills: 'None',
  start_date: '2027-03-01',
  topics: 'Animals',
  tags: 'herons, ponds',
  public_email: 'herons@example.org',
  where: 'named',
  where_named: 'Kenya',
  languages: 'en, Swahili',
  project_duration: 'Two years',
};

describe.each(engines)('the preview on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    service = await shareService(engine);
    owner = await signIn(service, 'owner@example.org');
    stranger = await signIn(service, 'stranger@example.org');
  });

  let drafts = 0;
  const draftWith = async (typed: Record<string, string>) => {
    const draft = await begin(service, `http://preview-${++drafts}.invalid/`, owner);
    const reply = await post(service, draft.path, { ...typed, act: 'page' }, owner);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${draft.path}/preview`]);
    return { ...draft, ...(await text(service, `${draft.path}/preview`, owner)) };
  };
  /** The part of the page that everybody sees; the buttons and links come before it. */
  const shown = (html: string) => /<dl class="purpose">[^]*<\/aside>/.exec(html)?.[0] ?? 'no page';
  const sheet = (html: string) => /class="page-sheet"[^]*<\/aside>/.exec(html)?.[0] ?? 'no preview';

  test('it is the page that everybody sees once the project is published', async () => {
    const draft = await draftWith(filled('Heron Hours', full));
    expect(draft.body).toContain('This is a preview');
    expect(sheet((await text(service, draft.path, owner)).body)).toContain(shown(draft.body));
    const id = await register(service, owner, 'Heron Hours', full);
    await service.operate('publish', String(id));
    const { to } = await text(service, `/project/${id}`);
    const published = (await text(service, to ?? '')).body;
    expect(shown(published)).toContain('Kenya');
    expect(shown(draft.body)).toBe(shown(published));
  });

  test('it has the similar projects of the page, for a project that has ended as its first step', async () => {
    const similar = (html: string) => {
      const section = /<section aria-labelledby="similar">[^]*?<\/section>/.exec(html)?.[0] ?? '';
      return [...section.matchAll(/<h3>[^]*?<bdi[^>]*>([^<]*)/g)].map(([, title]) => title);
    };
    const other = await register(service, owner, 'Bittern Booms At Reed Lakes', full);
    await service.operate('publish', String(other));
    const draft = await draftWith(filled('Bittern Booms', { ...full, status: 'complete' }));
    expect(similar(draft.body)).toContain('Bittern Booms At Reed Lakes');
    expect(draft.body).toContain('href="#similar"');
    expect(similar((await text(service, draft.path, owner)).body)).toEqual(similar(draft.body));
    const id = await register(service, owner, 'Bittern Booms', { ...full, status: 'complete' });
    await service.operate('publish', String(id));
    const { to } = await text(service, `/project/${id}`);
    const published = similar((await text(service, to ?? '')).body);
    expect(published).toEqual(similar(draft.body));
    // Not itself.
    expect(similar((await text(service, `/project/${id}/edit`, owner)).body)).toEqual(published);
  });

  test('nobody else sees it, and it is neither kept nor indexed', async () => {
    const { path } = await draftWith(filled('Hidden Herons'));
    const without = await begin(service, 'http://preview-other.invalid/');
    for (const cookie of [undefined, stranger, without.cookie, 'mh_drafts=x'])
      expect((await text(service, `${path}/preview`, cookie)).status).toBe(404);
    for (const odd of ['/add/1/preview', '/add/x/preview', `${path}0/preview`])
      expect((await text(service, odd, owner)).status).toBe(404);
    const reply = await service.get(`${path}/preview`, { headers: { cookie: owner } });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await reply.text()).toContain('<meta name="robots" content="noindex"');
  });

  test('it says what is missing, with links to the fields', async () => {
    const { path, body } = await draftWith({
      url: 'https://herons.example/',
      image: 'https://a.example/b.png',
    });
    const missing = (html: string) =>
      [...html.matchAll(/<a href="(?:\/add\/\d+)?#f-(\w+)">/g)].map(([, name]) => name);
    expect(body).toContain(`<a href="${path}#f-name">`);
    expect(missing(body)).toEqual([
      ...['name', 'description', 'origin', 'contact_email'],
      ...['goal', 'task', 'how_to_join', 'time_commitment', 'audience', 'regions', 'topics', 'activities'],
    ]);
    expect(body).toContain('we fetch it from a.example when the project is published');
    expect(body).not.toContain('a.example/b.png');
    expect(missing((await text(service, path, owner)).body)).toEqual(missing(body));
    const named = await draftWith({ ...filled('Named'), where: 'named', where_named: 'Kenya', origin: '' });
    expect([missing(named.body)[0], missing(named.body).includes('regions')]).toEqual(['origin', false]);
    const complete = await draftWith({ ...filled('Complete'), ...full });
    expect(missing(complete.body)).toEqual(['audience', 'activities', 'image']);
  });

  test.each([
    ['a name of one endless word', 'Heron'.repeat(58)],
    ['an Arabic name', 'عدّ طيور البلشون'],
    ['markup', '</script><script>pwned=1</script>'],
  ])('%s is shown as it was typed, and nothing is run', async (_, name) => {
    const everywhere = Object.fromEntries(projectFieldNames.map((field) => [field, name]));
    const { path, body } = await draftWith({ ...everywhere, url: 'https://herons.example/' });
    const escaped = name.replaceAll('<', '&lt;').slice(0, 60);
    expect(body.replace(/<h1 [^>]*>/, '<h1>')).toContain(`<h1>${escaped}`);
    for (const html of [body, (await text(service, path, owner)).body])
      expect(html).not.toContain('<script>pwned');
  });

  test('what can be asked for on the page cannot be pressed', async () => {
    const { body } = await draftWith(
      filled('Not Yet Herons', { status: 'starting', preregistration: 'yes', where: 'anywhere' }),
    );
    expect(body).toMatch(/<div inert[^>]*><section class="follow"[^]*start-notice/);
  });

  test('on the Edit tab it shows what is typed, and saves nothing', async () => {
    const id = await register(service, owner, 'Heron Nests', full);
    await service.operate('publish', String(id));
    const path = `/project/${id}/edit`;
    const stored = () => rows(service, `select fields, updated_at from projects where project_id = ${id}`);
    const versions = () => count(service, `project_versions where project_id = ${id}`);
    const before = [await stored(), await versions()];
    expect(sheet((await text(service, path, owner)).body)).toContain('Know the herons');
    const typed = { ...filled('Heron Nests', { ...full, goal: 'Know the nests', where: 'same' }) };
    for (const [act, status] of [
      ['preview', 200],
      ['page', 200],
    ] as const) {
      const reply = await post(service, path, { ...typed, act }, owner);
      const html = await reply.text();
      expect([act, reply.status]).toEqual([act, status]);
      expect(sheet(html)).toContain('Know the nests');
      // The stored area is kept.
      expect(sheet(html)).toContain('Kenya');
      expect(html).toContain('othing is saved yet');
      expect((await post(service, path, { ...typed, act }, stranger)).status).toBe(404);
      const out = await post(service, path, { ...typed, act });
      // The typed fields stay in the form; nothing is said of the project.
      expect([out.status, sheet(await out.text())]).toEqual([403, 'no preview']);
    }
    const faulty = await post(service, path, { ...typed, name: '', act: 'preview' }, owner);
    expect([faulty.status, (await faulty.text()).includes('href="#f-name"')]).toEqual([200, true]);
    expect([await stored(), await versions()]).toEqual(before);
  });
});
