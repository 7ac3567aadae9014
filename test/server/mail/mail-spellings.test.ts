/** One inbox under many spellings: its limits, its blocks, and its profile. */
import { beforeAll, describe, expect, test } from 'vitest';
import { spellingsOf } from '../../set-up/hostile/spellings.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  fieldsOf,
  newestMail,
  post,
  profileId,
  projects,
  refusal,
  sha256,
  startScene,
  success,
} from '../scene.ts';

const { birds, frogs } = projects;
const domain = 'mail.example.org';

let people = 0;
const newName = () => `anybody${++people}`;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let owner: string;
  let starting: string;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine, { TRUST_PROXY: '1', LIMIT_IP: '0', LIMIT_ORIGIN: '0' }));
    const id = await addProject(service, owner, 'Fern Watch', { status: 'starting', preregistration: true });
    await service.operate('publish', String(id));
    starting = `/project/${id}-fern-watch`;
  });

  let networks = 0;
  /** Each call comes from a network of its own, so that only the limits of the address apply. */
  const from = () => ({
    'x-forwarded-for': `198.${18 + ((++networks >> 16) & 1)}.${(networks >> 8) & 255}.${networks & 255}`,
  });
  const join = (address: string, { id, origin } = birds as { id: number; origin: string }) =>
    service.get('/embed/join', {
      method: 'POST',
      body: JSON.stringify({ project_id: id, address, of_age: true }),
      headers: { 'content-type': 'text/plain', origin, ...from() },
    });
  const form = (path: string, fields: Record<string, string>) =>
    service.postForm(path, fields, { headers: { origin: service.baseUrl, ...from() } });
  const ways: Record<string, (address: string) => Promise<Response>> = {
    join: (address) => join(address),
    'join elsewhere': (address) => join(address, frogs),
    'sign in': (email) => form('/sign-in', { email }),
    'tell me': (email) => form(`${starting}/tell-me`, { email }),
  };
  const askAllWays = async (addresses: string[]) => {
    for (const address of addresses) for (const ask of Object.values(ways)) await ask(address);
  };
  /** All mails to one inbox: no other name contains this text. */
  const inbox = async (name: string) =>
    (await service.mails()).filter(({ to }) => to.normalize('NFKC').toLowerCase().includes(name));
  const kindOf = ({ subject }: { subject: string }) =>
    /^\d{6} /.test(subject) ? 'join' : subject.startsWith('Sign in') ? 'sign in' : 'tell me';

  test('an inbox gets three mails an hour of each kind, and six to sign in, under all of its spellings', async () => {
    const name = newName();
    const spellings = Object.values(spellingsOf(name, domain));
    await askAllWays([...spellings, ...spellings]);
    const kinds = (await inbox(name)).map(kindOf);
    for (const [kind, max] of [
      ['join', 3],
      ['sign in', 6],
      ['tell me', 3],
    ])
      expect([kind, kinds.filter((one) => one === kind).length]).toEqual([kind, max]);
    expect(kinds).toHaveLength(12);
  });

  test('"never again" holds for all spellings; signing in still works', async () => {
    const name = newName();
    const at = `${name}@${domain}`;
    await join(`${name}+once@${domain}`);
    const choices = (await newestMail(service, `${name}+once@${domain}`)).links.at(-1) ?? 'no:link';
    expect((await post(service, new URL(choices).pathname, { choice: 'never' })).status).toBe(200);
    await askAllWays(Object.values(spellingsOf(name, domain)));
    const kinds = (await inbox(name)).map(kindOf);
    expect(kinds.filter((kind) => kind !== 'sign in')).toEqual(['join']);
    expect((await newestMail(service, at)).subject).toMatch(/^Sign in/);
  });

  test('a Gmail inbox is one, with dots and under both of its domains', async () => {
    const name = newName();
    const dotted = `${name.slice(0, 3)}.${name.slice(3)}`;
    const statuses = [];
    for (const address of [name, dotted, `${dotted}.`, name].map((local, index) =>
      index % 2 ? `${local}@gmail.com` : `${local}@googlemail.com`,
    ))
      statuses.push((await join(address)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  const enter = (said: { flow: string; address: string; code: string }) =>
    service.get('/embed/join/code', {
      method: 'POST',
      body: JSON.stringify({ project_id: birds.id, ...said }),
      headers: { 'content-type': 'text/plain', origin: birds.origin },
    });
  const lookUp = (hashed: string) => service.get(`/api/profile/id?hashed=${hashed}&key=${owner}`);

  const otherSpellings = Object.keys(spellingsOf('a', domain)).filter(
    (kind) => !/^plain|^a.* tag(?! char)|^a tag|^another tag/.test(kind),
  );

  test.each(otherSpellings)('%s: one address, one account, one profile', async (kind) => {
    const name = newName();
    const address = `${name}@${domain}`;
    const typed = spellingsOf(name, domain)[kind] ?? '';
    const { flow } = await success('POST /embed/join', await join(typed));
    const code = (await newestMail(service, address)).subject.slice(0, 6);
    await success('POST /embed/join/code', await enter({ flow, address, code }));
    expect((await form('/sign-in', { email: typed })).status).toBe(200);
    const link = new URL((await newestMail(service, address)).links[0] ?? 'no:link').pathname;
    // The person is not asked for their age: the account exists already.
    expect((await post(service, link, {})).status).toBe(303);
    const [plain, asTyped] = [await lookUp(sha256(address)), await lookUp(sha256(typed.trim()))];
    const known = await success('GET /api/profile/id', plain);
    expect(known.known).toBe(true);
    // As typed, and by the rule for hashes: trimmed, ASCII letters lower-cased.
    expect(await success('GET /api/profile/id', asTyped)).toEqual(known);
    expect(await profileId(service, owner, typed)).toBe(known.service_profile_id);
  });

  test('a profile that was looked up by another spelling keeps its id when its person joins', async () => {
    const name = newName();
    const typed = spellingsOf(name, domain)['a full-width name'] ?? '';
    const before = await profileId(service, owner, typed);
    const { flow } = await success('POST /embed/join', await join(typed));
    const code = (await newestMail(service, `${name}@${domain}`)).subject.slice(0, 6);
    await success('POST /embed/join/code', await enter({ flow, address: typed, code }));
    expect(await profileId(service, owner, typed)).toBe(before);
    expect(await profileId(service, owner, `${name}@${domain}`)).toBe(before);
  });

  test('two addresses never have one id: a tag makes a separate address, and so does another case of é', async () => {
    const name = newName();
    const ids: number[] = [];
    for (const address of [
      `${name}@${domain}`,
      `${name}+1@${domain}`,
      `é${name}@${domain}`,
      `É${name}@${domain}`,
    ]) {
      const { flow } = await success('POST /embed/join', await join(address));
      const code = (await newestMail(service, address)).subject.slice(0, 6);
      await success('POST /embed/join/code', await enter({ flow, address, code }));
      ids.push(await profileId(service, owner, address));
    }
    expect(new Set(ids).size).toBe(4);
  });

  test('both forms of a domain, and both of an accent, are one address', async () => {
    const name = newName();
    const composed = `é${name}@münchen.example`;
    for (const typed of [composed, `e\u0301${name}@MÜNCHEN.example`, `é${name}@xn--mnchen-3ya.example`])
      await success('POST /embed/join', await join(typed));
    expect((await inbox(name)).map(({ to }) => to)).toEqual([composed, composed, composed]);
    await refusal(await join(composed), 429, 'too_many_mails');
  });

  test.each([
    ['an IP address for a domain', 'anybody@192.0.2.1'],
    ['a number for a domain', 'anybody@1.2'],
    ['an encoded domain', 'anybody@mail.ex%61mple.org'],
    ['a path behind the domain', 'anybody@mail.example.org/x'],
    ['a full-width at sign in the name', 'any\uff20body@mail.example.org'],
    ['a domain that maps to a path', 'anybody@mail.exampl\u2105.org'],
    ['a zero-width joiner in the domain', 'anybody@mail.ex\u200dample.org'],
    ['an underscore in the domain', 'anybody@my_mail.example.org'],
    ['an empty label', 'anybody@mail..example.org'],
    ['a full stop at the end', 'anybody@mail.example.org\u3002'],
    ['a ligature in the name', 'ﬁona@mail.example.org'],
    ['a circled letter in the name', 'ⓐnybody@mail.example.org'],
    ['nothing but what nobody sees', '\u200b\u00ad@mail.example.org'],
    ['a control character', 'any\u0007body@mail.example.org'],
    ['a code point without a meaning', 'any\u0378body@mail.example.org'],
    ['a name of 65 bytes', `${'é'.repeat(32)}a@mail.example.org`],
  ])('%s: refused by its field, everywhere, and nothing is mailed', async (_, address) => {
    const before = (await service.mails()).length;
    const flows = await count(service, 'join_flows');
    expect(fieldsOf(await refusal(await join(address), 400, 'invalid'))).toEqual(['address']);
    const typed = { flow: 'no-flow-of-anybody', address, code: '123456' };
    expect(fieldsOf(await refusal(await enter(typed), 400, 'invalid'))).toEqual(['address']);
    const both = await service.get('/embed/join', {
      method: 'POST',
      body: JSON.stringify({ project_id: 'none', address, of_age: true }),
      headers: { 'content-type': 'text/plain', origin: birds.origin, ...from() },
    });
    expect(fieldsOf(await refusal(both, 400, 'invalid'))).toEqual(['address', 'project_id']);
    for (const path of ['/sign-in', `${starting}/tell-me`])
      expect([path, (await form(path, { email: address })).status]).toEqual([path, 400]);
    expect((await service.operator('key', address)).code).toBe(1);
    expect(await service.mails()).toHaveLength(before);
    expect(await count(service, 'join_flows')).toBe(flows);
  });
});
