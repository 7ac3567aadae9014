/** The Tools tab: what it says of the integration, what was refused, test events, and the export. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newCode, PersonsBrowser } from '../../set-up/service/authorize.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  joinFrom,
  newClient,
  post,
  profileId,
  projects,
  rows,
  send,
  sha256,
  shareScene,
  signIn,
  versionAt,
} from '../scene.ts';

const { birds, frogs, stars } = projects;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let owner: string;
  let stranger: string;
  const path = `/project/${birds.id}-bird-count`;

  const get = (at: string, cookie?: string) =>
    service.get(at, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } });
  const textOf = (html: string) =>
    html
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll(/\s+/g, ' ');
  const tools = async (at = path) => textOf(await (await get(`${at}/tools`, owner)).text());
  const record = (fields: Record<string, string | number>, withKey = key) =>
    service.postForm(
      `/api/record_event?key=${withKey}`,
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    );
  const contribution = async (more: object = {}) => ({
    project_id: birds.id,
    profile_id: await profileId(service, key, 'ada@example.org'),
    type: 'collection',
    ...more,
  });

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    owner = await signIn(service, 'owner@example.org');
    stranger = await signIn(service, 'stranger@example.org');
  });

  test('the snippet comes first, then whether it works, then all else, folded', async () => {
    const html = await (await get(`${path}/tools`, owner)).text();
    const headings = [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
    expect(headings).toEqual(['snippets', 'shown', 'more']);
    const folds = [...html.matchAll(/<details class="fold"( open)?>.*?<div id="([^"]*)"/gs)];
    expect(folds.map(([, isOpen, id]) => [id, isOpen])).toEqual(
      ['standing', 'overlaps', 'origins', 'outcomes', 'signatory', 'hashed', 'image'].map((id) => [
        id,
        undefined,
      ]),
    );
  });

  test('what was seen makes the tier, and only the participation API with the message is eligible', async () => {
    let text = await tools();
    expect(text).toContain('No tier is complete yet');
    expect(text).toContain('Seen: The project is published');
    expect(text).toContain('Not seen yet: The confirmation message was shown on your site');
    expect(text).toContain(
      'Bronze Still to be seen: the confirmation message was shown on your site; participants',
    );
    expect(text).toContain('Not eligible yet.');

    // Bronze: the message asks us for the project, and the browser of a participant records.
    const shown = `/embed/project?project_id=${birds.id}`;
    await service.get(shown, { headers: { origin: birds.origin } });
    const { grant } = await joinFrom(service, birds, 'bea@example.org');
    const event = { project_id: birds.id, grant, type: 'collection', event_id: 'a-submission-of-a-page' };
    expect((await send(service, '/embed/record', event, birds.origin)).status).toBe(200);
    await expect.poll(() => tools()).toContain('Bronze reached');
    expect(await tools()).toContain('Not eligible yet. Still to be seen: your server reports contributions.');

    const late = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 19);
    expect((await record(await contribution())).status).toBe(200);
    expect((await record(await contribution({ when: late }))).status).toBe(200);
    text = await tools();
    expect(text).toContain('Silver reached');
    expect(text).toContain('Your project is eligible.');
    expect(text).toMatch(
      /Your server reports contributions 2 contributions, last on [^;]+; 1 more than 24 hours late/,
    );
    expect(text).toContain(
      'Gold Still to be seen: your site has an OAuth client; somebody has authorized your site.',
    );

    // Gold: the client of a manager, for the project's own site.
    const redirect_uri = `${birds.origin}/callback`;
    const client = await newClient(service, { redirects: [redirect_uri] });
    expect(await tools()).toContain('Gold Still to be seen: somebody has authorized your site.');
    const gia = new PersonsBrowser(service);
    await gia.signIn('gia@example.org');
    await newCode(gia, client, { redirect_uri });
    text = await tools();
    // Nothing of that is another project's of the same owner.
    const beside = await tools(`/project/${frogs.id}-frog-watch`);
    for (const fact of ['The confirmation message was shown', 'Your server reports', 'Participants of your'])
      expect(beside).not.toContain(`Seen: ${fact}`);
    expect(beside).toContain('No tier is complete yet');
    expect(beside).toContain('Not seen yet: Your server reports contributions');
    expect(text).toContain('Gold reached');
    expect(text).not.toContain('Gold Still to be seen');
    // The client ends, and with it the tier.
    await service.operate('oauth-client', 'disable', client.client_id);
    expect(await tools()).toContain('Silver reached');
  });

  test.each([
    [365, 'Silver reached'],
    [366, 'Bronze reached'],
  ])('a report of %i days ago: %s', async (days, reached) => {
    const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    await rows(service, `update daily set day = '${day}' where project_id = ${birds.id} and source = 'api'`);
    expect(await tools()).toContain(reached);
  });

  test('refusals of every way to record, by code and field, without their values', async () => {
    expect(await tools(`/project/${frogs.id}-frog-watch`)).not.toContain('>Refused in the last seven days');
    const planted = 'planted@example.org';
    const { grant } = await joinFrom(service, birds, 'cara@example.org');
    const embed = { project_id: birds.id, grant, type: planted, event_id: 'b' };
    const sent: [string, () => Promise<Response>, string][] = [
      ['a bad time', async () => record(await contribution({ when: planted })), 'invalid , field when'],
      [
        'a wrong key, the project in the address',
        () => service.postForm(`/api/record_event?key=mh_nope&project_id=${birds.id}`, {}),
        'wrong_key',
      ],
      [
        'a project of somebody else',
        async () => record({ ...(await contribution()), project_id: stars.id }),
        '',
      ],
      [
        'a profile that is gone',
        async () => record({ ...(await contribution()), profile_id: 1 }),
        'profile_gone , field profile_id',
      ],
      [
        'hashes without a permission',
        () =>
          service.postForm(`/api/participation/hashed/${birds.id}-bird-count?key=${key}`, {
            hashed: sha256('dora@example.org'),
            type: 'collection',
          }),
        'hashed_not_allowed',
      ],
      [
        'a browser, with an unknown type',
        () => send(service, '/embed/record', embed, birds.origin),
        'invalid , field type',
      ],
      [
        'a link that was changed',
        () => get(`/confirm/${birds.id}?form=${encodeURIComponent(planted)}`),
        'invalid ',
      ],
      [
        'a project that there is not',
        async () => record({ ...(await contribution()), project_id: 99_999 }),
        '',
      ],
    ];
    for (const [name, act] of sent) expect([name, (await act()).status >= 400]).toEqual([name, true]);
    for (const [name, , shown] of sent) await expect.poll(() => tools(), { message: name }).toContain(shown);
    const text = await tools();
    expect(text).toMatch(/invalid , field when 1 time .*when is when the activity occurred: yyyy-mm-dd/);
    expect(text).toContain('Ask an editor to allow it');
    const stored = await rows<{ project_id: number; field: string }>(
      service,
      'select * from refused_reports',
    );
    expect(JSON.stringify(stored)).not.toContain('planted');
    expect(new Set(stored.map(({ project_id }) => Number(project_id)))).toEqual(
      new Set([birds.id, stars.id]),
    );
  });

  test('at most sixty different refusals of a project on a day, and none after seven days', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const old = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const values = Array.from({ length: 60 }, (_, at) => `(${frogs.id}, '${day}', 'invalid', 'f${at}', 1)`);
    await rows(
      service,
      `insert into refused_reports (project_id, day, code, field, count) values
      ${values.join()}, (${frogs.id}, '${old}', 'conflict', '', 1)`,
    );
    await record({ ...(await contribution()), project_id: frogs.id, when: 'x' });
    // Written in the same order: a later one is there, so this one was looked at.
    await record(await contribution({ duration: 'x' }));
    await expect.poll(() => tools()).toContain('invalid , field duration');
    // The service itself may have deleted the old one by now.
    const ofToday = `select field from refused_reports where project_id = ${frogs.id} and day = '${day}'`;
    expect(await rows(service, ofToday)).toHaveLength(60);
    expect(await tools(`/project/${frogs.id}-frog-watch`)).not.toContain('conflict');
    await service.operate('purge');
    expect(await rows(service, "select field from refused_reports where code = 'conflict'")).toEqual([]);
  });

  test('test events are counted, deleted by a button, and can be recorded again', async () => {
    const id = await addProject(service, key, 'Moss Watch');
    const own = `/project/${id}-moss-watch`;
    expect(await tools(own)).toContain('Until your project is published, what you record is a test');
    const fields = { ...(await contribution()), project_id: id };
    for (let at = 0; at < 2; at++) expect((await record(fields)).status).toBe(200);
    expect(await tools(own)).toContain('Delete 2 test events permanently');
    expect((await post(service, `${own}/drop-tests`, { from: 'tools' }, stranger)).status).toBe(404);
    const dropped = await post(service, `${own}/drop-tests`, { from: 'tools' }, owner);
    expect(dropped.headers.get('location')).toBe(`${own}/tools?done=tests#tests`);
    expect(await tools(own)).not.toContain(' permanently</button>');
    expect((await record(fields)).status).toBe(200);
    expect(await tools(own)).toContain('Delete 1 test event permanently');
  });

  test('a manager asks for hashed addresses, and an editor decides', async () => {
    const at = `/project/${frogs.id}-frog-watch`;
    const ask = (why: string, cookie = owner) => post(service, `${at}/hashed`, { why }, cookie);
    expect((await ask('planted', stranger)).status).toBe(404);
    expect((await ask('')).status).toBe(400);
    expect((await ask('Our forms are on paper.')).headers.get('location')).toBe(`${at}/tools#hashed`);
    expect(await tools(at)).toContain('You asked for them on');
    // A second click asks once.
    await ask('Our forms are on paper.');
    expect(await rows(service, "select act from project_acts where act = 'hashed_asked'")).toHaveLength(1);

    await service.operate('role', 'editor@example.org', 'editor');
    const editor = await signIn(service, 'editor@example.org');
    const read = async (address: string) => textOf(await (await get(address, editor)).text());
    expect(await read('/review')).toContain('1 project asked to send hashed addresses');
    expect(await read(`/review/${frogs.id}`)).toContain('Our forms are on paper.');
    const decide = async (act: string, cookie = editor) => {
      const version = await versionAt(service, `/review/${frogs.id}`, editor);
      return post(service, `/review/${frogs.id}`, { act, version }, cookie);
    };
    const call = () =>
      service.postForm(`/api/participation/hashed/${frogs.id}?key=${key}`, {
        hashed: sha256('eve@example.org'),
        type: 'collection',
      });
    expect((await decide('allow-hashed', owner)).status).toBe(404);
    expect((await call()).status).toBe(403);
    expect((await decide('allow-hashed')).status).toBe(303);
    expect((await call()).status).toBe(200);
    expect(await tools(at)).toContain('An editor allowed them');
    expect(await read('/review')).not.toContain('asked to send hashed addresses');
    expect((await decide('refuse-hashed')).status).toBe(303);
    expect((await call()).status).toBe(403);
    expect(await tools(at)).toContain('Ask our editors');
    const history = textOf(await (await get(`${at}/history`, owner)).text());
    expect(history).toContain('An editor allowed hashed addresses in the record step');
  });

  test('the export is for managers only', async () => {
    expect((await get(`${path}/export`, stranger)).status).toBe(404);
    expect((await get(`${path}/export`)).headers.get('location')).toMatch(/^\/sign-in/);
  });

  test('the export is one file, in which what a participant decided does not show', async () => {
    const exported = async () => {
      const reply = await get(`${path}/export`, owner);
      expect(reply.headers.get('content-disposition')).toMatch(/attachment; filename=project-11-.*\.json/);
      return (await reply.json()) as Record<string, unknown> & { events: object[]; daily: object[] };
    };
    const today = new Date().toISOString().slice(0, 10);
    await post(service, `${path}/stats/notes`, { day: today, text: 'Rain all day' }, owner);
    await rows(
      service,
      `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
        done_to, tries) values (${birds.id}, 1, 1, 'f', 'Thank you', 'We counted.', '{"type":"collection"}', 'sent', 1, 7,
        0, 0)`,
    );
    await rows(
      service,
      `insert into webhook_deliveries (delivery_id, project_id, kind, source, body, created_at, tries, status)
        values (1, ${birds.id}, 'test', 't', '{"type":"test"}', 1, 1, 500)`,
    );
    const before = await exported();
    expect(before).toMatchObject({
      notes: [{ day: today, text: 'Rain all day' }],
      mailings: [{ subject: 'Thank you', body: 'We counted.', filter: { type: 'collection' }, sent: 5 }],
      notices: [{ kind: 'test', state: 'failed', notice: { type: 'test' } }],
      declined: { 30: { now: null, before: null }, all: { now: null } },
    });
    expect(before['hours']).toContainEqual({
      day: today,
      hour: expect.any(Number) as number,
      events: expect.anything() as number,
    });
    expect(before['refused']).toContainEqual(expect.objectContaining({ todo: expect.any(String) as string }));
    expect(before['project']).toMatchObject({ name: birds.name });
    for (const part of ['origins', 'versions', 'history', 'widgets', 'daily', 'shown', 'participants'])
      expect(before).toHaveProperty(part);
    expect(before.daily.length).toBeGreaterThan(0);

    const extra = { where: 'POINT(1 2)', extra: 'planted' };
    const reply = await record(await contribution(extra));
    const { event_id: eventId } = (await reply.json()) as { event_id: number };
    const after = await exported();
    expect(after.events).toHaveLength(before.events.length + 1);
    expect(Object.keys(after.events[0] ?? {}).sort()).toEqual([
      'arrived_at',
      'duration',
      'happened_at',
      'late',
      'magnitude',
      'source',
      'type',
    ]);
    // Refusals are counted a moment later.
    const rest = { ...after, exported_at: '', refused: [] };
    expect(JSON.stringify(rest)).not.toContain('planted');
    // Undone, removed, or of somebody who opted out: the file stays the same.
    const same = async () => {
      expect({ ...(await exported()), exported_at: '', refused: [] }).toEqual(rest);
    };
    const undone = `profile_id = null, place = null, extra = null, undone_at = ${Date.now()}`;
    await rows(service, `update events set ${undone} where event_id = ${eventId}`);
    await same();
    await rows(
      service,
      `insert into removed_events (project_id, event_id, profile_id, type, source, is_late,
      happened_at, arrived_at, duration, magnitude, place, extra, removed_at, is_claimed)
      select project_id, event_id, 1, type, source, is_late, happened_at, arrived_at, duration, magnitude, place,
      extra, ${Date.now()}, 1 from events where event_id = ${eventId}`,
    );
    await rows(service, `delete from events where event_id = ${eventId}`);
    await same();
  });

  test('an export of many events is read in parts, each once and in order', async () => {
    const [first] = await rows<{ event_id: number }>(service, 'select max(event_id) as event_id from events');
    const from = Number(first?.event_id);
    const now = Date.now();
    const values = Array.from(
      { length: 2500 },
      (_, at) => `(${frogs.id}, ${from + 1 + at}, null, 'collection', 'api', 0, 0, ${now}, ${now}, ${at})`,
    );
    await rows(
      service,
      `insert into events (project_id, event_id, profile_id, type, source, is_late, is_test,
      happened_at, arrived_at, duration) values ${values.join()}`,
    );
    const reply = await get(`/project/${frogs.id}-frog-watch/export`, owner);
    const { events } = (await reply.json()) as { events: { duration: number }[] };
    expect(events.map(({ duration }) => duration).filter((one) => one !== null)).toEqual(
      values.map((_, at) => at),
    );
  });
});
