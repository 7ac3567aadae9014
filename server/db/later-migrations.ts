/** The statements of the migrations from 0016 on, by name; ` keyed;` ends a table whose rows are in key order (SQLite). */
import { newestStatements } from './newest-migrations.ts';

// For managers who wait for the first message of their site.
const lastShown = 'alter table shown add column last_at bigint';
const oauth = `
create table oauth_clients (client_id text primary key, name text not null, owner_id bigint not null,
  redirect_uris text not null, scopes text not null, is_legacy integer not null, is_public integer not null,
  secret_digest text, created_at bigint not null, disabled_at bigint);
create index oauth_clients_owner on oauth_clients (owner_id);
create table oauth_artifacts (digest text primary key, kind text not null, sealed text not null, grant_digest text,
  account_id bigint, client_id text, created_at bigint not null, expires_at bigint not null, consumed_at bigint) keyed;
create index oauth_artifacts_grant on oauth_artifacts (grant_digest) where grant_digest is not null;
create index oauth_artifacts_account on oauth_artifacts (account_id, client_id) where account_id is not null;
create index oauth_artifacts_expiry on oauth_artifacts (expires_at);
create table oauth_consents (account_id bigint not null, client_id text not null, scopes text not null,
  created_at bigint not null, used_at bigint not null, primary key (account_id, client_id)) keyed;
create table oauth_signing_keys (kid text primary key, sealed text not null, created_at bigint not null);
`;
// The text of a card on our own pages besides the finder's result; made again at the next start (rebuild-derived.ts).
const glances = "alter table projects add column glance text not null default '{}'";

// Apart from the events, so that nothing counts or shows them; a person can take the removal back.
const removedEvents = `
create table removed_events (project_id bigint not null, event_id bigint not null, profile_id bigint not null,
  type text not null, source text not null, is_late integer not null, happened_at bigint not null,
  arrived_at bigint not null, duration double precision, magnitude bigint, place text, extra text,
  removed_at bigint not null, is_claimed integer not null, primary key (project_id, event_id)) keyed;
create index removed_events_profile on removed_events (profile_id);
`;

// Only the grant that undid an event may put it back.
const undoneBy = `
alter table events add column undone_by bigint;
create index events_undone_by on events (undone_at) where undone_by is not null;
`;

// A draft of a signed-out person is found by the digest of their cookie. The content is encrypted: it names a contact.
const drafts = `
create table project_drafts (draft_id bigint primary key, account_id bigint, holder text, sealed text not null,
  created_at bigint not null, updated_at bigint not null, sent_at bigint, project_id bigint);
create index project_drafts_account on project_drafts (account_id) where account_id is not null;
create index project_drafts_holder on project_drafts (holder) where holder is not null;
create index project_drafts_updated on project_drafts (updated_at);
`;

// `review_since`: since when a project, or a change of it, awaits an editor; null while nothing does.
const reviewQueue = `
alter table projects add column review_since bigint;
alter table projects add column name_key text not null default '';
update projects set review_since = (select v.created_at from project_versions v
  where v.project_id = projects.project_id and v.state = 'awaiting_review');
update projects set review_since = updated_at where state = 'awaiting_review' and review_since is null
  and not exists (select 1 from project_versions r where r.project_id = projects.project_id
    and r.state = 'rejected' and r.decided_at >= projects.updated_at);
create index projects_review on projects (review_since, project_id) where review_since is not null;
create index projects_name_key on projects (name_key);
create table project_acts (project_id bigint not null, act_id bigint not null, at bigint not null, act text not null,
  account_id bigint, note text, about bigint, primary key (project_id, act_id)) keyed;
`;

// A form that is sent twice makes one key.
const keyForms = `
alter table keys add column form text;
create unique index keys_form on keys (account_id, form) where form is not null;
`;

// Names are optional, and nothing is public at first.
const accountPage = `
alter table accounts add column first_name text not null default '';
alter table accounts add column last_name text not null default '';
alter table accounts add column shows text not null default '';
alter table accounts add column of_age_at bigint;
update accounts set of_age_at = confirmed_at;
alter table sessions add column used_at bigint;
alter table sessions add column device text not null default '';
`;
const passkeys = `
create table passkeys (credential_id text primary key, account_id bigint not null, public_key text not null,
  counter bigint not null, transports text not null, is_backup_eligible integer not null,
  is_backed_up integer not null, name text not null, created_at bigint not null, used_at bigint) keyed;
create index passkeys_account on passkeys (account_id);
create table passkey_challenges (digest text primary key, account_id bigint, expires_at bigint not null) keyed;
create index passkey_challenges_expiry on passkey_challenges (expires_at);
`;

