/** Owners tell what came of contributions, an editor looks once, and those read it whose contributions they are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { newestMail, post, profileId, projects, refusal, startScene, signIn, success } from '../scene.ts';

const { birds, frogs } = projects;
const row = 'POST /api/outcome';
const day = 86_400_000;
const today = new Date().toISOString().slice(0, 10);

describe.each(engines)('outcomes on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let stranger: string;
  let editor: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner, stranger } = await startScene(engine, { ...crowded, ...frequentQueues }));
    rows = openRows(service);
    await service.operate('role', 'editor@example.org', 'editor');
    editor = await signIn(service, 'editor@example.org');
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const usual = {
    ...{ project_id: birds.id, kind: 'published', sentence: 'Wrens are back in the north.' },
    ...{ link: 'doi:10.1000/182', from: today, to: today },
  };
  const tell = (more: object = {}, key = owner) =>
    service.postJson('/api/outcome', { key, ...usual, ...more });
  const told = async (more: object = {}) => success(row, await tell(more));
  const member = async () => {
    const address = `reader-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, owner, address);
    const record = async (more: object = {}) => {
      const said = { key: owner, profile_id: profile, project_id: birds.id, type: 'collection', ...more };
      return ((await (await service.postJson('/api/record_event', said)).json()) as { event_id: number })
        .event_id;
    };
    const read = async (path = '/me', lang = 'en') => {
      const page = await service.get(path, { headers: { cookie, 'accept-language': lang } });
      return (await page.text()).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
    };
    return { address, cookie, record, read };
  };
  const page = async (lang = 'en') =>
    (await service.get(`/project/${birds.id}-bird-count`, { headers: { 'accept-language': lang } })).text();
  const decide = (id: number, act: string, cookie: string) =>
    post(service, `/review/outcome/${id}`, { act }, cookie);

  test('the first one waits for an editor; then it is read by those who contributed, and by nobody else', async () => {
    const [one, other, left] = [await member(), await member(), await member()];
    await one.record();
    await one.record();
    await other.record({ when: new Date(Date.now() - 3 * day).toISOString() });
    await left.record();
    const first = await told();
    expect(first).toMatchObject({ state: 'waiting' });
    expect(await told()).toEqual({ ...first, duplicate: true });
    expect(await one.read()).not.toContain('Wrens are back');
    expect(await page()).not.toContain('Wrens are back');
    expect((await decide(first.outcome_id, 'show', one.cookie)).status).toBe(404);
    const queue = await (await service.get('/review', { headers: { cookie: editor } })).text();
    expect(queue).toContain('Wrens are back');
    expect((await decide(first.outcome_id, 'show', editor)).headers.get('location')).toBe(
      `/review?done=told-${birds.id}`,
    );
    expect((await decide(first.outcome_id, 'refuse', editor)).headers.get('location')).toBe('/review');
    expect(await page()).toContain('https://doi.org/10.1000/182');
    expect(await one.read()).toMatch(/2 contributions of yours .*Wrens are back/);
    expect(await one.read()).not.toContain('doi.org');
    const file = await (await service.get('/me/export.json', { headers: { cookie: one.cookie } })).text();
    expect(JSON.parse(file)).toMatchObject({ outcomes: [{ project_id: birds.id, contributions: 2 }] });
    expect(await other.read()).not.toContain('Wrens are back');
    await post(service, '/me/opt-out', { project_id: String(birds.id) }, left.cookie);
    await post(service, '/me/remove', { project_id: String(birds.id) }, left.cookie);
    expect(await left.read()).not.toContain('Wrens are back');
  });

  test('later ones are shown at once, in the language of the reader, about single contributions as well', async () => {
    const [one, other] = [await member(), await member()];
    const named = [await one.record(), await one.record({ idempotency_key: 'named' })];
    await other.record();
    const more = {
      kind: 'acted_on',
      sentence: 'A hedge was planted.',
      translations: { de: 'Es gibt eine neue Hecke.' },
    };
    const about = { from: undefined, to: undefined, link: undefined };
    const reply = await told({ ...more, ...about, event_ids: [named[0]], idempotency_keys: ['named'] });
    expect(reply).toMatchObject({ state: 'shown' });
    expect(await one.read()).toMatch(/2 contributions of yours .*A hedge was planted/);
    expect(await one.read('/me', 'de')).toContain('Es gibt eine neue Hecke.');
    expect(await other.read()).not.toContain('A hedge was planted');
    expect(await page('de')).toContain('<span dir="auto" lang="de">Es gibt eine neue Hecke.');
    const feed = await (await service.get('/feed.atom?lang=de')).text();
    expect(feed).toContain('<summary>Es gibt eine neue Hecke.</summary>');
    const { location = '' } = Object.fromEntries(
      (await post(service, '/me/certificates', { from: today, to: today, name: 'Ada' }, one.cookie)).headers,
    );
    expect(await one.read(location)).toContain('A hedge was planted.');
    expect(await other.read(location)).toContain('A hedge was planted.');
    const manager = await signIn(service, 'owner@example.org');
    const remove = { outcome_id: String(reply.outcome_id) };
    const tools = `/project/${birds.id}-bird-count/outcomes/remove`;
    expect((await post(service, tools, remove, one.cookie)).status).toBe(404);
    expect((await post(service, tools, remove, manager)).status).toBe(303);
    for (const text of [await page(), await one.read(), await one.read(location)])
      expect(text).not.toContain('A hedge was planted');
  });

  test('a follower gets a mail without the words of the project', async () => {
    const { address, cookie } = await member();
    await post(service, `/project/${birds.id}-bird-count/follow`, {}, cookie);
    await post(service, '/me/follows/mail', { project_id: String(birds.id), mail: 'yes' }, cookie);
    await told({ sentence: 'A map was drawn.' });
    await expect
      .poll(async () => (await newestMail(service, address))?.text ?? '', { timeout: 15_000 })
      .toContain('It tells what came of people’s contributions');
    expect((await newestMail(service, address))?.text).not.toContain('A map was drawn');
    const mails = async () => (await service.mails()).filter(({ to }) => to === address).length;
    const first = await mails();
    const seen = async () =>
      (
        await rows.all(
          'select 1 as one from project_follows f join projects p on p.project_id = f.project_id where f.seen_at < p.updated_at',
        )
      ).length;
    await told({ sentence: 'A second map was drawn.' });
    await expect.poll(seen, { timeout: 15_000 }).toBe(0);
    expect(await mails()).toBe(first);
    await rows.run(`update project_follows set told_at = told_at - ${8 * day}`);
    await told({ sentence: 'A third map was drawn.' });
    await expect.poll(mails, { timeout: 15_000 }).toBe(first + 1);
  });

  test('the form on Tools does the same', async () => {
    const manager = await signIn(service, 'owner@example.org');
    const path = `/project/${birds.id}-bird-count`;
    const fields = {
      kind: 'used',
      sentence: 'It is in the atlas.',
      'sentence-de': 'Es steht im Atlas.',
      link: '',
      from: today,
      to: today,
    };
    expect((await post(service, `${path}/outcomes`, fields, manager)).status).toBe(303);
    expect(await page('de')).toContain('Es steht im Atlas.');
    expect(await (await service.get(`${path}/tools`, { headers: { cookie: manager } })).text()).toContain(
      'It is in the atlas.',
    );
    const back = await post(service, `${path}/outcomes`, { ...fields, sentence: '' }, manager);
    expect([back.status, (await back.text()).includes('sentence is required; go back')]).toEqual([400, true]);
  });

  test('bad ones are refused by name, and nothing is stored', async () => {
    const { record } = await member();
    const [own, others] = [await record(), await record({ project_id: frogs.id })];
    const before = await rows.all('select count(*) as n from outcomes');
    const none = { from: undefined, to: undefined };
    const cases: [string, object][] = [
      ['kind', { kind: 'cited' }],
      ['sentence', { sentence: 'See https://spam.example/?for=you' }],
      ['sentence', { sentence: 'x'.repeat(301) }],
      ['translations', { translations: { de: 'Auf www.spam.example' } }],
      ['translations', { translations: { xx1: 'x' } }],
      ['translations', { translations: 'no' }],
      ['link', { link: 'javascript:alert(1)' }],
      ['from', { from: undefined }],
      ['to', { to: '2026-13-01' }],
      ['to', { from: '2026-05-02', to: '2026-05-01' }],
      ['from', { event_ids: [own] }],
      ['from', none],
      ['event_ids', { ...none, event_ids: [own, others] }],
      ['event_ids', { ...none, event_ids: Array.from({ length: 10_000 }, (_, n) => n + 1) }],
      ['event_ids', { ...none, event_ids: Array.from({ length: 10_001 }, (_, n) => n + 1) }],
      ['idempotency_keys', { ...none, idempotency_keys: ['never sent'] }],
    ];
    for (const [field, more] of cases) {
      const { errors = [] } = await refusal(await tell(more), 400, 'invalid');
      expect([more, errors.map((fault) => fault.field)]).toEqual([more, [field]]);
    }
    await refusal(await tell({}, stranger), 403, 'not_manager');
    expect(await rows.all('select count(*) as n from outcomes')).toEqual(before);
  });
});
