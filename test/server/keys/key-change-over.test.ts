/**
 * A key is replaced while a client keeps recording with it: both work until the chosen time, and no contribution is
 * refused or counted twice; then the old one is refused. Over HTTP, on both engines, with the service's clock moved.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownProject, profileOf, record, type Owned } from '../../set-up/service/project.ts';
import { shiftClock, shifted } from '../../set-up/service/shifted-clock.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { count, post, rows, sha256, signIn } from '../scene.ts';

const hour = 3_600_000;
const keyPattern = /mh_[0-9A-Za-z]{38}/;

const clockFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-data-'));
  watchOver(folder);
  return join(folder, 'clock');
};

describe.each(engines)('a client that keeps working on %s', (engine) => {
  let service: Service;
  let owned: Owned;
  let owner: string;
  let profile: number;
  let clock: string;

  beforeAll(async () => {
    clock = await clockFile();
    await shiftClock(clock, 0);
    service = await startService(engine, { ...shifted(clock), LIMIT_PAGES: '0' });
    owned = await ownProject(service);
    profile = await profileOf(service, owned.key, 'ann@example.org');
    owner = await signIn(service, 'owner@example.org');
  });
  beforeEach(() => shiftClock(clock, 0));

  const formOn = async (path: string) =>
    /name="form" value="([\w-]{43})"/.exec(
      await (await service.get(path, { headers: { cookie: owner } })).text(),
    )?.[1] ?? 'no form';
  const make = async (name: string) => {
    const fields = { name, record: 'yes', form: await formOn('/api/key') };
    const key = keyPattern.exec(await (await post(service, '/api/key', fields, owner)).text())?.[0] ?? '';
    return { key, id: await idOf(key) };
  };
  const idOf = async (key: string) =>
    (await rows<{ key_id: number }>(service, `select key_id from keys where digest = '${sha256(key)}'`))[0]
      ?.key_id ?? 0;
  const replace = async (id: number, hours: number) => {
    const path = `/api/key/${id}/replace`;
    const reply = await post(service, path, { hours: String(hours), form: await formOn(path) }, owner);
    return { status: reply.status, html: await reply.text() };
  };

  let runs = 0;
  type Reply = Record<'status' | 'event', number> &
    Record<'key' | 'error', string> &
    Record<'duplicate' | 'isSentAfter', boolean>;
  /**
   * An owner's server with several requests under way. It sends each contribution again whose reply was lost, with the
   * key that it has by then: every third is taken for lost.
   */
  const startClient = (first: string) => {
    const run = ++runs;
    const replies: Reply[] = [];
    const sent = new Set<string>();
    let key = first;
    let isStopped = false;
    let hasEnded = false;
    const send = async (name: string) => {
      sent.add(name);
      const [used, isSentAfter] = [key, hasEnded];
      const { status, json } = await record(
        service,
        { key: used, project_id: owned.projectId, profile_id: profile, duration: 60 },
        name,
      );
      const duplicate = json.duplicate === true;
      const error = JSON.stringify(json);
      replies.push({ status, key: used, event: json.event_id, duplicate, error, isSentAfter });
    };
    const work = async (worker: number) => {
      for (let at = 0; !isStopped; at++) {
        const name = `run ${run} worker ${worker} contribution ${at}`;
        await send(name);
        if (at % 3 === 0) await send(name);
      }
    };
    const working = [0, 1, 2].map(work);
    const moreReplies = async (max: number) => {
      const before = replies.length;
      await expect.poll(() => replies.length, { interval: 20 }).toBeGreaterThan(before + max);
    };
    return {
      replies,
      sent,
      moreReplies,
      /** Requests that are sent from now on come after the end of the key. */
      keyHasEnded: () => {
        hasEnded = true;
      },
      changeTo: (next: string) => {
        key = next;
      },
      stop: async () => {
        isStopped = true;
        await Promise.all(working);
      },
    };
  };

  test('both keys work until the old one ends: nothing is refused, and nothing counts twice', async () => {
    const before = await count(service, 'events');
    const { key, id } = await make('Field server');
    const client = startClient(key);
    await client.moreReplies(10);
    const replaced = await replace(id, 24);
    const successor = keyPattern.exec(replaced.html)?.[0] ?? '';
    expect(replaced.html).toContain('The key that it replaces works until');
    expect(successor).not.toBe(key);
    // The owner has not come round to it yet.
    await client.moreReplies(10);
    client.changeTo(successor);
    await client.moreReplies(10);
    // A second server, which was forgotten, still has the old one a minute before it ends.
    await shiftClock(clock, 24 * hour - 60_000);
    const forgotten = startClient(key);
    await forgotten.moreReplies(10);
    await forgotten.stop();
    await client.moreReplies(5);
    await client.stop();
    const all = [...client.replies, ...forgotten.replies];
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(client.replies.map((reply) => reply.key))).toEqual(new Set([key, successor]));
    const names = client.sent.size + forgotten.sent.size;
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(names);
    expect(new Set(all.map(({ event }) => event)).size).toBe(names);
    expect((await count(service, 'events')) - before).toBe(names);

    // Its time has come: the old one is refused, the new one goes on.
    await shiftClock(clock, 24 * hour + 60_000);
    const late = startClient(key);
    await late.moreReplies(3);
    await late.stop();
    expect(new Set(late.replies.map(({ status }) => status))).toEqual(new Set([401]));
    expect(late.replies[0]?.error).toMatch(
      /The API key in the query ended at \d{4}-\d\d-\d\d \d\d:\d\d UTC: it was revoked, or replaced by another one/,
    );
    expect(late.replies[0]?.error).not.toContain(key);
    const after = startClient(successor);
    await after.moreReplies(3);
    await after.stop();
    expect(new Set(after.replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await count(service, 'events')) - before).toBe(names + after.sent.size);
  });

  test.each([
    ['replaced at once', 'replace'],
    ['revoked', 'revoke'],
  ])('a leaked key that is %s is refused at once, in the middle of the work', async (_, act) => {
    const before = await count(service, 'events');
    const { key, id } = await make(`Leaked, ${act}`);
    const client = startClient(key);
    await client.moreReplies(10);
    const html =
      act === 'replace'
        ? (await replace(id, 0)).html
        : await (await post(service, `/api/key/${id}/revoke`, {}, owner)).text();
    // Requests that were under way may still be answered.
    client.keyHasEnded();
    await client.moreReplies(13);
    await client.stop();
    // An address that sends many wrong keys is limited.
    const late = client.replies.filter(({ isSentAfter }) => isSentAfter);
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
    expect(client.replies.find(({ status }) => status === 401)?.error).toContain('"code":"wrong_key"');
    const taken = client.replies.filter(({ status, duplicate }) => status === 200 && !duplicate);
    expect((await count(service, 'events')) - before).toBe(taken.length);
    if (act === 'revoke') return;
    expect(html).toContain('The key that it replaces has ended');
    const after = startClient(keyPattern.exec(html)?.[0] ?? '');
    await after.moreReplies(3);
    await after.stop();
    expect(new Set(after.replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
