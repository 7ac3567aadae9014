/**
 * Recognisable addresses and secrets go through every operation; afterwards every byte of the store and the log is
 * searched for them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretOfCamera, startImageServer } from '../../../set-up/service/peers/image-server.ts';
import { startPostgres } from '../../../set-up/postgres/postgres.ts';
import { ownProject, site } from '../../../set-up/service/project.ts';
import { openRows, tablesOf, type Rows } from '../../../set-up/service/rows.ts';
import { runService, type RunningService } from '../../../set-up/service/running-service.ts';
import { engines, type Engine } from '../../../set-up/service/start-service.ts';
import { pageTable } from '../page-table.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const base64url = (bytes: number) => randomBytes(bytes).toString('base64url');

type ImageServer = Awaited<ReturnType<typeof startImageServer>>;

/** In every address of a non-member, before or after the @. */
const stranger = `stranger${randomBytes(6).toString('hex')}`;
const strangers: string[] = [];
const newStranger = (): string => {
  const n = strangers.length;
  const address = n % 2 ? `a${n}@${stranger}.example` : `${stranger}.${n}@example.org`;
  strangers.push(address);
  return address;
};

const mark = randomBytes(6).toString('hex');
const members = {
  owner: `owner-${mark}@example.org`,
  reader: `reader-${mark}@example.org`,
  joiner: `joiner-${mark}@example.org`,
};
const projectName = `Visible ${mark}`;

/** Texts that must never be found again, by their kind. */
const secrets = new Map<string, string>();
const keep = (what: string, value: string | undefined): string => {
  if (!value) throw new Error(`There is no ${what}.`);
  secrets.set(`${what} ${secrets.size}`, value);
  return value;
};

const steps = () => {
  const done: [string, number, number][] = [];
  return {
    done,
    /** Sends a request, records its status and the expected one, and returns the text. */
    step: async (what: string, wanted: number, sending: Promise<Response>): Promise<string> => {
      const reply = await sending;
      done.push([what, wanted, reply.status]);
      return reply.text();
    },
    mustBeAsWanted: () => expect(done.filter(([, wanted, status]) => wanted !== status)).toEqual([]),
  };
};
const json = <Json = Record<string, string>>(text: string) => JSON.parse(text) as Json;
type Owned = { key: string; project_id: string; profile_id: string };

