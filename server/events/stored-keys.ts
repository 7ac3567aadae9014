/**
 * Idempotency keys in the store. A key is in the row of its event: the beginnings of two digests, because whole ones as
 * text took more room than the event. `submissions` keeps the keys that are in no row: of events that were deleted
 * within 72 hours, in the same short form, and those that the release before has recorded, in full. As long as that may
 * run on the store, too, it finds the new keys there (db/shared-keys.ts).
 */
import { sql, type RawBuilder } from 'kysely';
import type { EventSource } from '../../src/contract/event.ts';
import { sharing } from '../db/shared-keys.ts';
import type { Database, Engine, Store } from '../db/store.ts';

/** Digits of hex: 16 bytes, so that no two keys share them, and 8 to tell a retry from a mistake. */
export const keyDigits = 32;
export const contentDigits = 16;

/** How long a key is kept at least, in milliseconds. */
export const keptFor = 72 * 3_600_000;
const rowsPerBatch = 1000;

const bytes: Record<Engine, (digest: string, digits: number) => string> = {
  sqlite: (digest, digits) => `unhex(substr(${digest}, 1, ${digits}))`,
  postgres: (digest, digits) => `decode(substr(${digest}, 1, ${digits}), 'hex')`,
};
const hex: Record<Engine, (column: string) => string> = {
  sqlite: (column) => `lower(hex(${column}))`,
  postgres: (column) => `encode(${column}, 'hex')`,
};

/** Digests as SQL expressions in their stored form. */
export const storedForm = (engine: Engine) => ({
  key: (digest: string) => bytes[engine](digest, keyDigits),
  content: (digest: string) => bytes[engine](digest, contentDigits),
});

/** A condition in SQL: whether keys are also written to `submissions`. */
export const areShared = `exists (select 1 from settings where name = '${sharing}' and value <> '0')`;

/** The event of a key, even if it is tied to nobody now; with `source`, only one of that source. */
export async function eventOfKey(
  db: Database,
  projectId: number,
  digest: string,
  source?: EventSource,
): Promise<number | undefined> {
  const short = digest.slice(0, keyDigits);
  const key = Buffer.from(short, 'hex');
  const { rows } = await sql<{ event_id: number; source: EventSource | null }>`
    select event_id, source from events where project_id = ${projectId} and key_digest = ${key}
    union all select event_id, source from removed_events where project_id = ${projectId} and key_digest = ${key}
    union all select s.event_id, e.source from submissions s
      left join events e on e.project_id = s.project_id and e.event_id = s.event_id
      where s.project_id = ${projectId} and s.digest in (${digest}, ${short})`.execute(db);
  return rows.find((row) => source === undefined || row.source === source)?.event_id;
}

/** Keeps the keys of events that are about to be deleted, if a retry may still come. `chosen`: a condition on events. */
export async function keepYoungKeys(
  trx: Database,
  engine: Engine,
  chosen: RawBuilder<unknown>,
  now: number,
): Promise<void> {
  const [key, content] = [sql.raw(hex[engine]('key_digest')), sql.raw(hex[engine]('key_content'))];
  await sql`insert into submissions (project_id, digest, event_id, content, created_at)
    select project_id, ${key}, event_id, ${content}, arrived_at from events
    where ${chosen} and key_digest is not null and arrived_at > ${now - keptFor}
    on conflict do nothing`.execute(trx);
}

/**
 * Empties `submissions` of what is older than 72 hours: a key of an event that is still there moves into its row.
 * Returns how many keys are gone with their events. A transaction per batch, so that others write in between.
 */
export async function moveKeys({ db, engine }: Pick<Store, 'db' | 'engine'>, now: number): Promise<number> {
  let gone = 0;
  let last = { project_id: -1, digest: '' };
  for (;;) {
    const rows = await db
      .selectFrom('submissions')
      .select(['project_id', 'digest'])
      .where(sql<boolean>`(project_id, digest) > (${last.project_id}, ${last.digest})`)
      .orderBy('project_id')
      .orderBy('digest')
      .limit(rowsPerBatch)
      .execute();
    const end = rows.at(-1);
    if (!end) return gone;
    const batch = sql`(s.project_id, s.digest) > (${last.project_id}, ${last.digest})
      and (s.project_id, s.digest) <= (${end.project_id}, ${end.digest}) and s.created_at < ${now - keptFor}`;
    gone += await db.transaction().execute((trx) => moveBatch(trx, engine, batch));
    last = end;
  }
}

async function moveBatch(trx: Database, engine: Engine, batch: RawBuilder<unknown>): Promise<number> {
  const { key, content } = storedForm(engine);
  let kept = 0;
  for (const table of ['events', 'removed_events'] as const) {
    const theirs = sql`from submissions s where ${batch} and s.project_id = ${sql.table(table)}.project_id
      and s.event_id = ${sql.table(table)}.event_id`;
    await sql`update ${sql.table(table)} set key_digest = ${sql.raw(key('s.digest'))},
      key_content = ${sql.raw(content('s.content'))} ${theirs} and key_digest is null
      and not exists (select 1 from events e where e.project_id = s.project_id
        and e.key_digest = ${sql.raw(key('s.digest'))})`.execute(trx);
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)}, submissions s
      where ${batch} and s.project_id = ${sql.table(table)}.project_id
      and s.event_id = ${sql.table(table)}.event_id`.execute(trx);
    kept += Number(rows[0]?.count);
  }
  const deleted = await sql`delete from submissions as s where ${batch}`.execute(trx);
  return Number(deleted.numAffectedRows ?? 0) - kept;
}
