/**
 * A person's contributions as they will be once all decisions about them are carried out. Removing, taking back and
 * deleting many of them takes a while (events/unfinished-acts.ts); no page shows or counts the state in between.
 */
import { sql, type RawBuilder } from 'kysely';
import { dayLong } from '../text/day.ts';
import { firstIdAt } from './ids.ts';
import type { Tables } from './schema.ts';
import type { Database } from './store.ts';

export type ContributionTables = {
  /** Whether there is nothing unfinished, so that `participation` and `participant_days` have the right sums. */
  areSettled: boolean;
  /** Table expressions, with the columns of the tables that a person's pages read. */
  events: RawBuilder<unknown>;
  participation: RawBuilder<unknown>;
  removed: RawBuilder<unknown>;
  /**
   * When the participant of a row `e` of these events joined, as an expression; undefined where it is read from the
   * table of profiles, which Citus does not join with what is unfinished.
   */
  joinedAt?: RawBuilder<unknown>;
};

const stored: ContributionTables = {
  areSettled: true,
  events: sql`events`,
  participation: sql`participation`,
  removed: sql`removed_events`,
};

export type Unfinished = Pick<
  Tables['unfinished_acts'],
  'profile_id' | 'project_id' | 'act' | 'from_at' | 'to_at' | 'acted_at'
>;

/**
 * The unfinished acts on some profiles, or on a project. They are read in a statement of their own: Citus
 * does not join contributions, which are on its workers, with a table of the coordinator.
 */
export function readUnfinished(
  db: Database,
  of: { profiles: number[] } | { projectId: number },
): Promise<Unfinished[]> {
  const acts = db
    .selectFrom('unfinished_acts')
    .select(['profile_id', 'project_id', 'act', 'from_at', 'to_at', 'acted_at']);
  return (
    'profiles' in of
      ? acts.where('profile_id', 'in', of.profiles)
      : acts.where('project_id', 'in', [0, of.projectId])
  ).execute();
}

const never = sql<boolean>`1 = 0`;

/** A condition: whether an act is about this row of `events`. */
const isAbout = (of: RawBuilder<unknown>, { profile_id, project_id, from_at, to_at }: Unfinished) =>
  sql`(${of}.profile_id = ${sql.lit(profile_id)}${project_id === 0 ? sql`` : sql` and ${of}.project_id = ${sql.lit(project_id)}`}
    and ${of}.arrived_at >= ${sql.lit(from_at)} and ${of}.arrived_at < ${sql.lit(to_at ?? Number.MAX_SAFE_INTEGER)})`;

/**
 * Whether one of some conditions holds; a row without a profile has nothing to compare. They are written out, because Citus
 * does not plan a table of values inside of a condition together with the other tables of a person's pages.
 */
