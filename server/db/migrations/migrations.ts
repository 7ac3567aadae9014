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
  '0007-retractions': `
    alter table submissions add column type text;
    alter table submissions add column source text;
    alter table submissions add column is_late integer;
    alter table submissions add column is_test integer not null default 0;
    alter table submissions add column happened_at bigint;
    alter table submissions add column duration double precision;
    alter table submissions add column magnitude bigint;
    alter table submissions add column retraction_id bigint;
    alter table submissions add column profile_id bigint;
    alter table submissions add column place text;
    alter table submissions add column extra text;
    alter table submissions add column confirmed_at bigint;
    alter table submissions add column is_told integer not null default 0;
    create table retractions (project_id bigint not null, retraction_id bigint not null, reason text not null,
      events bigint not null, retracted_at bigint not null, put_back_at bigint,
      primary key (project_id, retraction_id)) keyed;
    create index submissions_retracted on submissions (project_id, retraction_id) where retraction_id is not null;
    create index submissions_profile on submissions (profile_id) where profile_id is not null;
    create index submissions_event on submissions (project_id, event_id);
    create index submissions_created on submissions (created_at)`,
  '0008-outcomes': `
    create table outcomes (outcome_id bigint primary key, project_id bigint not null, kind text not null,
      sentences text not null, link text, from_day text, to_day text, state text not null, digest text not null,
      created_at bigint not null, shown_at bigint) keyed;
    create unique index outcomes_digest on outcomes (project_id, digest);
    create index outcomes_state on outcomes (state, created_at);
    create index outcomes_shown on outcomes (shown_at);
    alter table project_follows add column told_at bigint;
    create table outcome_events (project_id bigint not null, outcome_id bigint not null, event_id bigint not null,
      primary key (project_id, outcome_id, event_id)) keyed;`,
  '0009-certificates-until': `
    alter table certificates add column until_at bigint;
    alter table certificates add column reads bigint not null default 0`,
  '0010-programmes': `
    create table programmes (programme_id bigint primary key, name text not null, texts text not null,
      rule text not null, ground text, ink text, logo text, link text, search text, state text not null, reason text,
      pending text, made_by bigint not null, form text, created_at bigint not null) keyed;
    create index programmes_state on programmes (state, created_at);
    create index programmes_made_by on programmes (made_by);
    create table programme_managers (programme_id bigint not null, account_id bigint not null,
      is_owner integer not null, primary key (programme_id, account_id)) keyed;
    create index programme_managers_account on programme_managers (account_id);
    create table programme_projects (programme_id bigint not null, project_id bigint not null, state text not null,
      until_day text, changed_at bigint not null, primary key (programme_id, project_id)) keyed;
    create index programme_projects_project on programme_projects (project_id);
    create table programme_members (programme_id bigint not null, account_id bigint not null,
      joined_at bigint not null, certificate_id bigint, awarded_in text, shown_name text, shown_until bigint,
      primary key (programme_id, account_id)) keyed;
    create index programme_members_account on programme_members (account_id);
    create table programme_figures (programme_id bigint not null, project_id bigint not null, month text not null,
      people bigint not null, who bigint not null, events bigint not null, seconds bigint not null,
      primary key (programme_id, month, project_id)) keyed;`,
  '0011-groups': `
    create table groups (group_id bigint primary key, account_id bigint not null, name text not null,
      code_digest text not null, code_sealed text not null, ends_at bigint not null, created_at bigint not null,
      made_by bigint not null, form text) keyed;
    create unique index groups_code on groups (code_digest);
    create unique index groups_account on groups (account_id);
    create index groups_made_by on groups (made_by);
    create index groups_ends on groups (ends_at);
    create table group_managers (group_id bigint not null, account_id bigint not null, is_owner integer not null,
      primary key (group_id, account_id)) keyed;
    create index group_managers_account on group_managers (account_id);
    create table group_members (group_id bigint not null, account_id bigint not null, joined_at bigint not null,
      shown_name text, primary key (group_id, account_id)) keyed;
    create index group_members_account on group_members (account_id);`,
  '0012-mail-of-programmes': `
    alter table mailings add column kind text not null default 'project';
    alter table programme_members add column is_mailed integer not null default 1`,
  '0013-may-overlap': `alter table projects add column may_overlap integer not null default 0`,
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