const useEverything = async (service: RunningService): Promise<Owned> => {
  const own = { headers: { origin: service.baseUrl } };
  const embed = { headers: { origin: site } };
  const { done, step, mustBeAsWanted } = steps();
  const get = (path: string, query: Record<string, string>) =>
    service.get(`${path}?${new URLSearchParams(query)}`);
  const mailTo = async (address: string) => (await service.mails()).find(({ to }) => to === address);

  keep('pepper', service.settings['PEPPER']);
  const { key, projectId } = await ownProject(service, { owner: members.owner, name: projectName });
  keep('key', key);
  const project_id = String(projectId);

  // Profiles
  const looked = newStranger();
  const id = json(
    await step('look-up', 200, get('/api/profile/id', { identifier: looked, key, project_id })),
  );
  keep('participant token', id['participant_token']);
  const profile_id = id['service_profile_id'] ?? '';
  await step(
    'look-up in capitals',
    200,
    get('/api/profile/id', { identifier: ` ${looked.toUpperCase()} `, key }),
  );
  await step('look-up by digest', 200, get('/api/profile/id', { hashed: sha256(newStranger()), key }));
  const token = json(await step('token', 200, get('/api/profile/token', { profile_id, project_id, key })));
  keep('participant token', token['participant_token']);
  const wrongKey = keep('wrong key', `mh_${base64url(40).replace(/\W|_/g, 'x').slice(0, 38)}`);
  await step('wrong key', 401, get('/api/profile/id', { identifier: newStranger(), key: wrongKey }));
  await step('no address', 400, get('/api/profile/id', { identifier: `${newStranger()} and others`, key }));
  await step('both', 400, get('/api/profile/id', { identifier: newStranger(), hashed: 'x', key }));
  await step(
    'foreign project',
    404,
    get('/api/profile/id', { identifier: newStranger(), key, project_id: '999' }),
  );
  await step(
    'an unknown field',
    200,
    get('/api/profile/id', { identifier: looked, key, [newStranger()]: newStranger() }),
  );
  await step('another method', 405, service.postForm('/api/profile/id', { identifier: newStranger(), key }));

  // Events
  const said = { project_id, profile_id, type: 'collection', key };
  const once = keep('idempotency key', base64url(24));
  const withKey = { headers: { 'idempotency-key': once } };
  await step('record', 200, service.postForm('/api/record_event', said, withKey));
  await step('record again', 200, service.postForm('/api/record_event', { ...said, idempotency_key: once }));
  await step('conflict', 409, service.postForm('/api/record_event', { ...said, duration: '9' }, withKey));
  await step(
    'key in the address',
    200,
    service.postForm(`/api/record_event?key=${key}`, { project_id, profile_id, type: 'signup' }),
  );
  await step(
    'bad fields',
    400,
    service.postForm('/api/record_event', { ...said, when: newStranger(), where: newStranger() }),
  );
  await step('no such profile', 404, service.postForm('/api/record_event', { ...said, profile_id: '4711' }));
  await step(
    'unreadable',
    400,
    service.postForm('/api/record_event', {}, { body: `{"key":"${key}","x":"${newStranger()}` }),
  );
  const typed = { headers: { 'content-type': 'image/png' } };
  await step(
    'another type',
    415,
    service.postForm(`/api/record_event?key=${key}`, {}, { ...typed, body: newStranger() }),
  );
  await step(
    'too large',
    413,
    service.postJson(`/api/record_event?key=${key}`, { ...said, extra: newStranger().repeat(9000) }),
  );

  // Projects and the finder
  await step('detail', 200, get(`/api/project/${project_id}`, { key }));
  await step('find', 200, get('/finder', { format: 'json', q: newStranger(), key }));
  await step('find as script', 200, get('/finder', { format: 'json', q: '', jsonp: 'show', key: wrongKey }));
  await step('find on the page', 200, get('/finder', { q: newStranger() }));
  await step('add', 400, service.postForm('/api/project/add', { key, name: newStranger() }));

  // Addresses of nothing
  await step('nothing', 404, get(`/api/${newStranger()}`, { key }));
  await step('no page', 404, get(`/${newStranger()}`, { key }));
  await step('unreadable path', 404, service.get(`/project/%E0%A4%A${newStranger()}?key=${key}`));
  const forwarding = {
    headers: { referer: `https://example.org/?e=${newStranger()}&key=${key}`, 'user-agent': newStranger() },
  };
  await step('headers', 200, service.get('/', forwarding));

  // Signing in
  const ignored = newStranger();
  await step('ask for a link', 200, service.postForm('/sign-in', { email: ignored, next: '/me' }, own));
  const unopened = new URL((await mailTo(ignored))?.links[0] ?? '').pathname;
  keep('link', unopened.split('/').at(-1));
  await step('open the link', 200, service.get(unopened));
  await step('too young', 400, service.postForm(unopened, {}, own));
  await step(
    'no mail address',
    400,
    service.postForm('/sign-in', { email: `${newStranger()} ` + 'x y' }, own),
  );
  await step('from elsewhere', 403, service.postForm('/sign-in', { email: newStranger() }, embed));
  await step('ask as a reader', 200, service.postForm('/sign-in', { email: members.reader }, own));
  const link = new URL((await mailTo(members.reader))?.links[0] ?? '').pathname;
  keep('link', link.split('/').at(-1));
  const signedIn = await service.postForm(link, { of_age: 'on' }, own);
  done.push(['sign in', 303, signedIn.status]);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  keep('session', cookie.split('=')[1]);
  const federated = signedIn.headers.getSetCookie()[1]?.split(';')[0] ?? '';
  keep('second cookie', federated.split('=')[1]);
  const visitor = { headers: { origin: service.baseUrl, cookie } };
  await step('sign in again', 400, service.postForm(link, { of_age: 'on' }, own));
  await step('my page', 200, service.get('/me', visitor));
  const wrongCookie = { headers: { cookie: `mh_session=${keep('wrong session', base64url(32))}` } };
  await step('a wrong session', 303, service.get('/me', wrongCookie));
  const { json: operator } = await service.operator<{ error?: string }>('sign-in-link', newStranger());

  // The account
  const form = /name="form" value="([\w-]{43})"/.exec(
    await step('my keys', 200, service.get('/api/key', visitor)),
  )?.[1];
  const making = { name: 'A canary', record: 'yes', form: form ?? '' };
  const made = await step('make a key', 200, service.postForm('/api/key', making, visitor));
  keep('key of the page', /mh_\w{38}/.exec(made)?.[0]);
  const second = newStranger();
  await step('add an address', 303, service.postForm('/account/addresses', { email: second }, visitor));
  const adding = new URL((await mailTo(second))?.links[0] ?? '').pathname;
  keep('link of an address', adding.split('/').at(-1));
  await step('open it elsewhere', 400, service.get(adding));
  await step('open it', 200, service.get(adding, visitor));
  const options = await step('a passkey', 200, service.postForm('/sign-in/passkey/options', {}, own));
  keep('challenge of a passkey', json(options)['challenge']);
  await step('no passkey', 400, service.postForm('/sign-in/passkey', { credential: newStranger() }, own));
  expect(operator.error).not.toContain(stranger);

  // The popup
  const verifier = keep('verifier', base64url(32));
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { project_id, origin: site, challenge, state: base64url(24) };
  await step('popup', 200, service.get(`/connect?${new URLSearchParams(asked)}`, visitor));
  const page = await step('popup says yes', 200, service.postForm('/connect', asked, visitor));
  const code = keep('code', /"code":"([\w-]{43})"/.exec(page)?.[1]);
  const connecting = { project_id, code, verifier };
  const { grant } = json(await step('connect', 200, service.postJson('/embed/connect', connecting, embed)));
  keep('grant', grant);
  await step('connect again', 401, service.postJson('/embed/connect', connecting, embed));

  // The browser's own dialog
  const browser = { origin: site, cookie: federated, 'sec-fetch-dest': 'webidentity' };
  const { accounts } = json<{ accounts: { id: string }[] }>(
    await step('accounts', 200, service.get('/fedcm/accounts', { headers: browser })),
  );
  const choosing = {
    client_id: project_id,
    account_id: accounts[0]?.id ?? '',
    mode: 'active',
    is_auto_selected: 'false',
    params: JSON.stringify({ challenge }),
  };
  const dialog = { headers: browser };
  const byDialog = json(await step('dialog', 200, service.postForm('/fedcm/assertion', choosing, dialog)));
  keep('code', byDialog['token']);
  const wrongly = { ...choosing, account_id: newStranger(), params: newStranger() };
  await step('dialog, wrongly', 400, service.postForm('/fedcm/assertion', wrongly, dialog));
  const wrongSecond = { headers: { ...browser, cookie: `mh_fedcm=${keep('wrong cookie', base64url(80))}` } };
  await step('dialog of nobody', 401, service.postForm('/fedcm/assertion', choosing, wrongSecond));

  // The message
  const event = {
    grant,
    project_id,
    type: 'collection',
    event_id: keep('event id of a page', base64url(24)),
  };
  await step('project for the page', 200, service.get(`/embed/project?project_id=${project_id}`, embed));
  const recorded = json(await step('record by grant', 200, service.postJson('/embed/record', event, embed)));
  keep('grant', recorded['grant']);
  await step(
    'undo',
    200,
    service.postJson('/embed/undo', { grant, project_id, event_id: event.event_id }, embed),
  );
  await step(
    'undo by token',
    200,
    service.postJson('/embed/undo', { participant: token['participant_token'], project_id }, embed),
  );
  const wrongGrant = { ...event, grant: keep('wrong grant', base64url(32)) };
  await step('a wrong grant', 401, service.postJson('/embed/record', wrongGrant, embed));
  await step('a grant elsewhere', 403, service.postJson('/embed/record', event, own));
  const unread = newStranger();
  const { flow } = json(
    await step(
      'join',
      200,
      service.postJson('/embed/join', { project_id, address: unread, of_age: true }, embed),
    ),
  );
  keep('flow', flow);
  const digits = /\d{6}/.exec((await mailTo(unread))?.subject ?? '')?.[0] ?? '';
  const wrongDigits = String((Number(digits) + 1) % 1_000_000).padStart(6, '0');
  await step(
    'wrong digits',
    400,
    service.postJson('/embed/join/code', { project_id, address: unread, flow, code: wrongDigits }, embed),
  );
  await step(
    'digits of another',
    400,
    service.postJson('/embed/join/code', { project_id, address: newStranger(), flow, code: digits }, embed),
  );
  await step(
    'too young to join',
    403,
    service.postJson('/embed/join', { project_id, address: newStranger(), of_age: false }, embed),
  );
  const choices = new URL((await mailTo(unread))?.links.at(-1) ?? '').pathname;
  keep('choices', choices.split('/').at(-1));
  await step('choices', 200, service.get(choices));
  await step('never again', 200, service.postForm(choices, { choice: 'never' }, own));
  const joining = { project_id, address: members.joiner, of_age: true };
  const joined = json(await step('join as a member', 200, service.postJson('/embed/join', joining, embed)));
  keep('flow', joined['flow']);
  const right = /\d{6}/.exec((await mailTo(members.joiner))?.subject ?? '')?.[0] ?? '';
  const redeeming = { project_id, address: members.joiner, flow: joined['flow'], code: right };
  const granted = json(
    await step('right digits', 200, service.postJson('/embed/join/code', redeeming, embed)),
  );
  keep('grant', granted['grant']);
  for (const six of [digits, right]) keep('digest of six digits', sha256(six));
  await step(
    'decline',
    200,
    service.postJson('/embed/decline', { grant: granted['grant'], project_id }, embed),
  );
  await step(
    'forget',
    200,
    service.postJson('/embed/forget', { grant: recorded['grant'], project_id }, embed),
  );

  // Preregistration
  const starting = { name: `Starting ${mark}`, url: site, description: 'It starts.', origin: 'Canaries' };
  const startingToo = {
    key,
    ...starting,
    contact_email: 'contact@example.org',
    status: 'starting',
    preregistration: true,
  };
  const soon = json<{ project_id: number }>(
    await step('add a project that starts', 200, service.postJson('/api/project/add', startingToo)),
  );
  await service.operate('publish', String(soon.project_id));
  const tellMe = `/project/${soon.project_id}/tell-me`;
  const waiting = newStranger();
  await step('ask to be told', 200, service.postForm(tellMe, { email: waiting }, own));
  const told = new URL((await mailTo(waiting))?.links[0] ?? '').pathname;
  keep('link of a list', told.split('/').at(-1));
  await step('say yes', 303, service.postForm(told, { choice: 'yes' }, own));
  await step('ask and say nothing', 200, service.postForm(tellMe, { email: newStranger() }, own));
  await step('sign out', 303, service.postForm('/sign-out', {}, visitor));

  mustBeAsWanted();
  return { key, project_id, profile_id };
};

