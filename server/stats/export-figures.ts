/** A project's figures for its export, read in parts: a project may have millions of events. */
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import { isTakenAway, readUnfinished, testsDeletedUpTo } from '../db/unfinished-acts.ts';
import { contributedRow } from './disclosure.ts';
import type { PeopleFiguresStore } from './people-figures.ts';

/** For so long, removed contributions can be taken back, and are kept (events/removals.ts). */
const removalDays = 7;
const perRead = 1_000;

type EventRow = {
  event_id: number;
  type: string;
  source: string;
  is_late: number;
  happened_at: number;
  arrived_at: number;
  duration: number | null;
  magnitude: number | null;
};

export function exportFigures(
  db: Database,
  people: Pick<PeopleFiguresStore, 'everybody' | 'ofProject'>,
  retentionDays: number,
) {
  return {
    participants: async (projectId: number, now: number) => (await people.everybody(projectId, now)) ?? null,

    daily: async (projectId: number) => {
      const hasTests = (await testsDeletedUpTo(db, projectId)) === undefined;
      const rows = await db
        .selectFrom('daily')
        .select(['day', 'type', 'source', 'is_late', 'is_test', 'events', 'duration', 'magnitude'])
        .where('project_id', '=', projectId)
        .where('is_test', '<=', hasTests ? 1 : 0)
        .orderBy('day')
        .orderBy('type')
        .orderBy('source')
        .orderBy('is_late')
        .orderBy('is_test')
        .execute();
      return rows.map((row) => contributedRow(row));
    },

    hours: async (projectId: number) => {
      const rows = await db
        .selectFrom('hourly')
        .select(['day', 'hour', 'events'])
        .where('project_id', '=', projectId)
        .orderBy('day')
        .orderBy('hour')
        .execute();
      return rows.map((row) => contributedRow(row));
    },

    /** By the number of days up to yesterday, rounded as in Stats: a number of a single day would tell of one person. */
    declined: async (projectId: number, now: number) =>
      (await people.ofProject(projectId, now))?.figures.declines ?? {},

    notes: (projectId: number) =>
      db
        .selectFrom('stats_notes')
        .select(['day', 'text'])
        .where('project_id', '=', projectId)
        .orderBy('day')
        .orderBy('note_id')
        .execute(),

    shown: async (projectId: number) => {
      const rows = await db
        .selectFrom('shown')
        .select(['origin', 'day', 'count'])
        .where('project_id', '=', projectId)
        .orderBy('day')
        .orderBy('origin')
        .execute();
      return rows.map((row) => contributedRow(row));
    },

    /**
     * The events of the last days, in order of arrival, without anything that tells what a participant decided: no id,
     * profile, place or `extra`. In this time every event has a row, also one that was undone, removed, or refused
     * beforehand, and all look alike. Earlier ones would tell, since they end at different times: they are in `daily`.
     */
    async *events(projectId: number, now: number) {
      const since = now - Math.min(removalDays, retentionDays) * dayLong;
      const columns = sql`event_id, type, source, is_late, happened_at, arrived_at, duration, magnitude`;
      const from = sql`project_id = ${projectId} and arrived_at >= ${since}`;
      let last = 0;
      for (;;) {
        const acts = await readUnfinished(db, { projectId });
        const isDeleted = (row: string) => isTakenAway(row, acts, ['delete', 'forget']);
        const { rows } = await sql<EventRow>`select * from (
          select * from (select ${columns} from events where ${from} and is_test = 0 and event_id > ${last}
            and not ${isDeleted('events')} order by event_id limit ${perRead}) kept
          union all select ${columns} from removed_events where ${from} and event_id > ${last}
            and not ${isDeleted('removed_events')}) both_tables
          order by event_id limit ${perRead}`.execute(db);
        for (const { type, source, is_late, happened_at, arrived_at, duration, magnitude } of rows)
          yield {
            type,
            source,
            late: is_late === 1,
            ...contributedRow({ duration, magnitude }),
            happened_at: iso(happened_at),
            arrived_at: iso(arrived_at),
          };
        if (rows.length < perRead) return;
        last = rows.at(-1)?.event_id ?? last;
      }
    },
  };
}

const iso = (time: number) => new Date(Number(time)).toISOString();
