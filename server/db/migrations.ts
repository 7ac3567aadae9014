/**
 * All schema changes, in order, for both engines; run at the start, under a lock. A migration that is on `main` is
 * never edited. The SQL works on both engines; if they differ, both forms are next to each other.
 */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { laterStatements } from './later-migrations.ts';
import type { Engine } from './store.ts';

/**
 * An advisory lock, held in shared mode by every statement that ties an event to a profile. SQLite has one writer at a
 * time.
 */
export const recordLock = 7_240_312;

// `keyed`: rows are stored in the order of their key, as SQLite's `without rowid` does; PostgreSQL has no such option.
const tables = `
create table settings (name text primary key, value text not null);
create table counters (name text primary key, value bigint not null);
create table accounts (account_id bigint primary key, name text not null, role text not null,
  created_at bigint not null, confirmed_at bigint);
create table addresses (address text primary key, account_id bigint not null, profile_id bigint not null,
  is_main integer not null, verified_at bigint not null);
create index addresses_account on addresses (account_id);
create table sessions (digest text primary key, account_id bigint not null, created_at bigint not null,
  expires_at bigint not null);
create table sign_in_links (digest text primary key, next text not null,
  expires_at bigint not null, used_at bigint);
create table keys (key_id bigint primary key, digest text not null unique, account_id bigint not null,
  lineage bigint not null, name text not null, scopes text not null, created_at bigint not null,
  used_day text, revoked_at bigint);
create index keys_account on keys (account_id);
create table profiles (profile_id bigint primary key, account_id bigint, joined_at bigint, created_at bigint not null,
  used_day text not null);
create index profiles_account on profiles (account_id);
create table digests (digest text primary key, profile_id bigint not null) keyed;
create index digests_profile on digests (profile_id);
create table trial_lookups (account_id bigint not null, day text not null, digest text not null,
  primary key (account_id, day, digest));
create table projects (project_id bigint primary key, state text not null, is_hidden integer not null,
  name text not null, origin text not null, url text not null, fields text not null, card text not null,
  detail text not null, key_lineage bigint, may_send_hashed integer not null, created_at bigint not null,
  updated_at bigint not null, published_at bigint);
create index projects_source on projects (origin, name);
create table project_managers (project_id bigint not null, account_id bigint not null,
  primary key (project_id, account_id)) keyed;
create index project_managers_account on project_managers (account_id);
create table project_origins (project_id bigint not null, origin text not null, how text not null,
  created_at bigint not null, primary key (project_id, origin));
create index project_origins_origin on project_origins (origin);
create table project_tags (kind text not null, name text not null, project_id bigint not null,
  primary key (kind, name, project_id));
create index project_tags_project on project_tags (project_id);
create table events (project_id bigint not null, event_id bigint not null, profile_id bigint,
  type text not null, source text not null, is_late integer not null, is_test integer not null,
  happened_at bigint not null, arrived_at bigint not null, duration double precision, magnitude bigint,
  place text, extra text, undone_at bigint, primary key (project_id, event_id)) keyed;
create index events_profile on events (profile_id, project_id, event_id) where profile_id is not null;
create table submissions (project_id bigint not null, digest text not null, event_id bigint not null,
  content text not null, created_at bigint not null, primary key (project_id, digest)) keyed;
create index submissions_event on submissions (project_id, event_id);
create table daily (project_id bigint not null, day text not null, type text not null, source text not null,
  is_late integer not null, is_test integer not null, events bigint not null, duration double precision not null,
  magnitude double precision not null, primary key (project_id, day, type, source, is_late, is_test)) keyed;
create table participation (project_id bigint not null, profile_id bigint not null, events bigint not null,
  duration double precision not null, first_at bigint not null, last_at bigint not null, claimed_at bigint,
  primary key (project_id, profile_id)) keyed;
create index participation_profile on participation (profile_id);
create table opt_outs (project_id bigint not null, profile_id bigint not null, created_at bigint not null,
  primary key (project_id, profile_id)) keyed;
create table grants (grant_id bigint primary key, profile_id bigint not null, project_id bigint not null,
  origin text not null, how text not null, created_at bigint not null, used_at bigint not null,
  expires_at bigint not null, revoked_at bigint);
create index grants_profile on grants (profile_id);
create table grant_tokens (digest text primary key, grant_id bigint not null, serial bigint not null);
create index grant_tokens_grant on grant_tokens (grant_id);
create table connect_codes (digest text primary key, profile_id bigint not null, project_id bigint not null,
  origin text not null, challenge text not null, expires_at bigint not null, used_at bigint);
create table join_flows (digest text primary key, address_digest text not null, project_id bigint not null,
  origin text not null, code text not null, expires_at bigint not null, used_at bigint);
create table tallies (name text not null, subject text not null, starts_at bigint not null, count bigint not null,
  primary key (name, subject));
create table shown (project_id bigint not null, origin text not null, day text not null, count bigint not null,
  primary key (project_id, origin, day));
create table mail_blocks (digest text primary key, created_at bigint not null);
create table audit (at bigint not null, actor text not null, act text not null, subject text not null);
`;