/** Stored as given, and never logged. */
const image = { address: '', contact: `contact-${mark}@example.org` };

/** Uses the operations, fetchers and counters that have secrets of their own. */
const useTheRest = async (
  service: RunningService,
  rows: Rows,
  web: ImageServer,
  { key, project_id, profile_id }: Owned,
): Promise<void> => {
  const own = { headers: { origin: service.baseUrl } };
  const embed = { headers: { origin: site } };
  const { step, mustBeAsWanted } = steps();
  const operator = async (...words: string[]) =>
    (await service.operator<Record<string, string>>(...words)).json;

  // The browser helper's assertion
  const joining = { project_id, address: members.joiner, of_age: true };
  const { flow } = json(await step('join', 200, service.postJson('/embed/join', joining, embed)));
  const mail = (await service.mails()).find(({ to }) => to === members.joiner);
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  const redeeming = { ...joining, flow: keep('flow', flow), code };
  const joined = json(await step('digits', 200, service.postJson('/embed/join/code', redeeming, embed)));
  const asking = { project_id, grant: keep('grant', joined['grant']) };
  const asserted = json(await step('assertion', 200, service.postJson('/embed/assertion', asking, embed)));
  keep('grant', asserted['grant']);
  const participant_token = keep('assertion', asserted['participant_token']);
  const said = { key, project_id, type: 'collection', participant_token };
  await step('record by assertion', 200, service.postForm('/api/record_event', said));
  const changed = { ...said, participant_token: keep('wrong assertion', base64url(60)) };
  await step('a wrong assertion', 400, service.postForm('/api/record_event', changed));
  await step('of somebody else', 400, service.postForm('/api/record_event', { ...said, profile_id }));

  // Hashed participation
  const byHash = (hashed: string, more: Record<string, string> = {}, project = project_id) =>
    service.postForm(
      `/api/participation/hashed/${project}?key=${key}`,
      { hashed, type: 'signup', ...more },
      { headers: { 'idempotency-key': keep('idempotency key', base64url(24)) } },
    );
  await step('hashed, not allowed', 403, byHash(sha256(newStranger())));
  await operator('allow-hashed', project_id);
  await step('hashed', 200, byHash(sha256(newStranger()), { count: '3' }));
  await step('hashed, of a member', 200, byHash(sha256(members.reader).toUpperCase()));
  await step('an address for a digest', 400, byHash(newStranger(), { when: newStranger() }));
  await step('hashed for nothing', 404, byHash(sha256(newStranger()), {}, newStranger()));

  // Every parameter of the finder
  const find = (query: Record<string, string>) =>
    service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`);
  await step('phrase', 200, find({ phrase: newStranger() }));
  for (const name of ['url', 'topic', 'activity', 'UN', 'lat', 'lng', 'cursor', 'limit', 'jsonp'])
    await step(name, 400, find({ q: newStranger(), [name]: newStranger() }));
  await step('ppsr', 200, find({ q: newStranger(), format: 'ppsr', jsonp: 'show' }));
  await step('the page, with a key', 200, service.get(`/finder?key=${key}&q=${newStranger()}`));

  // Keys: a successor, and a key with another scope
  const keyId = async () => {
    const listed = await service.operator<{ keys: { key_id: number }[] }>('keys', members.owner);
    return String(listed.json.keys.at(-1)?.key_id);
  };
  const narrow = keep('key', (await operator('key', members.owner, '--scopes', 'finder'))['key']);
  const lookUp = (by: string, headers: Record<string, string> = {}) =>
    service.get(`/api/profile/id?${new URLSearchParams({ identifier: newStranger(), key: by })}`, {
      headers,
    });
  await step('a key of another scope', 403, lookUp(narrow));
  const successor = keep('key', (await operator('rotate-key', await keyId(), '--after', '0'))['key']);
  await step('a successor', 403, lookUp(successor));
  // A key may be cached for a second.
  await expect.poll(async () => (await lookUp(narrow)).status).toBe(401);

  // Images: one that is shown, one that fails, and one of an unpublished project
  image.address = web.url(`camera.jpg?${base64url(16)}`);
  const project = { key, url: site, description: 'With an image.', origin: 'Canaries' };
  const add = async (name: string, more: object) =>
    json<{ project_id: number }>(
      await step(
        `add ${name}`,
        200,
        service.postJson('/api/project/add', { ...project, name, contact_email: image.contact, ...more }),
      ),
    ).project_id;
  const pictured = await add(`Pictured ${mark}`, { image: image.address });
  const unpictured: number[] = [];
  for (const address of [image.address.replace('camera', 'page'), 'http://127.0.0.1/secret.png'])
    unpictured.push(await add(`Unpictured ${mark}`, { image: address }));
  // Nothing is fetched before a project is published.
  for (const id of [pictured, ...unpictured]) await operator('publish', String(id));
  const isShown = async () => (await service.get(`/api/project/${pictured}?key=${key}`)).text();
  await expect.poll(isShown).toContain('/images/');
  const done = async () => (await rows.all('select * from image_jobs where done_at is null')).length;
  await expect.poll(done).toBe(0);
  keep('notes of a camera', secretOfCamera);
  const update = { key, service_id: pictured, contact_email: `new-${image.contact}`, goal: 'Another' };
  await step('update', 200, service.postJson('/api/project/add', update));
  await operator('reject', String(pictured), '--why', 'It is not yet clear.');

  // A start that somebody waits for, which sends a mail
  const soon = await add(`Soon ${mark}`, { status: 'starting', preregistration: true });
  await operator('publish', String(soon));
  const waiting = newStranger();
  const link = async () =>
    new URL((await service.mails()).find(({ to }) => to === waiting)?.links[0] ?? 'no:link').pathname;
  await step('ask', 200, service.postForm(`/project/${soon}/tell-me`, { email: waiting }, own));
  await step('yes', 303, service.postForm(await link(), { choice: 'yes' }, own));
  await operator('correct', String(soon), 'status', 'active');
  const mails = async () => (await service.mails()).filter(({ to }) => to === waiting).length;
  await expect.poll(mails).toBe(2);

  // Limits: an IPv6 address and its network, through a proxy, with an invalid key and without one
  const group = () => randomBytes(2).toString('hex').replace(/^0/, 'a');
  const network = keep('network', `2001:db8:${group()}:${group()}`);
  const from = { 'x-forwarded-for': `${network}:${group()}::7`, origin: `https://${stranger}.example` };
  // Processes share counts above a hundredth of their limit.
  for (let n = 0; n < 150; n++) {
    await service.get(`/embed/project?project_id=${project_id}`, { headers: from });
    await service.get(`/api/project/${project_id}?key=${key}`);
  }
  await step('metadata', 200, service.get('/finder/metadata', { headers: from }));
  await step('shown', 200, service.get(`/embed/project?project_id=${project_id}`, { headers: from }));
  const signingIn = { headers: { ...own.headers, 'x-forwarded-for': from['x-forwarded-for'] } };
  await step('a link', 200, service.postForm('/sign-in', { email: newStranger() }, signingIn));
  // A hundred per minute; the minute may end meanwhile.
  let status = 401;
  for (let tries = 0; status === 401 && tries < 250; tries++) ({ status } = await lookUp('mh_wrong', from));
  expect(status).toBe(429);
  const heavy = { key, project_id, profile_id, type: 'signup' };
  for (let index = 0; index < 16; index++)
    await step('extra', 200, service.postForm('/api/record_event', { ...heavy, extra: 'x'.repeat(65_536) }));
  const tooMuch = { ...heavy, extra: newStranger() };
  await step('too much extra', 429, service.postForm('/api/record_event', tooMuch));
  if (service.databaseUrl !== undefined)
    for (const name of ['ip', 'wrong-keys', 'account', 'origin'])
      await expect
        .poll(async () => (await rows.all(`select * from rates where name = '${name}'`)).length)
        .toBeGreaterThan(0);

  mustBeAsWanted();
};

