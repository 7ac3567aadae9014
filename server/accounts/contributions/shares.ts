/** What is credited to a person's profiles, by day and project: for certificates, programmes, groups and sites. */
import { type RawBuilder, sql } from 'kysely';
import type { DailyShare } from '../../certificates/statement.ts';
import type { Database } from '../../db/store.ts';
import { contributionTables } from '../../db/unfinished-acts.ts';
import { dayLong } from '../../text/day.ts';
import { utc } from '../../text/zone.ts';
import { between, creditedTo } from './contributed.ts';
import {
  countedDays,
  dayIn,
  doubtfulOf,
  isDoubtful,
  maxReadAtVisit,
  rolledDays,
} from './contributed-days.ts';
import { type Unions, unions, withOverlaps, withReaches } from './overlaps.ts';

type ShareRow = Omit<DailyShare, 'isReported' | 'overlapping'> & Unions & { reported: number };

/** Up to this many contributions are added up at once: so long do searches of others wait on SQLite. */
const maxAtOnce = 50_000;
type Period = { from: number; to: number };

/** A period in parts of about `maxAtOnce` contributions, as statements' tables (`e`) with a day more on both sides. */
async function partsOf(
  db: Database,
  profileIds: number[],
  { from, to }: Period,
): Promise<(Period & { events: RawBuilder<unknown> })[]> {
  const tables = await contributionTables(db, profileIds);
  const { events, first, last } = await db
    .selectFrom('participation')
    .select(({ fn }) => [
      fn.sum('events').as('events'),
      fn.min('first_at').as('first'),
      fn.max('last_at').as('last'),
    ])
    .where('profile_id', 'in', profileIds)
    .executeTakeFirstOrThrow();
  const parts = Math.ceil(Number(events) / maxAtOnce);
  if (parts < 2 || !tables.areSettled)
    return [
      {
        ...{ from, to },
        events: sql`${creditedTo(profileIds, tables)}
          and e.happened_at >= ${from - dayLong} and e.happened_at < ${to + dayLong}`,
      },
    ];
  const [start, end] = [Math.max(from, Number(first)), Math.min(to, Number(last) + 1)];
  const length = Math.max(dayLong, Math.ceil((Number(last) - Number(first)) / parts));
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / length)) }, (_, n) => {
    const part = { from: start + n * length, to: Math.min(end, start + (n + 1) * length) };
    const days = { from: Math.floor(part.from / dayLong) - 1, to: Math.floor(part.to / dayLong) + 1 };
    return { ...part, events: sql`from (${between(profileIds, days)}) e` };
  });
}

/** The contributions of each day of a zone from one moment to another, by project. */
export async function sharesOf(
  db: Database,
  profileIds: number[],
  { zone, ...period }: Period & { zone: string },
): Promise<DailyShare[]> {
  if (profileIds.length === 0) return [];
  const rows: ShareRow[] = [];
  for (const { from, to, events } of await partsOf(db, profileIds, period)) {
    const credited = sql`select e.project_id, ${dayIn(zone, period.from, period.to)} as day, e.happened_at, e.arrived_at,
      case when e.source = 'api' then 1 else 0 end as reported,
      case when ${isDoubtful} then 0 else coalesce(e.duration, 0) end as seconds ${events}`;
    const part =
      await sql<ShareRow>`select project_id, day, reported, count(*) as events, sum(seconds) as seconds,
      ${unions} from ${withReaches(credited)} e where happened_at >= ${from} and happened_at < ${to}
      group by 1, 2, 3`.execute(db);
    rows.push(...part.rows);
  }
  const shares = withOverlaps(
    rows.map(({ project_id, day, reported, events, ...sums }) => ({
      ...sums,
      project_id: Number(project_id),
      day: Number(day),
      events: Number(events),
      isReported: reported === 1,
    })),
  );
  const overlapping = shares.filter((share) => share.overlapping !== undefined);
  if (overlapping.length === 0) return shares;
  const may = await mayOverlap(db, profileIds, [...new Set(overlapping.map(({ project_id }) => project_id))]);
  return shares.map(({ overlapping = 0, ...share }) =>
    overlapping === 0 || may.has(share.project_id)
      ? share
      : { ...share, seconds: share.seconds - overlapping, overlapping },
  );
}

/** `isExact`: no hours that overlap are among them. */
export type SharesSince = { shares: DailyShare[]; isExact: boolean };

/** The contributions since a moment by the days of UTC; those of tomorrow in UTC are of today in other zones. */
export const exactSharesSince = async (
  db: Database,
  profileIds: number[],
  from = 0,
): Promise<SharesSince> => ({
  shares: await sharesOf(db, profileIds, { zone: utc, from, to: Date.now() + dayLong }),
  isExact: true,
});

/**
 * The same for a visit, which must not read all contributions of somebody with very many: the whole days of the roll-up
 * then, with hours that overlap.
 */
export async function sharesSince(db: Database, profileIds: number[], from = 0): Promise<SharesSince> {
  if (profileIds.length === 0) return { shares: [], isExact: true };
  const tables = await contributionTables(db, profileIds);
  const parts = await db
    .selectFrom('participation')
    .select(['project_id', 'profile_id', 'events', 'claimed_at'])
    .where('profile_id', 'in', profileIds)
    .execute();
  const total = parts.reduce((sum, { events }) => sum + events, 0);
  if (total <= maxReadAtVisit || !tables.areSettled) return exactSharesSince(db, profileIds, from);
  const unclaimed = parts.filter(({ claimed_at }) => claimed_at === null);
  const doubtful = await doubtfulOf(db, profileIds, tables);
  const all = [
    ...(await rolledDays(db, profileIds)),
    ...(unclaimed.length > 0 ? await countedDays(db, unclaimed, tables) : []),
    ...doubtful.map((share) => ({ ...share, events: 0, seconds: -share.seconds })),
  ];
  const firstWhole = Math.ceil(from / dayLong);
  const before = await sharesOf(db, profileIds, { zone: utc, from, to: firstWhole * dayLong });
  return { shares: [...before, ...all.filter(({ day }) => day >= firstWhole)], isExact: false };
}

/** The projects, of these, whose contributions may overlap: as their managers said, and all for a group of people. */
async function mayOverlap(db: Database, profileIds: number[], projectIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('projects as p')
    .select('p.project_id')
    .where('p.project_id', 'in', projectIds)
    .where((is) =>
      is.or([
        is('p.may_overlap', '=', 1),
        is.exists(
          is
            .selectFrom('groups as g')
            .innerJoin('profiles as r', 'r.account_id', 'g.account_id')
            .select('g.group_id')
            .where('r.profile_id', 'in', profileIds),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}
