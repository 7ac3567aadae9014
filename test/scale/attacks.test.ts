/**
 * Attacks where Citus has no lock and no unique index over all its servers: the same act at two processes at once, one
 * person's acts on projects of both workers, ids of other shards, statements that wait, and the errors of workers.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { importAll, profileId, projectEntry, send, signIn, startScene } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { record } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows, type Rows } from '../set-up/service/rows.ts';
import { crowded, RunningService } from '../set-up/service/running-service.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const first = 501;
const projectIds = numbers(8).map((n) => first + n);
const originOf = (id: number) => `https://p${id}.example`;

let one: RunningService;
let other: RunningService;
let rows: Rows;
let owner: string;
let stranger: string;

beforeAll(async () => {
  ({ service: one, owner, stranger } = await startScene('postgres', crowded));
  rows = openRows(one);
  afterFile(() => rows[Symbol.asyncDispose]());
  const entries = projectIds.map((id) => projectEntry(`Project ${id}`, `${originOf(id)}/`, { id }));
  await importAll(one, 'owner@example.org', entries, '--publish');
  const port = await freePort();
  other = new RunningService(port, one.dataDir, one.databaseUrl, { ...one.settings, PORT: String(port) });
  afterFile(() => other[Symbol.asyncDispose]());
  await other.start();
  const workers = await rows.all(
    `select distinct nodeport from pg_dist_shard_placement where shardid in
      (${projectIds.map((id) => `get_shard_id_for_distribution_column('events', ${id}::bigint)`).join(', ')})`,
  );
  expect(workers).toHaveLength(2);
});

const both = (n: number) => (n % 2 === 0 ? one : other);
/** A form at either process; both have one public address, which forms name as their origin. */
const act = (n: number, path: string, fields: Record<string, string>, cookie: string) =>
  both(n).postForm(path, fields, { headers: { origin: one.baseUrl, cookie } });