// `built`: the settings as JSON. A deleted widget can be put back for a while; its number is never used again.
const savedWidgets = `
create table saved_widgets (widget_id bigint primary key, name text not null, built text not null, form text,
  made_by bigint not null, created_at bigint not null, updated_at bigint not null, deleted_at bigint);
create unique index saved_widgets_form on saved_widgets (made_by, form) where form is not null;
create index saved_widgets_deleted on saved_widgets (deleted_at) where deleted_at is not null;
create table widget_managers (widget_id bigint not null, account_id bigint not null, is_owner integer not null,
  primary key (widget_id, account_id)) keyed;
create index widget_managers_account on widget_managers (account_id);
create table widget_counts (widget_id bigint not null, day text not null, site text not null,
  views bigint not null, clicks bigint not null, primary key (widget_id, day, site)) keyed;
`;

// `built`: the state of the builder as a query.
const widgetVersions = `
alter table saved_widgets add column version bigint not null default 1;
create table unsaved_widgets (token_digest text primary key, built text not null, name text not null,
  expires_at bigint not null) keyed;
create index unsaved_widgets_expiry on unsaved_widgets (expires_at);
`;

const siteSigns = `
create table site_signs (project_id bigint not null, site text not null, loaded_at bigint, recorded_at bigint,
  refused_at bigint, refused_code text, seen_at bigint not null, primary key (project_id, site)) keyed;
create index site_signs_seen on site_signs (seen_at);
`;

// The first person who has a contribution of a signed link credited; both columns are keyed digests.
const confirmClaims = `
create table confirm_claims (project_id bigint not null, digest text not null, holder text not null,
  created_at bigint not null, primary key (project_id, digest)) keyed;
create index confirm_claims_created on confirm_claims (created_at);
`;

const oauthRequests = `
alter table oauth_clients add column former_digest text;
alter table oauth_clients add column former_until bigint;
alter table oauth_clients add column project_id bigint;
create table oauth_requests (request_id bigint primary key, account_id bigint not null, project_id bigint not null,
  name text not null, redirect_uris text not null, scopes text not null, is_public integer not null,
  form text not null, created_at bigint not null, decided_at bigint, decided_by bigint, client_id text, reason text);
create unique index oauth_requests_form on oauth_requests (account_id, form);
create index oauth_requests_open on oauth_requests (created_at) where decided_at is null;
`;

// `ended` counts the tries whose outcome was stored: a process that ends during a try leaves one more in `tries`.
const mails = `
create table mails (mail_id bigint primary key, kind text not null, rank integer not null, sealed text not null,
  request_id text not null, created_at bigint not null, next_at bigint, tries integer not null,
  ended integer not null, fault text, failed_at bigint) keyed;
create index mails_due on mails (rank, next_at) where next_at is not null;
create index mails_failed on mails (failed_at) where failed_at is not null;
`;

// People who manage a project already could all do everything: they become its owners.
const coManagers = `
alter table project_managers add column is_owner integer not null default 1;
alter table project_acts add column subject bigint;
create table project_invitations (invitation_id bigint primary key, project_id bigint not null, sealed text not null,
  expires_at bigint not null) keyed;
create index project_invitations_project on project_invitations (project_id);
`;
// One row per project: the figure of the last day on which somebody looked.
const participantFigures = `
create table participant_figures (project_id bigint primary key, day text not null, participants bigint not null) keyed;
`;

/**
 * Migrations that do more than add (expansion.ts), each with the last release that used what it takes away or changes:
 * the release before this one must be a later one, because both run on one store during an upgrade.
 */
export const contractions: Record<string, string> = {};

// The point that stands for an area on the finder's map; filled at the next start (rebuild-derived.ts).
const areaMiddles = `
create table area_middles (area_id bigint primary key, lng double precision not null,
  lat double precision not null) keyed;
create index area_middles_point on area_middles (lat, lng, area_id);
`;

const follows = `
create table project_follows (follow_id bigint primary key, account_id bigint not null, project_id bigint not null,
  by_mail integer not null, status text not null, seen_at bigint not null, created_at bigint not null,
  next_at bigint not null, tries integer not null);
create unique index project_follows_account on project_follows (account_id, project_id);
create index project_follows_mail on project_follows (next_at) where by_mail = 1;
`;

// Tokens have no rows any more. A site with an older token sends its people through the authorization once more, in
// which they are not asked again.
const tokensWithoutRows = `
alter table oauth_artifacts add column rotations bigint not null default 0;
delete from oauth_artifacts;
`;

export const laterStatements: Record<string, string> = {
  '0016-last-shown': lastShown,
  '0017-oauth': oauth,
  '0018-glances': glances,
  '0019-removed-events': removedEvents,
  '0020-undone-by': undoneBy,
  '0021-key-forms': keyForms,
  '0022-account-page': accountPage,
  '0023-passkeys': passkeys,
  '0024-drafts': drafts,
  '0025-review-queue': reviewQueue,
  '0026-saved-widgets': savedWidgets,
  '0027-confirm-claims': confirmClaims,
  '0028-oauth-requests': oauthRequests,
  '0029-mails': mails,
  '0030-co-managers': coManagers,
  '0032-area-middles': areaMiddles,
  '0033-follows': follows,
  '0034-tokens-without-rows': tokensWithoutRows,
  '0040-widget-versions': widgetVersions,
  '0041-site-signs': siteSigns,
  '0042-participant-figures': participantFigures,
  ...newestStatements,
};
