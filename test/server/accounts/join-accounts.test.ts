/** Two accounts of one person become one: what moves, what ends, who cannot, and two joins at once; on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type VolunteerChoice, stricterChoice } from '../../../server/accounts/join-accounts.ts';
import { columnsWith } from '../../set-up/service/columns-with.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { register } from '../projects/registering.ts';
import { newestMail, newKey, post, profileId, projects, rows, signIn, shareScene } from '../scene.ts';

const { birds, frogs, hidden } = projects;

const choice = (is_listed: number | null, shows_name: number, is_mailed: number): VolunteerChoice => ({
  is_listed,
  shows_name,
  is_mailed,
});
const usual = choice(null, 0, 1);
const open = choice(1, 1, 1);
const shut = choice(0, 0, 0);

test.each<
  [string, VolunteerChoice | undefined, boolean, VolunteerChoice | undefined, boolean, VolunteerChoice]
>([
  ['shown in both', open, true, open, true, open],
  ['shown in one, refused in the other', open, true, shut, true, shut],
  ['shown in one, never chosen in the other', open, true, undefined, true, usual],
  ['shown in one, and the other takes no part', open, true, undefined, false, open],
  ['refused in one that takes no part any more', shut, false, open, true, shut],
  ['mail refused in one', choice(1, 1, 0), true, open, true, choice(1, 1, 0)],
  ['never chosen in either', undefined, true, undefined, true, usual],
])('choices about a project: %s', (_, one, takesPart, other, otherTakesPart, wanted) => {
  const sides = [
    { choice: one, takesPart },
    { choice: other, takesPart: otherTakesPart },
  ] as const;
  expect(stricterChoice(sides[0], sides[1])).toEqual(wanted);
  expect(stricterChoice(sides[1], sides[0])).toEqual(wanted);
});

describe.each(engines)('joining two accounts on %s', (engine) => {
  let service: Service;
  let store: Rows;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    store = openRows(service);
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const look = async (path: string, cookie: string) => {
    const reply = await service.get(path, { headers: { cookie }, redirect: 'manual' });
    return { status: reply.status, body: await reply.text() };
  };
  const idOf = async (address: string) =>
    (
      await rows<{ account_id: number }>(
        service,
        `select account_id from addresses where address = '${address}'`,
      )
    )[0]?.account_id ?? NaN;
  const record = async (profile: number, project: number) => {
    const event = { key: owner, profile_id: profile, project_id: project, type: 'collection', duration: 60 };
    expect((await service.postJson('/api/record_event', event)).status).toBe(200);
  };
  const member = async () => {
    const address = `twin-${++people}@example.org`;
    const cookie = await signIn(service, address);
    return { address, cookie, id: await idOf(address), profile: await profileId(service, owner, address) };
  };
  /** The path of the mailed link by which `from` adds an address. */
  const linkTo = async (cookie: string, address: string) => {
    expect((await post(service, '/account/addresses', { email: address }, cookie)).status).toBe(303);
    const of = async () =>
      (await newestMail(service, address)).links
        .map((link) => new URL(link).pathname)
        .find((path) => path.startsWith('/account/addresses/'));
    await expect.poll(of).toBeDefined();
    return (await of()) ?? '';
  };
  const press = async (path: string, cookie: string) => {
    const reply = await post(service, path, { act: 'join' }, cookie);
    return [reply.status, reply.headers.get('location')] as const;
  };
  const joined = [303, '/account?done=joined#addresses'] as const;
  test('everything moves, the stricter choice wins, and nothing of the other account is left', async () => {
    const [one, two] = [await member(), await member()];
    for (const { profile } of [one, two]) await record(profile, birds.id);
    await record(two.profile, frogs.id);
    // The other account: opted out of frogs, follows two projects, manages one, has a key and a certificate.
    const asTwo = (path: string, fields: Record<string, string>) => post(service, path, fields, two.cookie);
    expect((await asTwo('/me/opt-out', { project_id: String(frogs.id) })).status).toBe(303);
    for (const { cookie } of [one, two])
      expect(
        (
          await post(
            service,
            `/project/${birds.id}/follow`,
            { by_mail: cookie === one.cookie ? 'yes' : '' },
            cookie,
          )
        ).status,
      ).toBe(303);
    const managed = await register(service, two.cookie, 'Of The Other');
    const key = await newKey(service, two.address);
    await asTwo('/account/names', { handle: 'The other', shows: 'handle' });
    const before = await rollUps(store);
    expect(before.stored).toEqual(before.counted);

    const path = await linkTo(one.cookie, two.address);
    const page = await look(path, one.cookie);
    expect(page.body).toContain('Join two accounts?');
    expect(page.body).toContain('Contributions: 2.');
    expect(page.body).toContain('Projects that you manage: 1.');
    expect(page.body).toContain('This cannot be undone');
    // Looking joins nothing, and neither does a form without the choice.
    expect((await post(service, path, {}, one.cookie)).status).toBe(400);
    expect(await idOf(two.address)).toBe(two.id);

    expect(await press(path, one.cookie)).toEqual(joined);
    expect(await idOf(two.address)).toBe(one.id);
    expect(await columnsWith(store, engine, two.id)).toEqual([]);
    const after = await rollUps(store);
    expect(after).toEqual(before);

    const main = await rows<{ address: string }>(
      service,
      `select address from addresses where account_id = ${one.id} and is_main = 1`,
    );
    expect(main).toEqual([{ address: one.address }]);
    expect((await look('/me', one.cookie)).body).toContain('Of The Other');
    expect((await look(`/project/${managed}-of-the-other/edit`, one.cookie)).status).toBe(200);
    const outs = await rows<{ profile_id: number }>(
      service,
      `select profile_id from opt_outs where project_id = ${frogs.id} and profile_id in (${one.profile}, ${two.profile}) order by 1`,
    );
    expect(outs.map((row) => Number(row.profile_id))).toEqual(
      [one.profile, two.profile].sort((a, b) => a - b),
    );
    const follows = await rows<{ by_mail: number }>(
      service,
      `select by_mail from project_follows where account_id = ${one.id}`,
    );
    expect(follows.map((row) => Number(row.by_mail))).toEqual([0]);
    // Its key goes on working, for the account that has it now.
    expect(await profileId(service, key, two.address)).toBe(two.profile);
    // The session of the other account ended, its page is gone, and its address signs in to the one that stays.
    expect((await look('/account', two.cookie)).status).toBe(303);
    expect((await look(`/people/${two.id}`, one.cookie)).status).toBe(404);
    const again = await signIn(service, two.address);
    expect((await look('/account', again)).body).toContain(one.address);
    // Both were told.
    for (const address of [one.address, two.address]) {
      const subjects = async () =>
        (await service.mails())
          .filter(({ to }) => to === address)
          .map(({ subject }) => subject)
          .join();
      await expect.poll(subjects).toContain('two accounts were joined');
    }
    // Contributions that are reported for either address are credited to the one account.
    await record(two.profile, birds.id);
    expect((await look('/me', one.cookie)).body).toContain('3 contributions');
  });

  test('only the person who asked, signed in, with the link, joins; and once', async () => {
    const [one, two, thief] = [await member(), await member(), await member()];
    const path = await linkTo(one.cookie, two.address);
    for (const cookie of [thief.cookie, two.cookie]) expect((await press(path, cookie))[0]).toBe(400);
    expect((await post(service, path, { act: 'join' })).headers.get('location')).toContain('/sign-in');
    const reply = await service.postForm(
      path,
      { act: 'join' },
      {
        headers: { origin: 'https://evil.example', cookie: one.cookie },
      },
    );
    expect(reply.status).toBe(403);
    expect([await idOf(two.address), await idOf(one.address)]).toEqual([two.id, one.id]);
    const all = await Promise.all([1, 2, 3, 4].map(() => press(path, one.cookie)));
    expect(all.filter(([, to]) => to === joined[1])).toEqual([joined]);
    expect(await idOf(two.address)).toBe(one.id);
  });

  test('each joined to the other at the same moment: one account is left, with both addresses', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await member(), await member()];
      const paths = [await linkTo(one.cookie, two.address), await linkTo(two.cookie, one.address)];
      const all = await Promise.all([press(paths[0] ?? '', one.cookie), press(paths[1] ?? '', two.cookie)]);
      expect(all.filter(([status]) => status >= 500)).toEqual([]);
      const ids = [await idOf(one.address), await idOf(two.address)];
      expect(new Set(ids).size).toBe(1);
      expect(await columnsWith(store, engine, ids[0] === one.id ? two.id : one.id)).toEqual([]);
    }
  });

  test.each<[string, (id: number, other: number) => string, RegExp]>([
    [
      'an account that a guardian looks after',
      (id) => `update accounts set guardian = 'x' where account_id = ${id}`,
      /parent or guardian/,
    ],
    [
      'to an account that a guardian looks after',
      (_, to) => `update accounts set guardian = 'x' where account_id = ${to}`,
      /parent or guardian/,
    ],
    [
      'one that is about to be deleted',
      (id) => `update accounts set ends_at = 9999999999999 where account_id = ${id}`,
      /about to be deleted/,
    ],
    [
      'one with a role',
      (id) => `update accounts set role = 'operator' where account_id = ${id}`,
      /has a role here/,
    ],
    [
      'too many addresses',
      (id) =>
        `insert into addresses (address, account_id, profile_id, is_main, verified_at)
          values ${Array.from({ length: 9 }, (_, n) => `('more-${n}-${id}@example.org', ${id}, ${-n - id}, 0, 1)`).join()}`,
      /too many addresses/,
    ],
  ])('%s is not joined, and the page says why', async (_, change, reason) => {
    const [one, two] = [await member(), await member()];
    const path = await linkTo(one.cookie, two.address);
    await rows(service, change(two.id, one.id));
    const { body } = await look(path, one.cookie);
    expect(body).toMatch(reason);
    expect(body).not.toContain('Join the accounts');
    expect((await press(path, one.cookie))[0]).toBe(400);
    expect([await idOf(two.address), await idOf(one.address)]).toEqual([two.id, one.id]);
  });

  test('owners of the same project: an owner stays one, and the project keeps one manager', async () => {
    const [one, two] = [await member(), await member()];
    const id = await register(service, two.cookie, 'Managed By Both');
    await rows(
      service,
      `insert into project_managers (project_id, account_id, is_owner) values (${id}, ${one.id}, 0)`,
    );
    expect(await press(await linkTo(one.cookie, two.address), one.cookie)).toEqual(joined);
    const managers = await rows<{ account_id: number; is_owner: number }>(
      service,
      `select account_id, is_owner from project_managers where project_id = ${id}`,
    );
    expect(managers.map((row) => [Number(row.account_id), Number(row.is_owner)])).toEqual([[one.id, 1]]);
  });

  test('contributions that arrive during the join are credited, and no roll-up differs', async () => {
    const [one, two] = [await member(), await member()];
    const path = await linkTo(one.cookie, two.address);
    await Promise.all([
      press(path, one.cookie),
      ...Array.from({ length: 20 }, (_, n) => record(n % 2 ? one.profile : two.profile, hidden.id)),
    ]);
    const sums = await rollUps(store);
    expect(sums.stored).toEqual(sums.counted);
    expect((await look('/me', one.cookie)).body).toContain('20 contributions');
  });
});
