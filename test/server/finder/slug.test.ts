/** A service under an operator's own slug, with an open finder. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { fieldsOf, importAll, newKey, projectEntry, refusal } from '../scene.ts';

type Body = Record<string, unknown>;

describe.each(engines)('a service with SERVICE_SLUG=acme on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await startService(engine, {
      SERVICE_SLUG: 'acme',
      SERVICE_NAME: 'Acme Science',
      OPEN_FINDER: 'true',
    });
    const entry = projectEntry('Bird Count', 'https://birds.example', { id: 11 });
    await importAll(service, 'owner@example.org', [entry], '--publish');
    key = await newKey(service, 'owner@example.org');
  });

  const body = async (reply: Response): Promise<Body> => {
    expect(reply.status).toBe(200);
    return (await reply.json()) as Body;
  };
  const added = async (more: Body) =>
    body(
      await service.postJson('/api/project/add/', {
        key,
        ...projectEntry('Moss', 'https://moss.example'),
        ...more,
      }),
    );

  test('a lookup returns acme_profile_id and service_profile_id', async () => {
    const reply = await body(await service.get(`/api/profile/id?identifier=a@example.org&key=${key}`));
    const id = reply['service_profile_id'];
    expect(Number.isSafeInteger(id)).toBe(true);
    expect(reply).toEqual({ result: 'success', known: false, service_profile_id: id, acme_profile_id: id });
  });

  test('an addition returns acme_id and service_id', async () => {
    const { project_id, ...reply } = await added({});
    expect(reply).toMatchObject({ service_id: project_id, acme_id: project_id });
  });

  test('acme_id is read as service_id, and is not an unknown field', async () => {
    const { project_id } = await added({});
    const answers = await Promise.all(
      ['service_id', 'acme_id'].map(async (name) => {
        const update = { key, ...projectEntry('Moss', 'https://moss.example'), [name]: project_id };
        const reply = await service.postJson('/api/project/add/', update);
        return { status: reply.status, body: await reply.text() };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[1]?.body).not.toContain('unknown');
  });

  test('a bad acme_id is refused', async () => {
    const update = { key, ...projectEntry('Moss', 'https://moss.example'), acme_id: '-1' };
    const refused = await refusal(await service.postJson('/api/project/add/', update), 400, 'invalid');
    expect(fieldsOf(refused)).toEqual(['acme_id']);
  });

  test('the script is served under both names, and names the service', async () => {
    const [ours, theirs] = await Promise.all(
      ['service', 'acme'].map((name) => service.get(`/static/api/recordevent_with_${name}_inline_signup.js`)),
    );
    const text = await ours?.text();
    expect(text).toContain('Acme Science');
    expect(await theirs?.text()).toBe(text);
    expect(theirs?.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(theirs?.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['another slug', '/static/api/recordevent_with_other_inline_signup.js'],
    ['a way out of the folder', '/static/api/..%2f..%2fpackage.json'],
    ['a name that every object has', '/static/api/constructor'],
  ])('%s is not a file', async (_, path) => {
    const reply = await service.get(path);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ result: 'error', code: 'not_found' });
  });

  test('the open finder needs no key, and accepts one', async () => {
    for (const end of ['', '&key=', '&key=nonsense', `&key=${key}`]) {
      const { results } = await body(await service.get(`/finder?format=json&q=bird${end}`));
      expect(results).toMatchObject([{ id: 11, title: 'Bird Count' }]);
    }
  });

  test('no other operation is open', async () => {
    for (const path of ['/api/project/11', '/api/profile/id?identifier=a@example.org'])
      await refusal(await service.get(path), 401, 'no_key');
  });

  test('pages and mails have the name', async () => {
    expect(await (await service.get('/')).text()).toContain('Acme Science');
    const headers = { origin: service.baseUrl };
    expect((await service.postForm('/sign-in', { email: 'a@example.org' }, { headers })).status).toBe(200);
    expect((await service.mails())[0]?.subject).toBe('Sign in to Acme Science');
  });
});
