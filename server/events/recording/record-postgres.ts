/**
 * Records a batch of events in one statement, and so in one transaction, with their idempotency keys and roll-ups.
 * record-sqlite.ts does the same in the writer thread. Rows are locked in one order everywhere: `person_days` reads
 * `parts` so that the row of `participation`, which guards the days of a participant, is locked before them.
 */
import type { PostgresQuery } from '../../db/postgres/connections.ts';
import { detailNames, details } from '../details.ts';
import { type Earlier, facts, type RecordForm, type WriteResult } from './record-form.ts';
import { keyDigits, storedForm } from '../stored-keys.ts';

const { key, content } = storedForm('postgres');

// `unused`: scalar subqueries, which PostgreSQL always answers from the index; for `not exists` it may read a whole table.
const record = `
with given as (
  select * from json_to_recordset($1::text::json) as g(n integer, "eventId" bigint, "projectId" bigint,
    "profileId" bigint, reporter bigint, type text, source text, "isLate" integer, "happenedAt" bigint,
    "arrivedAt" bigint, day text, hour integer, cell bigint, ${detailNames.map((name) => `${name} ${details[name].column}`).join(', ')},
    submission text, content text)
), facts as (${facts}
), accepted as (
  select f.*, case when is_published then 0 else 1 end as is_test,
    case when is_published and not opted_out then "profileId" end as credited
  from facts f where is_withheld = 0 and has_profile and (manages or (reporter is null and is_open))
), unused as (
  select a.* from accepted a where submission is null or (
    (select 1 from events e where e.project_id = "projectId" and e.key_digest = ${key('submission')}) is null
    and (select 1 from removed_events r
      where r.project_id = "projectId" and r.key_digest = ${key('submission')} limit 1) is null
    and (select 1 from submissions s
      where s.project_id = "projectId" and s.digest = left(submission, ${keyDigits}) limit 1) is null)
), stored as (
  insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at, arrived_at,
    ${detailNames.join(', ')}, key_digest, key_content)
  select "projectId", "eventId", credited, type, source, "isLate", is_test, "happenedAt", "arrivedAt",
    ${detailNames.map((name) => (details[name].isPersonal ? `case when credited is not null then ${name} end` : name)).join(', ')},
    ${key('submission')}, ${content('content')}
  from unused order by "projectId", submission
  on conflict (project_id, key_digest) where key_digest is not null do nothing
  returning event_id
), fresh as (
  select * from unused where "eventId" in (select event_id from stored)
), days as (
  insert into daily as d (project_id, day, type, source, is_late, is_test, events, duration, magnitude)
  select "projectId", day, type, source, "isLate", is_test, count(*), sum(coalesce(duration, 0)),
    sum(coalesce(magnitude, 0)) from fresh group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (project_id, day, type, source, is_late, is_test) do update set events = d.events + excluded.events,
    duration = d.duration + excluded.duration, magnitude = d.magnitude + excluded.magnitude
), parts as (
  insert into participation as p (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
  select "projectId", credited, count(*), sum(coalesce(duration, 0)), min("happenedAt"), max("happenedAt"),
    max(case when member is not null then "arrivedAt" end)
  from fresh where credited is not null group by 1, 2 order by 1, 2
  on conflict (project_id, profile_id) do update set events = p.events + excluded.events,
    duration = p.duration + excluded.duration, first_at = least(p.first_at, excluded.first_at),
    last_at = greatest(p.last_at, excluded.last_at) returning 1
), hours as (
  insert into hourly as h (project_id, day, hour, events)
  select "projectId", day, hour, count(*) from fresh where is_test = 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (project_id, day, hour) do update set events = h.events + excluded.events
), person_days as (
  insert into participant_days as q (project_id, profile_id, day, type, source, is_late, cell, events, duration)
  select "projectId", credited, day, type, source, "isLate", cell, count(*), sum(coalesce(duration, 0)) from fresh
  where credited is not null and (select count(*) from parts) > 0
  group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (project_id, profile_id, day, type, source, is_late, cell)
  do update set events = q.events + excluded.events, duration = q.duration + excluded.duration
)
select f.n, f.state, f.is_hidden, f.is_withheld, f.manages, f.has_profile, fresh.n is not null as is_fresh,
  fresh.credited is not null as is_credited
from facts f left join fresh on fresh.n = f.n`;

const earlier = `
select g.n, k.* from json_to_recordset($1::text::json) as g(n integer, "projectId" bigint, submission text)
cross join lateral (
  select e.event_id, encode(e.key_content, 'hex') as content, e.profile_id is not null as is_credited, e.is_test,
    false as is_retracted from events e where e.project_id = g."projectId" and e.key_digest = ${key('g.submission')}
  union all select r.event_id, encode(r.key_content, 'hex'), false, 0, false from removed_events r
    where r.project_id = g."projectId" and r.key_digest = ${key('g.submission')}
  union all select s.event_id, s.content, false, s.is_test, s.retraction_id is not null from submissions s
    where s.project_id = g."projectId" and s.digest = left(g.submission, ${keyDigits})
  limit 1
) k`;

export const recordForm = (query: PostgresQuery): RecordForm => ({
  write: async (events) => (await query<WriteResult>(record, [JSON.stringify(events)])).rows,
  earlier: async (events) => {
    const rows = events.map(({ n, projectId, submission }) => ({ n, projectId, submission }));
    return (await query<Earlier>(earlier, [JSON.stringify(rows)])).rows;
  },
});
