/** The migrations from 0043 on: see later-migrations.ts, which continues with them. */

// `content`: what the certificate says, as JSON; null once it is ended. The row stays for the badge's status list.
const certificates = `
create table certificates (certificate_id bigint primary key, account_id bigint, digest text not null,
  sealed text, content text, status_index bigint not null, is_shown integer not null default 0,
  created_at bigint not null, ended_at bigint);
create unique index certificates_digest on certificates (digest);
create unique index certificates_status on certificates (status_index);
create index certificates_account on certificates (account_id) where account_id is not null;
create table credential_keys (kid text primary key, sealed text not null, created_at bigint not null) keyed;
`;

// `ends_at`: when the account is deleted, as its person asked. `objected_at`: nothing is credited to the profile again.
const deletion = `
alter table accounts add column ends_at bigint;
alter table accounts add column keeps_objection integer not null default 0;
create index accounts_ending on accounts (ends_at) where ends_at is not null;
alter table profiles add column objected_at bigint;
`;

// The index is for counting withdrawn contributions: few events are withdrawn, so it is small.
const webhooks = `
create table webhooks (project_id bigint primary key, sealed text not null, form text not null,
  created_at bigint not null, failing_since bigint, ended_at bigint, ended_why text,
  withdrawn_from bigint not null) keyed;
create table webhook_deliveries (delivery_id bigint primary key, project_id bigint not null, kind text not null,
  source text not null, body text not null, created_at bigint not null, next_at bigint, tries integer not null,
  status integer, fault text, delivered_at bigint) keyed;
create unique index webhook_deliveries_source on webhook_deliveries (project_id, source);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
create index events_undone on events (project_id, undone_at) where undone_at is not null;
`;

const refusedReports = `
create table refused_reports (project_id bigint not null, day text not null, code text not null,
  field text not null, count bigint not null, primary key (project_id, day, code, field)) keyed;
create index refused_reports_day on refused_reports (day);
`;

// For older events, the daily count of Stats fills `participant_days` (events/mend-days.ts).
const statsRollUps = `
create table hourly (project_id bigint not null, day text not null, hour integer not null, events bigint not null,
  primary key (project_id, day, hour)) keyed;
create table participant_days (project_id bigint not null, profile_id bigint not null, day text not null,
  type text not null, source text not null, is_late integer not null, cell bigint not null, events bigint not null,
  primary key (project_id, profile_id, day, type, source, is_late, cell)) keyed;
create table declines (project_id bigint not null, day text not null, declines bigint not null,
  primary key (project_id, day)) keyed;
create table people_figures (project_id bigint primary key, day text not null, figures text not null);
`;

// A form that is sent twice makes one note.
const statsNotes = `
create table stats_notes (project_id bigint not null, note_id bigint not null, day text not null, text text not null,
  primary key (project_id, note_id)) keyed;
create unique index stats_notes_text on stats_notes (project_id, day, text);
`;

// `is_told`: the person read at that moment that managers see what they contribute; earlier grants do not count.
const volunteers = `
alter table grants add column is_told integer not null default 0;
alter table oauth_consents add column is_told integer not null default 0;
create table volunteers (project_id bigint not null, profile_id bigint not null, pseudonym text not null,
  events bigint not null, unvouched bigint not null, duration double precision not null, magnitude bigint not null,
  first_day text not null, last_day text not null, types text not null, primary key (project_id, profile_id)) keyed;
create index volunteers_profile on volunteers (profile_id);
create table volunteer_days (project_id bigint primary key, day text not null, volunteers bigint not null,
  events bigint not null, duration double precision not null) keyed;
create table volunteer_choices (project_id bigint not null, account_id bigint not null, is_listed integer,
  shows_name integer not null, is_mailed integer not null, updated_at bigint not null,
  primary key (project_id, account_id)) keyed;
create index volunteer_choices_account on volunteer_choices (account_id);
`;
const mailings = `
create table mailings (project_id bigint not null, mailing_id bigint not null, account_id bigint not null,
  form text not null, subject text not null, body text not null, filter text not null, state text not null, why text,
  created_at bigint not null, decided_at bigint, decided_by bigint, sent_at bigint, sent bigint not null,
  done_to bigint not null, next_at bigint, tries integer not null, primary key (project_id, mailing_id)) keyed;
create unique index mailings_form on mailings (project_id, form);
create index mailings_due on mailings (next_at) where next_at is not null;
`;

const guardians = `
alter table accounts add column guardian text;
alter table accounts add column guardian_digest text;
create index accounts_guardian on accounts (guardian_digest) where guardian_digest is not null;
`;

// The key of an event is in its row, so that it goes with it. Keys from before are moved by the retention rule
// (events/stored-keys.ts).
const eventKeys = `
alter table events add column key_digest bytea;
alter table events add column key_content bytea;
create unique index events_key on events (project_id, key_digest) where key_digest is not null;
alter table removed_events add column key_digest bytea;
alter table removed_events add column key_content bytea;
create index removed_events_key on removed_events (project_id, key_digest) where key_digest is not null;
`;

