/**
 * The operations that the confirmation message calls from partner pages, from the first request to "forget me here".
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { participantTokens } from '../../../server/profiles/participant-token.ts';
import { sealer } from '../../../server/secrets/secrets.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  cookieOf,
  count,
  fieldsOf,
  importEntries,
  joinFrom,
  mailedCode,
  mailedLink,
  newestMail,
  post,
  profileId,
  projectEntry,
  projects,
  refusal,
  rows,
  send,
  signIn,
  shareScene,
  success,
} from '../scene.ts';

const { birds, frogs, hidden, stars } = projects;
const day = 86_400_000;
const shared = 'https://shared.example';
const inTheClear = 'http://plain.example';
const token = () => randomBytes(32).toString('base64url');
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

type Stored = { profile_id: number | null; source: string; extra: string | null; place: string | null };

describe.each(engines)('the embeds on %s', (engine) => {
  let service: Service;
  let owner: string;
  let reviewed: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    reviewed = await addProject(service, owner, 'Moss Map');
    const tenant = projectEntry('Page Tenant', 'https://www.facebook.com/groups/tenant', { id: 31 });
    const done = await Promise.all([
      service.operator('origin', String(birds.id), shared),
      service.operator('origin', String(frogs.id), shared),
      importEntries(service, 'tenant@example.org', [tenant], '--publish'),
    ]);
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0]);
    await rows(
      service,
      `insert into project_origins (project_id, origin, how, created_at)
        values (${birds.id}, '${inTheClear}', 'url', 1)`,
    );
  });

  let people = 0;
  const newAddress = () => `person-${++people}@example.org`;
  const join = (address = newAddress(), project: { id: number; origin: string } = birds) =>
    joinFrom(service, project, address);
  const record = (
    grant: string,
    more: object = {},
    { id, origin }: { id: number; origin?: string } = birds,
  ) =>
    send(
      service,
      '/embed/record',
      { grant, project_id: id, type: 'collection', event_id: randomUUID(), ...more },
      origin,
    );
  const recorded = async (grant: string, more: object = {}) =>
    success('POST /embed/record', await record(grant, more));
  const stored = async (eventId: number | undefined) =>
    (await rows<Stored>(service, `select * from events where event_id = ${eventId}`))[0];
  const profileOf = (address: string) => profileId(service, owner, address);
  /** The owner's server records, with its own submission id. */
  const recordByKey = async (profile: number, more: Record<string, string> = {}) =>
    success(
      'POST /api/record_event',
      await service.postForm(`/api/record_event?key=${owner}`, {
        profile_id: String(profile),
        project_id: String(birds.id),
        type: 'collection',
        ...more,
      }),
    );
  const participantOf = async (address: string, project = birds.id as number) => {
    const query = new URLSearchParams({ identifier: address, project_id: String(project), key: owner });
    const reply = await success('GET /api/profile/id', await service.get(`/api/profile/id?${query}`));
    return { profile: reply.service_profile_id, participant: reply.participant_token ?? 'no token' };
  };

  describe('GET /embed/project', () => {
    const look = (query: string, origin?: string) =>
      service.get(`/embed/project${query}`, origin === undefined ? {} : { headers: { origin } });

    test.each<[string, string, string | undefined, number, boolean]>([
      ['by id, from a registered page', `?project_id=${birds.id}`, birds.origin, birds.id, true],
      [
        'by id, from another origin that an editor registered',
        `?project_id=${birds.id}`,
        shared,
        birds.id,
        true,
      ],
      ['by id, from a page of another project', `?project_id=${birds.id}`, stars.origin, birds.id, false],
      ['by id, from another port', `?project_id=${birds.id}`, `${birds.origin}:8443`, birds.id, false],
      ['by id, from a page below', `?project_id=${birds.id}`, 'https://www.birds.example', birds.id, false],
      ['by id, from a registered page in the clear', `?project_id=${birds.id}`, inTheClear, birds.id, false],
      ['by id, from a sandboxed page', `?project_id=${birds.id}`, 'null', birds.id, false],
      ['by id, from no page', `?project_id=${birds.id}`, undefined, birds.id, false],
      ['by id, though it is hidden', `?project_id=${hidden.id}`, hidden.origin, hidden.id, true],
      [
        'by id, whose pages share a host with others',
        '?project_id=31',
        'https://www.facebook.com',
        31,
        false,
      ],
      ['by its only origin', '', stars.origin, stars.id, true],
    ])('%s', async (_, query, origin, id, mayGrant) => {
      const reply = await look(query, origin);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('set-cookie')).toBeNull();
      const { page, title, ...told } = await success('GET /embed/project', reply);
      expect(told).toEqual({ result: 'success', project_id: id, may_grant: mayGrant, retention_days: 30 });
      expect(page.startsWith(`${service.baseUrl}/project/${id}-`)).toBe(true);
      expect(title).not.toBe('');
    });

    test.each<[string, string, string | undefined, number, string]>([
      ['an origin of several projects', '', shared, 400, 'invalid'],
      ['an origin of no project', '', 'https://nobody.example', 400, 'invalid'],
      ['no origin', '', undefined, 400, 'invalid'],
      ['a project that does not exist', '?project_id=999', birds.origin, 404, 'no_project'],
      ['a project id in words', '?project_id=birds', birds.origin, 400, 'invalid'],
    ])('%s has no project', async (_, query, origin, status, code) => {
      const reply = await look(query, origin);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      const refused = await refusal(reply, status, code);
      if (status === 400) expect(fieldsOf(refused)).toEqual(['project_id']);
    });

    test('a project that awaits review is not found', async () => {
      await refusal(await look(`?project_id=${reviewed}`, birds.origin), 404, 'no_project');
    });

    test('it counts that the message was shown, by project, origin and day', async () => {
      const shown = () =>
        count(service, `shown where project_id = ${frogs.id} and origin = '${frogs.origin}'`);
      expect(await shown()).toBe(0);
      for (let times = 0; times < 3; times++) await look(`?project_id=${frogs.id}`, frogs.origin);
      await look(`?project_id=${frogs.id}`, 'https://nobody.example');
      const [row] = await rows<object>(
        service,
        `select origin, count from shown where project_id = ${frogs.id}`,
      );
      expect(row).toEqual({ origin: frogs.origin, count: 3 });
      expect(await shown()).toBe(1);
    });
  });

  describe('permission to call', () => {
    const bodies: [string, object][] = [
      ['/embed/connect', { code: token(), verifier: token() }],
      ['/embed/join', { address: 'stranger@example.org', of_age: true }],
      ['/embed/join/code', { flow: token(), address: 'stranger@example.org', code: '123456' }],
      ['/embed/record', { grant: token(), type: 'collection', event_id: 'e' }],
      ['/embed/undo', { grant: token(), event_id: 'e' }],
      ['/embed/decline', { grant: token() }],
      ['/embed/forget', { grant: token() }],
    ];

    test.each(bodies)('%s is for registered pages only', async (path, body) => {
      const origins = [
        undefined,
        'null',
        'https://nobody.example',
        frogs.origin,
        inTheClear,
        service.baseUrl,
      ];
      for (const origin of [
        ...origins,
        `${birds.origin}.evil.example`,
        birds.origin.toUpperCase(),
        `${birds.origin}/`,
      ]) {
        const reply = await send(service, path, { project_id: birds.id, ...body }, origin);
        expect(reply.headers.get('access-control-allow-origin')).toBe('*');
        await refusal(reply, 403, 'origin_not_registered');
      }
      expect((await service.mails()).filter(({ to }) => to === 'stranger@example.org')).toEqual([]);
    });

    test.each(bodies)('%s names every field that is missing', async (path, body) => {
      const refused = await refusal(await send(service, path, {}, birds.origin), 400, 'invalid');
      const optional = ['/embed/undo', '/embed/decline'].includes(path);
      expect(fieldsOf(refused)).toEqual([...(optional ? [] : Object.keys(body)), 'project_id'].sort());
    });

    test.each(['/embed/undo', '/embed/decline'])('%s asks for a grant or a token', async (path) => {
      const refused = await refusal(
        await send(service, path, { project_id: birds.id }, birds.origin),
        400,
        'invalid',
      );
      expect(fieldsOf(refused)).toEqual(['grant']);
    });

    test.each(bodies)('%s refuses an invented secret', async (path, body) => {
      if (path === '/embed/join') return expect(body).not.toHaveProperty('grant');
      const reply = await send(service, path, { project_id: birds.id, ...body }, birds.origin);
      const [status, code] =
        path === '/embed/join/code'
          ? [400, 'wrong_code']
          : [401, path === '/embed/connect' ? 'connect_code_gone' : 'grant_gone'];
      await refusal(reply, status as number, code as string);
    });

    test.each(['short', 'x'.repeat(600), 'with spaces in it, and more', 5, null, { a: 1 }])(
      'a grant like %j is refused before it is looked for',
      async (grant) => {
        const reply = await send(service, '/embed/forget', { project_id: birds.id, grant }, birds.origin);
        expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(['grant']);
      },
    );
  });

  describe('joining by e-mail', () => {
    const ask = (
      address: string,
      more: object = {},
      { id, origin }: { id: number; origin: string } = birds,
    ) => send(service, '/embed/join', { project_id: id, address, of_age: true, ...more }, origin);
    const flowOf = async (reply: Response) => (await success('POST /embed/join', reply)).flow;
    const enter = (
      said: { flow: string; address: string; code: string },
      { id, origin }: { id: number; origin: string } = birds,
    ) => send(service, '/embed/join/code', { project_id: id, ...said }, origin);
    const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

    test('the mail names project and site, says that it signs nobody in, and how to end it', async () => {
      const address = newAddress();
      await flowOf(await ask(address));
      const { subject, text, links } = await newestMail(service, address);
      expect(subject).toMatch(/^\d{6} is your Manyhands code$/);
      expect(text).toContain(`"${birds.name}" on ${birds.origin}`);
      expect(text).toContain('signs nobody in');
      // Joining this way does not create a permanent account by itself.
      expect(text).toContain('sign in to Manyhands with this address within 90 days, or it is deleted again');
      expect(links.map((link) => new URL(link).origin)).toEqual([birds.origin, service.baseUrl]);
      expect(text).not.toContain('/sign-in/');
    });

    test.each([
      ['es', 'es tu código de Manyhands', 'No inicia la sesión de nadie'],
      ['fr-CA', 'est votre code Manyhands', 'Il ne connecte personne'],
      ['DE', 'ist dein Code für Manyhands', 'Er meldet niemanden an'],
      ['pt-BR', 'é o seu código de Manyhands', 'Ele não inicia a sessão de ninguém'],
      ['ar', 'هو رمزك في Manyhands', 'هو لا يسجّل دخول أحد'],
      ['tlh', 'is your Manyhands code', 'It signs nobody in'],
      ['', 'is your Manyhands code', 'It signs nobody in'],
    ])('for a page in %j the mail says "%s"', async (lang, subject, says) => {
      const address = newAddress();
      await flowOf(await ask(address, { lang }));
      const mail = await newestMail(service, address);
      expect(mail.subject).toBe(`${await mailedCode(service, address)} ${subject}`);
      expect(mail.text).toContain(says);
      expect(mail.text).toContain(birds.name);
      expect(mail.text).not.toMatch(/[{}]|undefined/);
      expect(mail.links.map((link) => new URL(link).origin)).toEqual([birds.origin, service.baseUrl]);
    });

    test('the code becomes a grant of 30 days, and the person a member who never signed in', async () => {
      const address = newAddress();
      const before = Date.now();
      const { grant, expires, sign_in_by } = await join(address);
      expect(Math.round((Date.parse(sign_in_by) - before) / day)).toBe(90);
      expect(grant).toMatch(/^[\w-]{43}$/);
      expect(Math.round((Date.parse(expires) - before) / day)).toBe(30);
      const stored = await rows<object>(
        service,
        `select a.confirmed_at from accounts a join addresses d on d.account_id = a.account_id where d.address = '${address}'`,
      );
      expect(stored).toEqual([{ confirmed_at: null }]);
    });

    test('the reply does not tell who is a member already', async () => {
      const address = newAddress();
      await signIn(service, address);
      const before = Date.now();
      const { sign_in_by, ...known } = await join(address);
      expect(Math.round((Date.parse(sign_in_by) - before) / day)).toBe(90);
      expect(Object.keys(known).sort()).toEqual(['expires', 'grant', 'result']);
    });

    test('spaces in the code and capitals in the address are ignored', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = (await mailedCode(service, address)).replace(/^(...)/, '$1 ');
      await success(
        'POST /embed/join/code',
        await enter({ flow, address: ` ${address.toUpperCase()} `, code }),
      );
    });

    test.each<
      [
        string,
        (code: string) => Promise<{ code?: string; flow?: string; address?: string }>,
        { id: number; origin: string },
      ]
    >([
      ['a wrong code', async (code) => ({ code: wrong(code) }), birds],
      ['no digits', async () => ({ code: 'abcdef' }), birds],
      ['the flow of somebody else', async () => ({ flow: await flowOf(await ask(newAddress())) }), birds],
      ['a made-up flow', async () => ({ flow: token() }), birds],
      ['another address', async () => ({ address: newAddress() }), birds],
      ['another project', async () => ({}), frogs],
      ['another origin of the project', async () => ({}), { id: birds.id, origin: shared }],
      ['another project at the same origin', async () => ({}), { id: frogs.id, origin: shared }],
    ])('%s is refused, and the correct one still works', async (_, change, place) => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const right = { flow, address, code: await mailedCode(service, address) };
      const reply = await enter({ ...right, ...(await change(right.code)) }, place);
      expect(fieldsOf(await refusal(reply, 400, 'wrong_code'))).toEqual(['code']);
      await success('POST /embed/join/code', await enter(right));
    });

    test('a code works once', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const said = { flow, address, code: await mailedCode(service, address) };
      await success('POST /embed/join/code', await enter(said));
      await refusal(await enter(said), 400, 'code_gone');
    });

    test('ten entries of one code at once lead to one grant', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const said = { flow, address, code: await mailedCode(service, address) };
      const statuses = (await Promise.all(Array.from({ length: 10 }, () => enter(said)))).map(
        ({ status }) => status,
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const profile = await profileOf(address);
      expect(await count(service, `grants where profile_id = ${profile}`)).toBe(1);
    });

    test('a code that is too old is refused', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      await rows(service, 'update join_flows set expires_at = 1 where used_at is null');
      await refusal(
        await enter({ flow, address, code: await mailedCode(service, address) }),
        400,
        'code_gone',
      );
    });

    test('a new flow does not end an earlier one', async () => {
      const address = newAddress();
      const first = await flowOf(await ask(address));
      const code = await mailedCode(service, address);
      await flowOf(await ask(address));
      await success('POST /embed/join/code', await enter({ flow: first, address, code }));
    });

    test('an address gets three mails an hour, whether it is known or not', async () => {
      const [known, unknown] = [newAddress(), newAddress()];
      await join(known);
      const answers = async (address: string, times: number) => {
        const heard: [number, string][] = [];
        for (let asked = 0; asked < times; asked++) {
          const reply = await ask(address);
          const { code = 'success', ...rest } = (await reply.json()) as { code?: string };
          heard.push([reply.status, `${code} ${Object.keys(rest).sort().join()}`]);
        }
        return heard;
      };
      expect(await answers(known, 1)).toEqual(await answers(unknown, 1));
      const ofKnown = await answers(known, 3);
      const ofUnknown = await answers(unknown, 4);
      expect(ofKnown.map(([status]) => status)).toEqual([200, 429, 429]);
      expect(ofUnknown.map(([status]) => status)).toEqual([200, 200, 429, 429]);
      expect(ofUnknown.slice(1)).toEqual(ofKnown);
      const refused = await ask(unknown);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await refusal(refused, 429, 'too_many_mails');
      const mails = await service.mails();
      expect([known, unknown].map((address) => mails.filter(({ to }) => to === address).length)).toEqual([
        3, 3,
      ]);
      // Over all flows: another project and another spelling count, too. Signing in has mails of its own.
      await refusal(await ask(unknown.toUpperCase(), {}, frogs), 429, 'too_many_mails');
      expect((await post(service, '/sign-in', { email: unknown })).status).toBe(200);
    });

    test('after five wrong codes the correct one does not work either; one of another mail does', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = await mailedCode(service, address);
      for (let tries = 0; tries < 5; tries++)
        await refusal(await enter({ flow, address, code: wrong(code) }), 400, 'wrong_code');
      const sixth = await enter({ flow, address, code });
      expect(sixth.headers.get('retry-after')).toBeNull();
      expect((await refusal(sixth, 400, 'code_gone')).error).toContain('ask for a new one');
      const again = await flowOf(await ask(address));
      const said = { flow: again, address, code: await mailedCode(service, address) };
      await success('POST /embed/join/code', await enter(said));
    });

    test('thirty wrong codes at once are still five tries', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = wrong(await mailedCode(service, address));
      const codes = await Promise.all(
        Array.from({ length: 30 }, async () => (await enter({ flow, address, code })).json()),
      );
      const heard = (codes as { code: string }[]).map((reply) => reply.code);
      expect(heard.filter((one) => one === 'wrong_code')).toHaveLength(5);
      expect(heard.filter((one) => one === 'code_gone')).toHaveLength(25);
    });

    test.each([false, 'no', 0])('of_age %j: no mail, no account', async (of_age) => {
      const address = newAddress();
      const accounts = await count(service, 'accounts');
      const refused = await refusal(await ask(address, { of_age }), 403, 'under_age');
      expect(fieldsOf(refused)).toEqual(['of_age']);
      expect((await service.mails()).filter(({ to }) => to === address)).toEqual([]);
      expect(await count(service, 'accounts')).toBe(accounts);
    });

    test('a bad address is refused', async () => {
      expect(fieldsOf(await refusal(await ask('nobody'), 400, 'invalid'))).toEqual(['address']);
    });

    test.each<[string, string, boolean]>([
      ['ends what the code led to', 'ended', true],
      ['wants no such mail again', 'never', false],
    ])('a person who reads the mail and %s', async (_, choice, mailAgain) => {
      const address = newAddress();
      const { grant } = await join(address);
      const { links } = await newestMail(service, address);
      const path = new URL(links.find((link) => link.startsWith(service.baseUrl)) ?? '').pathname;
      const seen = await service.get(path);
      expect(seen.status).toBe(200);
      await recorded(grant);
      expect((await post(service, path, { choice })).status).toBe(200);
      await refusal(await record(grant), 401, 'grant_gone');
      const before = (await service.mails()).length;
      expect(await flowOf(await ask(address))).toMatch(/^[\w-]{43}$/);
      expect((await service.mails()).length).toBe(before + (mailAgain ? 1 : 0));
    });

    test('a person who wanted no such mail again, and then does', async () => {
      const address = newAddress();
      await join(address);
      const { links } = await newestMail(service, address);
      const path = new URL(links.find((link) => link.startsWith(service.baseUrl)) ?? '').pathname;
      const said = async (reply: Response) => (await reply.text()).replace(/<[^<>]*>/g, ' ');
      expect(await said(await service.get(path))).toContain('1 site that used a mailed code');
      await post(service, path, { choice: 'never' });
      expect(await said(await service.get(path))).toContain('Allow such mail again');
      expect(await said(await post(service, path, { choice: 'again' }))).toContain(
        'You can get such mail again',
      );
      expect(await said(await service.get(path))).toContain('No site uses a mailed code');
      const before = (await service.mails()).length;
      await ask(address);
      expect((await service.mails()).length).toBe(before + 1);
    });

    test('a link of such a mail that was changed does nothing', async () => {
      const reply = await post(service, `/mail/${token()}`, { choice: 'never' });
      expect(reply.status).toBe(404);
    });
  });

  describe('recording with a grant', () => {
    let grant: string;
    let profile: number;

    beforeAll(async () => {
      const address = newAddress();
      ({ grant } = await join(address));
      profile = await profileOf(address);
    });

    /** Like a page: the newer grant replaces the older one. */
    const credited = async (more: object = {}) => {
      const reply = await recorded(grant, more);
      grant = reply.grant ?? '';
      return reply;
    };

    test('the contribution is recorded, as reported by a browser', async () => {
      const reply = await credited({
        type: 'classification',
        duration: 1.5,
        magnitude: 2,
        where: 'POINT(1 2)',
        extra: 'x',
        when: new Date().toISOString(),
      });
      expect(reply.credited).toBe(true);
      expect(await stored(reply.event_id)).toMatchObject({
        profile_id: profile,
        source: 'browser',
        type: 'classification',
        duration: 1.5,
        magnitude: 2,
        extra: 'x',
      });
    });

    test('the same event_id is recorded once, whatever the clock of the page says', async () => {
      const event_id = randomUUID();
      const first = await credited({ event_id, when: new Date(Date.now() - 5000).toISOString() });
      const second = await credited({ event_id, when: new Date().toISOString() });
      expect(second).toMatchObject({ event_id: first.event_id, duplicate: true, credited: true });
      expect(second.grant).not.toBe(first.grant);
      await refusal(await record(grant, { event_id, type: 'signup' }), 409, 'conflict');
    });

    test('an event_id belongs to this participant: the owner and others have their own', async () => {
      const event_id = randomUUID();
      const mine = await credited({ event_id });
      const byKey = await recordByKey(profile, { idempotency_key: event_id });
      const { grant: others } = await join();
      const theirs = await recorded(others, { event_id });
      expect(new Set([mine.event_id, byKey.event_id, theirs.event_id]).size).toBe(3);
    });

    test.each<[string, object, number, string, string[]]>([
      ['a date that cannot be read', { when: 'now' }, 400, 'invalid', ['when']],
      ['more than a day in the future', { when: '2999-01-01T00:00:00Z' }, 400, 'invalid', ['when']],
      ['a place beyond the map', { where: 'POINT(200 0)' }, 400, 'invalid', ['where']],
      ['another type', { type: 'view' }, 400, 'invalid', ['type']],
      ['no event_id', { event_id: '' }, 400, 'invalid', ['event_id']],
      ['an event_id of 129 characters', { event_id: 'e'.repeat(129) }, 400, 'invalid', ['event_id']],
      ['an extra of 65,537 bytes', { extra: 'x'.repeat(65_537) }, 413, 'too_large', ['extra']],
    ])('%s is refused, and nothing is recorded', async (_, more, status, code, fields) => {
      const before = await count(service, 'events');
      expect(fieldsOf(await refusal(await record(grant, more), status, code))).toEqual(fields);
      expect(await count(service, 'events')).toBe(before);
    });

    test.each<[string, { id: number; origin: string }, number, string]>([
      ['another project', frogs, 401, 'grant_gone'],
      ['another project at an origin of both', { id: frogs.id, origin: shared }, 401, 'grant_gone'],
      ['another origin of the project', { id: birds.id, origin: shared }, 401, 'grant_gone'],
      [
        'an origin that is not the project’s',
        { id: birds.id, origin: frogs.origin },
        403,
        'origin_not_registered',
      ],
    ])('a grant does not work for %s', async (_, place, status, code) => {
      const before = await count(service, 'events');
      await refusal(await record(grant, {}, place), status, code);
      for (const path of ['/embed/undo', '/embed/decline', '/embed/forget'])
        await refusal(await send(service, path, { project_id: place.id, grant }, place.origin), status, code);
      expect(await count(service, 'events')).toBe(before);
      // It still works where it belongs.
      expect((await credited()).credited).toBe(true);
    });

    test('a grant signs nobody in, and is not a key', async () => {
      const me = await service.get('/me', { headers: { cookie: `mh_session=${grant}` } });
      expect(me.status).toBe(303);
      await refusal(
        await service.get(`/api/profile/id?identifier=a@example.org&key=${grant}`),
        401,
        'wrong_key',
      );
    });

    test('each use returns a newer grant; the older one works until a newer one was used', async () => {
      const first = (await join()).grant;
      const second = (await recorded(first)).grant ?? '';
      // The reply was lost: the page uses the grant that it has.
      const third = (await recorded(first)).grant ?? '';
      expect(new Set([first, second, third]).size).toBe(3);
      const fourth = (await recorded(third)).grant ?? '';
      await refusal(await record(first), 401, 'grant_gone');
      await refusal(await record(second), 401, 'grant_gone');
      await recorded(fourth);
      await refusal(await record(third), 401, 'grant_gone');
    });

    test("however many replies are lost, the page's grant still works", async () => {
      const { grant } = await join();
      const answered: string[] = [];
      for (let lost = 0; lost < 45; lost++) answered.push((await recorded(grant)).grant ?? '');
      await recorded(answered[30] ?? '');
      await refusal(await record(grant), 401, 'grant_gone');
    });

    test('a grant that is too old has expired', async () => {
      const address = newAddress();
      const old = (await join(address)).grant;
      await rows(service, `update grants set expires_at = 1 where profile_id = ${await profileOf(address)}`);
      await refusal(await record(old), 401, 'grant_gone');
    });

    test('each use extends its life', async () => {
      const address = newAddress();
      const mine = (await join(address)).grant;
      const where = `profile_id = ${await profileOf(address)}`;
      await rows(service, `update grants set expires_at = expires_at - ${20 * day} where ${where}`);
      await recorded(mine);
      const [row] = await rows<{ expires_at: number }>(
        service,
        `select expires_at from grants where ${where}`,
      );
      expect(Math.round(((row?.expires_at ?? 0) - Date.now()) / day)).toBe(30);
    });
  });

  describe('taking back', () => {
    const undo = (body: object, origin: string = birds.origin) =>
      send(service, '/embed/undo', { project_id: birds.id, ...body }, origin);
    const undone = async (body: object) => {
      expect(await success('POST /embed/undo', await undo(body))).toEqual({
        result: 'success',
        credited: false,
      });
    };
    const total = async () =>
      (
        await rows<{ sum: number }>(
          service,
          `select cast(sum(events) as bigint) as sum from daily where project_id = ${birds.id}`,
        )
      )[0]?.sum;

    test('undo by grant takes the named event off the profile, and the totals stay', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const [kept, gone] = [randomUUID(), randomUUID()];
      const first = await recorded(grant, {
        event_id: gone,
        extra: 'mine',
        where: 'POINT(1 2)',
        duration: 60,
      });
      const second = await recorded(first.grant ?? '', { event_id: kept, duration: 30 });
      const before = await total();
      await undone({ grant: second.grant, event_id: gone });
      expect(await stored(first.event_id)).toMatchObject({ profile_id: null, extra: null, place: null });
      const profile = await profileOf(address);
      expect(await stored(second.event_id)).toMatchObject({ profile_id: profile });
      expect(await total()).toBe(before);
      const parts = await rows<object>(
        service,
        `select events, duration from participation where profile_id = ${profile}`,
      );
      expect(parts).toEqual([{ events: 1, duration: 30 }]);
      // A retry of the undone event does not credit it again.
      const retried = await recorded(second.grant ?? '', {
        event_id: gone,
        extra: 'mine',
        where: 'POINT(1 2)',
        duration: 60,
      });
      expect(retried).toMatchObject({ event_id: first.event_id, duplicate: true, credited: false });
    });

    test('undo of a missing event, or of somebody else’s, has the same reply and does nothing', async () => {
      const { grant } = await join();
      const address = newAddress();
      const event_id = randomUUID();
      const theirs = await recorded((await join(address)).grant, { event_id });
      await undone({ grant, event_id });
      await undone({ grant, event_id: randomUUID() });
      expect(await stored(theirs.event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('an event that is older than a day stays', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const event_id = randomUUID();
      const old = await recorded(grant, { event_id });
      await rows(
        service,
        `update events set arrived_at = arrived_at - ${day + 60_000} where event_id = ${old.event_id}`,
      );
      await undone({ grant: old.grant, event_id });
      expect(await stored(old.event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('decline by grant: this event and later ones are tied to nobody, and the grant has ended', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const first = await recorded(grant, { extra: 'mine' });
      const declined = await send(
        service,
        '/embed/decline',
        { project_id: birds.id, grant: first.grant },
        birds.origin,
      );
      expect(await success('POST /embed/decline', declined)).toEqual({ result: 'success', credited: false });
      expect(await stored(first.event_id)).toMatchObject({ profile_id: null, extra: null });
      await refusal(await record(first.grant ?? ''), 401, 'grant_gone');
      const profile = await profileOf(address);
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
      // "Credit me", confirmed by a mailed code, is the participant's own decision: it lifts the opt-out.
      const again = await recorded((await join(address)).grant);
      expect(again.credited).toBe(true);
      expect(await stored(again.event_id)).toMatchObject({ profile_id: profile });
    });

    test('decline that keeps the past: earlier events stay, later ones are tied to nobody', async () => {
      const address = newAddress();
      const first = await recorded((await join(address)).grant, { extra: 'mine' });
      const body = { project_id: birds.id, grant: first.grant, keep_past: true };
      const declined = await send(service, '/embed/decline', body, birds.origin);
      expect(await success('POST /embed/decline', declined)).toEqual({ result: 'success', credited: false });
      const profile = await profileOf(address);
      expect(await stored(first.event_id)).toMatchObject({ profile_id: profile, extra: 'mine' });
      await refusal(await record(first.grant ?? ''), 401, 'grant_gone');
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    test('forget ends the grant of this page and nothing else', async () => {
      const address = newAddress();
      const [here, elsewhere] = [
        (await join(address)).grant,
        (await join(address, { id: birds.id, origin: shared })).grant,
      ];
      const before = await recorded(here);
      const forget = () =>
        send(service, '/embed/forget', { project_id: birds.id, grant: before.grant }, birds.origin);
      expect(await success('POST /embed/forget', await forget())).toEqual({ result: 'success' });
      await refusal(await forget(), 401, 'grant_gone');
      await refusal(await record(here), 401, 'grant_gone');
      const profile = await profileOf(address);
      expect(await stored(before.event_id)).toMatchObject({ profile_id: profile });
      const there = await success(
        'POST /embed/record',
        await record(elsewhere, {}, { id: birds.id, origin: shared }),
      );
      expect(there.credited).toBe(true);
    });
  });

  describe('the participant token', () => {
    const by = (path: string, body: object, origin: string = birds.origin) =>
      send(service, path, { project_id: birds.id, ...body }, origin);

    test('undo takes the latest, or the one that the owner’s id names', async () => {
      const { profile, participant } = await participantOf(newAddress());
      const named = await recordByKey(profile, { idempotency_key: randomUUID(), extra: 'named' });
      const key = randomUUID();
      const wanted = await recordByKey(profile, { idempotency_key: key });
      const latest = await recordByKey(profile);
      await success('POST /embed/undo', await by('/embed/undo', { participant }));
      expect(await stored(latest.event_id)).toMatchObject({ profile_id: null });
      expect(await stored(wanted.event_id)).toMatchObject({ profile_id: profile });
      await success('POST /embed/undo', await by('/embed/undo', { participant, event_id: key }));
      expect(await stored(wanted.event_id)).toMatchObject({ profile_id: null });
      expect(await stored(named.event_id)).toMatchObject({ profile_id: profile, extra: 'named' });
    });

    test('its replies reveal nothing: with or without events, member or not, opted out or not', async () => {
      const [member, other] = [newAddress(), newAddress()];
      await join(member);
      const answers = new Set<string>();
      for (const address of [member, other]) {
        const { participant } = await participantOf(address);
        for (const path of ['/embed/undo', '/embed/undo', '/embed/decline', '/embed/decline', '/embed/undo'])
          answers.add(await (await by(path, { participant })).text());
      }
      expect([...answers]).toEqual(['{"result":"success","credited":false}']);
    });

    test('decline: events of the last day and later ones are tied to nobody; older ones stay', async () => {
      const { profile, participant } = await participantOf(newAddress());
      const old = await recordByKey(profile);
      await rows(
        service,
        `update events set arrived_at = arrived_at - ${day + 60_000} where event_id = ${old.event_id}`,
      );
      const recent = await recordByKey(profile);
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
      const later = await recordByKey(profile);
      const profiles = [];
      for (const { event_id } of [old, recent, later]) profiles.push((await stored(event_id))?.profile_id);
      expect(profiles).toEqual([profile, null, null]);
    });

    test.each([
      ['the contribution that it names', true],
      ['the latest one', false],
    ])('decline that keeps the past takes off %s', async (_, isNamed) => {
      const { profile, participant } = await participantOf(newAddress());
      const key = randomUUID();
      const [older, named, latest] = [
        await recordByKey(profile),
        await recordByKey(profile, { idempotency_key: key }),
        await recordByKey(profile),
      ];
      const event_id = isNamed ? key : undefined;
      await success(
        'POST /embed/decline',
        await by('/embed/decline', { participant, event_id, keep_past: true }),
      );
      const profiles = [];
      for (const each of [older, named, latest]) profiles.push((await stored(each.event_id))?.profile_id);
      expect(profiles).toEqual(isNamed ? [profile, null, profile] : [profile, profile, null]);
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    describe('"no" from a page with a token and a grant', () => {
      const latestToken = (profileId: number, age: number) =>
        participantTokens(sealer(service.settings['PEPPER'] ?? '', 'participant')).issue(
          { profileId, projectId: birds.id },
          Date.now() - age,
        );
      const ended = async (grant: string) => {
        const reply = await send(service, '/embed/forget', { project_id: birds.id, grant }, birds.origin);
        await success('POST /embed/forget', reply);
      };

      type Situation = {
        grantOf: 'same' | 'other';
        ends?: 'grant' | 'token';
        kept: { named: boolean; later: boolean; linked: boolean };
        reply?: object;
      };
      /** `kept`: whether contributions stay with the token's profile, and whether the grant's profile gets more. */
      test.each<[string, Situation]>([
        [
          'of one person: this contribution is taken off, earlier ones stay, and no later one follows',
          { grantOf: 'same', kept: { named: false, later: false, linked: false } },
        ],
        [
          'of two profiles: neither gets any more',
          { grantOf: 'other', kept: { named: false, later: false, linked: false } },
        ],
        [
          'the grant has ended: the token is enough',
          { grantOf: 'other', ends: 'grant', kept: { named: false, later: false, linked: true } },
        ],
        [
          'the token is too old: this contribution stays, and the reply says so',
          {
            grantOf: 'same',
            ends: 'token',
            kept: { named: true, later: false, linked: false },
            reply: { token_gone: true },
          },
        ],
      ])('%s', async (_, { grantOf, ends, kept, reply = {} }) => {
        const address = newAddress();
        const { profile, participant } = await participantOf(address);
        const linkedAddress = grantOf === 'same' ? address : newAddress();
        const { grant } = await join(linkedAddress);
        const linked = await profileOf(linkedAddress);
        const key = randomUUID();
        const earlier = await recordByKey(profile, { extra: 'mine' });
        const named = await recordByKey(profile, { idempotency_key: key });
        if (ends === 'grant') await ended(grant);
        const said = {
          grant,
          participant: ends === 'token' ? latestToken(profile, 2 * 3_600_000) : participant,
          event_id: key,
          keep_past: true,
        };
        const answer = await success('POST /embed/decline', await by('/embed/decline', said));
        expect(answer).toEqual({ result: 'success', credited: false, ...reply });
        expect(await stored(earlier.event_id)).toMatchObject({ profile_id: profile, extra: 'mine' });
        expect(await stored(named.event_id)).toMatchObject({ profile_id: kept.named ? profile : null });
        const later = async (of: number) => (await stored((await recordByKey(of)).event_id))?.profile_id;
        expect(await later(profile)).toBe(kept.later ? profile : null);
        expect(await later(linked)).toBe(kept.linked ? linked : null);
        await refusal(await record(grant), 401, 'grant_gone');
      });

      test('neither is good: refused, and nothing changes', async () => {
        const address = newAddress();
        const { profile } = await participantOf(address);
        const { grant } = await join(address);
        await ended(grant);
        const participant = latestToken(profile, 2 * 3_600_000);
        const said = { grant, participant, keep_past: true };
        await refusal(await by('/embed/decline', said), 401, 'grant_gone');
        expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: profile });
      });

      test('said again where nothing is credited any more, it takes off no earlier one', async () => {
        const { profile, participant } = await participantOf(newAddress());
        const [earlier, latest] = [await recordByKey(profile), await recordByKey(profile)];
        const says = async () =>
          success('POST /embed/decline', await by('/embed/decline', { participant, keep_past: true }));
        await says();
        expect(await stored(latest.event_id)).toMatchObject({ profile_id: null });
        expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
        await says();
        expect(await stored(earlier.event_id)).toMatchObject({ profile_id: profile });
      });
    });

    test('it cannot record, forget, nor lift an opt-out', async () => {
      const { profile, participant } = await participantOf(newAddress());
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
      await refusal(await record(participant), 401, 'grant_gone');
      await refusal(await by('/embed/forget', { grant: participant }), 401, 'grant_gone');
      expect(fieldsOf(await refusal(await by('/embed/forget', { participant }), 400, 'invalid'))).toEqual([
        'grant',
      ]);
      await success('POST /embed/undo', await by('/embed/undo', { participant }));
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    test.each<[string, { id: number; origin: string }, number, string]>([
      ['another project', frogs, 401, 'token_gone'],
      ['another project at an origin of both', { id: frogs.id, origin: shared }, 401, 'token_gone'],
      [
        'an origin that is not registered',
        { id: birds.id, origin: 'https://nobody.example' },
        403,
        'origin_not_registered',
      ],
    ])('it does not work for %s', async (_, { id, origin }, status, code) => {
      const address = newAddress();
      const { profile, participant } = await participantOf(address);
      const { event_id } = await recordByKey(profile);
      for (const path of ['/embed/undo', '/embed/decline'])
        await refusal(await send(service, path, { project_id: id, participant }, origin), status, code);
      expect(await stored(event_id)).toMatchObject({ profile_id: profile });
    });

    /** A token for somebody, issued some milliseconds ago. */
    const issuedAgo = (milliseconds: number) =>
      participantTokens(sealer(service.settings['PEPPER'] ?? '', 'participant')).issue(
        { profileId: 4711, projectId: birds.id },
        Date.now() - milliseconds,
      );

    test('it is valid for an hour', async () => {
      const participant = issuedAgo(3_570_000);
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
    });

    test.each<[string, (participant: string) => string]>([
      [
        'changed in one letter',
        (text) => `${text.slice(0, 30)}${text[30] === 'A' ? 'B' : 'A'}${text.slice(31)}`,
      ],
      ['cut short', (text) => text.slice(0, -4)],
      ['made up', () => token()],
      ['an hour old', () => issuedAgo(3_600_001)],
    ])('%s it is refused', async (_, change) => {
      const { participant } = await participantOf(newAddress());
      await refusal(await by('/embed/decline', { participant: change(participant) }), 401, 'token_gone');
    });
  });

  describe('the popup', () => {
    const state = token();
    const address = 'popup@example.org';
    let cookie: string;

    beforeAll(async () => {
      cookie = await signIn(service, address);
    });

    type Connect = {
      state: string;
      code?: string;
      account?: string;
      origin?: string;
      fault?: string;
      project?: { id: number };
    };
    const asked = (challenge: string, { id, origin }: { id: number; origin: string } = birds) => ({
      project_id: String(id),
      origin,
      challenge,
      state,
    });
    const shown = async (reply: Response): Promise<Connect> => {
      const text = await reply.text();
      const json = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text)?.[1];
      return (JSON.parse(json ?? '{"data":{}}') as { data: Connect }).data;
    };
    const visit = (query: Record<string, string>, by?: string) =>
      service.get(
        `/connect?${new URLSearchParams(query)}`,
        by === undefined ? {} : { headers: { cookie: by } },
      );
    const allow = async (challenge: string, place?: { id: number; origin: string }) => {
      const reply = await post(service, '/connect', asked(challenge, place), cookie);
      const { state: now, code = '' } = await shown(reply);
      expect([reply.status, now]).toEqual([200, 'done']);
      return code;
    };
    const redeem = (code: string, verifier: string, { id, origin }: { id: number; origin: string } = birds) =>
      send(service, '/embed/connect', { project_id: id, code, verifier }, origin);

    test('a person who is not signed in gets a mail, and comes back to the same question', async () => {
      const query = asked(s256(token()));
      expect((await shown(await visit(query))).state).toBe('sign-in');
      const next = `/connect?${new URLSearchParams(query)}`;
      const person = newAddress();
      expect((await post(service, '/sign-in', { email: person, next })).status).toBe(200);
      const link = await mailedLink(service, person);
      expect(await (await service.get('/connect/ready')).json()).toEqual({ ready: false });
      const signedIn = await post(service, link, { of_age: 'yes' });
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, next]);
      const theirs = cookieOf(signedIn);
      expect(await shown(await visit(query, theirs))).toMatchObject({ state: 'ask', account: person });
      const ready = await service.get('/connect/ready', { headers: { cookie: theirs } });
      expect(await ready.json()).toEqual({ ready: true });
    });

    test('a person who is signed in is asked, with the names of project and site', async () => {
      const page = await shown(await visit(asked(s256(token())), cookie));
      expect(page).toMatchObject({
        state: 'ask',
        account: address,
        origin: birds.origin,
        project: { id: birds.id },
      });
      expect(page).not.toHaveProperty('code');
    });

    test('the code becomes a grant of 90 days', async () => {
      const verifier = token();
      const reply = await redeem(await allow(s256(verifier)), verifier);
      const { grant, expires } = await success('POST /embed/connect', reply);
      expect(Math.round((Date.parse(expires) - Date.now()) / day)).toBe(90);
      const { credited, event_id } = await recorded(grant);
      expect(credited).toBe(true);
      expect(await stored(event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('a code works once', async () => {
      const verifier = token();
      const code = await allow(s256(verifier));
      const replies = await Promise.all([
        redeem(code, verifier),
        redeem(code, verifier),
        redeem(code, verifier),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    test.each<[string, (code: string, verifier: string) => Promise<Response>]>([
      ['a wrong verifier', (code) => redeem(code, token())],
      ['another project', (code, verifier) => redeem(code, verifier, frogs)],
      [
        'another origin of the project',
        (code, verifier) => redeem(code, verifier, { id: birds.id, origin: shared }),
      ],
      ['the challenge as verifier', (code, verifier) => redeem(code, s256(verifier))],
    ])('%s uses up the code', async (_, mistaken) => {
      const verifier = token();
      const code = await allow(s256(verifier));
      await refusal(await mistaken(code, verifier), 401, 'connect_code_gone');
      await refusal(await redeem(code, verifier), 401, 'connect_code_gone');
    });

    test('a code that is too old is refused', async () => {
      const verifier = token();
      const code = await allow(s256(verifier));
      await rows(service, 'update connect_codes set expires_at = 1 where used_at is null');
      await refusal(await redeem(code, verifier), 401, 'connect_code_gone');
    });

    test.each<[string, Record<string, string>]>([
      ['an origin of another project', { origin: frogs.origin }],
      ['an origin in the clear', { origin: inTheClear }],
      ['an origin with a path', { origin: `${birds.origin}/home` }],
      ['the origin null', { origin: 'null' }],
      ['no origin', { origin: '' }],
      ['a project that does not exist', { project_id: '999' }],
      ['a project in words', { project_id: 'birds' }],
      ['a challenge that is too short', { challenge: 'abc' }],
      ['no challenge', { challenge: '' }],
      ['no state', { state: '' }],
      ['a state with markup', { state: '"><script>alert(1)</script>' }],
    ])('%s is refused, before and after the question', async (_, change) => {
      const query = { ...asked(s256(token())), ...change };
      const codes = await count(service, 'connect_codes');
      for (const reply of [
        await visit(query, cookie),
        await visit(query),
        await post(service, '/connect', query, cookie),
      ]) {
        expect(reply.status).toBe(400);
        expect((await shown(reply)).state).toBe('refused');
      }
      expect(await count(service, 'connect_codes')).toBe(codes);
    });

    test('without a session the answer is the question to sign in, and no code', async () => {
      const codes = await count(service, 'connect_codes');
      const page = await shown(await post(service, '/connect', asked(s256(token()))));
      expect(page.state).toBe('sign-in');
      expect(page).not.toHaveProperty('code');
      expect(await count(service, 'connect_codes')).toBe(codes);
    });

    test('a page of another site cannot answer in the person’s name', async () => {
      const reply = await service.postForm('/connect', asked(s256(token())), {
        headers: { origin: birds.origin, cookie },
      });
      expect(reply.status).toBe(403);
    });

    test('the link that it mails is in the language of the embed, also after a mistake', async () => {
      const query = { ...asked(s256(token())), lang: 'fr' };
      const next = `/connect?${new URLSearchParams(query)}`;
      const hidden = '<input type="hidden" name="lang" value="fr"/>';
      expect(await (await service.get(next)).text()).toContain(hidden);
      const slip = await post(service, '/sign-in', { email: 'nobody', next, lang: 'fr' });
      expect(await slip.text()).toContain(hidden);
      const reader = newAddress();
      expect((await post(service, '/sign-in', { email: reader, next, lang: 'fr' })).status).toBe(200);
      const { subject, text } = await newestMail(service, reader);
      expect(subject).toBe('Connexion à Manyhands');
      expect(text).toContain('personne ne peut se connecter sans cet e-mail');
      expect((await service.get(await mailedLink(service, reader))).status).toBe(200);
      // An invalid language is ignored, and not repeated.
      const odd = await service.get(`/connect?${new URLSearchParams({ ...query, lang: 'fr"><b>' })}`);
      expect(await odd.text()).not.toContain('name="lang"');
    });

    test('the popup cannot be framed, and reaches the page that opened it', async () => {
      const { headers } = await visit(asked(s256(token())), cookie);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBeNull();
    });
  });
});
