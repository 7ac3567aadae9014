/** Access to every page and form by role: one declared table over every route of the site, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { mountedPages } from '../../set-up/service/mounted-pages.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { pageTable } from './page-table.ts';
import { signInRoles } from '../roles.ts';
import { post, projects, rows, shareScene } from '../scene.ts';

const members = ['member', 'guarded', 'other', 'removed', 'co', 'owner', 'editor', 'operator'] as const;
const roles = ['visitor', ...members] as const;
type Role = (typeof roles)[number];

const extraSite = 'https://more.frogs.example';

/** Fields that make a form's reply depend on the role, without changing anything. */
const fieldsOf: Record<string, Record<string, string>> = {
  'POST /review/:project': { act: 'reject' },
  'GET /project/:project/origin/remove': { origin: extraSite },
};

/** How a project is put into each state. */
const states: Record<string, string> = {
  published: "state = 'published', is_hidden = 0, is_withheld = 0",
  awaiting: "state = 'awaiting_review', is_hidden = 0, is_withheld = 0",
  hidden: "state = 'published', is_hidden = 1, is_withheld = 0",
  withheld: "state = 'published', is_hidden = 0, is_withheld = 1",
};

const table = pageTable
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', state = '', ...cells] = line.trim().split(/\s+/);
    return { route: `${method} ${path}`, state, cells: cells.join(' ') };
  });

test('every page and form is in the table, and each of a project in every state', () => {
  const wanted = mountedPages().flatMap(({ route }) =>
    (route.includes('/:project') ? Object.keys(states) : ['-']).map((state) => `${route} ${state}`),
  );
  expect(table.map(({ route, state }) => `${route} ${state}`).sort()).toEqual(wanted.sort());
});

describe.each(engines)('pages on %s', (engine) => {
  let service: Service;
  let cookies: Partial<Record<Role, string>>;
  const { birds, frogs } = projects;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    const address = (role: Role) => `${role}@table.example`;
    const id = String(frogs.id);
    const operator = async (...words: string[]) =>
      expect([words, (await service.operator(...words)).code]).toEqual([words, 0]);
    for (const role of ['owner', 'co', 'removed'] as const) await operator('manager', id, address(role));
    await operator('remove-manager', id, address('removed'));
    await operator('manager', String(birds.id), address('other'));
    cookies = await signInRoles(service, members, 'table.example');
    await rows(
      service,
      `insert into project_origins (project_id, origin, how, created_at)
        values (${frogs.id}, '${extraSite}', 'proof', 1) returning origin`,
    );
    await rows(
      service,
      `update project_managers set is_owner = 0 where project_id = ${frogs.id} and account_id =
        (select account_id from addresses where address = '${address('co')}') returning account_id`,
    );
  });

  /** Sends a request with almost no fields: an act that a role may not do is refused before the fields are read. */
  const outcome = async (route: string, role: Role): Promise<string> => {
    const [method, pattern = ''] = route.split(' ');
    const path = pattern.replace('/project/:project', `/project/${frogs.id}-frog-watch`);
    const at = path.replace(':project', String(frogs.id)).replace(':file', 'hours.csv').replace(/:\w+/g, 'x');
    const cookie = cookies[role];
    const fields = fieldsOf[route] ?? {};
    const query = new URLSearchParams(fields).toString();
    const reply =
      method === 'GET'
        ? await service.get(query === '' ? at : `${at}?${query}`, {
            headers: cookie === undefined ? {} : { cookie },
          })
        : await post(service, at, fields, cookie);
    const to = reply.headers.get('location');
    if (to === null) return String(reply.status);
    return to.startsWith('/sign-in') ? 'in' : 'on';
  };

  test.each(Object.keys(states).concat('-'))('%s', async (state) => {
    const set = states[state];
    if (set !== undefined)
      await rows(service, `update projects set ${set} where project_id = ${frogs.id} returning project_id`);
    const found: string[] = [];
    const mine = table.filter((row) => row.state === state);
    for (const { route } of mine) {
      const cells: string[] = [];
      for (const role of roles) cells.push(await outcome(route, role));
      found.push(`${route} ${cells.join(' ')}`);
    }
    expect(found).toEqual(mine.map(({ route, cells }) => `${route} ${cells}`));
  });
});
