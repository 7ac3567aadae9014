/** GET /api/profile/id and GET /api/profile/token. */
import { beforeAll, describe, expect, test } from 'vitest';
import notAddresses from '../../../src/catalogue/no-addresses.json' with { type: 'json' };
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  fieldsOf,
  joinFrom,
  newKey,
  profileId,
  projects,
  refusal,
  sha256,
  shareScene,
  success,
} from '../scene.ts';

// The test vector of the reference: Jo.Doe@Example.org, trimmed and lower-cased, in SHA-256.
const vector = 'db3ba6152c43fdb0675858ded7f4e7e30debc202843c8c98ab3ef56acfbfbca5';
const { birds, hidden, stars } = projects;

describe.each(engines)('profile lookup on %s', (engine) => {
  let service: Service;
  let owner: string;
  let stranger: string;
  let reviewed: number;

  beforeAll(async () => {
    ({ service, owner, stranger } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
  });

  const look = (query: Record<string, string>, key = owner) =>
    service.get(`/api/profile/id?${new URLSearchParams({ ...query, key })}`);
  const found = async (query: Record<string, string>) => success('GET /api/profile/id', await look(query));

  test('the test vector is the digest of the plain address', () => {
    expect(sha256('jo.doe@example.org')).toBe(vector);
  });

  test.each<[string, Record<string, string>]>([
    ['the digest in lower case', { hashed: vector }],
    ['the digest in upper case', { hashed: vector.toUpperCase() }],
    ['the digest with white space around', { hashed: ` ${vector} ` }],
    ['the address', { identifier: 'jo.doe@example.org' }],
    ['the address in capitals', { identifier: 'Jo.Doe@Example.ORG' }],
    ['the address with white space around', { identifier: '  jo.doe@example.org ' }],
    ['the address and an empty digest', { identifier: 'jo.doe@example.org', hashed: '' }],
    ['the digest and an empty address', { identifier: '', hashed: vector }],
    ['a project of its own', { hashed: vector, project_id: String(birds.id) }],
  ])('%s leads to the same profile, which is not known', async (_, query) => {
    const first = await profileId(service, owner, 'jo.doe@example.org');
    const { service_profile_id, known } = await found(query);
    expect({ service_profile_id, known }).toEqual({ service_profile_id: first, known: false });
  });

  test('only ASCII letters are lower-cased', async () => {
    const given = await profileId(service, owner, 'JÖ@Example.org');
    expect(await profileId(service, owner, 'jö@example.org')).not.toBe(given);
    expect((await found({ hashed: sha256('jÖ@example.org') })).service_profile_id).toBe(given);
  });

  test('another address has another profile', async () => {
    const ids = await Promise.all(
      ['a1', 'a2', 'a3'].map((name) => profileId(service, owner, `${name}@example.org`)),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
  });

  test('its number does not reveal when an address was first looked up', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 20; index++)
      ids.push(await profileId(service, owner, `n${index}@example.org`));
    const inOrder = ids.toSorted((one, other) => one - other);
    expect(ids).not.toEqual(inOrder);
    expect(ids).not.toEqual(inOrder.toReversed());
    expect(Math.min(...ids.slice(1).map((id, at) => Math.abs(id - (ids[at] ?? 0))))).toBeGreaterThan(1e6);
  });

  test.each<[string, Record<string, string>, number, string, string[]]>([
    ['neither digest nor address', {}, 400, 'invalid', ['hashed', 'identifier']],
    [
      'neither, and no number of a project',
      { project_id: 'x' },
      400,
      'invalid',
      ['hashed', 'identifier', 'project_id'],
    ],
    ['both', { hashed: vector, identifier: 'jo@example.org' }, 400, 'invalid', ['hashed', 'identifier']],
    ['a digest of another length', { hashed: vector.slice(1) }, 400, 'invalid', ['hashed']],
    ['a digest that is not hexadecimal', { hashed: vector.replace('d', 'g') }, 400, 'invalid', ['hashed']],
    ['something that is no address', { identifier: 'nobody' }, 400, 'invalid', ['identifier']],
    ['all zeros', { hashed: '0'.repeat(64) }, 400, 'invalid', ['hashed']],
    ['two addresses', { identifier: 'a@example.org,b@example.org' }, 400, 'invalid', ['identifier']],
    ['an address with NUL', { identifier: 'a\0@example.org' }, 400, 'invalid', ['identifier']],
    [
      'a bad digest and a bad project',
      { hashed: 'x', project_id: '-1' },
      400,
      'invalid',
      ['hashed', 'project_id'],
    ],
    [
      'a project that does not exist',
      { hashed: vector, project_id: '999' },
      404,
      'no_project',
      ['project_id'],
    ],
    ["somebody else's project", { hashed: vector, project_id: String(stars.id) }, 403, 'not_manager', []],
  ])('%s is refused', async (_, query, status, code, fields) => {
    expect(fieldsOf(await refusal(await look(query), status, code))).toEqual(fields);
  });

  test.each([
    ...[
      '',
      ' ',
      '\n',
      '\t',
      'null',
      'NULL',
      'undefined',
      'None',
      'none',
      'nan',
      'NaN',
      '0',
      'N/A',
      '-',
      '""',
      'null\n',
    ],
  ])('%j is not an address, hashed or not, and opens no profile', async (text) => {
    const before = await count(service, 'profiles');
    const digest = sha256(text);
    for (const hashed of [digest, digest.toUpperCase()]) {
      const { errors } = await refusal(await look({ hashed }), 400, 'invalid');
      const cause = text === '' ? 'the empty text' : text.trim() === '' ? 'white space' : text.trim();
      expect(errors).toEqual([
        {
          field: 'hashed',
          message: `is the digest of ${cause}, which is no address: skip participants without one`,
        },
      ]);
    }
    await refusal(await look({ identifier: text }), 400, 'invalid');
    expect(await count(service, 'profiles')).toBe(before);
  });

  test('a plus sign that arrives as a space is reported, with how to write it', async () => {
    const path = `/api/profile/id?key=${owner}&identifier=`;
    const { errors } = await refusal(await service.get(`${path}a+b@example.org`), 400, 'invalid');
    expect(errors?.[0]?.message).toContain('write + as %2B');
    await success('GET /api/profile/id', await service.get(`${path}a%2Bb@example.org`));
  });

  test.each<[string, () => number]>([
    ['that awaits review', () => reviewed],
    ['that is hidden', () => hidden.id],
  ])('for a project %s strangers read that there is none', async (_, project) => {
    const query = { hashed: vector, project_id: String(project()) };
    await refusal(await look(query, stranger), 404, 'no_project');
  });

  test('a project that awaits review gets no participant token', async () => {
    await refusal(await look({ hashed: vector, project_id: String(reviewed) }), 409, 'not_published');
  });

  test.each([
    ['a published one', birds.id],
    ['one that is hidden from the directory', hidden.id],
  ])('with a project, %s, there is a participant token', async (_, project) => {
    const { participant_token } = await found({ hashed: vector, project_id: String(project) });
    expect(participant_token).toMatch(/^[\w-]{60,}$/);
  });

  test('without a project there is no participant token', async () => {
    expect(await found({ hashed: vector })).not.toHaveProperty('participant_token');
  });

  test('no page of another site may read a lookup', async () => {
    const reply = await look({ hashed: vector });
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    await success('GET /api/profile/id', reply);
  });

  test('a person who joins keeps the profile id, and is known from then on', async () => {
    const address = 'Joins.Later@example.org';
    const before = await found({ identifier: address });
    expect(before.known).toBe(false);
    await joinFrom(service, birds, address);
    expect(await found({ identifier: address })).toEqual({ ...before, known: true });
    expect(await found({ hashed: sha256(address.toLowerCase()) })).toEqual({ ...before, known: true });
  });

  test('the digest of a member address as it was typed finds the member, too', async () => {
    const address = 'As.Typed@Example.org';
    await joinFrom(service, birds, address);
    const plain = await found({ identifier: address });
    expect(plain.known).toBe(true);
    expect(await found({ hashed: sha256(address) })).toEqual(plain);
  });

  test('a profile that was looked up under the typed spelling before stays, and is known', async () => {
    const address = 'Typed.Before@example.org';
    const typed = await found({ hashed: sha256(address) });
    await joinFrom(service, birds, address);
    expect(await found({ hashed: sha256(address) })).toEqual({ ...typed, known: true });
    expect((await found({ identifier: address })).known).toBe(true);
  });

  test('a hundred first lookups at once give one profile', async () => {
    const address = 'crowd@example.org';
    const before = await count(service, 'profiles');
    const ids = await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        index % 2 === 0
          ? (await found({ identifier: address })).service_profile_id
          : (await found({ hashed: sha256(address) })).service_profile_id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await count(service, 'profiles')).toBe(before + 1);
  });

  test('before a project is published, ten different addresses a day may be looked up', async () => {
    const newcomer = 'newcomer@example.org';
    const key = await newKey(service, newcomer);
    const ask = (name: string, by = key) => look({ identifier: `${name}@example.org` }, by);
    for (let index = 0; index < 10; index++) await success('GET /api/profile/id', await ask(`try-${index}`));
    const eleventh = await ask('try-10');
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    await refusal(eleventh, 429, 'trial_used_up');
    await success('GET /api/profile/id', await ask('try-3'));
    // The quota is the account's: another key of the same person has the same.
    await refusal(await ask('try-11', await newKey(service, newcomer)), 429, 'trial_used_up');
  });

  test('and no more than ten when they are looked up all at once', async () => {
    const key = await newKey(service, 'hasty@example.org');
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => look({ identifier: `hasty-${index}@example.org` }, key)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  describe('the participant token', () => {
    const token = (query: Record<string, string | number>) =>
      service.get(`/api/profile/token?${new URLSearchParams({ key: owner, ...toText(query) })}`);

    test('is valid for an hour', async () => {
      const profile_id = await profileId(service, owner, 'token@example.org');
      const reply = await success(
        'GET /api/profile/token',
        await token({ profile_id, project_id: birds.id }),
      );
      expect(reply.expires_in).toBe(3600);
      expect(reply.participant_token).toMatch(/^[\w-]{60,}$/);
    });

    test.each<[string, Record<string, string | number>, number, string, string[]]>([
      ['nothing said', {}, 400, 'invalid', ['profile_id', 'project_id']],
      [
        'a profile that is no number',
        { profile_id: 'NaN', project_id: birds.id },
        400,
        'invalid',
        ['profile_id'],
      ],
      [
        'a profile that does not exist',
        { profile_id: 1, project_id: birds.id },
        404,
        'profile_gone',
        ['profile_id'],
      ],
      [
        'a project that does not exist',
        { profile_id: 1, project_id: 999 },
        404,
        'no_project',
        ['project_id'],
      ],
      ["somebody else's project", { profile_id: 1, project_id: stars.id }, 403, 'not_manager', []],
    ])('%s is refused', async (_, query, status, code, fields) => {
      expect(fieldsOf(await refusal(await token(query), status, code))).toEqual(fields);
    });
  });
});

test.each(notAddresses)('the digest of $text is as in the catalogue', ({ text, digest }) => {
  expect(sha256(text)).toBe(digest);
});

const toText = (query: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
