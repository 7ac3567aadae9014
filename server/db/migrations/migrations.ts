/** All schema changes, in order, for both engines; run at the start, under a lock. One that is on `main` is never edited. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { baseline, optedOut } from './baseline.ts';
import type { Engine } from '../store.ts';

/**
 * The statements of the migrations after the baseline, by name (`'0002-…'`), in SQL that both engines understand;
 * ` keyed;` ends a table whose rows are in key order (SQLite).
 */
export const laterStatements: Record<string, string> = {
  // 28800: doubtfulSeconds of the contract.
  '0002-doubtful-hours': `
    alter table events add column confirmed_at bigint;
    alter table removed_events add column confirmed_at bigint;
    create index events_doubtful on events (profile_id) where duration > 28800 and confirmed_at is null;
    create index events_long on events (project_id, arrived_at) where duration > 28800`,
  '0003-time-zone': `alter table accounts add column zone text`,
  '0004-tier': `alter table projects add column tier text`,
  '0005-signatory': `alter table projects add column signatory text`,
  '0006-contributions-read': `alter table oauth_consents add column reads bigint not null default 0`,
};

export function migrationsFor(engine: Engine): Record<string, Migration> {
  const runs = (statements: string) => ({
    up: async (db: Kysely<unknown>) => {
      const text = statements.replaceAll(' keyed;', engine === 'sqlite' ? ' without rowid;' : ';');
      for (const statement of text.split(';'))
        if (statement.trim() !== '') await sql.raw(statement).execute(db);
    },
  });
  const first = runs(baseline(engine));
  return {
    '0001-baseline': {
      up: async (db) => {
        await first.up(db);
        if (engine === 'postgres') await sql.raw(optedOut).execute(db);
      },
    },
    ...Object.fromEntries(Object.entries(laterStatements).map(([name, text]) => [name, runs(text)])),
  };
}
