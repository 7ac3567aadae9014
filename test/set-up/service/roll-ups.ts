/** The roll-ups as stored, and as they should be by counting events. */
import type { Rows } from './rows.ts';

const byDay = `
  select project_id, type, source, is_late, is_test, cast(sum(events) as bigint) as events, sum(duration) as duration,
    sum(magnitude) as magnitude from daily group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;
const counted = `
  select project_id, type, source, is_late, is_test, count(*) as events,
    cast(sum(coalesce(duration, 0)) as double precision) as duration,
    cast(sum(coalesce(magnitude, 0)) as double precision) as magnitude
  from events group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;
const byPerson = `select project_id, profile_id, events, duration, first_at, last_at from participation order by 1, 2`;
const countedByPerson = `
  select project_id, profile_id, count(*) as events, cast(sum(coalesce(duration, 0)) as double precision) as duration,
    min(happened_at) as first_at, max(happened_at) as last_at
  from events where profile_id is not null group by 1, 2 order by 1, 2`;

export const rollUps = async (rows: Rows) => ({
  stored: { daily: await rows.all(byDay), participation: await rows.all(byPerson) },
  counted: { daily: await rows.all(counted), participation: await rows.all(countedByPerson) },
});
