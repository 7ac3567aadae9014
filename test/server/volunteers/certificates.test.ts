/** Certificates: what they count, who sees them, how they end; and the badge, checked by a foreign verifier. */
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { statementOf } from '../../../server/certificates/statement.ts';
import { listSize } from '../../../server/certificates/store.ts';
import { verifyBadge, verifyInWallet } from '../../set-up/service/peers/badge-verifier.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, rows, signIn, shareScene } from '../scene.ts';

const { birds, frogs } = projects;
const hour = 3600;
/** Milliseconds. */
const day = 86_400_000;
const days = { from: '2026-03-01', to: '2026-03-31' };

type Contribution = { project?: number; when: string; hours?: number; byBrowser?: true };

test('projects with browser-reported contributions only take no line, and are none of the others', () => {
  const share = (project_id: number, isReported: boolean, events: number) => ({
    project_id,
    day: 20_000,
    isReported,
    events,
    seconds: 60,
  });
  const reporting = Array.from({ length: 13 }, (_, at) => share(at + 1, true, at + 1));
  const browsers = Array.from({ length: 20 }, (_, at) => share(at + 100, false, 50));
  const about = { holder: 'Ada', from: '2026-03-01', to: '2026-03-31' };
  const { lines, others, total } = statementOf(about, [...browsers, share(1, false, 90), ...reporting]);
  expect(lines.map(({ project_id }) => project_id)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(others).toMatchObject({ projects: 2, reported: { events: 3 }, own: { events: 90 } });
  expect([total.reported.events, total.own.events]).toEqual([91, 1090]);
  const twelve = statementOf(about, [...browsers, ...reporting.slice(1)]);
  expect([twelve.lines.length, twelve.others]).toEqual([12, undefined]);
});

describe.each(engines)('certificates on %s', (engine) => {
  let service: Service;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
  });

  /** A member with contributions. */
  const member = async (...contributions: Contribution[]) => {
    const address = `certified-${++people}@example.org`;
    const cookie = await signIn(service, address);
    const profile = await profileId(service, owner, address);
    for (const { project = birds.id, when, hours, byBrowser } of contributions) {
      const said = { key: owner, profile_id: profile, project_id: project, type: 'collection', when };
      const reply = await service.postJson('/api/record_event', {
        ...said,
        ...(hours !== undefined && { duration: hours * hour }),
      });
      const { event_id } = (await reply.json()) as { event_id: number };
      // Stored as if the participant had said that hours this long are right, and as if their browser had reported them.
      if ((hours ?? 0) > 8)
        await rows(
          service,
          `update events set confirmed_at = 1 where event_id = ${event_id} returning event_id`,
        );
      if (byBrowser)
        await rows(
          service,
          `update events set source = 'browser' where event_id = ${event_id} returning event_id`,
        );
    }
    const look = (path: string, headers: Record<string, string> = { cookie }) =>
      service.get(path, { headers });
    const make = async (fields: Record<string, string> = {}) => {
      const reply = await post(
        service,
        '/me/certificates',
        { ...days, name: 'Ada Byron', ...fields },
        cookie,
      );
      return { status: reply.status, path: reply.headers.get('location') ?? '', text: await reply.text() };
    };
    return { cookie, look, make };
  };
  const wordsOf = (html: string) =>
    html
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,])/g, '$1');
  const read = async (reply: Response) => ({ status: reply.status, words: wordsOf(await reply.text()) });
  const endOf = async (person: { look: (path: string) => Promise<Response> }) =>
    /action="\/me\/certificates\/end"[^]*?name="id" value="(\d+)"/.exec(
      await (await person.look('/me/certificates')).text(),
    )?.[1] ?? '';

  const figures: [name: string, contributions: Contribution[], says: RegExp[]][] = [
    [
      'a period has its first and its last day, and no other',
      [
        { when: '2026-02-28T23:59:59Z', hours: 1 },
        { when: '2026-03-01T00:00:00Z', hours: 2 },
        { when: '2026-03-31T23:59:59Z', hours: 3 },
        { when: '2026-04-01T00:00:00Z', hours: 4 },
      ],
      [/in all 2 contributions · 5 h/],
    ],
    [
      'one day has 24 hours at most, in all projects together',
      [
        { when: '2026-03-05T08:00:00Z', hours: 30 },
        { when: '2026-03-05T09:00:00Z', hours: 18, project: frogs.id },
        { when: '2026-03-06T09:00:00Z', hours: 1, project: frogs.id },
      ],
      [
        /in all 3 contributions · 25 h/,
        /Reported by Bird Count 1 contribution · 12 h/,
        /Reported by Frog Watch 2 contributions · 13 h/,
      ],
    ],
    [
      'what the browser reported is apart, and gets the rest of the day',
      [
        { when: '2026-03-05T08:00:00Z', hours: 20 },
        { when: '2026-03-05T09:00:00Z', hours: 10, project: frogs.id, byBrowser: true },
        { when: '2026-03-07T09:00:00Z', hours: 2, byBrowser: true },
      ],
      [
        /in all 1 contribution · 20 h/,
        /own browser\. The projects did not confirm these\. 2 contributions · 6 h/,
      ],
    ],
    [
      'what the browser reported is certified also without anything that a project reported',
      [{ when: '2026-03-05T09:00:00Z', hours: 2, byBrowser: true }],
      [/in all 0 contributions/, /The projects did not confirm these\. 1 contribution · 2 h/],
    ],
  ];

  test.each(figures)('%s', async (_, contributions, says) => {
    const { make, look } = await member(...contributions);
    const { path, status } = await make();
    expect(status).toBe(303);
    const { words } = await read(await look(path));
    for (const say of says) expect(words).toMatch(say);
  });

  test('a certificate about one project counts that project only', async () => {
    const { make, look } = await member(
      { when: '2026-03-05T08:00:00Z', hours: 2 },
      { when: '2026-03-05T08:00:00Z', hours: 3, project: frogs.id },
    );
    const { words } = await read(await look((await make({ [`project-${frogs.id}`]: 'on' })).path));
    expect(words).toContain('in all 1 contribution · 3 h');
    expect(words).not.toContain('Bird Count');
  });

  test('a preview makes nothing; a stranger checks the link; ending it deletes what it said', async () => {
    const person = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const preview = await person.look(
      `/me/certificates?${new URLSearchParams({ ...days, name: 'Ada Byron' })}`,
    );
    expect((await read(preview)).words).toContain('No one else can see it yet');
    expect(await endOf(person)).toBe('');
    const { path } = await person.make();
    expect(path).toMatch(/^\/certificate\/[\w-]{43}$/);
    // Sending the form twice makes one certificate.
    expect((await person.make()).path).toBe(path);
    const stranger = await read(await service.get(path));
    expect(stranger.status).toBe(200);
    expect(stranger.words).toMatch(/Ada Byron 1 Mar 2026 to 31 Mar 2026 .* Reported by Bird Count/);
    expect(stranger.words).not.toContain('Your certificates');
    expect((await person.look(path)).headers.get('cache-control')).toBe('no-store');
    // Nobody else can end it.
    const id = await endOf(person);
    const other = await signIn(service, `other-${++people}@example.org`);
    await post(service, '/me/certificates/end', { id }, other);
    expect((await service.get(path)).status).toBe(200);
    await post(service, '/me/certificates/end', { id }, person.cookie);
    const ended = await read(await service.get(path));
    expect(ended).toMatchObject({ status: 410 });
    expect(ended.words).toContain('no longer valid');
    expect(ended.words).not.toContain('Ada');
    expect(
      await rows(
        service,
        `select certificate_id from certificates where content like '%Ada%' and ended_at > 0`,
      ),
    ).toEqual([]);
    expect((await service.get('/certificate/nothing')).status).toBe(404);
  });

  test('a share about chosen projects until a date: read by others, counted for the person, and over after it', async () => {
    const when = '2026-03-05T08:00:00Z';
    const { make, look } = await member(
      { when, hours: 2 },
      { when, hours: 3, project: frogs.id },
      { when, hours: 1, project: projects.hidden.id },
    );
    const today = new Date().toISOString().slice(0, 10);
    const chosen = { [`project-${birds.id}`]: 'on', [`project-${frogs.id}`]: 'on', until: today };
    const { path } = await make(chosen);
    const opened = await Promise.all(Array.from({ length: 3 }, async () => read(await service.get(path))));
    for (const { words } of opened) {
      expect(words).toContain('in all 2 contributions · 5 h');
      expect(words).not.toContain('Hidden Newts');
      expect(words).toContain('This link works until');
    }
    await look(path);
    expect((await read(await look('/me/certificates'))).words).toMatch(/until .* · read 3 times/);
    const badge = (await (await service.get(`${path}/badge.json`)).json()) as { validUntil: string };
    expect(Date.parse(badge.validUntil)).toBeGreaterThan(Date.now());
    await rows(
      service,
      `update certificates set until_at = ${Date.now() - 1} where until_at > 0 returning 1 as one`,
    );
    for (const of of ['', '/badge.json', '/badge.jwt'])
      expect([of, (await service.get(path + of)).status]).toEqual([of, of === '' ? 410 : 404]);
    await service.operate('purge');
    expect((await read(await look('/me/certificates'))).words).not.toContain('read 3 times');
  });

  const refused: [name: string, fields: Record<string, string>, says: RegExp][] = [
    ['a last day before the first', { from: '2026-03-31', to: '2026-03-01' }, /Choose a first day/],
    ['a day in the future', { to: '2999-01-01' }, /Choose a first day/],
    ['a day that does not exist', { from: '2026-02-30' }, /Choose a first day/],
    ['a link that has ended', { until: '2026-01-01' }, /last day of the link/],
    [
      'a link until a day that ends in a year of five digits',
      { until: '9999-12-31' },
      /last day of the link/,
    ],
    ['a link until a day that does not exist', { until: '2999-02-30' }, /last day of the link/],
    ['a period without contributions', { from: '2025-01-01', to: '2025-12-31' }, /nothing was credited/],
    ['a project of somebody else', { [`project-${frogs.id}`]: 'on' }, /nothing was credited/],
  ];
  test('what cannot be certified is refused with a reason', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z' });
    for (const [name, fields, says] of refused) {
      const { status, text } = await make(fields);
      expect([name, status]).toEqual([name, 400]);
      expect(text, name).toMatch(says);
    }
  });

  test('unclaimed, removed and signed-out: none of it is certified', async () => {
    const address = `earlier-${++people}@example.org`;
    const profile = await profileId(service, owner, address);
    await service.postJson('/api/record_event', {
      key: owner,
      profile_id: profile,
      project_id: birds.id,
      type: 'collection',
      when: '2026-03-05T08:00:00Z',
    });
    const cookie = await signIn(service, address);
    const reply = await post(service, '/me/certificates', { ...days, name: '' }, cookie);
    expect([reply.status, (await reply.text()).includes('nothing was credited')]).toEqual([400, true]);
    const signedOut = await post(service, '/me/certificates', { ...days, name: '' }, '');
    expect(signedOut.headers.get('location')).toBe('/sign-in?next=/me/certificates');
  });

  type Badge = { issuer: object; credentialSubject: object; proof: { verificationMethod: string }[] };
  const badgeAt = async (path: string) => (await (await service.get(`${path}/badge.json`)).json()) as Badge;
  const forge = (badge: Badge) => ({
    ...badge,
    credentialSubject: { ...badge.credentialSubject, narrative: '999 hours' },
  });

  test.each(['eddsa-rdfc-2022', 'eddsa-jcs-2022'] as const)(
    'a foreign verifier that knows %s accepts the badge, refuses a changed one, and one that was ended',
    async (suite) => {
      const person = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
      const { path } = await person.make();
      const reply = await service.get(`${path}/badge.json`);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      const badge = (await reply.json()) as Badge;
      expect(badge).toMatchObject({
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        credentialSubject: { identifier: [{ identityHash: 'Ada Byron' }] },
      });
      expect(await badgeAt(path)).toEqual(badge);
      const verify = (credential: object) => verifyBadge(credential, service.baseUrl, suite);
      expect(await verify(badge)).toEqual({ verified: true, isRevoked: false });
      expect(await verify(forge(badge))).toMatchObject({ verified: false });
      await post(service, '/me/certificates/end', { id: await endOf(person) }, person.cookie);
      expect(await verify(badge)).toEqual({ verified: true, isRevoked: true });
      for (const form of ['json', 'jwt', 'svg', 'png'])
        expect((await service.get(`${path}/badge.${form}`)).status).toBe(404);
    },
  );

  test('the verifier of a wallet accepts the badge, refuses a changed one, and one that was ended', async () => {
    const person = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const { path } = await person.make();
    const badge = await badgeAt(path);
    const passed = { valid_signature: true, expiration: true };
    expect((await verifyInWallet(badge, service.baseUrl)).checks).toMatchObject({
      ...passed,
      revocation_status: true,
    });
    expect((await verifyInWallet(forge(badge), service.baseUrl)).errors).toMatchObject([
      { name: 'invalid_signature' },
    ]);
    await post(service, '/me/certificates/end', { id: await endOf(person) }, person.cookie);
    expect((await verifyInWallet(badge, service.baseUrl)).checks).toMatchObject({
      ...passed,
      revocation_status: false,
    });
  });

  test('after a year another key signs, and what the former ones signed is still good', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const { path } = await make();
    const before = await badgeAt(path);
    await rows(service, `update credential_keys set created_at = created_at - ${400 * day} returning kid`);
    // The new key is published, and signs a day later.
    await service.get('/.well-known/did.json');
    expect(await badgeAt(path)).toEqual(before);
    await rows(service, `update credential_keys set created_at = created_at - ${2 * day} returning kid`);
    const after = await badgeAt(path);
    expect(after.proof[0]?.verificationMethod).not.toBe(before.proof[0]?.verificationMethod);
    for (const badge of [before, after])
      expect(await verifyBadge(badge, service.baseUrl, 'eddsa-rdfc-2022')).toEqual({
        verified: true,
        isRevoked: false,
      });
  });

  test('the issuer of badges from before November 2026, and their status lists, can still be verified', async () => {
    const list = (await (await service.get('/credentials/status/1')).json()) as Badge;
    expect(list.issuer).toBe(`${service.baseUrl}/credentials/issuer`);
    expect(await verifyBadge(list, service.baseUrl, 'eddsa-jcs-2022')).toMatchObject({ verified: true });
  });

  test('only status lists that are begun are there, and signed', async () => {
    for (const lists of ['lists', 'status']) {
      const statuses = ['1', '2', '99999', '0', '01', '1e3', 'x'].map(
        async (list) => (await service.get(`/credentials/${lists}/${list}`)).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404, 404, 404]);
    }
  });

  test('the badge as a JWT: a foreign library accepts it, and refuses a changed one', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const { path } = await make();
    const reply = await service.get(`${path}/badge.jwt`);
    expect(reply.headers.get('content-type')).toBe('application/jwt');
    const jwt = await reply.text();
    const verify = async (text: string) => {
      const { kid = '' } = decodeProtectedHeader(text);
      expect(kid.startsWith(`${service.baseUrl}/credentials/keys/`)).toBe(true);
      const key = await importJWK((await (await fetch(kid)).json()) as JWK, 'EdDSA');
      return (await jwtVerify(text, key, { algorithms: ['EdDSA'], typ: 'JWT' })).payload;
    };
    const { host } = new URL(service.baseUrl);
    expect(await verify(jwt)).toMatchObject({
      iss: `did:web:${encodeURIComponent(host)}`,
      sub: `${service.baseUrl}${path}`,
      jti: `${service.baseUrl}${path}/badge.json`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
    });
    const [head = '', payload = '', signature = ''] = jwt.split('.');
    const forged = Buffer.from(payload, 'base64url').toString().replace('2 hours', '9 hours');
    await expect(verify(`${head}.${Buffer.from(forged).toString('base64url')}.${signature}`)).rejects.toThrow(
      'signature',
    );
  });

  test('the badge in a picture: other programs read both, whatever the name of its holder', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const { path } = await make({ name: 'Ada ]]> <Byron> 鳥' });
    const badge = await badgeAt(path);
    const svg = parseXml(await (await service.get(`${path}/badge.svg`)).text());
    const [credential] =
      svg.root?.children.filter(
        (child): child is XmlElement => child instanceof XmlElement && child.name === 'openbadges:credential',
      ) ?? [];
    expect(JSON.parse(credential?.text ?? '')).toEqual(badge);

    const png = Buffer.from(await (await service.get(`${path}/badge.png`)).arrayBuffer());
    expect(await sharp(png, { failOn: 'warning' }).stats()).toMatchObject({ isOpaque: false });
    const at = png.indexOf('iTXt') + 4;
    const keyword = 'openbadgecredential\0\0\0\0\0';
    const text = png.subarray(at, at + png.readUInt32BE(at - 8)).toString();
    expect([text.startsWith(keyword), JSON.parse(text.slice(keyword.length))]).toEqual([true, badge]);
    for (const [format, type] of [
      ['png', 'image/png'],
      ['svg', 'image/svg+xml'],
    ] as const) {
      const picture = await service.get(`/credentials/contributions.${format}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, type]);
    }
  });

  test('a withheld project is not named on a certificate any more', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z', project: frogs.id });
    const { path } = await make();
    expect((await read(await service.get(path))).words).toContain('Frog Watch');
    await service.operate('hide', String(frogs.id));
    const { words } = await read(await service.get(path));
    expect(words).not.toContain('Frog Watch');
    expect(words).toContain('A project that is not shown at present');
    expect(await (await service.get(`${path}/badge.json`)).text()).not.toContain('Frog Watch');
    await service.operate('show', String(frogs.id));
  });

  test('a manager names who vouches for the hours, on certificates that are there, too, until they withdraw it', async () => {
    const { make } = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
    const { path } = await make();
    const manager = await signIn(service, 'owner@example.org');
    const at = `/project/${birds.id}-bird-count`;
    const name = (fields: Record<string, string>, cookie = manager) =>
      post(service, `${at}/signatory`, fields, cookie);
    const shown = async () => (await read(await service.get(path))).words;
    const ada = { name: 'Ada <Byron>', role: 'coordinator' };

    const stranger = await signIn(service, 'stranger@example.org');
    expect((await name(ada, stranger)).status).toBe(404);
    expect((await post(service, `${at}/signatory/withdraw`, {}, stranger)).status).toBe(404);
    for (const fault of [
      { name: ' ' },
      { role: '' },
      { name: 'See https://evil.example' },
      { role: 'x'.repeat(81) },
    ])
      expect([fault, (await name({ ...ada, ...fault })).status]).toEqual([fault, 400]);
    expect(await shown()).not.toContain('Vouched');

    expect((await name(ada)).headers.get('location')).toBe(`${at}/tools#signatory`);
    expect(await shown()).toContain('Vouched for by Ada &lt;Byron>, coordinator');
    expect(JSON.stringify(await badgeAt(path))).toContain('Vouched for by Ada <Byron>, coordinator');
    await service.operate('hide', String(birds.id));
    expect(await shown()).not.toContain('Vouched');
    await service.operate('show', String(birds.id));

    for (let press = 0; press < 2; press++)
      expect((await post(service, `${at}/signatory/withdraw`, {}, manager)).status).toBe(303);
    expect(await shown()).not.toContain('Vouched');
  });

  test('a new status list begins when the newest one is full, and not at a place that is taken', async () => {
    const fill = (every: number) =>
      rows(
        service,
        `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${listSize - 1})
          insert into certificates (certificate_id, digest, status_index, created_at, ended_at)
          select ${2 ** 51} + i, 'taken ' || i, i, 1, 1 from n where i % ${every} = 0
          on conflict do nothing returning 1`,
      );
    const lists = async () => {
      for (let at = 0; at < 8; at++) {
        const { make } = await member({ when: '2026-03-05T08:00:00Z', hours: 2 });
        expect((await make()).status).toBe(303);
      }
      const made = await rows<{ status_index: number }>(
        service,
        `select status_index from certificates where ended_at is null order by created_at desc limit 8`,
      );
      return new Set(made.map(({ status_index: index }) => Math.floor(Number(index) / listSize)));
    };
    const begun = async () => (await service.get('/credentials/lists/2')).status;
    await fill(4);
    expect([await lists(), await begun()]).toEqual([new Set([0]), 404]);
    await fill(1);
    expect([await lists(), await begun()]).toEqual([new Set([1]), 200]);
  });
});
