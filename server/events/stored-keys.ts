/**
 * Idempotency keys in the store. A key is in the row of its event: the beginnings of two digests, because whole ones as
 * text took more room than the event. `submissions` has the keys of deleted events, in the same short form as text.
 */
import { sql } from 'kysely';
import type { Database, Engine } from '../db/store.ts';

/** Digits of hex: 16 bytes, so that no two keys share them, and 8 to tell a retry from a mistake. */
export const keyDigits = 32;
export const contentDigits = 16;
const keysPerLookup = 1000;

const bytes: Record<Engine, (digest: string, digits: number) => string> = {
  sqlite: (digest, digits) => `unhex(substr(${digest}, 1, ${digits}))`,
  postgres: (digest, digits) => `decode(substr(${digest}, 1, ${digits}), 'hex')`,
};

/** Digests as SQL expressions in their stored form. */
export const storedForm = (engine: Engine) => ({
  key: (digest: string) => bytes[engine](digest, keyDigits),
  content: (digest: string) => bytes[engine](digest, contentDigits),
});

/** The events of keys by their digests, even if they are tied to nobody now. */
export async function eventsOfKeys(
  db: Database,
  projectId: number,
  digests: string[],
): Promise<Map<string, number>> {
  const events = new Map<string, number>();
  for (let at = 0; at < digests.length; at += keysPerLookup)
    for (const found of await eventsOfSome(db, projectId, digests.slice(at, at + keysPerLookup)))
      events.set(...found);
  return events;
}

async function eventsOfSome(
  db: Database,
  projectId: number,
  digests: string[],
): Promise<[digest: string, eventId: number][]> {
  const byKey = new Map(digests.map((digest) => [digest.slice(0, keyDigits), digest]));
  const keys = sql.join([...byKey.keys()].map((short) => Buffer.from(short, 'hex')));
  const { rows } = await sql<{ event_id: number; key: Uint8Array | string }>`
    select event_id, key_digest as key from events where project_id = ${projectId} and key_digest in (${keys})
    union all select event_id, key_digest from removed_events
      where project_id = ${projectId} and key_digest in (${keys})`.execute(db);
  const deleted = await db
    .selectFrom('submissions')
    .select(['event_id', 'digest as key'])
    .where('project_id', '=', projectId)
    .where('digest', 'in', [...byKey.keys()])
    .execute();
  return [...rows, ...deleted].map(({ event_id, key }) => {
    const short = typeof key === 'string' ? key : Buffer.from(key).toString('hex');
    return [byKey.get(short) ?? short, event_id];
  });
}
