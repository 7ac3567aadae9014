/** Publishes each statement of Kysely, to tracing; without subscribers it costs nothing. */
import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

export const statements = channel('manyhands:statement');

/** `name`: the first word of the statement and the first table that it names. */
export type Statement = { name: string; milliseconds: number; isFailed: boolean };

/** For Kysely's option `log`. Values and texts stay here: a text may have a value in it. */
export function publishStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!statements.hasSubscribers) return;
  const verb = /^\s*(\w+)/.exec(query.sql)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)\b/.exec(query.sql)?.[1];
  statements.publish({
    name: table === undefined ? verb : `${verb} ${table}`,
    milliseconds: queryDurationMillis,
    isFailed: level === 'error',
  } satisfies Statement);
}