/** The daily totals stay where an account was deleted with its contributions. */
const mustAddUp = async () => {
  const { stored, counted } = await rollUps(rows);
  expect(stored.participation).toEqual(counted.participation);
};
const countOf = async (from: string) =>
  Number((await rows.all<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);
const finished = () => expect.poll(() => countOf('unfinished_acts')).toBe(0);
const newcomer = async (address: string) => {
  const cookie = await signIn(one, address);
  return { cookie, profile: await profileId(one, owner, address) };
};
/** The statuses that are neither among these nor the refusal of a store that is busy. */
const unexpected = (statuses: number[], ...expected: number[]) =>
  statuses.filter((status) => ![503, ...expected].includes(status));

test('an idempotency key that two processes get at once is one contribution, with one id', async () => {
  const profile = await profileId(one, owner, 'keyed@example.org');
  const keys = numbers(40).map(() => randomUUID());
  for (const [k, key] of keys.entries()) {
    const project_id = projectIds[k % projectIds.length] as number;
    const said = { key: owner, project_id, profile_id: profile, duration: 60 };
    const replies = await Promise.all(numbers(6).map((n) => record(both(n), said, key)));
    expect(replies.map(({ status }) => status)).toEqual(numbers(6).map(() => 200));
    expect(new Set(replies.map(({ json }) => json.event_id)).size).toBe(1);
    expect(replies.filter(({ json }) => !json.duplicate)).toHaveLength(1);
  }
  const { stored, counted } = await rollUps(rows);
  expect(stored).toEqual(counted);
  // The same keys with other content: one of each two is stored, and the other is told.
  const again = keys.map(() => randomUUID());
  for (const [k, key] of again.entries()) {
    const project_id = projectIds[k % projectIds.length] as number;
    const replies = await Promise.all(
      numbers(4).map((n) =>
        record(both(n), { key: owner, project_id, profile_id: profile, duration: 60 + (n % 2) }, key),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  }
  expect(await countOf(`events where profile_id = ${profile}`)).toBe(80);
  await mustAddUp();
});

test('retries at one process, while the person removes and takes back at the other, record nothing twice', async () => {
  const { cookie, profile } = await newcomer('remover@example.org');
  const keys = numbers(12).map(() => randomUUID());
  const send = (n: number, project_id: number) =>
    record(both(n), { key: owner, project_id, profile_id: profile, duration: 60 }, keys[n % keys.length]);
  for (const id of projectIds.slice(0, 4)) {
    await Promise.all(keys.map((_, n) => send(n, id)));
    const project_id = String(id);
    for (let round = 0; round < 4; round++) {
      const acts = await Promise.all([
        act(round, '/me/remove', { project_id }, cookie).then(({ status }) => status),
        act(round + 1, '/me/remove', { project_id }, cookie).then(({ status }) => status),
        ...keys.map(async (_, n) => (await send(n + round, id)).status),
      ]);
      expect(unexpected(acts, 200, 303)).toEqual([]);
      const [removed] = await rows.all<{ at: string }>(
        `select max(removed_at)::text as at from removed_events where project_id = ${id}`,
      );
      const taken = await Promise.all([
        ...[0, 1].map((n) => act(n, '/me/restore', { project_id, removed_at: removed?.at ?? '' }, cookie)),
        ...keys.map((_, n) => send(n, id)),
      ]);
      expect(
        unexpected(
          taken.map(({ status }) => status),
          200,
          303,
        ),
      ).toEqual([]);
    }
    await finished();
    const all = `(select key_digest from events where project_id = ${id} and key_digest is not null
      union all select key_digest from removed_events where project_id = ${id}) k`;
    expect(await rows.all(`select key_digest from ${all} group by 1 having count(*) > 1`)).toEqual([]);
  }
  await mustAddUp();
});

test('rights end at the project, on whichever worker it is', async () => {
  const { cookie, profile } = await newcomer('victim@example.org');
  const events = new Map<number, number>();
  for (const id of projectIds) {
    const { json } = await record(one, { key: owner, project_id: id, profile_id: profile }, `of ${id}`);
    events.set(id, json.event_id);
    // Somebody else's key, and the same key of another project.
    const foreign = await record(one, { key: stranger, project_id: id, profile_id: profile }, `of ${id}`);
    expect(foreign).toMatchObject({ status: 403, json: { code: 'not_manager' } });
  }
  const attacker = await newcomer('attacker@example.org');
  for (const [id] of events) {
    const project_id = String(id);
    for (const path of ['/me/remove', '/me/opt-out'])
      expect((await act(id, path, { project_id, profile_id: String(profile) }, attacker.cookie)).status).toBe(
        303,
      );
    await act(id, '/me/restore', { project_id, removed_at: '1' }, attacker.cookie);
  }
  // Ids of other shards, of none, and of no bigint.
  const forged = [
    '0',
    '-1',
    '9007199254740991',
    '9223372036854775807',
    '92233720368547758080',
    '1e3',
    "1' or '1'='1",
  ];
  for (const project_id of forged) {
    for (const path of ['/me/remove', '/me/restore', '/me/opt-out', '/me/opt-in'])
      expect(
        unexpected(
          [(await act(0, path, { project_id, removed_at: project_id }, cookie)).status],
          303,
          400,
          404,
        ),
      ).toEqual([]);
    const recorded = await one.postJson(`/api/record_event?key=${owner}`, {
      type: 'collection',
      project_id,
      profile_id: profile,
    });
    expect([project_id, recorded.status]).toEqual([
      project_id,
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ]);
    const undone = await send(
      one,
      '/embed/undo',
      { project_id, event_id: project_id, grant: randomUUID() },
      originOf(first),
    );
    expect([project_id, undone.status]).toEqual([
      project_id,
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ]);
  }
  expect(await countOf(`events where profile_id = ${profile}`)).toBe(projectIds.length);
  expect(await countOf(`opt_outs where profile_id = ${profile}`)).toBe(0);
});

test('recording at both processes and workers, while people opt out, remove and delete their accounts', async () => {
  const people = await Promise.all(numbers(12).map((n) => newcomer(`leaver-${n}@example.org`)));
  const statuses: number[] = [];
  const leaving = people.map(async ({ cookie, profile }, n) => {
    const contribute = (round: number) =>
      projectIds.map(async (project_id, p) => {
        const said = { key: owner, project_id, profile_id: profile, duration: 60 };
        statuses.push((await record(both(p + round + n), said, `${profile} ${project_id} ${round}`)).status);
      });
    const leave = async () => {
      await sleep(5 * n);
      if (n % 3 === 0) return [await act(n, '/account/delete', { when: 'now' }, cookie)];
      const path = n % 3 === 1 ? '/me/opt-out' : '/me/remove';
      return Promise.all(projectIds.map((id, p) => act(p, path, { project_id: String(id) }, cookie)));
    };
    await Promise.all(contribute(0));
    const [left] = await Promise.all([leave(), ...contribute(1), ...contribute(2)]);
    expect(left.map(({ status }) => status)).toEqual(left.map(() => 303));
    const tied = await countOf(`events where profile_id = ${profile}`);
    await Promise.all(contribute(3));
    // Opting out is about what comes, and the other two acts are about what came.
    if (n % 3 === 1) expect(await countOf(`events where profile_id = ${profile}`)).toBe(tied);
  });
  await Promise.all(leaving);
  expect(unexpected(statuses, 200, 404)).toEqual([]);
  await finished();
  for (const [n, { profile }] of people.entries()) {
    if (n % 3 > 0) continue;
    for (const table of ['events', 'removed_events', 'participation', 'participant_days'])
      expect([n, table, await countOf(`${table} where profile_id = ${profile}`)]).toEqual([n, table, 0]);
  }
  await mustAddUp();
});

test('many people in every project at once, in opposite orders, end in no deadlock', async () => {
  const people = await Promise.all(numbers(30).map((n) => profileId(one, owner, `crowd-${n}@example.org`)));
  const before = one.log().length + other.log().length;
  const all = await Promise.all(
    numbers(4).flatMap((round) =>
      projectIds.flatMap((project_id) =>
        (round % 2 === 0 ? people : people.toReversed()).map((profile_id) =>
          record(both(round), { key: owner, project_id, profile_id, duration: 1 }),
        ),
      ),
    ),
  );
  const purged = one.operate('purge');
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  await purged;
  expect((one.log() + other.log()).slice(before)).not.toContain('deadlock');
  await mustAddUp();
});

test('a contribution that waits for a row on its worker is refused in time, others are stored, and no error names anything', async () => {
  const [held = 0, ...free] = projectIds;
  const address = 'waiting@example.org';
  const { cookie, profile } = await newcomer(address);
  const said = (project_id: number) => ({
    key: owner,
    project_id,
    profile_id: profile,
    when: '2026-01-01T10:00:00Z',
  });
  expect((await record(one, said(held))).status).toBe(200);
  await using holding = openRows(one);
  await holding.run(`begin; select 1 from daily where project_id = ${held} for update`);
  const from = performance.now();
  const waiting = numbers(10).map((n) => record(both(n), said(held), `held ${n}`));
  for (const id of free) expect((await record(one, said(id))).status).toBe(200);
  expect((await one.get('/account', { headers: { cookie } })).status).toBe(200);
  const refused = await Promise.all(waiting);
  await holding.run('rollback');
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { retryAfter, json } of refused) {
    expect(retryAfter).toBe('5');
    expect(json).toMatchObject({ result: 'error', code: 'not_ready' });
  }
  // All of them may be sent again.
  for (const n of numbers(10)) expect((await record(one, said(held), `held ${n}`)).status).toBe(200);
  const written = one.log() + other.log() + JSON.stringify(refused);
  const { port, password } = new URL(one.databaseUrl ?? '');
  for (const secret of [address, owner, password, `:${port}`]) expect(written).not.toContain(secret);
  await mustAddUp();
});
