/**
 * Contributions that their project takes back, because they should not have been reported. They leave every figure at
 * once, those of their people too; for seven days the project can put them back. Whether a contribution is on
 * somebody's profile, was withdrawn, or deleted, changes nothing for the project: neither the reply nor a total.
 */
import { sql, type RawBuilder } from 'kysely';
import type { RetractionReason } from '../../src/contract/api/retraction.ts';
import { dayLong } from '../text/day.ts';
import { firstIdAt } from '../db/ids.ts';
import { recordLock } from '../db/migrations/baseline.ts';
import type { Database, Store } from '../db/store.ts';
import { type Counted, forgetWhose, putContributionsBack, takeContributionsBack } from './deleted.ts';
import type { UnfinishedActs } from './unfinished-acts.ts';
import { addToDays, addToTotals, claimWhatIsLeft, recountTimes, type RollUpKey } from './roll-up.ts';

const backDays = 7;
/** Until then the participants can read what was taken back. */
const toldDays = 30;
const yearDays = 365;
const idsPerLookup = 1000;

/** `backUntil`: when it can no longer be put back. */
export type Retraction = {
  id: number;
  reason: RetractionReason;
  events: number;
  at: number;
  backUntil: number;
  isBack: boolean;
};

/** A participant reads this of one: the number of contributions, from one moment to another. */
export type ToldRetraction = {
  projectId: number;
  id: number;
  reason: RetractionReason;
  events: number;
  first: number;
  last: number;
};

type RetractionStore = Pick<Store, 'db' | 'engine'>;

export function retractions(
  { db, engine }: RetractionStore,
  nextId: (now: number) => number,
  { finish }: Pick<UnfinishedActs, 'finish'>,
) {
  return {
    /** The moment since which every contribution is known, deleted ones too: at most a year ago. */
    completeSince: async (now: number): Promise<number> =>
      Math.max(now - yearDays * dayLong, await completeSince(db)),

    /** Finds the contributions of the project since that moment among these ids. */
    async areOf(projectId: number, ids: number[], since: number): Promise<Set<number>> {
      const known = new Set<number>();
      for (let at = 0; at < ids.length; at += idsPerLookup) {
        const chosen = chosenOf(projectId, ids.slice(at, at + idsPerLookup));
        const { rows } = await sql<{ event_id: number }>`
          select event_id from events where ${chosen} and arrived_at >= ${since}
          union all select event_id from removed_events where ${chosen} and arrived_at >= ${since}
          union all select event_id from submissions where ${chosen} and created_at >= ${since}`.execute(db);
        for (const { event_id } of rows) known.add(event_id);
      }
      return known;
    },

    /** Takes contributions back; those that were taken back before stay as they are. */
    async retract(projectId: number, ids: number[], reason: RetractionReason, now: number): Promise<void> {
      // Contributions that a person has removed, refused or deleted must not stay here as theirs.
      await finish({ project_id: projectId });
      await db.transaction().execute(async (trx) => {
        const chosen = chosenOf(projectId, ids);
        if (engine === 'postgres') await lockRollUps(trx, projectId, chosen);
        const retractionId = nextId(now);
        const rows = await takeContributionsBack(trx, chosen, retractionId);
        if (rows.length === 0) return;
        await trx
          .insertInto('retractions')
          .values({
            project_id: projectId,
            retraction_id: retractionId,
            reason,
            events: rows.length,
            retracted_at: now,
            put_back_at: null,
          })
          .execute();
        for (const [profile_id, theirs] of byProfile(rows))
          await takeOff(trx, { project_id: projectId, profile_id }, theirs, now);
        await addToTotals(trx, projectId, rows, -1);
      });
    },

    /** Puts back what was taken back in the last seven days; does nothing the second time. */
    putBack: (projectId: number, retractionId: number, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // An opt-out that comes meanwhile waits, and unties the events again.
        if (engine === 'postgres')
          await sql`select pg_advisory_xact_lock_shared(${sql.lit(recordLock)})`.execute(trx);
        const [retraction] = await trx
          .updateTable('retractions')
          .set({ put_back_at: now })
          .where('project_id', '=', projectId)
          .where('retraction_id', '=', retractionId)
          .where('put_back_at', 'is', null)
          .where('retracted_at', '>', now - backDays * dayLong)
          .returning('retraction_id')
          .execute();
        if (!retraction) return;
        const part = { project_id: projectId, retraction_id: retractionId };
        const creditable = await creditableOf(trx, part);
        const rows = await putContributionsBack(trx, part, creditable);
        for (const [profile_id, theirs] of byProfile(rows)) {
          const joinedAt = creditable.get(profile_id) ?? null;
          await putOn(trx, { project_id: projectId, profile_id }, theirs, joinedAt, now);
        }
        await addToTotals(trx, projectId, rows, 1);
      }),

    /** The last ones of a project, newest first. */
    async retractionsOf(projectId: number): Promise<Retraction[]> {
      const rows = await db
        .selectFrom('retractions')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('retraction_id', 'desc')
        .limit(20)
        .execute();
      return rows.map((row) => ({
        id: row.retraction_id,
        reason: row.reason,
        events: row.events,
        at: row.retracted_at,
        backUntil: row.retracted_at + backDays * dayLong,
        isBack: row.put_back_at !== null,
      }));
    },

    /** Retractions of contributions of these profiles that the person has not read yet. */
    async untold(profileIds: number[]): Promise<ToldRetraction[]> {
      if (profileIds.length === 0) return [];
      const { rows } =
        await sql<ToldRetraction>`select s.project_id as "projectId", s.retraction_id as id, r.reason,
        count(*) as events, min(s.happened_at) as first, max(s.happened_at) as last
        from submissions s join retractions r on r.project_id = s.project_id and r.retraction_id = s.retraction_id
        where s.profile_id in (${sql.join(profileIds)}) and s.is_told = 0
        group by s.project_id, s.retraction_id, r.reason order by s.retraction_id desc`.execute(db);
      return rows.map((row) => ({ ...row, events: Number(row.events) }));
    },

    /** The person has read why. */
    async told(profileIds: number[], projectId: number, retractionId: number): Promise<void> {
      await db
        .updateTable('submissions')
        .set({ is_told: 1 })
        .where('profile_id', 'in', [0, ...profileIds])
        .where('project_id', '=', projectId)
        .where('retraction_id', '=', retractionId)
        .execute();
    },
  };
}