// The words of a project by weight. Accents are folded before, so that both engines agree.
const search: Record<Engine, string> = {
  sqlite: `create virtual table project_words using fts5
    (title, tags, organisation, place, body, tokenize = 'porter unicode61', prefix = '2 3')`,
  postgres: `create table project_words (project_id bigint primary key, words tsvector not null);
    create index project_words_words on project_words using gin (words)`,
};

// `is_hidden`: whether a project is hidden from the directory; `is_withheld`: an editor withholds it, whatever its
// owner sets.
const reviews = `
alter table projects add column is_withheld integer not null default 0;
alter table projects add column is_trusted integer not null default 0;
alter table projects add column corrected text not null default '[]';
update projects set is_withheld = 1 where is_hidden = 1 and fields not like '%"status":"hidden"%';
create table project_versions (project_id bigint not null, version integer not null, fields text not null,
  how text not null, account_id bigint, key_lineage bigint, created_at bigint not null, state text not null,
  why text, decided_at bigint, primary key (project_id, version));
create unique index project_versions_awaiting on project_versions (project_id) where state = 'awaiting_review';
`;

// Stems are computed before they are stored here, because the engines' own stems differ. SQLite stores the index only.
const stems: Record<Engine, string> = {
  sqlite: `drop table project_words; create virtual table project_words using fts5
    (title, tags, organisation, place, body, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3')`,
  postgres: `delete from project_words`,
};

const sought = `
create table project_texts (project_id bigint primary key, texts text not null);
create table search_terms (term text bytewise primary key, projects bigint not null) keyed;
create table search_slips (slip text bytewise not null, term text bytewise not null,
  primary key (slip, term)) keyed;
alter table projects add column site text not null default '';
create index projects_site on projects (site);
`;

// Projects with the same region share one area. `project_areas` has two columns, so that it is small and can be read in
// both directions.
const areas = `
create table areas (area_id bigint primary key, outline bytea not null);
create table area_cells (cell bigint not null, area_id bigint not null, is_inside integer not null,
  primary key (cell, area_id)) keyed;
create index area_cells_area on area_cells (area_id);
create table project_areas (project_id bigint primary key, area_id bigint not null) keyed;
create index project_areas_area on project_areas (area_id, project_id);
create index projects_shown on projects (project_id) where state = 'published' and is_hidden = 0;
`;
const rates = `create table rates (name text not null, subject text not null, starts_at bigint not null,
  count bigint not null, primary key (name, subject))`;
// Lexemes (lexemes.ts) of projects that are shown. SQLite stores the index only, without positions: no query uses them.
const lexemes: Record<Engine, string> = {
  sqlite: `drop table project_words; create virtual table project_words using fts5
    (lexemes, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '._'", prefix = '2 3 4');
    drop table project_texts; create table project_texts (project_id integer primary key, texts text not null)`,
  postgres: `delete from project_words; delete from project_texts`,
};

/** The type of a primary key that SQLite uses as its rowid. */
const rowKey: Record<Engine, string> = { sqlite: 'integer', postgres: 'bigint' };

const stemsOf = (engine: Engine) =>
  `create table project_stems (project_id ${rowKey[engine]} primary key, heads text not null, rest text not null)`;
