/** What bounds joining by e-mail, by the clock: mails to one address, wrong tries, and how long digits live. */
import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../set-up/start-service.ts';
import { newestMail, post, projects, refusal, rows, send, setScene, success } from './scene.ts';

const { birds, frogs } = projects;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let people = 0;

describe.each(engines)('joining by e-mail on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(engine, { LIMIT_IP: '0', LIMIT_ORIGIN: '0' });
    await setScene(service);
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
  /** What was counted happened so long ago. */
  const wind = (milliseconds: number) =>
    rows(service, `update tallies set starts_at = starts_at - ${milliseconds}`);
  const flowFor = async (address: string) => {
    const { flow } = await success('POST /embed/join', await ask(address));
    return { flow, address, code: (await newestMail(service, address)).subject.slice(0, 6) };
  };
  const enter = (said: object) =>
    send(service, '/embed/join/code', { project_id: birds.id, ...said }, birds.origin);
  const wrong = { code: 'no' };

  test('three mails in an hour from the first one, whatever hour the clock strikes', async () => {
    const address = newAddress();
    expect(await statuses(address, 4)).toEqual([200, 200, 200, 429]);
    await wind(hour - minute);
    const refused = await ask(address);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await refusal(refused, 429, 'too_many_mails');
    await wind(minute);
    expect(await statuses(address, 1)).toEqual([200]);
  });

  test('six mails in a day, over all flows, signing in included', async () => {
    const address = newAddress();
    expect(await statuses(address, 3)).toEqual([200, 200, 200]);
    await wind(hour);
    expect(await statuses(address, 2)).toEqual([200, 200]);
    expect((await post(service, '/sign-in', { email: address })).status).toBe(200);
    await wind(hour);
    expect(await statuses(address, 2)).toEqual([429, 429]);
    expect((await post(service, '/sign-in', { email: address })).status).toBe(400);
    expect((await service.mails()).filter(({ to }) => to === address)).toHaveLength(6);
    await wind(day - 2 * hour);
    expect(await statuses(address, 1)).toEqual([200]);
  });

  test('ten wrong tries in a day from the first one, over all flows; right ones do not count', async () => {
    const address = newAddress();
    const flows = [await flowFor(address), await flowFor(address)];
    const [first, second] = flows as [(typeof flows)[0], (typeof flows)[0]];
    for (let tries = 0; tries < 9; tries++)
      await refusal(await enter({ ...(tries % 2 ? first : second), ...wrong }), 400, 'wrong_code');
    await success('POST /embed/join/code', await enter(first));
    await refusal(await enter({ ...second, ...wrong }), 400, 'wrong_code');
    await refusal(await enter(second), 429, 'too_many_tries');
    await wind(day - minute);
    await refusal(await enter(await flowFor(address)), 429, 'too_many_tries');
    await wind(minute);
    await success('POST /embed/join/code', await enter(await flowFor(address)));
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

  test('who has the store without the pepper cannot try the digits out', async () => {
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