const chosenOf = (projectId: number, ids: number[]) =>
  sql`project_id = ${projectId} and event_id in (${sql.join(ids)})`;

/** In the order of recording, and before any other row. */
const lockRollUps = (trx: Database, projectId: number, chosen: RawBuilder<unknown>) =>
  sql`select 1 from participation where project_id = ${projectId} and profile_id in (
    select profile_id from events where ${chosen}) order by profile_id for update`.execute(trx);

/** Rows by the profile that they are tied to, without those that are tied to none. */
const byProfile = <Row extends Counted>(rows: Row[]): [number, Row[]][] =>
  [...Map.groupBy(rows, ({ profile_id }) => profile_id ?? 0)]
    .filter(([profileId]) => profileId !== 0)
    .sort(([one], [other]) => one - other);

const durationOf = (rows: Counted[]): number => rows.reduce((sum, { duration }) => sum + (duration ?? 0), 0);

/** Takes contributions off the roll-up of their participant. */
async function takeOff(trx: Database, part: RollUpKey, rows: Counted[], now: number): Promise<void> {
  await sql`update participation set events = events - ${rows.length}, duration = duration - ${durationOf(rows)}
    where project_id = ${part.project_id} and profile_id = ${part.profile_id}`.execute(trx);
  await addToDays(trx, part, rows, -1);
  await recountTimes(trx, part);
  const profile = await trx
    .selectFrom('profiles')
    .select('joined_at')
    .where('profile_id', '=', part.profile_id)
    .executeTakeFirst();
  if (profile && profile.joined_at !== null) await claimWhatIsLeft(trx, part, profile.joined_at, now);
}

/** Adds contributions to the roll-up of their participant; those from before they joined wait for their decision again. */
async function putOn(
  trx: Database,
  part: RollUpKey,
  rows: (Counted & { arrived_at: number })[],
  joinedAt: number | null,
  now: number,
): Promise<void> {
  const times = rows.map(({ happened_at }) => happened_at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const isClaimed = joinedAt !== null && rows.every(({ arrived_at }) => arrived_at >= joinedAt);
  await sql`insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
    values (${part.project_id}, ${part.profile_id}, ${rows.length}, ${durationOf(rows)}, ${first}, ${last},
      ${isClaimed ? now : null})
    on conflict (project_id, profile_id) do update set events = participation.events + excluded.events,
      duration = participation.duration + excluded.duration,
      first_at = case when participation.first_at < excluded.first_at then participation.first_at
        else excluded.first_at end,
      last_at = case when participation.last_at > excluded.last_at then participation.last_at
        else excluded.last_at end`.execute(trx);
  await addToDays(trx, part, rows, 1);
}

/** The profiles to which contributions of a retraction may be tied again, with when their people joined. */
async function creditableOf(
  trx: Database,
  { project_id, retraction_id }: { project_id: number; retraction_id: number },
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ profile_id: number }>`select distinct profile_id from submissions
    where project_id = ${project_id} and retraction_id = ${retraction_id} and profile_id is not null`.execute(
    trx,
  );
  const those = sql.join([0, ...rows.map(({ profile_id }) => profile_id)]);
  const { rows: found } = await sql<{
    profile_id: number;
    joined_at: number | null;
  }>`select profile_id, joined_at
    from profiles p where profile_id in (${those}) and objected_at is null
    and not exists (select 1 from opt_outs o where o.profile_id = p.profile_id and o.project_id = ${project_id})
    and not exists (select 1 from unfinished_acts a where a.profile_id = p.profile_id and a.act = 'delete')`.execute(
    trx,
  );
  return new Map(found.map(({ profile_id, joined_at }) => [profile_id, joined_at]));
}

/**
 * The moment since which every contribution has left something: the first release that did so, unless the store was so
 * young then that nothing of it had been deleted.
 */
async function completeSince(db: Database): Promise<number> {
  const { rows } = await sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration
    where name in ('0001-baseline', '0007-retractions') order by name`.execute(db);
  const [first = 0, complete = 0] = rows.map(({ timestamp }) => Date.parse(timestamp));
  return complete - first < dayLong ? 0 : complete;
}

/** Deletes what is personal of contributions that were taken back a month ago. */
export const forgetWhoseTaken = (db: Database, now: number) =>
  forgetWhose(db, sql`profile_id is not null and retraction_id < ${firstIdAt(now - toldDays * dayLong)}`);
