/** The hosted confirmation: where its link may lead, and that only the person's own click records. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  cookieOf,
  count,
  joinFrom,
  mailedLink,
  newestMail,
  post,
  profileId,
  projects,
  refusal,
  rows,
  send,
  signIn,
  shareScene,
  success,
} from '../scene.ts';

const { birds, frogs, hidden } = projects;

describe.each(engines)('/confirm on %s', (engine) => {
  let service: Service;
  let owner: string;
  let reviewed: number;
  let cookie: string;
  let profile: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    cookie = await signIn(service, 'member@example.org');
    profile = await profileId(service, owner, 'member@example.org');
  });

  const look = async (path: string, by: string | undefined = cookie) => {
    const reply = await service.get(path, by === '' ? {} : { headers: { cookie: by } });
    return { status: reply.status, text: await reply.text() };
  };
  const heading = ({ text }: { text: string }) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
  const press = (ref: string, more: Record<string, string> = {}, by = cookie, project: number = birds.id) =>
    post(service, `/confirm/${project}`, { type: 'collection', ref, choice: 'credit', ...more }, by);
  const addressOf = (ref: string, project: number = birds.id) =>
    `/confirm/${project}?${new URLSearchParams({ type: 'collection', ref })}`;
  const eventsOf = (project: number = birds.id) =>
    count(service, `events where project_id = ${project} and profile_id = ${profile}`);

  test('a link asks, and records nothing; a press records once, however often', async () => {
    const ref = randomUUID();
    const before = await eventsOf();
    for (let times = 0; times < 3; times++)
      expect(heading(await look(`/confirm/${birds.id}?type=classification&ref=${ref}`))).toBe(
        'Credit your contribution?',
      );
    expect(await eventsOf()).toBe(before);
    for (let times = 0; times < 3; times++) {
      const pressed = await press(ref, { type: 'classification' });
      expect([pressed.status, pressed.headers.get('location')]).toEqual([
        303,
        `/confirm/${birds.id}?type=classification&ref=${ref}`,
      ]);
    }
    expect(heading(await look(addressOf(ref)))).toBe('Credited to your profile');
    expect(await eventsOf()).toBe(before + 1);
    const [row] = await rows<object>(
      service,
      `select type, source, is_test from events where project_id = ${birds.id} and profile_id = ${profile}
        order by event_id desc limit 1`,
    );
    expect(row).toEqual({ type: 'classification', source: 'link', is_test: 0 });
  });

  test('ten presses at once are one contribution', async () => {
    const [ref, before] = [randomUUID(), await eventsOf()];
    await Promise.all(Array.from({ length: 10 }, () => press(ref)));
    expect(await eventsOf()).toBe(before + 1);
  });

  test('Undo takes it off, and it can be credited again', async () => {
    const [ref, before] = [randomUUID(), await eventsOf()];
    await press(ref);
    await press(ref, { choice: 'undo' });
    expect(await eventsOf()).toBe(before);
    expect(heading(await look(addressOf(ref)))).toBe('Removed from your profile');
    await press(ref);
    expect(heading(await look(addressOf(ref)))).toBe('Credited to your profile');
    expect(await eventsOf()).toBe(before + 1);
  });

  test('a link without a ref gets one, which stays the same', async () => {
    const { status, headers } = await service.get(`/confirm/${birds.id}-whatever?type=signup`);
    const to = headers.get('location') ?? '';
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/confirm\/11\?type=signup&ref=[\w-]{43}$/)]);
    expect((await service.get(to)).status).toBe(200);
  });

  test('a contribution recorded by an embed is the same one here, and the other way round', async () => {
    const address = 'both-ways@example.org';
    const { grant } = await joinFrom(service, birds, address);
    const theirs = await signIn(service, address);
    const person = await profileId(service, owner, address);
    const mine = () => count(service, `events where project_id = ${birds.id} and profile_id = ${person}`);
    const event = { project_id: birds.id, type: 'collection', duration: 60 };
    const byEmbed = { ...event, grant, event_id: randomUUID() };
    const recorded = await success(
      'POST /embed/record',
      await send(service, '/embed/record', byEmbed, birds.origin),
    );
    expect(heading(await look(addressOf(byEmbed.event_id), theirs))).toBe('Credited to your profile');
    expect((await press(byEmbed.event_id, {}, theirs)).status).toBe(303);
    expect(await mine()).toBe(1);

    const here = randomUUID();
    await press(here, {}, theirs);
    const again = await send(
      service,
      '/embed/record',
      { ...event, duration: undefined, grant: recorded.grant, event_id: here },
      birds.origin,
    );
    expect(await success('POST /embed/record', again)).toMatchObject({ credited: true, duplicate: true });
    expect(await mine()).toBe(2);
  });

  test('a person who stopped crediting reads that it starts again, and it does', async () => {
    await post(service, '/me/opt-out', { project_id: String(frogs.id) }, cookie);
    const ref = randomUUID();
    expect((await look(addressOf(ref, frogs.id))).text).toContain('With this it begins again');
    await press(ref, {}, cookie, frogs.id);
    const page = await look(addressOf(ref, frogs.id));
    expect(heading(page)).toBe('Credited to your profile');
    expect(await eventsOf(frogs.id)).toBe(1);
    expect(await count(service, `opt_outs where profile_id = ${profile}`)).toBe(0);
  });

  test('a person who is not signed in signs in, in the language of the linking page, and comes back', async () => {
    const ref = randomUUID();
    const asked = await look(`${addressOf(ref)}&lang=es`, '');
    expect(heading(asked)).toBe('Añade tu contribución a tu perfil');
    const next = addressOf(ref);
    expect(asked.text).toContain(`name="next" value="${next.replaceAll('&', '&amp;')}"`);
    expect(asked.text).toContain('name="lang" value="es"');
    const refused = await post(service, `/confirm/${birds.id}`, { type: 'collection', ref });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, next]);
    const newcomer = 'by-the-link@example.org';
    await post(service, '/sign-in', { email: newcomer, next, lang: 'es' });
    expect((await newestMail(service, newcomer)).subject).toBe('Inicia sesión en Manyhands');
    const signedIn = await post(service, await mailedLink(service, newcomer), { of_age: 'yes' });
    expect(signedIn.headers.get('location')).toBe(next);
    const theirs = cookieOf(signedIn);
    expect(heading(await look(next, theirs))).toBe('Credit your contribution?');
    await press(ref, {}, theirs);
    expect(heading(await look(next, theirs))).toBe('Credited to your profile');
    // For the next person who signs in, it is not theirs.
    expect(heading(await look(next))).toBe('Credit your contribution?');
  });

  test.each<[string, (before: number) => string, number]>([
    ['a project that does not exist', () => '/confirm/999', 404],
    ['a project that awaits review', () => `/confirm/${reviewed}`, 404],
    ['no number', () => '/confirm/birds', 404],
    ['another type', () => `/confirm/${birds.id}?type=donation`, 400],
    ['a name that is too long', () => `/confirm/${birds.id}?ref=${'x'.repeat(129)}`, 400],
    ['a project that is hidden', () => `/confirm/${hidden.id}?ref=r`, 200],
  ])('%s', async (_, path, status) => {
    expect((await look(path(0))).status).toBe(status);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: birds.origin }],
    ['a page that does not say which', {}],
    ['a frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('a press from %s records nothing', async (_, headers) => {
    const [ref, before] = [randomUUID(), await eventsOf()];
    const pressed = await service.postForm(
      `/confirm/${birds.id}`,
      { type: 'collection', ref, choice: 'credit' },
      { headers: { ...headers, cookie } },
    );
    expect(pressed.status).toBe(403);
    expect(await eventsOf()).toBe(before);
    const page = await service.get(addressOf(ref));
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('it is not an operation of the API', async () => {
    const reply = await send(service, '/embed/confirm', { project_id: birds.id }, birds.origin);
    await refusal(reply, 404, 'not_found');
  });
});
