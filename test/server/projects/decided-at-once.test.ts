/** Two people act on one thing, at once or one after the other: the first acts, and the second is told of it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, count, post, projects, rows, signIn, shareScene, versionAt } from '../scene.ts';

const pairs = 20;
const { birds } = projects;
const why = 'Unclear';

describe.each(engines)('acts of two people on %s', (engine) => {
  let service: Service;
  let owner: string;
  const people = {} as Record<'ann' | 'ben' | 'olga' | 'otto' | 'owner', string>;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    for (const [name, role] of [
      ...([['ann', 'editor'] as const, ['ben', 'editor'] as const] as const),
      ...([['olga', 'operator'] as const, ['otto', 'operator'] as const] as const),
    ])
      await service.operate('role', `${name}@example.org`, role);
    for (const name of ['ann', 'ben', 'olga', 'otto', 'owner'] as const)
      people[name] = await signIn(service, `${name}@example.org`);
  });

  const wordsOf = async (reply: Response) =>
    (await reply.text()).replace(/<[^<>]+>/g, ' ').replace(/\s+/g, ' ');

  /** New projects with a contact each, and the version that both editors see. */
  const waiting = async (name: string) => {
    const made = [];
    for (let number = 0; number < pairs; number++) {
      const contact_email = `${name}-${number}@contacts.example`;
      const id = await addProject(service, owner, `${name} ${number}`, { contact_email });
      made.push({ id, contact_email, version: await versionAt(service, `/review/${id}`, people.ann) });
    }
    return made;
  };
  type Waiting = Awaited<ReturnType<typeof waiting>>[number];
  const approve = ({ id, version }: Waiting) =>
    post(service, `/review/${id}`, { act: 'approve', version }, people.ann);
  const reject = ({ id, version }: Waiting) =>
    post(service, `/review/${id}`, { act: 'reject', version, why }, people.ben);

  const mustBeMailedOnce = async (made: Waiting[]) => {
    await expect.poll(() => count(service, 'mails where failed_at is null').then(Number)).toBe(0);
    const mails = (await service.mails()).map(({ to }) => to);
    for (const { contact_email } of made)
      expect([contact_email, mails.filter((to) => to === contact_email).length]).toEqual([contact_email, 1]);
    const ids = made.map(({ id }) => id).join(', ');
    const decided = `project_acts where project_id in (${ids}) and act in ('approved', 'turned_down')`;
    expect(Number(await count(service, decided))).toBe(pairs);
  };

  test('two editors decide against each other at once', async () => {
    const made = await waiting('at-once');
    for (const one of made) {
      const replies = await Promise.all([approve(one), reject(one)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
    }
    await mustBeMailedOnce(made);
  });

  test('two editors decide against each other, one after the other', async () => {
    const made = await waiting('in-turn');
    for (const [number, one] of made.entries()) {
      const [first, second] = number % 2 === 0 ? [approve, reject] : [reject, approve];
      expect((await first(one)).status).toBe(303);
      const late = await second(one);
      expect(late.status).toBe(409);
      const page = await late.text();
      expect(page).toMatch(
        number % 2 === 0
          ? /ann@example.org<\/strong> approved it.*UTC/s
          : /ben@example.org<\/strong> turned it down.*UTC.*Unclear/s,
      );
      expect(page).toContain(`href="/review/${one.id}"`);
      // Also a reason of one word is there to be copied.
      if (number % 2 === 0) expect(page).toMatch(/<textarea[^>]* readonly[^>]*>Unclear<\/textarea>/i);
    }
    await mustBeMailedOnce(made);
  });

  /** Posts two forms that saw the same page, one after the other. */
  const both = async (
    path: string,
    [one, first]: [string, Record<string, string>],
    [other, second]: [string, Record<string, string>],
  ) => {
    const taken = await post(service, path, first, one);
    const late = await post(service, path, second, other);
    return { taken: taken.status, late: late.status, words: await wordsOf(late) };
  };

  test.each<[string, string[]]>([
    ['trust', ['untrust', 'decided to trust its updates']],
    ['allow-hashed', ['refuse-hashed', 'allowed hashed addresses']],
    ['correct', ['release', 'corrected a field']],
  ])('an editor presses %s, and another one %s', async (first, [second = '', says = '']) => {
    const path = `/review/${birds.id}`;
    const version = await versionAt(service, path, people.ann);
    const fields = { field: 'goal', goal: `Goal by ${first}`, version };
    const { taken, late, words } = await both(
      path,
      [people.ann, { ...fields, act: first }],
      [people.ben, { ...fields, act: second }],
    );
    expect([taken, late]).toEqual([303, 409]);
    expect(words).toContain(`ann@example.org ${says}`);
  });

  test('an operator withholds a project while another one sends it back to review', async () => {
    const page = `/operator/projects?project=${birds.id}`;
    const version = await versionAt(service, page, people.olga);
    const fields = { project: String(birds.id), version };
    const { taken, late, words } = await both(
      '/operator/projects',
      [people.olga, { ...fields, act: 'withhold', why: 'Passwords' }],
      [people.otto, { ...fields, act: 'unpublish' }],
    );
    expect([taken, late]).toEqual([303, 409]);
    expect(words).toMatch(/olga@example.org withheld it from everyone .* UTC Passwords/);
    await post(
      service,
      '/operator/projects',
      { ...fields, act: 'show', version: await versionAt(service, page, people.olga) },
      people.olga,
    );
  });

  test('a request for a client is granted and refused at once', async () => {
    for (let number = 0; number < pairs; number++) {
      const form = `${number}`.padStart(43, 'f');
      const asked = {
        name: `Client ${number}`,
        redirects: 'https://river.example/callback',
        project: String(birds.id),
        form,
      };
      expect((await post(service, '/api/key/client', asked, people.owner)).status).toBe(303);
      const [row] = await rows<{ request_id: number }>(
        service,
        'select request_id from oauth_requests where decided_at is null',
      );
      const decide = (cookie: string, fields: Record<string, string>) =>
        post(service, '/operator/clients/decide', { id: String(row?.request_id), ...fields }, cookie);
      const replies = await Promise.all([
        decide(people.olga, { answer: 'grant' }),
        decide(people.otto, { answer: 'refuse', reason: why }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = await wordsOf(replies.find(({ status }) => status === 409) as Response);
      expect(late).toMatch(/(olga@example\.org granted|otto@example\.org refused) “Client \d+” on .* UTC/);
    }
  });

  test('a role ends while somebody else gives another one', async () => {
    await service.operate('role', 'eve@example.org', 'editor');
    const eve = { email: 'eve@example.org' };
    const { taken, late, words } = await both(
      '/operator/people',
      [people.olga, { ...eve, act: 'operator' }],
      [people.otto, { ...eve, act: 'none', seen: 'editor' }],
    );
    expect([taken, late]).toEqual([303, 409]);
    expect(words).toMatch(/The role of that person is “operator” now\. olga@example.org did so on .* UTC/);
  });

  test('two managers set where notices go', async () => {
    const path = `/project/${birds.id}-bird-count/webhook`;
    await service.operate('manager', String(birds.id), 'ann@example.org');
    const form = (letter: string) => letter.repeat(43);
    const set = { act: 'set', address: 'https://hooks.example/first', form: form('a') };
    expect((await post(service, path, set, people.owner)).status).toBe(200);
    const version = await versionAt(service, path, people.owner);
    const { taken, late, words } = await both(
      path,
      [people.owner, { act: 'set', address: 'https://hooks.example/second', form: form('b'), version }],
      [people.ann, { act: 'remove', form: form('c'), version }],
    );
    expect([taken, late]).toEqual([303, 409]);
    expect(words).toMatch(/owner@example.org set them on .* UTC/);
    expect(Number(await count(service, 'webhooks'))).toBe(1);
  });
});
