/** Outcomes in the database. Counts are of a person's own contributions as they are now, and leave for nobody else. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { outcomeInput } from '../../src/contract/api/outcome.ts';
import type { OutcomeSaid } from '../../src/contract/pages/outcomes.ts';
import { randomId } from '../db/ids.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database, Store } from '../db/store.ts';
import { sha256 } from '../secrets/secrets.ts';
import { saidOf } from './said.ts';
import type { OutcomeTables } from './schema.ts';

type Told = Omit<z.output<typeof outcomeInput>, 'event_ids' | 'idempotency_keys'> & { events: number[] };
type Row = OutcomeTables['outcomes'];

/** Outcomes of a project, refused ones with them. */
const maxOutcomes = 200;
/** The newest outcomes of somebody's projects that are compared with their contributions. */
const maxCompared = 20;
const rowsPerInsert = 1000;

export type OutcomeStore = ReturnType<typeof outcomeStore>;

export function outcomeStore({ db, searching }: Pick<Store, 'db' | 'searching'>) {
  const ofProjects = (ids: number[], limit: number): Promise<Row[]> =>
    db
      .selectFrom('outcomes')
      .selectAll()
      .where('project_id', 'in', [0, ...ids])
      .where('state', '=', 'shown')
      .orderBy('shown_at', 'desc')
      .limit(limit)
      .execute();

  const show = async (
    trx: Database,
    { outcome_id, project_id }: Pick<Row, 'outcome_id' | 'project_id'>,
    now: number,
  ) => {
    await trx
      .updateTable('outcomes')
      .set({ state: 'shown', shown_at: now })
      .where('outcome_id', '=', outcome_id)
      .execute();
    // Followers are told about changed projects (follows/notices.ts).
    await trx.updateTable('projects').set({ updated_at: now }).where('project_id', '=', project_id).execute();
  };

  return {
    ofProjects,

    /** The first one of a project waits for an editor. Undefined if the project has too many. */
    tell: (
      told: Told,
      now: number,
    ): Promise<(Pick<Row, 'outcome_id' | 'state'> & { isKnown: boolean }) | undefined> => {
      const {
        project_id,
        kind,
        sentence,
        translations = {},
        link = null,
        from = null,
        to = null,
        events,
      } = told;
      const sentences = JSON.stringify({ '': sentence, ...translations });
      const digest = sha256(
        JSON.stringify([kind, sentences, link, from, to, events.toSorted((a, b) => a - b)]),
      );
      return inTurn(db, { project: project_id }, async (trx, hasRoom) => {
        const ofProject = trx.selectFrom('outcomes').where('project_id', '=', project_id);
        const known = await ofProject
          .select(['outcome_id', 'state'])
          .where('digest', '=', digest)
          .executeTakeFirst();
        if (known) return { ...known, isKnown: true };
        if (!(await hasRoom(ofProject, maxOutcomes))) return undefined;
        const earlier = await ofProject.select('outcome_id').where('state', '=', 'shown').executeTakeFirst();
        const outcome_id = randomId();
        const row = { outcome_id, project_id, kind, sentences, link, from_day: from, to_day: to, digest };
        await trx
          .insertInto('outcomes')
          .values({ ...row, state: 'waiting', created_at: now, shown_at: null })
          .execute();
        for (let at = 0; at < events.length; at += rowsPerInsert)
          await trx
            .insertInto('outcome_events')
            .values(
              events.slice(at, at + rowsPerInsert).map((event_id) => ({ project_id, outcome_id, event_id })),
            )
            .execute();
        if (earlier) await show(trx, row, now);
        return { outcome_id, state: earlier ? ('shown' as const) : ('waiting' as const), isKnown: false };
      });
    },

    isToldSince: async (projectId: number, since: number): Promise<boolean> =>
      (await db
        .selectFrom('outcomes')
        .select('outcome_id')
        .where('project_id', '=', projectId)
        .where('state', '=', 'shown')
        .where('shown_at', '>', since)
        .executeTakeFirst()) !== undefined,

    /** Those with these ids that are still shown, by project. */
    async told(outcomeIds: number[], lang?: string): Promise<Map<number, OutcomeSaid[]>> {
      if (outcomeIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('outcomes')
        .selectAll()
        .where('outcome_id', 'in', outcomeIds)
        .where('state', '=', 'shown')
        .orderBy('shown_at', 'desc')
        .execute();
      const byProject = Map.groupBy(rows, (row) => row.project_id);
      return new Map([...byProject].map(([id, some]) => [id, some.map((row) => saidOf(row, lang))]));
    },

    /** All of a project, for its managers, newest first. */
    all: (projectId: number): Promise<Row[]> =>
      db
        .selectFrom('outcomes')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('created_at', 'desc')
        .execute(),

    waiting: () =>
      db
        .selectFrom('outcomes as o')
        .innerJoin('projects as p', 'p.project_id', 'o.project_id')
        .selectAll('o')
        .select('p.name')
        .where('o.state', '=', 'waiting')
        .orderBy('o.created_at')
        .limit(50)
        .execute(),

    /** An editor's decision on one that waits; does nothing the second time. Returns its project. */
    decide: (outcomeId: number, isGood: boolean, now: number): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('outcomes')
          .set({ state: 'refused' })
          .where('outcome_id', '=', outcomeId)
          .where('state', '=', 'waiting')
          .returning(['outcome_id', 'project_id'])
          .executeTakeFirst();
        if (row && isGood) await show(trx, row, now);
        return row?.project_id;
      }),

    /** A manager takes one away: it shows nowhere any more. */
    remove: (projectId: number, outcomeId: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const table of ['outcome_events', 'outcomes'] as const)
          await trx
            .deleteFrom(table)
            .where('project_id', '=', projectId)
            .where('outcome_id', '=', outcomeId)
            .execute();
      }),

    /**
     * The newest outcomes that are about contributions of these profiles, with how many. Read on the thread for searches:
     * an outcome may name thousands.
     */
    async about(profiles: number[], projects: number[]): Promise<{ row: Row; events: number }[]> {
      if (profiles.length === 0) return [];
      const rows = await ofProjects(projects, maxCompared);
      const theirs = sql`profile_id in (${sql.join(profiles)})`;
      const counts = await Promise.all(
        rows.map(async ({ project_id, outcome_id, from_day, to_day }) => {
          const { rows: counted } = await sql<{ events: number | null }>`${
            from_day === null
              ? sql`select count(*) as events from outcome_events o
                  join events e on e.project_id = o.project_id and e.event_id = o.event_id
                  where o.project_id = ${project_id} and o.outcome_id = ${outcome_id} and e.${theirs}`
              : sql`select sum(events) as events from participant_days
                  where project_id = ${project_id} and ${theirs} and day >= ${from_day} and day <= ${to_day}`
          }`.execute(searching);
          return Number(counted[0]?.events ?? 0);
        }),
      );
      return rows
        .map((row, index) => ({ row, events: counts[index] ?? 0 }))
        .filter(({ events }) => events > 0);
    },
  };
}
