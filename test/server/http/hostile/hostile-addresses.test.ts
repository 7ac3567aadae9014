/** Address fields of a project: only web addresses, or the other values of the field, are accepted. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../../set-up/service/start-service.ts';
import { addProject, fieldsOf, importEntries, projectEntry, refusal, rows, shareScene } from '../../scene.ts';

/** Each would run script, open a file, or lead to another site if a browser found it in a link. */
const hostile = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:1',
  ],
  ...[
    'javascript://moss.example/%0aalert(1)',
    'javascript:https://moss.example/',
    '\u0001javascript:alert(1)',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'data:,x',
    'vbscript:msgbox(1)',
    'blob:https://moss.example/1',
  ],
  ...[
    'file:///etc/passwd',
    'ftp://moss.example/',
    'about:blank',
    'view-source:https://moss.example/',
    'intent://x#Intent;end',
  ],
  ...['@<script>alert(1)</script>', '@moss" onclick="alert(1)', '@moss onclick=1'],
  ...[
    'https://user:password@moss.example/',
    'https://moss.example@evil.example:x/',
    'mailto:javascript:alert(1)',
  ],
];

/** Under our names, and under PPSR's if there is one. */
const fields = [
  ['url', 'ProjectUrl'],
  ['rsvp', undefined],
  ['video_url', undefined],
  ['blog_url', undefined],
  ['twitter_name', 'ProjectTwitter'],
  ['facebook_page', 'ProjectFacebook'],
  ['image', undefined],
] as const;

describe.each(engines)('addresses on %s', (engine) => {
  let service: Service;
  let key: string;
  let id: number;

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    id = await addProject(service, key, 'Moss Map');
    await service.operate('publish', String(id));
  });

  const add = (more: object) =>
    service.postJson('/api/project/add', { key, ...projectEntry('Fern Map', 'https://fern.example/', more) });
  const update = (more: object) => service.postJson('/api/project/add', { key, service_id: id, ...more });
  const stored = async () => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return row?.fields ?? '';
  };

  test.each(fields)(
    '%s: what is no web address is refused by name, added, updated or brought in',
    async (field, ppsr) => {
      const before = await stored();
      for (const said of hostile) {
        for (const send of [add, update]) {
          const told = await refusal(await send({ [field]: said }), 400, 'invalid');
          expect([said, fieldsOf(told)]).toEqual([said, [field]]);
          if (ppsr === undefined) continue;
          const whole = projectEntry('Fern Map', 'https://fern.example/');
          const others = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
          const sent =
            send === add ? { key, ...others, [ppsr]: said } : { key, service_id: id, [ppsr]: said };
          const toldThen = await refusal(await service.postJson('/api/project/add', sent), 400, 'invalid');
          expect([said, fieldsOf(toldThen)]).toEqual([said, [ppsr]]);
        }
      }
      const entries = hostile.map((said, n) =>
        projectEntry(`Fern ${n}`, `https://fern.example/${n}`, { [field]: said }),
      );
      const { json } = await importEntries(service, 'importer@example.org', entries);
      expect([json.added, json.refused.length]).toEqual([0, hostile.length]);
      expect(await stored()).toBe(before);
    },
  );

  test.each([
    ['@lichen', '@lichen'],
    ['lichen', 'lichen'],
    [' @lichen_watch.2 ', '@lichen_watch.2'],
    ['@lichen@social.example', '@lichen@social.example'],
    ['lichen.bsky.social', 'lichen.bsky.social'],
    ['@мох', '@мох'],
    ['https://social.example/@lichen', 'https://social.example/@lichen'],
    ['http://x.com/lichen', 'http://x.com/lichen'],
  ])('a handle may be written as %j', async (said, wanted) => {
    const reply = await add({ twitter_name: said });
    const { project_id: project } = (await reply.json()) as { project_id: number };
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${project}`,
    );
    expect((JSON.parse(row?.fields ?? '{}') as Record<string, unknown>)['twitter_name']).toBe(wanted);
  });

  test('an address stored before this rule is not a link anywhere; other fields can be updated, it cannot', async () => {
    const project = await addProject(service, key, 'Old Moss', {
      twitter_name: '@oldmoss',
      rsvp: 'old@moss.example',
      facebook_page: 'https://old.example/page',
    });
    await service.operate('publish', String(project));
    const script = 'javascript:alert(1)';
    for (const table of ['projects', 'project_versions'])
      for (const good of ['@oldmoss', 'old@moss.example', 'https://old.example/page'])
        await rows(
          service,
          `update ${table} set fields = replace(fields, '${good}', '${script}') where project_id = ${project}`,
        );
    const change = (more: object) =>
      service.postJson('/api/project/add', { key, service_id: project, ...more });
    expect((await change({ city: 'Bern' })).status).toBe(200);
    await service.operate('approve', String(project));
    const page = await service.get(`/project/${project}-old-moss`);
    const html = await page.text();
    expect(html).toContain('Bern');
    expect(html).not.toMatch(/(href|src|action)="\s*javascript/i);
    const detail = await service.get(`/api/project/${project}?key=${key}`);
    expect(await detail.text()).not.toContain(script);
    for (const field of ['twitter_name', 'rsvp', 'facebook_page'])
      expect(fieldsOf(await refusal(await change({ [field]: script }), 400, 'invalid'))).toEqual([field]);
  });
});