/** Every address of a page or a form that carries a token: its parameter, or `next` of one that does. */
const tokenRoutes = [...pageTable.matchAll(/^(GET|POST) +(\/\S*:(?:token|uid|key|list)\S*) /gm)].map(
  ([, method = '', path = '']) => ({ method, path }),
);

/** Opens every address with a token, and signs in on the way to it: a new route is included by itself. */
const carryTokens = async (service: RunningService): Promise<void> => {
  const own = { headers: { origin: service.baseUrl } };
  expect(tokenRoutes.length).toBeGreaterThan(15);
  for (const { method, path } of tokenRoutes) {
    const at = path.replace(/:(\w+)/, () => keep(`token of ${method} ${path}`, base64url(60)));
    const there = at.replace(/:\w+/g, 'x');
    const replies = [
      method === 'GET' ? await service.get(there) : await service.postForm(there, { of_age: 'on' }, own),
      await service.postForm('/sign-in', { email: newStranger(), next: there }, own),
      await service.get(`/sign-in?${new URLSearchParams({ next: there })}`),
    ];
    expect([path, replies.filter(({ status }) => status >= 500)]).toEqual([path, []]);
  }
};

/** A link that was mailed: what is like a token in its path or its query must never be found. */
const keepMailed = async (service: RunningService): Promise<void> => {
  for (const { links, subject } of await service.mails())
    for (const link of links)
      for (const [token] of decodeURIComponent(link).matchAll(/[\w-]{40,}/g))
        keep(`link of “${subject}”`, token);
};

