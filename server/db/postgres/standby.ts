/**
 * Searches on a standby (streaming replication) instead of the primary. A search starts by reading the directory's
 * version on the primary, one look-up by key, and goes to the standby if that has replayed this version: so everybody
 * finds what was published, edited or hidden a moment ago, in whichever process. Contents without a version (a picture,
 * a download for search engines) are at most `maxLag` old.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresConnections, PostgresQuery } from './connections.ts';
import { versionOf } from '../directory-version.ts';

/** Milliseconds. A standby that is further behind, or does not answer, is not used. */
const maxLag = 5000;
/** Milliseconds between two looks at how far the standby is. */
const interval = 500;

const positionIn = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::bigint`;
const writtenPosition = `select ${positionIn('pg_current_wal_lsn()')} as position`;
const standbyState = `select pg_is_in_recovery() as "isStandby", (${versionOf}) as version,
  ${positionIn('pg_last_wal_replay_lsn()')} as position`;

type StandbyState = { isStandby: boolean; version: number | null; position: number | null };

/**
 * The connections for searches: each goes to the standby while that is current, otherwise to the primary. A read that
 * fails on the standby (ended, cut off, in conflict with what it replays) is made on the primary.
 */
export function preferStandby(primary: PostgresConnections, standby: PostgresConnections) {
  /** Positions of the primary's log at earlier moments, the oldest first, without those the standby has replayed. */
  let ahead: { at: number; position: number }[] = [];
  /** The standby has everything from before this moment. */
  let currentAt = -Infinity;
  /** The directory's version: the newest that this process has read, and that of the standby. */
  let needed = 0;
  let replayed = -1;

  const isInUse = () => replayed >= needed && performance.now() - currentAt < maxLag;

  const look = async (): Promise<void> => {
    const { rows } = await standby.query<StandbyState>(standbyState);
    const [state] = rows;
    if (!state?.isStandby) throw new Error('DATABASE_SEARCH_URL leads to a database that is no standby');
    replayed = state.version ?? -1;
    while (ahead[0] && ahead[0].position <= (state.position ?? -1))
      currentAt = (ahead.shift() as { at: number }).at;
  };

  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const at = performance.now();
      try {
        const { rows } = await primary.query<{ position: number }>(writtenPosition);
        ahead = [...ahead.slice(-maxLag / interval), { at, position: rows[0]?.position ?? Infinity }];
        await look();
      } catch {
        // Either of them is away: `currentAt` stays behind, and the next look may succeed.
        ahead = [];
      }
      await sleep(interval, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  })();

  const connect = async () => {
    const connection = isInUse() ? await standby.connect().catch(() => undefined) : undefined;
    if (!connection) return primary.connect();
    const query: PostgresQuery = (text, values) =>
      connection.query<never>(text, values).catch(() => {
        currentAt = -Infinity;
        return primary.query<never>(text, values);
      });
    return { query, release: connection.release };
  };

  return {
    connect,
    isInUse,

    /** The directory's version on the primary. Searches from now on see at least this one. */
    async version(): Promise<number> {
      const { rows } = await primary.query<{ value: number }>(versionOf);
      needed = Math.max(needed, rows[0]?.value ?? 0);
      if (replayed < needed && performance.now() - currentAt < maxLag) await look().catch(() => undefined);
      return needed;
    },

    async end(): Promise<void> {
      ending.abort();
      await watching;
      await standby.end();
    },
  };
}