const images = `
alter table projects add column picture text not null default '';
create index projects_picture on projects (picture) where picture <> '';
create table image_jobs (project_id bigint primary key, url text not null, tries integer not null,
  next_at bigint, fault text, done_at bigint);
create index image_jobs_next on image_jobs (next_at) where next_at is not null;
create table pictures (picture text primary key, width integer not null, height integer not null,
  large bytea not null, small bytea not null, created_at bigint not null);
`;
const startNotices = `
create table start_notices (project_id bigint not null, subject text not null, address text not null,
  created_at bigint not null, next_at bigint not null, tries integer not null,
  primary key (project_id, subject)) keyed;
`;
/**
 * Opt-outs at this moment, not at the start of the calling statement (a volatile function sees what was committed
 * since), after a lock that an opt-out waits for: see events/opt-out.ts.
 */
const optedOut = `
create function opted_out(projects bigint[], profiles bigint[]) returns table (project bigint, profile bigint)
language plpgsql volatile as $$ begin
  perform pg_advisory_xact_lock_shared(${recordLock});
  return query select o.project_id, o.profile_id from opt_outs o
    where (o.project_id, o.profile_id) in (select * from unnest(projects, profiles));
end $$`;
// For the front page, which shows the projects that were published last.
const newest = `create index projects_newest on projects (published_at, project_id)
  where state = 'published' and is_hidden = 0`;
// With the columns of its condition, so that a search reads the index only and not each project's row.
const shown = `drop index projects_shown; create index projects_shown on projects (project_id, state, is_hidden)
  where state = 'published' and is_hidden = 0`;
// Copies of embed files that owners pin; never deleted.
const embedCopies =
  'create table embed_copies (file text primary key, content text not null, created_at bigint not null)';

// Before a project is published, no image is fetched for it unless an editor requests it.
const unaskedImages = `delete from image_jobs where next_at is not null and project_id in
  (select project_id from projects where state <> 'published' or is_withheld = 1)`;
const flowTries = 'alter table join_flows add column tries integer not null default 0';

const keyed: Record<Engine, string> = { sqlite: ' without rowid;', postgres: ';' };

// Words in byte order, so that words with the same prefix are next to each other.
const bytewise: Record<Engine, string> = { sqlite: '', postgres: ' collate "C"' };

export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001-first': {
      up: (db) => runAll(db, `${tables.replaceAll(' keyed;', keyed[engine])};${search[engine]}`),
    },
    '0002-reviews': { up: (db) => runAll(db, reviews) },
    '0003-sought': {
      up: (db) =>
        runAll(
          db,
          `${sought.replaceAll(' keyed;', keyed[engine]).replaceAll(' bytewise', bytewise[engine])};${stems[engine]}`,
        ),
    },
    '0004-areas': { up: (db) => runAll(db, areas.replaceAll(' keyed;', keyed[engine])) },
    '0005-rates': { up: (db) => runAll(db, rates) },
    '0006-lexemes': {
      up: (db) => runAll(db, `${lexemes[engine]}; delete from search_terms; delete from search_slips`),
    },
    '0007-stems': { up: (db) => runAll(db, stemsOf(engine)) },
    '0008-images': { up: (db) => runAll(db, images) },
    '0009-start-notices': { up: (db) => runAll(db, startNotices.replaceAll(' keyed;', keyed[engine])) },
    '0010-opted-out': {
      up: async (db) => void (engine === 'postgres' && (await sql.raw(optedOut).execute(db))),
    },
    '0011-newest': { up: (db) => runAll(db, newest) },
    '0012-shown': { up: (db) => runAll(db, shown) },
    '0013-embed-copies': { up: (db) => runAll(db, embedCopies) },
    '0014-unasked-images': { up: (db) => runAll(db, unaskedImages) },
    '0015-flow-tries': { up: (db) => runAll(db, flowTries) },
    ...Object.fromEntries(
      Object.entries(laterStatements).map(([name, statements]) => [
        name,
        { up: (db: Kysely<unknown>) => runAll(db, statements.replaceAll(' keyed;', keyed[engine])) },
      ]),
    ),
  };
}

async function runAll(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';'))
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
}