/** The database refuses to store an address, and quotes it in its error. */
const refusing: Record<Engine, string> = {
  sqlite: `create trigger refusing before insert on addresses
    begin select raise(abort, 'This address is not wanted: ' || new.address); end`,
  postgres: `create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'This address is not wanted: %', new.address; end $$;
    create trigger refusing before insert on addresses for each row execute function refuse()`,
};

const failInside = async (service: RunningService, rows: Rows, engine: Engine): Promise<void> => {
  await rows.run(refusing[engine]);
  const own = { headers: { origin: service.baseUrl } };
  const address = newStranger();
  await service.postForm('/sign-in', { email: address }, own);
  const mail = (await service.mails()).find(({ to }) => to === address);
  const reply = await service.postForm(new URL(mail?.links[0] ?? '').pathname, { of_age: 'on' }, own);
  expect(reply.status).toBe(500);
  expect((await reply.text()).toLowerCase()).not.toContain(stranger);
  await rows.run(engine === 'sqlite' ? 'drop trigger refusing' : 'drop function refuse cascade');
};

/** The entries of a list that occur in a text, ignoring case. */
const found = (text: string, wanted: Iterable<[string, string]>): string[] => {
  const lower = text.toLowerCase();
  return [...wanted].filter(([, value]) => lower.includes(value.toLowerCase())).map(([what]) => what);
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The bytes of a file; none if PostgreSQL, which runs, has deleted it meanwhile. */
const textIn = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
};

