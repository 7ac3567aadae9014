/** The workers of Citus that its coordinator does not reach: for whoever watches the service, and for no request. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresQuery } from './connections.ts';

/** Active workers that have shards. */
const unreached = `select count(*) as workers from pg_dist_node
  where isactive and shouldhaveshards and noderole = 'primary'
    and not citus_check_connection_to_node(nodename, nodeport)`;

/** Returns a look of at most so many milliseconds; then, as where the coordinator does not answer, no worker is known. */
export function lookForWorkersAway(query: PostgresQuery): (within: number) => Promise<number> {
  // One at a time: a look may wait for a worker that keeps its connections and answers nothing.
  let underWay: Promise<number> | undefined;
  const look = () =>
    query<{ workers: number }>(unreached)
      .then(({ rows }) => rows[0]?.workers ?? 0)
      .catch(() => 0)
      .finally(() => (underWay = undefined));
  return (within) =>
    Promise.race([(underWay ??= look()), sleep(within, undefined, { ref: false }).then(() => 0)]);
}
