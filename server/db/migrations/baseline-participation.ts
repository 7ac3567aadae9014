/** The tables of contributions, of the sites that report them, and of what owners see of them: a part of baseline.ts. */

// `events_late`: late events are the only ones whose ids do not tell their day. Without `events_untied`, `participation_unclaimed`, `removed_events_removed`, `profiles_unused` and
// `opt_outs_profile`, each run of the retention rule reads whole tables. `removed_events_part` is in the order in which
// batches take contributions back.
const contributions = `
create table events (project_id bigint not null, event_id bigint not null, profile_id bigint, type text not null,
  source text not null, is_late integer not null, is_test integer not null, happened_at bigint not null,
  arrived_at bigint not null, duration double precision, magnitude bigint, place text, extra text, undone_at bigint,
  undone_by bigint, key_digest bytea, key_content bytea, primary key (project_id, event_id)) keyed;
create index events_profile on events (profile_id, project_id, event_id) where profile_id is not null;
create index events_undone_by on events (undone_at) where undone_by is not null;
create unique index events_key on events (project_id, key_digest) where key_digest is not null;
create index events_untied on events (arrived_at) where profile_id is null;
create index events_late on events (profile_id, happened_at) where is_late = 1 and profile_id is not null;
create table removed_events (project_id bigint not null, event_id bigint not null, profile_id bigint not null,
  type text not null, source text not null, is_late integer not null, happened_at bigint not null,
  arrived_at bigint not null, duration double precision, magnitude bigint, place text, extra text,
  removed_at bigint not null, is_claimed integer not null, key_digest bytea, key_content bytea,
  primary key (project_id, event_id)) keyed;
create index removed_events_profile on removed_events (profile_id);
create index removed_events_key on removed_events (project_id, key_digest) where key_digest is not null;
create index removed_events_removed on removed_events (removed_at);
create index removed_events_part on removed_events (profile_id, project_id, removed_at, event_id);
create table submissions (project_id bigint not null, digest text not null, event_id bigint not null,
  content text not null, created_at bigint not null, primary key (project_id, digest)) keyed;
create table confirm_claims (project_id bigint not null, digest text not null, holder text not null,
  created_at bigint not null, primary key (project_id, digest)) keyed;
create index confirm_claims_created on confirm_claims (created_at);
create table daily (project_id bigint not null, day text not null, type text not null, source text not null,
  is_late integer not null, is_test integer not null, events bigint not null, duration double precision not null,
  magnitude double precision not null, primary key (project_id, day, type, source, is_late, is_test)) keyed;
create table hourly (project_id bigint not null, day text not null, hour integer not null, events bigint not null,
  primary key (project_id, day, hour)) keyed;
create table participation (project_id bigint not null, profile_id bigint not null, events bigint not null,
  duration double precision not null, first_at bigint not null, last_at bigint not null, claimed_at bigint,
  primary key (project_id, profile_id)) keyed;
create index participation_profile on participation (profile_id);
create index participation_unclaimed on participation (first_at, project_id, profile_id) where claimed_at is null;
create table participant_days (project_id bigint not null, profile_id bigint not null, day text not null,
  type text not null, source text not null, is_late integer not null, cell bigint not null, events bigint not null,
  duration double precision not null default 0,
  primary key (project_id, profile_id, day, type, source, is_late, cell)) keyed;
create table opt_outs (project_id bigint not null, profile_id bigint not null, created_at bigint not null,
  primary key (project_id, profile_id)) keyed;
create index opt_outs_profile on opt_outs (profile_id);
create table unfinished_acts (profile_id bigint not null, project_id bigint not null, act text not null,
  from_at bigint not null, to_at bigint, acted_at bigint not null, is_claimed integer not null,
  done_to bigint not null, leaves_unclaimed integer not null, primary key (profile_id, project_id)) keyed;
`;