const searchFiles = (folder: string, wanted: Map<string, string>) => {
  let bytes = 0;
  const hits = new Set<string>();
  const perFile: string[] = [];
  for (const file of filesIn(folder)) {
    const text = textIn(file);
    bytes += text.length;
    for (const what of found(text, wanted)) {
      hits.add(what);
      perFile.push(`${what} in ${file.slice(folder.length)}`);
    }
  }
  return { bytes, hits, perFile };
};

describe.each(engines)('%s', (engine) => {
  test('no address of a stranger and no secret is in any byte of store or log', async () => {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    secrets.clear();
    strangers.length = 0;
    await using web = await startImageServer();
    const settings = { FETCH_FROM: web.host, TRUST_PROXY: '1', LIMIT_EXTRA_MB: '1' };
    const service = await runService(cluster?.url, { LOG_LEVEL: 'trace', FEDCM: 'true', ...settings });
    const rows = openRows(service);
    try {
      await useTheRest(service, rows, web, await useEverything(service));
      await carryTokens(service);
      await keepMailed(service);
      await failInside(service, rows, engine);

      const forbidden = new Map<string, string>([['a stranger', stranger], ...secrets]);
      for (const address of [...strangers, ...Object.values(members)])
        forbidden.set(`bare digest of ${address}`, sha256(address));
      // Proves that the search finds existing data; otherwise the test would prove nothing.
      const given = { project: projectName, ...image };
      const visible = new Map([...forbidden, ...Object.entries(given), ...Object.entries(members)]);
      const expected = [...Object.keys(given), ...Object.keys(members)].sort();

      // While the service runs, with the write-ahead log; after a checkpoint; and after its end.
      const folder = cluster
        ? ((await rows.all<{ data_directory: string }>('show data_directory'))[0]?.data_directory ?? '')
        : service.dataDir;
      const running = searchFiles(folder, visible);
      expect(running.perFile.filter((hit) => !expected.some((what) => hit.startsWith(`${what} in`)))).toEqual(
        [],
      );
      expect([...running.hits].sort()).toEqual(expected);
      if (cluster) await rows.run('checkpoint');
      await service.stop();
      const stopped = searchFiles(folder, visible);
      expect([...stopped.hits].sort()).toEqual(expected);

      const tables = await tablesOf(service, rows);
      let cells = 0;
      for (const table of tables)
        for (const row of await rows.all(`select * from ${table}`))
          for (const [column, cell] of Object.entries(row)) {
            cells += 1;
            const hits = found(String(cell), visible).filter((what) => !Object.hasOwn(given, what));
            expect([table, column, hits]).toEqual([table, column, table === 'addresses' ? hits : []]);
          }
      const stored = await rows.all<{ address: string }>('select address from addresses order by 1');
      expect(stored.map(({ address }) => address)).toEqual(Object.values(members).sort());

      await expect.poll(() => service.log()).toContain('This address is not wanted: [redacted]');
      const log = service.log();
      expect(found(log, visible)).toEqual([]);
      expect(log).toContain('"row":"POST /embed/join/code","status":400');
      console.log(
        `${engine}: ${forbidden.size} canaries, ${running.bytes + stopped.bytes} bytes of files, ${cells} cells of ${tables.length} tables and ${log.length} characters of log searched`,
      );
    } finally {
      await rows[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await cluster?.stop();
    }
  });
});
