/**
 * Fills the events of a store in bulk, with their profiles and roll-ups, by SQL on both engines: as if people had
 * contributed to a few projects since the year began. The service must have created the store, and must not be running.
 */
import type { Engine } from '../../../server/db/store.ts';
import { noCell } from '../../../server/geometry/ten-km-cells.ts';
import type { Rows } from '../../set-up/service/rows.ts';

const dayLong = 86_400_000;
const firstProfile = 2 ** 40;
/** The profile of the person with 143,000 contributions, or a seventh of fewer than a million. */
export const busiest = firstProfile;
const busiestEvents = 143_000;
const perStatement = 500_000;
/** SQLite: a bulk load that loses power begins again, and its indexes fit into memory. */
const fast = 'pragma synchronous = off; pragma cache_size = -500000;';
/** How ids of events are made (db/ids.ts). */
const [epoch, perMillisecond] = [Date.UTC(2026, 0, 1), 8192];

export type Filling = {
  engine: Engine;
  projectIds: number[];
  events: number;
  perPerson: number;
  /** How long ago the first arrived, in days. */
  days: number;
  /** Every so many have an idempotency key; 0: none. */
  keyEvery: number;
  /** Every so many are tied to nobody; 0: none. */
  untiedEvery: number;
};

export const dialects = {
  sqlite: {
    numbers: (from: number, to: number) =>
      `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1}) select i from n) n`,
    bytes: (length: number) => `randomblob(${length})`,
    digest: 'lower(hex(randomblob(32)))',
    day: "date(happened_at / 1000, 'unixepoch')",
    hour: 'happened_at / 3600000 % 24',
  },
  postgres: {
    numbers: (from: number, to: number) => `generate_series(${from}::bigint, ${to - 1}::bigint) n(i)`,
    bytes: (length: number) => `substr(uuid_send(gen_random_uuid()), 1, ${length})`,
    digest: "encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex')",
    day: "to_char(to_timestamp(happened_at / 1000) at time zone 'UTC', 'YYYY-MM-DD')",
    hour: 'happened_at / 3600000 % 24',
  },
} as const;

export async function fillEvents(rows: Rows, filling: Filling): Promise<void> {
  const { engine, projectIds, events, perPerson } = filling;
  const { numbers, digest, day, hour } = dialects[engine];
  const began = Math.max(Date.now() - filling.days * dayLong, epoch);
  const between = (Date.now() - began - dayLong / 24) / events;
  const people = Math.ceil(events / perPerson);
  await rows.run(`insert into profiles (profile_id, created_at, used_day)
    select ${firstProfile} + i, ${began}, '${new Date(began).toISOString().slice(0, 10)}' from ${numbers(0, people)}`);
  await rows.run(`insert into digests select ${digest}, ${firstProfile} + i from ${numbers(0, people)}`);
  for (let from = 0; from < events; from += perStatement)
    await rows.run(
      (engine === 'sqlite' ? fast : '') +
        eventRows(filling, { from, to: Math.min(from + perStatement, events), began, between, people }),
    );
  const all = `events where project_id in (${projectIds.join()})`;
  const tied = `${all} and profile_id is not null`;
  await rows.run(`insert into daily select project_id, ${day}, type, source, is_late, is_test, count(*), sum(duration),
    sum(magnitude) from ${all} group by 1, 2, 3, 4, 5, 6`);
  await rows.run(
    `insert into hourly select project_id, ${day}, ${hour}, count(*) from ${all} group by 1, 2, 3`,
  );
  await rows.run(`insert into participation (project_id, profile_id, events, duration, first_at, last_at)
    select project_id, profile_id, count(*), sum(duration), min(happened_at), max(happened_at) from ${tied} group by 1, 2`);
  await rows.run(`insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events, duration)
    select project_id, profile_id, ${day}, type, source, is_late, ${noCell}, count(*), sum(duration) from ${tied} group by 1, 2, 3, 4, 5, 6`);
  await rows.run(engine === 'postgres' ? 'vacuum analyze' : 'analyze');
}

type PersonGroup = { from: number; to: number; began: number; between: number; people: number };

function eventRows(
  { engine, projectIds, events, perPerson, keyEvery, untiedEvery }: Filling,
  { from, to, began, between, people }: PersonGroup,
): string {
  const { numbers, bytes } = dialects[engine];
  const project = `case i % ${projectIds.length} ${projectIds.map((id, n) => `when ${n} then ${id}`).join(' ')} end`;
  const at = `cast(${began} + i * ${between} as bigint)`;
  const every = (count: number, then: string, otherwise: string) =>
    count === 0 ? otherwise : `case when i % ${count} = 0 then ${then} else ${otherwise} end`;
  // Fifty people at a time, so that most have stopped when their contributions are deleted.
  const person = `${firstProfile} + (i / ${perPerson * 50} * 50 + i % 50) % ${people}`;
  const busiestEvery = Math.max(7, Math.round(events / busiestEvents));
  const key = (length: number) =>
    every(keyEvery, bytes(length), engine === 'postgres' ? 'null::bytea' : 'null');
  return `insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at, arrived_at,
      duration, magnitude, key_digest, key_content)
    select ${project}, (${at} - ${epoch}) * ${perMillisecond} + i % 128,
      ${every(untiedEvery, 'null', `case when i % ${busiestEvery} = 1 then ${busiest} else ${person} end`)}, 'collection', 'api', 0, 0,
      ${at}, ${at}, i % 900, i % 7, ${key(16)}, ${key(8)} from ${numbers(from, to)}`;
}
