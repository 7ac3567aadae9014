/**
 * How often reports for a project were refused, by code and field, for its managers; and the numbers in links that form
 * tools did not fill in. No other values, nothing about a person. Anybody can cause them for any project: rows are few,
 * and written together.
 */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../text/day.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import type { Refusal } from '../http/refusal.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Log } from '../log.ts';

/** `placeholder`: a number that was not filled in; `shared`: one that two people came with. */
export const unfilledCodes = ['placeholder', 'shared'] as const;
export type UnfilledCode = (typeof unfilledCodes)[number];

/** `field`: for an `UnfilledCode`, the text that came as the number. */
export type RefusedReport = { code: string; field: string; count: number; last: string };
export type RefusedReports = ReturnType<typeof refusedReports>;

const shownFor = 7 * dayLong;
/** Milliseconds in which refusals are counted in memory; the end of the process loses them. */
const writtenAfter = 1_000;
const maxWaiting = 2_000;
/** Different refusals of one project on one day. */
const maxRows = 60;

type WaitingCount = { projectId: number; day: string; code: string; field: string; count: number };

export function refusedReports(db: Database, log: Log, storing: Pick<StoredBytes, 'mayStore'>) {
  let waiting = new Map<string, WaitingCount>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    timer = undefined;
    const rows = [...waiting.values()];
    waiting = new Map();
    try {
      for (const row of rows) await add(db, row);
    } catch (error) {
      // They are a help for owners, and no reason to keep anything from working.
      log.warn({ err: error }, 'refused reports were not counted');
    }
  };

  const wait = (row: Omit<WaitingCount, 'count' | 'day'>, ip: string, now: number): void => {
    const day = dayOf(now);
    const { projectId, code, field } = row;
    const key = [projectId, day, code, field].join(' ');
    const known = waiting.get(key);
    if (known) known.count += 1;
    else if (waiting.size < maxWaiting && storing.mayStore('refusals', ip, Buffer.byteLength(field), now))
      waiting.set(key, { ...row, day, count: 1 });
    timer ??= setTimeout(() => void write(), writtenAfter).unref();
  };

  return {
    /** Notes what came as the number of a submission. */
    noteUnfilled(code: UnfilledCode, projectId: number, text: string, ip: string, now: number): void {
      wait({ projectId, code, field: text }, ip, now);
    },

    /** `project`: as it was sent. */
    note(project: unknown, { code, status, fields }: Refusal, ip: string, now: number): void {
      const sentProject = typeof project === 'string' || typeof project === 'number' ? String(project) : '';
      const projectId = Number(/^\d{1,15}(?=$|-)/.exec(sentProject)?.[0]);
      if (status >= 500 || !Number.isSafeInteger(projectId)) return;
      const named = fields.length === 0 ? [''] : [...new Set(fields.map(({ field }) => field))];
      for (const field of named.slice(0, 10))
        if (/^[\w.-]{0,40}$/.test(field)) wait({ projectId, code, field }, ip, now);
    },

    /** Those of the last seven days, the most frequent first. */
    async ofProject(projectId: number, now: number): Promise<RefusedReport[]> {
      const rows = await db
        .selectFrom('refused_reports')
        .select((of) => [
          'code',
          'field',
          of.fn.sum<number>('count').as('count'),
          of.fn.max('day').as('last'),
        ])
        .where('project_id', '=', projectId)
        .where('day', '>', dayOf(now - shownFor))
        .groupBy(['code', 'field'])
        .execute();
      return rows
        .map((row) => ({ ...row, count: Number(row.count) }))
        .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code));
    },

    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('refused_reports')
        .where('day', '<=', dayOf(now - shownFor))
        .execute();
    },
  };
}

/** Counts for a project that there is, up to the number of rows. */
const add = (db: Database, { projectId, day, code, field, count }: WaitingCount) =>
  // In turn, so that no more rows are counted than there are.
  inTurn(db, { project: projectId }, (trx) =>
    sql`insert into refused_reports (project_id, day, code, field, count)
    select p.project_id, cast(${day} as text), cast(${code} as text), cast(${field} as text),
      cast(${count} as bigint)
    from projects p where p.project_id = ${projectId}
      and (select count(*) from refused_reports r where r.project_id = ${projectId} and r.day = ${day}) < ${maxRows}
    on conflict (project_id, day, code, field)
      do update set count = refused_reports.count + excluded.count`.execute(trx),
  );
