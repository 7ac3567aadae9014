/**
 * A hostile partner's server: it forges Origin headers, relays the text that people type on its page, and requests
 * mail. No check of ours can stop it from sending; the limits and rights of codes and grants bound what it can do.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../../src/contract/index.ts';
import { engines, type Service } from '../../../set-up/service/start-service.ts';
import {
  count,
  newestMail,
  post,
  projects,
  refusal,
  rows,
  send,
  signIn,
  startScene,
  success,
} from '../../scene.ts';

const { birds, frogs } = projects;

let people = 0;
const newAddress = () => `lured-${++people}@example.org`;
const codeIn = ({ subject }: { subject: string }) => /^\d{6}/.exec(subject)?.[0] ?? 'no code';

describe.each(engines)('on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await startScene(engine, { TRUST_PROXY: '1', LIMIT_IP: '0', LIMIT_ORIGIN: '0' }));
  });

  const ask = (address: string, { id, origin }: { id: number; origin: string }, headers = {}) =>
    service.get('/embed/join', {
      method: 'POST',
      body: JSON.stringify({ project_id: id, address, of_age: true }),
      headers: { 'content-type': 'text/plain', origin, ...headers },
    });
  const enter = (
    body: { flow: string; address: string; code: string },
    { id, origin }: { id: number; origin: string },
  ) => send(service, '/embed/join/code', { project_id: id, ...body }, origin);

  /** Frog Watch's server requests Bird Count's mail, and its visitor types the digits into its page. */
  const relay = async (address: string) => {
    const { flow } = await success('POST /embed/join', await ask(address, birds));
    const mail = await newestMail(service, address);
    const typed = { flow, address, code: codeIn(mail) };
    return { mail, typed };
  };

  test('relayed digits are valid for the project and site that the mail names, and for no other', async () => {
    const address = newAddress();
    const { mail, typed } = await relay(address);
    expect(mail.text).toContain(`“${birds.name}” on ${birds.origin}`);
    expect(mail.text).not.toContain(frogs.name);
    await refusal(await enter(typed, frogs), 400, 'wrong_code');
    await refusal(await enter(typed, { id: frogs.id, origin: birds.origin }), 403, 'origin_not_registered');
    await refusal(await enter(typed, { id: birds.id, origin: frogs.origin }), 403, 'origin_not_registered');
    // With a forged Origin, the server gets the same as that project's page would: one grant, once.
    await success('POST /embed/join/code', await enter(typed, birds));
    await refusal(await enter(typed, birds), 400, 'code_gone');
  });

  test('a relayed grant records and undoes in its one project, and gives no other access', async () => {
    const address = newAddress();
    const { typed } = await relay(address);
    const { grant } = await success('POST /embed/join/code', await enter(typed, birds));
    const event = { type: 'collection', event_id: randomUUID() };
    const recorded = await success(
      'POST /embed/record',
      await send(service, '/embed/record', { grant, project_id: birds.id, ...event }, birds.origin),
    );
    const held = recorded.grant ?? '';

    // No operation of the public API accepts it as a key, in any place.
    for (const [row, { auth }] of Object.entries(api) as [string, { auth: string }][]) {
      if (auth === 'none') continue;
      const [method = '', path = ''] = row.split(' ');
      const place = path.replace(/:\w+/g, String(birds.id));
      const fields = new URLSearchParams({
        key: held,
        project_id: String(birds.id),
        identifier: address,
        format: 'json',
      });
      const ways: [string, RequestInit][] = [
        [`${place}?${fields}`, { method }],
        [
          `${place}?format=json`,
          { method, headers: { authorization: `Bearer ${held}`, cookie: `mh_session=${held}` } },
        ],
      ];
      for (const [to, init] of ways)
        expect([
          row,
          (await service.get(to, { ...init, ...(method === 'POST' && { body: '' }) })).status,
        ]).toEqual([row, 401]);
    }
    // No page of the person accepts it as a session, either.
    const cookies = [`mh_session=${held}`, `__Host-mh_session=${held}`, `session=${held}`];
    for (const cookie of cookies) {
      const me = await service.get('/me', { headers: { cookie } });
      expect([me.status, me.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fme']);
      expect(
        (await post(service, '/sign-in/' + held, { of_age: 'yes' }, cookie)).headers.get('set-cookie'),
      ).toBeNull();
    }
    // It can read the number of the profile, to which its person agreed; its replies name nobody.
    const told = await success(
      'POST /embed/assertion',
      await send(service, '/embed/assertion', { project_id: birds.id, grant: held }, birds.origin),
    );
    expect(Object.keys(told).sort()).toEqual(['grant', 'participant_token', 'profile_id', 'result']);
    expect(JSON.stringify(told)).not.toContain(address);
  });

  test('its person sees the grant, its project and site, and can end it; so can the link in the mail', async () => {
    const [page, mailed] = [newAddress(), newAddress()];
    const given = [];
    for (const address of [page, mailed]) {
      const { mail, typed } = await relay(address);
      given.push({ mail, ...(await success('POST /embed/join/code', await enter(typed, birds))) });
    }
    const cookie = await signIn(service, page);
    const me = await (await service.get('/account', { headers: { cookie } })).text();
    expect(me).toContain(`Revoke ${birds.origin} for ${birds.name}`);
    expect(me).not.toContain(frogs.origin);
    const id = /name="id" value="(\d+)"/.exec(me)?.[1] ?? 'none';
    await post(service, '/me/grants/revoke', { id }, cookie);
    const links = given[1]?.mail.links ?? [];
    const choices = links.find((link) => link.startsWith(`${service.baseUrl}/mail/`)) ?? '';
    await post(service, new URL(choices).pathname, { choice: 'ended' });
    for (const { grant } of given)
      await refusal(
        await send(
          service,
          '/embed/record',
          { grant, project_id: birds.id, type: 'collection', event_id: randomUUID() },
          birds.origin,
        ),
        401,
        'grant_gone',
      );
  });

  test('fields that would reach the prototype of an object change nothing, in any form', async () => {
    const before = await count(service, 'events');
    const polluted = `{"__proto__":{"project_id":${birds.id},"grant":"${'g'.repeat(43)}","of_age":true},
      "constructor":{"prototype":{"credited":true}},"type":"collection","event_id":"p"}`;
    const form = '__proto__[project_id]=11&constructor[prototype][credited]=true&__proto__.of_age=true';
    for (const path of ['/embed/record', '/embed/join', '/embed/undo', '/embed/decline'])
      for (const body of [polluted, form])
        await refusal(
          await service.get(path, {
            method: 'POST',
            body,
            headers: { 'content-type': 'text/plain', origin: birds.origin },
          }),
          400,
          'invalid',
        );
    await refusal(await send(service, '/embed/record', {}, birds.origin), 400, 'invalid');
    expect(await count(service, 'events')).toBe(before);
  });

  describe('mail that nobody wants', () => {
    const mailsTo = async (...addresses: string[]) =>
      (await service.mails()).filter(({ to }) => addresses.includes(to.toLowerCase())).length;

    test('one inbox gets three codes and six sign-in links an hour, from any client, at once and under any spelling', async () => {
      const victim = newAddress();
      const spellings = [victim, victim.toUpperCase(), ` ${victim}`, `${victim}\n`, victim.replace('l', 'L')];
      const asking = spellings.flatMap((address, index) => [
        ask(address, birds, { 'x-forwarded-for': `192.0.2.${index}` }),
        ask(address, frogs, { 'x-forwarded-for': `198.51.100.${index}` }),
        post(service, '/sign-in', { email: address }),
        post(service, '/sign-in', { email: address }),
      ]);
      const statuses = (await Promise.all(asking)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(9);
      expect(await mailsTo(victim)).toBe(9);
    });

    test('a refused request uses up neither the daily limit nor that of the site', async () => {
      const victim = newAddress();
      for (let asked = 0; asked < 20; asked++) await ask(victim, birds);
      const used = async (name: string) =>
        (
          await rows<{ max: number }>(service, `select max(count) as max from tallies where name = '${name}'`)
        )[0];
      expect(await used('join-day')).toEqual({ max: 3 });
      const before = await used('mail-place');
      await refusal(await ask(victim, birds), 429, 'too_many_mails');
      expect(await used('mail-place')).toEqual(before);
    });

    test('a site gets at most 120 an hour for one network, an IPv6 network of any number of addresses', async () => {
      const networks: [string, (index: number) => string][] = [
        ['one address', () => '203.0.113.7'],
        ['many of a network', (index) => `2001:db8:0:7::${index.toString(16)}`],
      ];
      for (const [, addressOf] of networks) {
        const asking = Array.from({ length: 130 }, (_, index) =>
          ask(newAddress(), birds, { 'x-forwarded-for': addressOf(index + 1) }),
        );
        const statuses = (await Promise.all(asking)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(120);
        expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      }
      // Other requests are mailed as before.
      await success('POST /embed/join', await ask(newAddress(), birds, { 'x-forwarded-for': '203.0.113.8' }));
    });

    test.each([
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org,b@example.org',
      'a@example.org b@example.org',
      '<a@example.org>',
      'A <a@example.org>',
    ])('an address like %j goes to nobody', async (address) => {
      const before = (await service.mails()).length;
      await refusal(await ask(address, birds), 400, 'invalid');
      expect(await service.mails()).toHaveLength(before);
    });

    test('a name of a project adds no line to the mail, and no header', async () => {
      await rows(
        service,
        `update projects set name = 'Win\na prize: https://prize.example' where project_id = ${frogs.id}`,
      );
      const address = newAddress();
      await success('POST /embed/join', await ask(address, frogs));
      const { text, subject } = await newestMail(service, address);
      expect(text.split('\n').filter((line) => line.startsWith('a prize'))).toEqual([]);
      expect(subject).not.toContain('prize');
    });
  });
});
