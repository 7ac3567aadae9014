/**
 * The schema of release 0.2.0, for both engines: never edited once it is on `main`. The file schema.ts says what the columns hold.
 * ` keyed` ends a table whose rows are stored in the order of their key, ` bytewise` compares words in the order of bytes,
 * so that those with the same prefix are next to each other, and `rowid_key` is the type of a key that SQLite uses as its
 * rowid.
 */
import { participation } from './baseline-participation.ts';
import type { Engine } from '../store.ts';

/**
 * An advisory lock, held in shared mode by every statement that ties an event to a profile. SQLite has one writer at a
 * time.
 */
export const recordLock = 7_240_312;

const service = `
create table settings (name text primary key, value text not null);
create table counters (name text primary key, value bigint not null);
create table tallies (name text not null, subject text not null, starts_at bigint not null, count bigint not null,
  primary key (name, subject));
create table rates (name text not null, subject text not null, starts_at bigint not null, count bigint not null,
  primary key (name, subject));
create table audit (at bigint not null, actor text not null, act text not null, subject text not null);
`;

// A form that is sent twice makes one key.
const accounts = `
create table accounts (account_id bigint primary key, name text not null, role text not null,
  created_at bigint not null, confirmed_at bigint, first_name text not null default '',
  last_name text not null default '', shows text not null default '', of_age_at bigint, ends_at bigint,
  keeps_objection integer not null default 0, guardian text, guardian_digest text, lang text, mail_lang text,
  passkey_offer_closed_at bigint);
create index accounts_ending on accounts (ends_at) where ends_at is not null;
create index accounts_guardian on accounts (guardian_digest) where guardian_digest is not null;
create table addresses (address text primary key, account_id bigint not null, profile_id bigint not null,
  is_main integer not null, verified_at bigint not null);
create index addresses_account on addresses (account_id);
create table sessions (digest text primary key, account_id bigint not null, created_at bigint not null,
  expires_at bigint not null, used_at bigint, device text not null default '');
create table passkeys (credential_id text primary key, account_id bigint not null, public_key text not null,
  counter bigint not null, transports text not null, is_backup_eligible integer not null,
  is_backed_up integer not null, name text not null, created_at bigint not null, used_at bigint) keyed;
create index passkeys_account on passkeys (account_id);
create table passkey_challenges (digest text primary key, account_id bigint, expires_at bigint not null) keyed;
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create table sign_in_links (digest text primary key, expires_at bigint not null, used_at bigint, subject text);
create index sign_in_links_subject on sign_in_links (subject) where subject is not null;
create table keys (key_id bigint primary key, digest text not null unique, account_id bigint not null,
  lineage bigint not null, name text not null, scopes text not null, created_at bigint not null, used_day text,
  revoked_at bigint, form text);
create index keys_account on keys (account_id);
create unique index keys_form on keys (account_id, form) where form is not null;
create table certificates (certificate_id bigint primary key, account_id bigint, digest text not null, sealed text,
  content text, status_index bigint not null, is_shown integer not null default 0, created_at bigint not null,
  ended_at bigint);
create unique index certificates_digest on certificates (digest);
create unique index certificates_status on certificates (status_index);
create index certificates_account on certificates (account_id) where account_id is not null;
create table credential_keys (kid text primary key, sealed text not null, created_at bigint not null) keyed;
`;

const profiles = `
create table profiles (profile_id bigint primary key, account_id bigint, joined_at bigint, created_at bigint not null,
  used_day text not null, objected_at bigint);
create index profiles_account on profiles (account_id);
create index profiles_unused on profiles (used_day, profile_id) where account_id is null and objected_at is null;
create table digests (digest text primary key, profile_id bigint not null) keyed;
create index digests_profile on digests (profile_id);
create table trial_lookups (account_id bigint not null, day text not null, digest text not null,
  primary key (account_id, day, digest));
`;

