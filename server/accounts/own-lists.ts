/** Which tables a person's export has, besides their contributions, and in which lists. */
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../db/schema.ts';
import type { ContributionTables } from '../db/unfinished-acts.ts';

/** The tables with a column that names a person. */
type PersonTable = {
  [Name in keyof Tables]: Extract<keyof Tables[Name], 'account_id' | 'profile_id' | 'owner_id'> extends never
    ? never
    : Name;
}[keyof Tables];

/** The name of the list in the file, and the parts of its statement. */
export type OwnList = { name: string; columns: string; rest: RawBuilder<unknown> };

/** A table that is left out, with the reason. */
type LeftOut = { because: string };

const list = (name: string, columns: string, rest: string | RawBuilder<unknown>): OwnList => ({
  name,
  columns,
  rest: typeof rest === 'string' ? sql.raw(rest) : rest,
});

const passing: LeftOut = { because: 'A step of a few minutes; its rows hold digests only.' };

/** The person, and the ways in which they sign in. */
function ofAccount(account: string, theirs: string) {
  return {
    accounts: list(
      'account',
      `account_id as user_id, name as handle, first_name, last_name, shows, role, created_at, of_age_at, ends_at,
        case when guardian is null then 0 else 1 end as has_guardian, lang as language, mail_lang as mail_language,
        zone as time_zone, passkey_offer_closed_at`,
      `from accounts where ${account}`,
    ),
    addresses: list(
      'addresses',
      'address, profile_id, is_main, verified_at',
      `from addresses where ${account} order by address`,
    ),
    profiles: list(
      'profiles',
      'profile_id, created_at, joined_at, used_day, objected_at',
      `from profiles where ${theirs} order by 1`,
    ),
    digests: { because: 'Keyed digests of the addresses, which are in the list of addresses.' },
    passkeys: list(
      'passkeys',
      'name, created_at, used_at, is_backed_up',
      `from passkeys where ${account} order by created_at`,
    ),
    passkey_challenges: passing,
    sessions: list(
      'sessions',
      'device, created_at, used_at',
      `from sessions where ${account} order by created_at`,
    ),
    certificates: list(
      'certificates',
      'content, is_shown, created_at, until_at, reads',
      `from certificates where ${account} order by created_at`,
    ),
    group_members: list(
      'groups',
      'g.group_id, g.name, m.joined_at, m.shown_name',
      `from group_members m join groups g on g.group_id = m.group_id where m.${account} order by 1`,
    ),
    programme_members: list(
      'programmes',
      'p.programme_id, p.name, m.joined_at, m.awarded_in, m.shown_name, m.shown_until, m.is_mailed',
      `from programme_members m join programmes p on p.programme_id = m.programme_id where m.${account} order by 1`,
    ),
    project_follows: list(
      'followed_projects',
      'project_id, by_mail, created_at',
      `from project_follows where ${account} order by project_id`,
    ),
  };
}

/** Their contributions, and the people and sites that may know of them. */
function ofContributions(account: string, theirs: string, tables: ContributionTables) {
  return {
    events: { because: 'They are the contributions, which are read piece by piece.' },
    participation: list(
      'projects',
      'p.project_id, p.name, q.events, q.duration, q.first_at, q.last_at, q.claimed_at',
      sql`from ${tables.participation} q join projects p on p.project_id = q.project_id where q.${sql.raw(theirs)} order by 1`,
    ),
    unfinished_acts: { because: 'The lists are as if everything were finished.' },
    participant_days: { because: 'Sums of the contributions.' },
    opt_outs: list(
      'opt_outs',
      'project_id, profile_id, created_at',
      `from opt_outs where ${theirs} order by project_id`,
    ),
    removed_events: list(
      'removed_contributions',
      'project_id, event_id, type, source, happened_at, arrived_at, duration, magnitude, place, extra, removed_at',
      sql`from ${tables.removed} r where ${sql.raw(theirs)} order by event_id`,
    ),
    submissions: list(
      'contributions_that_projects_took_back',
      'project_id, event_id, type, source, happened_at, created_at as arrived_at, duration, magnitude, place, extra',
      `from submissions where ${theirs} order by event_id`,
    ),
    volunteers: list(
      'figures_that_managers_see',
      'project_id, pseudonym, events, duration, magnitude, first_day, last_day, types',
      `from volunteers where ${theirs} order by project_id`,
    ),
    volunteer_choices: list(
      'choices_about_projects',
      'project_id, is_listed, shows_name, is_mailed, updated_at',
      `from volunteer_choices where ${account} order by project_id`,
    ),
    grants: list(
      'sites_that_may_credit',
      'project_id, origin, how, created_at, used_at, expires_at, revoked_at',
      `from grants where ${theirs} order by grant_id`,
    ),
    connect_codes: passing,
    oauth_consents: list(
      'authorized_sites',
      'c.name, o.client_id, o.scopes, o.created_at, o.used_at',
      `from oauth_consents o join oauth_clients c on c.client_id = o.client_id where o.${account} order by 1, 2`,
    ),
    oauth_artifacts: passing,
  };
}