const embeds = `
create table grants (grant_id bigint primary key, profile_id bigint not null, project_id bigint not null,
  origin text not null, how text not null, created_at bigint not null, used_at bigint not null,
  expires_at bigint not null, revoked_at bigint, is_told integer not null default 0);
create index grants_profile on grants (profile_id);
create table grant_tokens (digest text primary key, grant_id bigint not null, serial bigint not null);
create index grant_tokens_grant on grant_tokens (grant_id);
create table connect_codes (digest text primary key, profile_id bigint not null, project_id bigint not null,
  origin text not null, challenge text not null, expires_at bigint not null, used_at bigint,
  is_told integer not null default 1);
create table join_flows (digest text primary key, address_digest text not null, project_id bigint not null,
  origin text not null, code text not null, expires_at bigint not null, used_at bigint,
  tries integer not null default 0, lang text);
create table shown (project_id bigint not null, origin text not null, day text not null, count bigint not null,
  last_at bigint, primary key (project_id, origin, day));
create table site_signs (project_id bigint not null, site text not null, loaded_at bigint, recorded_at bigint,
  refused_at bigint, refused_code text, seen_at bigint not null, primary key (project_id, site)) keyed;
create index site_signs_seen on site_signs (seen_at);
create table declines (project_id bigint not null, day text not null, declines bigint not null,
  primary key (project_id, day)) keyed;
create table embed_copies (file text primary key, content text not null, created_at bigint not null);
create table saved_widgets (widget_id bigint primary key, name text not null, built text not null, form text,
  made_by bigint not null, created_at bigint not null, updated_at bigint not null, deleted_at bigint,
  version bigint not null default 1);
create unique index saved_widgets_form on saved_widgets (made_by, form) where form is not null;
create index saved_widgets_deleted on saved_widgets (deleted_at) where deleted_at is not null;
create table unsaved_widgets (token_digest text primary key, built text not null, name text not null,
  expires_at bigint not null) keyed;
create index unsaved_widgets_expiry on unsaved_widgets (expires_at);
create table widget_managers (widget_id bigint not null, account_id bigint not null, is_owner integer not null,
  primary key (widget_id, account_id)) keyed;
create index widget_managers_account on widget_managers (account_id);
create table widget_counts (widget_id bigint not null, day text not null, site text not null, views bigint not null,
  clicks bigint not null, primary key (widget_id, day, site)) keyed;
`;

// A form that is sent twice makes one note, one mailing, one secret. The orders of `volunteers` are those of the managers'
// list, which is read a page or a part at a time.
const owners = `
create table people_figures (project_id bigint primary key, day text not null, figures text not null);
create table stats_notes (project_id bigint not null, note_id bigint not null, day text not null, text text not null,
  primary key (project_id, note_id)) keyed;
create unique index stats_notes_text on stats_notes (project_id, day, text);
create table volunteers (project_id bigint not null, profile_id bigint not null, pseudonym text not null,
  events bigint not null, unvouched bigint not null, duration double precision not null, magnitude bigint not null,
  first_day text not null, last_day text not null, types text not null, sort_name text not null default '',
  primary key (project_id, profile_id)) keyed;
create index volunteers_profile on volunteers (profile_id);
create index volunteers_last on volunteers (project_id, last_day desc, pseudonym);
create index volunteers_first on volunteers (project_id, first_day desc, pseudonym);
create index volunteers_events on volunteers (project_id, events desc, pseudonym);
create index volunteers_duration on volunteers (project_id, duration desc, pseudonym);
create index volunteers_magnitude on volunteers (project_id, magnitude desc, pseudonym);
create index volunteers_name on volunteers (project_id, sort_name, pseudonym);
create table volunteer_days (project_id bigint primary key, day text not null, volunteers bigint not null,
  events bigint not null, duration double precision not null) keyed;
create table volunteer_choices (project_id bigint not null, account_id bigint not null, is_listed integer,
  shows_name integer not null, is_mailed integer not null, updated_at bigint not null,
  primary key (project_id, account_id)) keyed;
create index volunteer_choices_account on volunteer_choices (account_id);
create table mailings (project_id bigint not null, mailing_id bigint not null, account_id bigint not null,
  form text not null, subject text not null, body text not null, filter text not null, state text not null, why text,
  created_at bigint not null, decided_at bigint, decided_by bigint, sent_at bigint, sent bigint not null,
  done_to bigint not null, next_at bigint, tries integer not null, primary key (project_id, mailing_id)) keyed;
create unique index mailings_form on mailings (project_id, form);
create index mailings_due on mailings (next_at) where next_at is not null;
create table refused_reports (project_id bigint not null, day text not null, code text not null, field text not null,
  count bigint not null, primary key (project_id, day, code, field)) keyed;
create index refused_reports_day on refused_reports (day);
create table withdrawing (project_id bigint not null, month text not null, person text not null,
  contributions bigint not null, primary key (project_id, month, person)) keyed;
create table webhooks (project_id bigint primary key, sealed text not null, form text not null,
  created_at bigint not null, failing_since bigint, ended_at bigint, ended_why text,
  withdrawn_from bigint not null) keyed;
create table webhook_deliveries (delivery_id bigint primary key, project_id bigint not null, kind text not null,
  source text not null, body text not null, created_at bigint not null, next_at bigint, tries integer not null,
  status integer, fault text, delivered_at bigint, turn bigint not null default 0,
  by_hand integer not null default 0) keyed;
create unique index webhook_deliveries_source on webhook_deliveries (project_id, source);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
`;

/** Statements that each end in a semicolon. */
export const participation = contributions + embeds + owners;