const isAny = (conditions: RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? never : sql<boolean>`coalesce(${sql.join(conditions, sql` or `)}, false)`;

/** A condition: whether one of these acts takes away this row of `events`. */
export function isTakenAway(
  row: string,
  acts: Unfinished[],
  kinds: Unfinished['act'][] = ['remove', 'delete', 'forget', 'untie'],
): RawBuilder<boolean> {
  const of = sql.raw(row);
  return isAny(acts.filter(({ act }) => kinds.includes(act)).map((act) => isAbout(of, act)));
}

/** A condition: whether one of these acts takes back this row of `removed_events`. */
function isTakenBack(row: string, acts: Unfinished[]): RawBuilder<boolean> {
  const of = sql.raw(row);
  return isAny(
    acts
      .filter(({ act }) => act === 'restore')
      .map(
        ({ profile_id, project_id, acted_at }) =>
          sql`(${of}.profile_id = ${sql.lit(profile_id)} and ${of}.project_id = ${sql.lit(project_id)}
            and ${of}.removed_at = ${sql.lit(acted_at)})`,
      ),
  );
}

const columns = (row: string, more = '') =>
  sql.raw(
    `project_id event_id profile_id type source is_late happened_at arrived_at duration magnitude place extra confirmed_at ${more}`
      .trim()
      .split(' ')
      .map((column) => `${row}.${column}`)
      .join(', '),
  );

/** The tables to read about some profiles. They are the stored ones, unless something is unfinished. */
export async function contributionTables(db: Database, profiles: number[]): Promise<ContributionTables> {
  if (profiles.length === 0) return stored;
  const acts = await readUnfinished(db, { profiles });
  if (acts.length === 0) return stored;
  const list = sql.join(profiles);
  const beingRestored = sql`union all select ${columns('r')} from removed_events r
      where r.profile_id in (${list}) and ${isTakenBack('r', acts)}`;
  const events = sql`(select ${columns('t')} from events t
      where t.profile_id in (${list}) and not ${isTakenAway('t', acts)}
    ${acts.some(({ act }) => act === 'restore') ? beingRestored : sql``})`;
  const removing = acts.filter(({ act }) => act === 'remove');
  const at = sql.raw('t');
  const removedAt = removing.map((act) => sql`when ${isAbout(at, act)} then ${sql.lit(act.acted_at)}`);
  const beingRemoved = sql`union all
    select ${columns('t')}, case ${sql.join(removedAt, sql` `)} end as removed_at from events t
    where t.profile_id in (${list}) and ${isTakenAway('t', acts, ['remove'])}`;
  return {
    areSettled: false,
    events,
    joinedAt: await joinedAtOf(db, profiles),
    participation: sql`(select q.project_id, q.profile_id, q.claimed_at, count(*) as events,
        coalesce(sum(t.duration), 0) as duration, min(t.happened_at) as first_at, max(t.happened_at) as last_at
      from participation q join ${events} t on t.project_id = q.project_id and t.profile_id = q.profile_id
      group by q.project_id, q.profile_id, q.claimed_at)`,
    removed: sql`(select ${columns('r', 'removed_at')} from removed_events r
        where r.profile_id in (${list}) and not ${isTakenBack('r', acts)}
      ${removing.length > 0 ? beingRemoved : sql``})`,
  };
}

async function joinedAtOf(db: Database, profiles: number[]): Promise<RawBuilder<unknown>> {
  const rows = await db
    .selectFrom('profiles')
    .select(['profile_id', 'joined_at'])
    .where('profile_id', 'in', profiles)
    .where('joined_at', 'is not', null)
    .execute();
  const whens = rows.map((row) => sql`when ${sql.lit(row.profile_id)} then ${sql.lit(row.joined_at)}`);
  return rows.length === 0 ? sql`null` : sql`case e.profile_id ${sql.join(whens, sql` `)} end`;
}

/** Stands for a person's profile id in acts on the test events of a project. */
export const nobody = 0;

/** The moment up to which all test events of a project are being deleted; undefined where none are. */
export async function testsDeletedUpTo(db: Database, projectId: number): Promise<number | undefined> {
  const act = await db
    .selectFrom('unfinished_acts')
    .select('to_at')
    .where('profile_id', '=', nobody)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return act?.to_at ?? undefined;
}

/** How many test events a project has, without those that are being deleted. */
export async function testsOf(db: Database, projectId: number): Promise<number> {
  const upTo = await testsDeletedUpTo(db, projectId);
  if (upTo !== undefined) return (await testsSince(db, projectId, upTo)).length;
  const row = await db
    .selectFrom('daily')
    .select((of) => of.fn.sum<number>('events').as('events'))
    .where('project_id', '=', projectId)
    .where('is_test', '=', 1)
    .executeTakeFirst();
  return Number(row?.events ?? 0);
}

/** The test events that arrived after the decision to delete the earlier ones; few, because such an act takes seconds. */
export const testsSince = (db: Database, projectId: number, since: number) =>
  db
    .selectFrom('events')
    .select(['type', 'source', 'is_late', 'happened_at', 'duration', 'magnitude'])
    .where('project_id', '=', projectId)
    .where('event_id', '>=', firstIdAt(since - dayLong))
    .where('is_test', '=', 1)
    .where('arrived_at', '>=', since)
    .execute();
