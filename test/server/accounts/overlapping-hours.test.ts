/** Hours of contributions to one project that overlap: the time that they share counts once, and only their person reads it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;
type Contribution = { at: string; minutes: number; project?: number; byBrowser?: true; isConfirmed?: true };
const says = 'contributions that overlap share this time';

describe.each(engines)('overlapping hours on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let key: string;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    rows = openRows(service);
    owner = await signIn(service, 'owner@example.org');
  });
  afterAll(() => rows[Symbol.asyncDispose]());

  const tools = `/project/${birds.id}-bird-count/tools`;
  const wordsAt = async (path: string, cookie: string) =>
    (await (await service.get(path, { headers: { cookie } })).text())
      .replace(/<(style|script)[\s\S]*?<\/\1>|<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,:])/g, '$1');
  const mayOverlap = (may: 'yes' | 'no', cookie = owner) =>
    post(service, `/project/${birds.id}-bird-count/overlaps`, { may }, cookie);

  const report = async (profile: number, { at, minutes, project = birds.id }: Contribution) => {
    const when = at.includes('T') ? at : `2026-03-05T${at}`;
    const said = { key, profile_id: profile, project_id: project, type: 'collection', when };
    const reply = await service.postJson('/api/record_event', { ...said, duration: minutes * 60 });
    return (await reply.json()) as { event_id: number };
  };

  /** A member with these contributions, and the preview of their certificate. */
  const member = async (...contributions: Contribution[]) => {
    const address = `overlapping-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, key, address);
    for (const contribution of contributions) {
      const { event_id: id } = await report(profile, contribution);
      if (contribution.byBrowser)
        await rows.run(`update events set source = 'browser' where event_id = ${id}`);
      if (contribution.isConfirmed) {
        const fields = { project_id: String(birds.id), event_id: String(id) };
        await post(service, '/me/confirm-hours', fields, cookie);
      }
    }
    const days = { from: '2026-03-05', to: '2026-03-06', name: 'Ada' };
    const preview = () => wordsAt(`/me/certificates?${new URLSearchParams(days)}`, cookie);
    const made = async () => {
      const { headers } = await post(service, '/me/certificates', days, cookie);
      return wordsAt(headers.get('location') ?? '', cookie);
    };
    return { cookie, preview, made };
  };

  const first: Contribution = { at: '10:00:00', minutes: 60 };
  const half = [first, { at: '10:30:00', minutes: 60 }];
  const cases: [name: string, contributions: Contribution[], total: RegExp, left?: string][] = [
    ['they share half an hour', half, /in all 2 contributions · 1\sh 30\smin/, '30 min on Bird Count'],
    [
      'three overlap in a row',
      [...half, { at: '11:00:00', minutes: 60 }],
      /in all 3 contributions · 2\sh/,
      '1 h on Bird Count',
    ],
    [
      'they begin one after another',
      [
        { at: '10:00:00', minutes: 10 },
        { at: '10:10:00', minutes: 60 },
      ],
      /in all 2 contributions · 1\sh 10\smin/,
    ],
    [
      'they end one after another',
      [
        { at: '10:00:00', minutes: 60 },
        { at: '10:10:00', minutes: 10 },
      ],
      /in all 2 contributions · 1\sh 10\smin/,
    ],
    [
      'a date without a time overlaps nothing',
      [
        { at: '00:00:00', minutes: 60 },
        { at: '00:00:00', minutes: 60 },
        { at: '00:10:00', minutes: 60 },
      ],
      /in all 3 contributions · 3\sh/,
    ],
    [
      'another project overlaps nothing',
      [
        { at: '10:00:00', minutes: 60 },
        { at: '10:30:00', minutes: 60, project: frogs.id },
        { at: '11:00:00', minutes: 60 },
      ],
      /in all 3 contributions · 3\sh/,
    ],
    [
      'what the project reported counts before what the browser reported',
      [
        { at: '10:00:00', minutes: 60, byBrowser: true },
        { at: '10:30:00', minutes: 60 },
      ],
      /in all 1 contribution · 1\sh .*did not confirm these\. 1 contribution · 30\smin/,
      '30 min on Bird Count',
    ],
    [
      'more than eight hours that are not confirmed overlap nothing',
      [
        { at: '08:00:00', minutes: 540 },
        { at: '08:30:00', minutes: 60 },
      ],
      /in all 2 contributions · 1\sh/,
    ],
    [
      'more than eight hours that are confirmed overlap',
      [
        { at: '08:00:00', minutes: 540, isConfirmed: true },
        { at: '08:30:00', minutes: 60 },
      ],
      /in all 2 contributions · 9\sh 30\smin/,
      '30 min on Bird Count',
    ],
  ];

  test.each(cases)('%s', async (_, contributions, total, left) => {
    const { preview } = await member(...contributions);
    const words = await preview();
    expect(words).toMatch(total);
    expect(words.includes(says)).toBe(left !== undefined);
    if (left !== undefined)
      expect(words.replaceAll('\u00a0', ' ')).toContain(`${left} are left out: ${says}`);
  });

  test('several that one call reports with the same time overlap nothing', async () => {
    const { preview } = await member(first);
    await rows.run(`insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at,
      arrived_at, duration) select project_id, event_id + 1, profile_id, type, source, is_late, is_test, happened_at,
      arrived_at, duration from events where event_id = (select max(event_id) from events)`);
    expect(await preview()).toMatch(/in all 2 contributions · 2\sh/);
  });

  test('very many contributions are added up in parts, and share the time across their borders', async () => {
    const [hour, now] = [3_600_000, Date.now()];
    const ago = (hours: number) => ({ at: new Date(now - hours * hour).toISOString(), minutes: 60 });
    // Each pair shares half an hour; three pairs arrive late, and one in time.
    const pairs = [96, 72, 48, 3].flatMap((hours) => [ago(hours), ago(hours - 0.5)]);
    const { cookie } = await member(...pairs);
    const days = {
      from: new Date(now - 120 * hour).toISOString().slice(0, 10),
      to: new Date(now).toISOString().slice(0, 10),
    };
    const preview = () =>
      wordsAt(`/me/certificates?${new URLSearchParams({ ...days, name: 'Ada' })}`, cookie);
    const whole = await preview();
    expect(whole).toMatch(/in all 8 contributions · 6\sh .*2\sh on Bird Count are left out/);
    // As many as make each part a day long, so that every border is between two contributions of a pair.
    await rows.run(`update participation set events = 10000000, first_at = ${now - 95.75 * hour}
      where profile_id = (select profile_id from events order by event_id desc limit 1)`);
    expect(await preview()).toMatch(
      /in all 7 contributions · 5\sh 30\smin .*1\sh 30\smin on Bird Count are left out/,
    );
  });

  test('all hours count once a manager has said so, and nobody else; the history has it', async () => {
    const { cookie, preview, made } = await member(...half);
    expect(await made()).toMatch(/in all 2 contributions · 1\sh 30\smin/);
    expect(await wordsAt(tools, owner)).toContain('shared time counts once');
    expect((await mayOverlap('yes', cookie)).status).toBe(404);
    expect(await preview()).toContain(says);
    try {
      for (let press = 0; press < 2; press++)
        expect((await mayOverlap('yes')).headers.get('location')).toBe(`${tools}#overlaps`);
      expect(await wordsAt(tools, owner)).toContain('all hours count');
      expect(await preview()).toMatch(/in all 2 contributions · 2\sh/);
      expect(await preview()).not.toContain(says);
      expect(await made()).toMatch(/in all 2 contributions · 2\sh/);
    } finally {
      await mayOverlap('no');
    }
    expect(await preview()).toMatch(/in all 2 contributions · 1\sh 30\smin/);
    const history = await wordsAt(tools.replace('tools', 'history'), owner);
    expect(history.split('said that contributions of one person may overlap')).toHaveLength(2);
    expect(history).toContain('lets the time that contributions share count once');
  });

  test('replies and Tools are the same for a member, a non-member and one who opted out', async () => {
    const address = 'overlapping-out@example.org';
    const out = await signIn(service, address);
    const addresses = ['overlapping-member@example.org', address, 'overlapping-nobody@example.org'];
    await signIn(service, addresses[0] ?? '');
    await report(await profileId(service, key, address), first);
    await post(service, '/me/opt-out', { project_id: String(birds.id) }, out);
    const seen: unknown[] = [];
    for (const one of addresses) {
      const profile = await profileId(service, key, one);
      const replies = [];
      for (const contribution of half) replies.push(await report(profile, contribution));
      const page = await wordsAt(tools, owner);
      seen.push([
        replies.map((reply) => ({ ...reply, event_id: 0 })),
        page.replace(/\b\d+ (?=contributions|more than 24)/g, ''),
      ]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});