// `projects_newest`: for the front page. `projects_shown` has the columns of its condition, so that a search reads the
// index only and not each project's row.
const projects = `
create table projects (project_id bigint primary key, state text not null, is_hidden integer not null,
  name text not null, origin text not null, url text not null, fields text not null, card text not null,
  detail text not null, key_lineage bigint, may_send_hashed integer not null, created_at bigint not null,
  updated_at bigint not null, published_at bigint, is_withheld integer not null default 0,
  is_trusted integer not null default 0, corrected text not null default '[]', site text not null default '',
  picture text not null default '', glance text not null default '{}', review_since bigint,
  name_key text not null default '', is_imported integer not null default 0, import_origin text, import_name text);
create index projects_source on projects (origin, name);
create index projects_site on projects (site);
create index projects_picture on projects (picture) where picture <> '';
create index projects_newest on projects (published_at, project_id) where state = 'published' and is_hidden = 0;
create index projects_shown on projects (project_id, state, is_hidden) where state = 'published' and is_hidden = 0;
create index projects_review on projects (review_since, project_id) where review_since is not null;
create index projects_name_key on projects (name_key);
create index projects_import on projects (import_origin, import_name) where import_name is not null;
create table project_managers (project_id bigint not null, account_id bigint not null,
  is_owner integer not null default 1, primary key (project_id, account_id)) keyed;
create index project_managers_account on project_managers (account_id);
create table invitations (digest text primary key, kind text not null, thing_id bigint not null,
  account_id bigint not null, sealed text not null, expires_at bigint not null) keyed;
create index invitations_thing on invitations (kind, thing_id);
create index invitations_account on invitations (account_id);
create table project_origins (project_id bigint not null, origin text not null, how text not null,
  created_at bigint not null, primary key (project_id, origin));
create index project_origins_origin on project_origins (origin);
create table project_versions (project_id bigint not null, version integer not null, fields text not null,
  how text not null, account_id bigint, key_lineage bigint, created_at bigint not null, state text not null, why text,
  decided_at bigint, primary key (project_id, version));
create unique index project_versions_awaiting on project_versions (project_id) where state = 'awaiting_review';
create table project_acts (project_id bigint not null, act_id bigint not null, at bigint not null, act text not null,
  account_id bigint, note text, about bigint, subject bigint, primary key (project_id, act_id)) keyed;
create table project_drafts (draft_id bigint primary key, account_id bigint, holder text, sealed text not null,
  created_at bigint not null, updated_at bigint not null, sent_at bigint, project_id bigint);
create index project_drafts_account on project_drafts (account_id) where account_id is not null;
create index project_drafts_holder on project_drafts (holder) where holder is not null;
create index project_drafts_updated on project_drafts (updated_at);
create table project_follows (follow_id bigint primary key, account_id bigint not null, project_id bigint not null,
  by_mail integer not null, status text not null, seen_at bigint not null, created_at bigint not null,
  next_at bigint not null, tries integer not null);
create unique index project_follows_account on project_follows (account_id, project_id);
create index project_follows_mail on project_follows (next_at) where by_mail = 1;
create table start_notices (project_id bigint not null, subject text not null, address text not null,
  created_at bigint not null, next_at bigint not null, tries integer not null, lang text,
  primary key (project_id, subject)) keyed;
`;

// Projects with the same region share one area. `project_areas` has two columns, so that it is small and can be read in
// both directions.
const search = `
create table project_tags (kind text not null, name text not null, project_id bigint not null,
  primary key (kind, name, project_id));
create index project_tags_project on project_tags (project_id);
create table project_texts (project_id rowid_key primary key, texts text not null);
create table project_stems (project_id rowid_key primary key, heads text not null, rest text not null);
create table search_terms (term text bytewise primary key, projects bigint not null) keyed;
create table search_slips (slip text bytewise not null, term text bytewise not null, primary key (slip, term)) keyed;
create table areas (area_id bigint primary key, outline bytea not null);
create table area_cells (cell bigint not null, area_id bigint not null, is_inside integer not null,
  primary key (cell, area_id)) keyed;
create index area_cells_area on area_cells (area_id);
create table area_middles (area_id bigint primary key, lng double precision not null,
  lat double precision not null) keyed;
create index area_middles_point on area_middles (lat, lng, area_id);
create table project_areas (project_id bigint primary key, area_id bigint not null) keyed;
create index project_areas_area on project_areas (area_id, project_id);
`;