// For the retention rule: without them, each of its runs reads whole tables.
const retention = `
create index events_untied on events (arrived_at) where profile_id is null;
create index participation_unclaimed on participation (first_at, project_id, profile_id) where claimed_at is null;
create index removed_events_removed on removed_events (removed_at);
create index profiles_unused on profiles (used_day, profile_id) where account_id is null and objected_at is null;
create index opt_outs_profile on opt_outs (profile_id);
`;

// A person's page reads the days of `participant_days`. Late events are the only ones whose ids do not tell their day.
const personDays = `
alter table participant_days add column duration double precision not null default 0;
create index events_late on events (profile_id, happened_at) where is_late = 1 and profile_id is not null;
`;

// Whether the person read, when they agreed, that managers see what they contribute.
const toldCodes = `
alter table connect_codes add column is_told integer not null default 1;
`;

// The pictures that drafts and changes of projects name: kept although no project shows them yet.
const pictureUploads = `
create table picture_uploads (kind text not null, holder_id bigint not null, picture text not null,
  created_at bigint not null, primary key (kind, holder_id, picture)) keyed;
create index picture_uploads_picture on picture_uploads (picture);
`;

const languages = `
alter table accounts add column lang text;
alter table start_notices add column lang text;
`;

// `join_flows.lang`: of the embed that asked for the digits. `accounts.mail_lang`: chosen by the person, unlike `lang`.
const mailLanguages = `
alter table join_flows add column lang text;
alter table accounts add column mail_lang text;
`;

// The index of removed contributions is in the order in which batches take them back.
const unfinishedActs = `
create table unfinished_acts (profile_id bigint not null, project_id bigint not null, act text not null,
  from_at bigint not null, to_at bigint, acted_at bigint not null, is_claimed integer not null,
  done_to bigint not null, leaves_unclaimed integer not null, primary key (profile_id, project_id)) keyed;
create index removed_events_part on removed_events (profile_id, project_id, removed_at, event_id);
`;

// In the orders of the managers' list, which is read a page or a part at a time.
const volunteerOrders = `
alter table volunteers add column sort_name text not null default '';
create index volunteers_last on volunteers (project_id, last_day desc, pseudonym);
create index volunteers_first on volunteers (project_id, first_day desc, pseudonym);
create index volunteers_events on volunteers (project_id, events desc, pseudonym);
create index volunteers_duration on volunteers (project_id, duration desc, pseudonym);
create index volunteers_magnitude on volunteers (project_id, magnitude desc, pseudonym);
create index volunteers_name on volunteers (project_id, sort_name, pseudonym);
`;

// `import_origin`, `import_name`: as an import named the project first. It finds the project by them after both were
// corrected. Older imports are told by what only they did: publish at once, or add several projects at one moment.
const importedProjects = `
alter table projects add column is_imported integer not null default 0;
alter table projects add column import_origin text;
alter table projects add column import_name text;
update projects set is_imported = 1 where key_lineage is null and (
  not exists (select 1 from project_acts a where a.project_id = projects.project_id and a.act = 'sent')
  or created_at in (select created_at from projects where key_lineage is null group by created_at having count(*) > 1));
update projects set import_origin = coalesce((select json(v.fields) ->> 'origin' from project_versions v
  where v.project_id = projects.project_id and v.how = 'first'), origin) where is_imported = 1;
update projects set import_name = coalesce((select json(v.fields) ->> 'name' from project_versions v
  where v.project_id = projects.project_id and v.how = 'first'), name) where is_imported = 1;
create index projects_import on projects (import_origin, import_name) where import_name is not null;
`;

// Kept although the contributions are deleted: the number waits until it is large enough to be reported.
const withdrawals = `
create table withdrawals (project_id bigint not null, day text not null, contributions bigint not null,
  primary key (project_id, day)) keyed;
`;

const passkeyOffers = `
alter table accounts add column passkey_offer_closed_at bigint;
`;

export const newestStatements: Record<string, string> = {
  '0043-certificates': certificates,
  '0044-deletion': deletion,
  '0046-webhooks': webhooks,
  '0047-refused-reports': refusedReports,
  '0048-stats-roll-ups': statsRollUps,
  '0049-stats-notes': statsNotes,
  '0050-volunteers': volunteers,
  '0051-mailings': mailings,
  '0052-guardians': guardians,
  '0053-event-keys': eventKeys,
  '0054-retention': retention,
  '0057-person-days': personDays,
  '0063-told-codes': toldCodes,
  '0066-picture-uploads': pictureUploads,
  '0071-languages': languages,
  '0084-unfinished-acts': unfinishedActs,
  '0090-mail-languages': mailLanguages,
  '0092-volunteer-orders': volunteerOrders,
  '0093-imported-projects': importedProjects,
  '0094-withdrawals': withdrawals,
  '0097-passkey-offers': passkeyOffers,
};
