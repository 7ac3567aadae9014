/**
 * Idempotency keys in the store. A key is in the row of its event: the beginnings of two digests, because whole ones as
 * text took more room than the event. `submissions` keeps the keys of events that were deleted within 72 hours, in the same
 * short form.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Engine } from '../db/store.ts';

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

/** The event of a key, even if it is tied to nobody now. */
export async function eventOfKey(
  db: Database,
  projectId: number,
  digest: string,
): Promise<number | undefined> {
  const short = digest.slice(0, keyDigits);
  const key = Buffer.from(short, 'hex');
  const { rows } = await sql<{ event_id: number }>`
    select event_id from events where project_id = ${projectId} and key_digest = ${key}
    union all select event_id from removed_events where project_id = ${projectId} and key_digest = ${key}
    union all select event_id from submissions
      where project_id = ${projectId} and digest = ${short}`.execute(db);
  return rows[0]?.event_id;
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
 * Deletes keys from `submissions` for which no retry is expected any more; returns their number. A statement per batch, so
 * that others write in between.
 */
export async function forgetKeys(db: Database, now: number): Promise<number> {
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
    const deleted = await sql`delete from submissions
      where (project_id, digest) > (${last.project_id}, ${last.digest})
      and (project_id, digest) <= (${end.project_id}, ${end.digest})
      and created_at < ${now - keptFor}`.execute(db);
    gone += Number(deleted.numAffectedRows ?? 0);
    last = end;
  }
}