const pictures = `
create table image_jobs (project_id bigint primary key, url text not null, tries integer not null, next_at bigint,
  fault text, done_at bigint, turn bigint not null default 0);
create index image_jobs_next on image_jobs (next_at) where next_at is not null;
create table pictures (picture text primary key, width integer not null, height integer not null,
  large bytea not null, small bytea not null, created_at bigint not null);
create table picture_uploads (kind text not null, holder_id bigint not null, picture text not null,
  created_at bigint not null, primary key (kind, holder_id, picture)) keyed;
create index picture_uploads_picture on picture_uploads (picture);
`;

const oauth = `
create table oauth_clients (client_id text primary key, name text not null, owner_id bigint not null,
  redirect_uris text not null, scopes text not null, is_legacy integer not null, is_public integer not null,
  secret_digest text, created_at bigint not null, disabled_at bigint, former_digest text, former_until bigint,
  project_id bigint);
create index oauth_clients_owner on oauth_clients (owner_id);
create table oauth_requests (request_id bigint primary key, account_id bigint not null, project_id bigint not null,
  name text not null, redirect_uris text not null, scopes text not null, is_public integer not null,
  form text not null, created_at bigint not null, decided_at bigint, decided_by bigint, client_id text, reason text);
create unique index oauth_requests_form on oauth_requests (account_id, form);
create index oauth_requests_open on oauth_requests (created_at) where decided_at is null;
create table oauth_artifacts (digest text primary key, kind text not null, sealed text not null, grant_digest text,
  account_id bigint, client_id text, created_at bigint not null, expires_at bigint not null, consumed_at bigint,
  rotations bigint not null default 0) keyed;
create index oauth_artifacts_grant on oauth_artifacts (grant_digest) where grant_digest is not null;
create index oauth_artifacts_account on oauth_artifacts (account_id, client_id) where account_id is not null;
create index oauth_artifacts_expiry on oauth_artifacts (expires_at);
create table oauth_consents (account_id bigint not null, client_id text not null, scopes text not null,
  created_at bigint not null, used_at bigint not null, is_told integer not null default 0,
  primary key (account_id, client_id)) keyed;
create table oauth_signing_keys (kid text primary key, sealed text not null, created_at bigint not null);
`;

const mails = `
create table mails (mail_id bigint primary key, kind text not null, rank integer not null, sealed text not null,
  request_id text not null, created_at bigint not null, next_at bigint, tries integer not null,
  ended integer not null, fault text, failed_at bigint, turn bigint not null default 0) keyed;
create index mails_due on mails (rank, next_at) where next_at is not null;
create index mails_failed on mails (failed_at) where failed_at is not null;
create index mails_turn on mails (rank, turn) where next_at is not null;
create table mail_blocks (digest text primary key, created_at bigint not null);
`;

// Lexemes (lexemes.ts) of projects that are shown. SQLite stores the index only, without positions: no query uses them.
const words: Record<Engine, string> = {
  sqlite: `create virtual table project_words using fts5
    (lexemes, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '._'", prefix = '2 3 4');`,
  postgres: `create table project_words (project_id bigint primary key, words tsvector not null);
    create index project_words_words on project_words using gin (words);`,
};

/** The tables and indexes, as statements that end in a semicolon. */
export const baseline = (engine: Engine): string =>
  [service, accounts, profiles, projects, search, pictures, participation, oauth, mails]
    .join('')
    .replaceAll(' rowid_key ', engine === 'sqlite' ? ' integer ' : ' bigint ')
    .replaceAll(' bytewise', engine === 'sqlite' ? '' : ' collate "C"') + words[engine];

/**
 * On PostgreSQL: opt-outs at this moment, not at the start of the calling statement (a volatile function sees what was
 * committed since), after a lock that an opt-out waits for: see events/opt-out.ts.
 */
export const optedOut = `
create function opted_out(projects bigint[], profiles bigint[]) returns table (project bigint, profile bigint)
language plpgsql volatile as $$ begin
  perform pg_advisory_xact_lock_shared(${recordLock});
  return query select o.project_id, o.profile_id from opt_outs o
    where (o.project_id, o.profile_id) in (select * from unnest(projects, profiles));
end $$`;
