/** Everything that is stored about a person, for them to save: read from the store piece by piece. */
import { sql } from 'kysely';
import type { Database } from '../db/store.ts';

/** Contributions that are read at once. */
const chunk = 1000;

export type OwnContribution = {
  event_id: number;
  project_id: number;
  project: string;
  type: string;
  source: string;
  happened_at: number;
  arrived_at: number;
  is_late: number;
  duration: number | null;
  magnitude: number | null;
  place: string | null;
  extra: string | null;
  /** 0: reported before the person joined, and not taken yet. */
  is_credited: number;
};

/** The contributions of some profiles, oldest first. */
export async function* contributionsIn(db: Database, profiles: number[]): AsyncGenerator<OwnContribution[]> {
  if (profiles.length === 0) return;
  let last = -1;
  for (;;) {
    const { rows } = await sql<OwnContribution>`
      select e.event_id, e.project_id, p.name as project, e.type, e.source, e.happened_at, e.arrived_at, e.is_late,
        e.duration, e.magnitude, e.place, e.extra,
        case when q.claimed_at is not null or e.arrived_at >= r.joined_at then 1 else 0 end as is_credited
      from events e join profiles r on r.profile_id = e.profile_id join projects p on p.project_id = e.project_id
      left join participation q on q.project_id = e.project_id and q.profile_id = e.profile_id
      where e.profile_id in (${sql.join(profiles)}) and e.event_id > ${last}
      order by e.event_id limit ${sql.lit(chunk)}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.event_id);
  }
}

const select = (columns: string, rest: string) => sql.raw(`select ${columns} ${rest}`);

/** The lists of a person's data besides contributions: by name, with the statement that reads each. */
function lists(accountId: number, profiles: number[]) {
  const account = `account_id = ${accountId}`;
  const theirs = `profile_id in (${[0, ...profiles].join(', ')})`;
  return {
    account: select(
      'account_id as user_id, name as handle, first_name, last_name, shows, role, created_at, of_age_at, ends_at, lang as language',
      `from accounts where ${account}`,
    ),
    addresses: select(
      'address, profile_id, is_main, verified_at',
      `from addresses where ${account} order by address`,
    ),
    projects: select(
      'p.project_id, p.name, q.events, q.duration, q.first_at, q.last_at, q.claimed_at',
      `from participation q join projects p on p.project_id = q.project_id where q.${theirs} order by 1`,
    ),
    opt_outs: select(
      'project_id, profile_id, created_at',
      `from opt_outs where ${theirs} order by project_id`,
    ),
    removed_contributions: select(
      'project_id, event_id, type, source, happened_at, arrived_at, duration, magnitude, place, extra, removed_at',
      `from removed_events where ${theirs} order by event_id`,
    ),
    sites_that_may_credit: select(
      'project_id, origin, how, created_at, used_at, expires_at, revoked_at',
      `from grants where ${theirs} order by grant_id`,
    ),
    authorized_sites: select(
      'c.name, o.client_id, o.scopes, o.created_at, o.used_at',
      `from oauth_consents o join oauth_clients c on c.client_id = o.client_id where o.${account} order by 1, 2`,
    ),
    certificates: select(
      'content, is_shown, created_at',
      `from certificates where ${account} order by created_at`,
    ),
    passkeys: select(
      'name, created_at, used_at, is_backed_up',
      `from passkeys where ${account} order by created_at`,
    ),
    sessions: select('device, created_at, used_at', `from sessions where ${account} order by created_at`),
    api_keys: select(
      'key_id, name, scopes, created_at, used_day, revoked_at',
      `from keys where ${account} order by key_id`,
    ),
    client_requests: select(
      'project_id, name, redirect_uris, scopes, created_at, decided_at, reason',
      `from oauth_requests where ${account} order by request_id`,
    ),
    managed_projects: select(
      'p.project_id, p.name',
      `from project_managers m join projects p on p.project_id = m.project_id where m.${account} order by 1`,
    ),
    followed_projects: select(
      'project_id, by_mail, created_at',
      `from project_follows where ${account} order by project_id`,
    ),
    saved_widgets: select(
      'w.widget_id, w.name, w.built, w.created_at, w.updated_at',
      `from widget_managers m join saved_widgets w on w.widget_id = m.widget_id where m.${account} order by 1`,
    ),
  };
}

/** Each list with its rows. */
export async function* listsOf(
  db: Database,
  accountId: number,
  profiles: number[],
): AsyncGenerator<[name: string, rows: Record<string, unknown>[]]> {
  for (const [name, statement] of Object.entries(lists(accountId, profiles)))
    yield [name, (await sql<Record<string, unknown>>`${statement}`.execute(db)).rows];
}
