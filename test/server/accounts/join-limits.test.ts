/** The limits of joining by email: mails to one address, wrong entries, and the life of digits. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  newestMail,
  post,
  projects,
  refusal,
  rows,
  send,
  sha256,
  signIn,
  startScene,
  success,
} from '../scene.ts';

const { birds, frogs } = projects;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let people = 0;

describe.each(engines)('joining by email on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await startScene(engine, { TRUST_PROXY: '1', LIMIT_IP: '0', LIMIT_ORIGIN: '0' }));
  });

  const newAddress = () => `bounded-${++people}@example.org`;
  const ask = (address: string, { id, origin }: { id: number; origin: string } = birds) =>
    send(service, '/embed/join', { project_id: id, address, of_age: true }, origin);
  const statuses = async (address: string, times: number) => {
    const heard: number[] = [];
    for (let asked = 0; asked < times; asked++)
      heard.push((await ask(address, asked % 2 ? frogs : birds)).status);
    return heard;
  };
  /** Moves all counts into the past. */
  const wind = (milliseconds: number) =>
    rows(service, `update tallies set starts_at = starts_at - ${milliseconds}`);
  const flowFor = async (address: string) => {
    const { flow } = await success('POST /embed/join', await ask(address));
    return { flow, address, code: (await newestMail(service, address)).subject.slice(0, 6) };
  };
  const enter = (said: object) =>
    send(service, '/embed/join/code', { project_id: birds.id, ...said }, birds.origin);
  const wrong = { code: 'no' };

  test('three mails in an hour after the first one, not per hour of the clock', async () => {
    const address = newAddress();
    expect(await statuses(address, 4)).toEqual([200, 200, 200, 429]);
    await wind(hour - minute);
    const refused = await ask(address);
    // Not to the minute: that would reveal when somebody else requested a mail for this address.
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    await refusal(refused, 429, 'too_many_mails');
    await wind(minute);
    expect(await statuses(address, 1)).toEqual([200]);
  });

  test('six mails in a day, over all projects', async () => {
    const address = newAddress();
    for (let hours = 0; hours < 2; hours++) {
      expect(await statuses(address, 3)).toEqual([200, 200, 200]);
      await wind(hour);
    }
    expect(await statuses(address, 2)).toEqual([429, 429]);
    expect((await service.mails()).filter(({ to }) => to === address)).toHaveLength(6);
    await wind(day - 2 * hour);
    expect(await statuses(address, 1)).toEqual([200]);
  });

  /** The link in a join mail by which the reader gets no further one. */
  const neverAgain = async (address: string) => {
    await success('POST /embed/join', await ask(address));
    const link = new URL((await newestMail(service, address)).links.at(-1) ?? 'no:link');
    expect((await post(service, link.pathname, { choice: 'never' })).status).toBe(200);
    await wind(day);
  };

  test.each([
    ['everybody', false],
    ['an address that wants no such mail', true],
  ])('mails that others request keep nobody from signing in: %s', async (_, isBlocked) => {
    const address = newAddress();
    if (isBlocked) await neverAgain(address);
    expect(await statuses(address, 4)).toEqual([200, 200, 200, 429]);
    for (const status of [200, 200, 200, 200, 200, 200, 429])
      expect((await post(service, '/sign-in', { email: address })).status).toBe(status);
    const subjects = (await service.mails()).filter(({ to }) => to === address).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Sign in'))).toHaveLength(6);
  });

  test('signing in: twenty mails in a day, and the page says roughly when to ask again', async () => {
    const [member, stranger] = [newAddress(), newAddress()];
    await signIn(service, member);
    await wind(day);
    const asked: unknown[][] = [];
    for (const address of [member, stranger]) {
      const answers: unknown[] = [];
      const ask = async () => {
        const reply = await post(service, '/sign-in', { email: address });
        const said = /ask again in [\w ]+/.exec(await reply.text())?.[0];
        answers.push([reply.status, reply.headers.get('retry-after'), said]);
      };
      for (let hours = 0; hours < 4; hours++) {
        for (let mail = 0; mail < 7; mail++) await ask();
        await wind(hour - 20 * minute);
        if (hours === 0) await ask();
        await wind(20 * minute);
      }
      asked.push(answers);
      await wind(day);
    }
    const sent = [200, null, undefined];
    const hourFull = [429, '3600', 'ask again in an hour'];
    const six = Array.from({ length: 6 }, () => sent);
    const dayFull = [429, '75600', 'ask again in 21 hours'];
    expect(asked[0]).toEqual([
      ...[...six, hourFull, [429, '1200', 'ask again in 20 minutes']],
      ...[...six, hourFull],
      ...[...six, hourFull],
      ...[sent, sent, ...Array.from({ length: 5 }, () => dayFull)],
    ]);
    expect(asked[1]).toEqual(asked[0]);
  });

  test('an address that wants no such mail gets the same reply as every other one', async () => {
    const [blocked, other, member] = [newAddress(), newAddress(), newAddress()];
    await neverAgain(blocked);
    await signIn(service, member);
    const answers = async (address: string) => {
      const heard: unknown[] = [];
      for (let asked = 0; asked < 5; asked++) {
        const reply = await ask(address);
        const body = (await reply.json()) as Record<string, unknown>;
        const { date, 'content-length': length, ratelimit, ...headers } = Object.fromEntries(reply.headers);
        expect([typeof date, typeof length, ratelimit]).toEqual(['string', 'string', undefined]);
        heard.push([reply.status, { ...body, flow: typeof body['flow'] }, headers]);
      }
      return heard;
    };
    const heard = await answers(other);
    expect(await answers(blocked)).toEqual(heard);
    expect(await answers(member)).toEqual(heard);
  });

  describe('wrong digits', () => {
    const fiveTimes = async (flow: { flow: string; address: string }) => {
      for (let tries = 0; tries < 5; tries++)
        await refusal(await enter({ ...flow, ...wrong }), 400, 'wrong_code');
    };

    test('five of them end a flow, and only that flow', async () => {
      const address = newAddress();
      const [first, second] = [await flowFor(address), await flowFor(address)];
      await fiveTimes(first);
      await refusal(await enter(first), 400, 'code_gone');
      await success('POST /embed/join/code', await enter(second));
      await wind(day);
    });

    test('the correct ones work after four wrong ones', async () => {
      const said = await flowFor(newAddress());
      for (let tries = 0; tries < 4; tries++)
        await refusal(await enter({ ...said, ...wrong }), 400, 'wrong_code');
      await success('POST /embed/join/code', await enter(said));
    });

    test.each([
      ['on flows that there are not', () => ({ flow: randomUUID() })],
      ['on the flow of somebody else', async () => ({ flow: (await flowFor(newAddress())).flow })],
    ])('%s, fifty of them: nobody is locked out, and nothing is written', async (_, invent) => {
      const said = await flowFor(newAddress());
      const { flow } = await invent();
      const tables = async () => [
        await rows(service, 'select * from tallies order by name, subject'),
        await rows(service, 'select tries from join_flows'),
      ];
      const before = await tables();
      for (let tries = 0; tries < 50; tries++)
        await refusal(await enter({ ...said, flow, ...wrong }), 400, 'wrong_code');
      expect(await tables()).toEqual(before);
      await success('POST /embed/join/code', await enter(said));
    });

    test('a member and a stranger get the same replies, at each try', async () => {
      const [member, stranger] = [newAddress(), newAddress()];
      await signIn(service, member);
      const answers = async (address: string) => {
        const said = await flowFor(address);
        const heard: unknown[] = [];
        for (let tries = 0; tries < 7; tries++) {
          const reply = await enter({ ...said, ...wrong });
          heard.push([reply.status, reply.headers.get('retry-after'), await reply.json()]);
        }
        return heard;
      };
      expect(await answers(member)).toEqual(await answers(stranger));
      await wind(day);
    });

    describe('from one network', () => {
      const from = (ip: string, said: object) =>
        service.get('/embed/join/code', {
          method: 'POST',
          body: JSON.stringify({ project_id: birds.id, ...said }),
          headers: { 'content-type': 'text/plain', origin: birds.origin, 'x-forwarded-for': ip },
        });
      /** A flow that does not end, so that one is enough for all tries of a network. */
      const endless = async () => {
        const said = await flowFor(newAddress());
        await rows(service, `update join_flows set tries = -1000000 where digest = '${sha256(said.flow)}'`);
        return said;
      };
      const tryOften = async (times: number, ipOf: (index: number) => string, said: object) => {
        const heard = new Map<number, number>();
        for (let done = 0; done < times; done += 10) {
          const replies = await Promise.all(
            Array.from({ length: Math.min(10, times - done) }, (_, index) =>
              from(ipOf(done + index), { ...said, ...wrong }),
            ),
          );
          for (const { status } of replies) heard.set(status, (heard.get(status) ?? 0) + 1);
        }
        return Object.fromEntries(heard);
      };

      test.each([
        ['an IPv4 address', 60, () => '203.0.113.9'],
        ['a /64', 60, (index: number) => `2001:db8:1:1::${index.toString(16)}`],
        ['a /56', 240, (index: number) => `2001:db8:2:${(index % 250).toString(16)}::1`],
        ['a /48', 960, (index: number) => `2001:db8:3:${(index * 61).toString(16)}::1`],
      ])('%s has %i wrong ones a day', async (_, max, ipOf) => {
        // The limit for all networks together is not tested here.
        const forget = () => rows(service, "delete from tallies where name = 'digits-all'");
        const said = await endless();
        let left = max;
        while (left > 0) {
          await forget();
          const now = Math.min(left, 90);
          const begun = max - left;
          expect(await tryOften(now, (index) => ipOf(begun + index), said)).toEqual({ 400: now });
          left -= now;
        }
        await forget();
        const refused = await from(ipOf(max), { ...said, ...wrong });
        const retryAfter = Number(refused.headers.get('retry-after'));
        expect([retryAfter % 3600, retryAfter > 82_800]).toEqual([0, true]);
        await refusal(refused, 429, 'too_many_tries');
        // A correct guess does not work either; from another network the same digits work.
        await refusal(await from(ipOf(max + 1), said), 429, 'too_many_tries');
        await success('POST /embed/join/code', await from('198.51.100.77', said));
        await wind(day);
      });

      test('a correct entry takes a wrong one back: mistyping and then getting it right uses nothing up', async () => {
        const ip = '203.0.113.20';
        const all = await endless();
        expect(await tryOften(58, () => ip, all)).toEqual({ 400: 58 });
        for (let person = 0; person < 3; person++) {
          const said = await flowFor(newAddress());
          await refusal(await from(ip, { ...said, ...wrong }), 400, 'wrong_code');
          await success('POST /embed/join/code', await from(ip, said));
        }
        await wind(day);
      });

      test('all networks together have a hundred an hour', async () => {
        const said = await endless();
        expect(await tryOften(100, (index) => `192.0.2.${index}`, said)).toEqual({ 400: 100 });
        const refused = await from('192.0.2.200', { ...said, ...wrong });
        expect(refused.headers.get('retry-after')).toBe('3600');
        await refusal(refused, 429, 'too_many_tries');
        await expect.poll(() => service.log()).toContain('too many wrong join codes');
        await wind(hour);
        await success('POST /embed/join/code', await from('192.0.2.200', said));
      });
    });
  });

  test.each([
    ['nine', 9 * minute, true],
    ['ten', 10 * minute, false],
  ])('digits of %s minutes ago', async (_, age, isGood) => {
    const said = await flowFor(newAddress());
    await rows(service, `update join_flows set expires_at = expires_at - ${age} where used_at is null`);
    if (isGood) await success('POST /embed/join/code', await enter(said));
    else await refusal(await enter(said), 400, 'code_gone');
  });

  test('somebody who has the store without the pepper cannot try out the digits', async () => {
    const { flow, address, code } = await flowFor(newAddress());
    const hex = (text: string) => createHash('sha256').update(text).digest('hex');
    const [stored] = await rows<{ code: string; address_digest: string; digest: string }>(
      service,
      `select code, address_digest, digest from join_flows where digest = '${hex(flow)}'`,
    );
    const flowDigest = hex(flow);
    const guesses = [flow, flowDigest, address, hex(address), ''].flatMap((key) => [
      key + code,
      code + key,
      hex(key + code),
      hex(code + key),
      hex(`${key}\0${code}`),
      createHmac('sha256', key).update(code).digest('hex'),
    ]);
    expect(stored?.code).toMatch(/^[0-9a-f]{64}$/);
    expect(guesses).not.toContain(stored?.code);
    expect([address, hex(address)]).not.toContain(stored?.address_digest);
  });
});