/** Their work for projects. */
function ofWork(accountId: number) {
  const account = `account_id = ${accountId}`;
  return {
    keys: list(
      'api_keys',
      'key_id, name, scopes, created_at, used_day, revoked_at',
      `from keys where ${account} order by key_id`,
    ),
    trial_lookups: { because: 'Digests of addresses of other people.' },
    oauth_requests: list(
      'client_requests',
      'project_id, name, redirect_uris, scopes, created_at, decided_at, reason',
      `from oauth_requests where ${account} order by request_id`,
    ),
    oauth_clients: list(
      'clients',
      'client_id, name, project_id, redirect_uris, scopes, created_at, disabled_at',
      `from oauth_clients where owner_id = ${accountId} order by created_at, client_id`,
    ),
    project_managers: list(
      'managed_projects',
      'p.project_id, p.name, m.is_owner',
      `from project_managers m join projects p on p.project_id = m.project_id where m.${account} order by 1`,
    ),
    project_versions: list(
      'changes_of_projects',
      'project_id, version, how, fields, state, created_at',
      `from project_versions where ${account} order by project_id, version`,
    ),
    project_acts: list(
      'acts_on_projects',
      'project_id, act, note, at',
      `from project_acts where ${account} order by project_id, act_id`,
    ),
    project_drafts: { because: 'What was typed is encrypted; the list of drafts is added to the file.' },
    mailings: list(
      'mailings',
      'kind, project_id, subject, body, filter, state, created_at, sent_at, sent',
      `from mailings where ${account} order by mailing_id`,
    ),
    invitations: list(
      'invitations',
      'kind, thing_id, expires_at',
      `from invitations where ${account} order by expires_at, digest`,
    ),
    groups: { because: 'The account of a group has no person.' },
    group_managers: list(
      'led_groups',
      'g.group_id, g.name, m.is_owner, g.created_at, g.ends_at',
      `from group_managers m join groups g on g.group_id = m.group_id where m.${account} order by 1`,
    ),
    programme_managers: list(
      'managed_programmes',
      'p.programme_id, p.name, m.is_owner, p.state, p.created_at',
      `from programme_managers m join programmes p on p.programme_id = m.programme_id where m.${account} order by 1`,
    ),
    widget_managers: list(
      'saved_widgets',
      'w.widget_id, w.name, w.built, w.created_at, w.updated_at',
      `from widget_managers m join saved_widgets w on w.widget_id = m.widget_id where m.${account} order by 1`,
    ),
  };
}

/** A row for each table: a table that comes to name people does not compile without one. */
function rowsOf(
  accountId: number,
  profiles: number[],
  tables: ContributionTables,
): Record<PersonTable, OwnList | LeftOut> {
  const account = `account_id = ${accountId}`;
  const theirs = `profile_id in (${[0, ...profiles].join(', ')})`;
  return { ...ofAccount(account, theirs), ...ofContributions(account, theirs, tables), ...ofWork(accountId) };
}

/** The lists of a person's export, in the order of the file. */
export const ownLists = (accountId: number, profiles: number[], tables: ContributionTables): OwnList[] =>
  Object.values(rowsOf(accountId, profiles, tables)).filter((row) => 'name' in row);
