/**
 * Where each table lives on a store that Citus distributes: contributions and their roll-ups on the workers, by
 * `project_id`, so that all rows of a project are on one worker and change in one transaction; everything else on the
 * coordinator only. A statement never joins the two kinds in a form that only one PostgreSQL can run
 * (docs/decisions/store.md#project_id-is-the-first-column-of-every-key-of-events).
 */
import type { PostgresQuery } from './connections.ts';
import type { Tables } from '../schema.ts';
import { StoreFault } from '../store-fault.ts';

export type TableHome = 'distributed' | 'coordinator';

/** Every table; those of the search index and of the migrations are not in `Tables`. */
export const tableHomes: Record<
  keyof Tables | 'project_words' | 'kysely_migration' | 'kysely_migration_lock',
  TableHome
> = {
  accounts: 'coordinator',
  addresses: 'coordinator',
  sessions: 'coordinator',
  passkeys: 'coordinator',
  passkey_challenges: 'coordinator',
  sign_in_links: 'coordinator',
  keys: 'coordinator',
  certificates: 'coordinator',
  credential_keys: 'coordinator',
  events: 'distributed',
  removed_events: 'distributed',
  submissions: 'distributed',
  retractions: 'distributed',
  outcomes: 'coordinator',
  groups: 'coordinator',
  group_managers: 'coordinator',
  group_members: 'coordinator',
  programmes: 'coordinator',
  programme_managers: 'coordinator',
  programme_projects: 'coordinator',
  programme_members: 'coordinator',
  programme_figures: 'coordinator',
  outcome_events: 'distributed',
  confirm_claims: 'coordinator',
  daily: 'distributed',
  participation: 'distributed',
  opt_outs: 'coordinator',
  unfinished_acts: 'coordinator',
  grants: 'coordinator',
  grant_tokens: 'coordinator',
  connect_codes: 'coordinator',
  join_flows: 'coordinator',
  shown: 'coordinator',
  site_signs: 'coordinator',
  oauth_clients: 'coordinator',
  oauth_requests: 'coordinator',
  oauth_artifacts: 'coordinator',
  oauth_consents: 'coordinator',
  oauth_signing_keys: 'coordinator',
  project_drafts: 'coordinator',
  project_acts: 'coordinator',
  project_versions: 'coordinator',
  hourly: 'distributed',
  participant_days: 'distributed',
  declines: 'coordinator',
  people_figures: 'coordinator',
  stats_notes: 'coordinator',
  volunteers: 'coordinator',
  volunteer_days: 'coordinator',
  volunteer_choices: 'coordinator',
  mailings: 'coordinator',
  webhooks: 'coordinator',
  webhook_deliveries: 'coordinator',
  refused_reports: 'coordinator',
  withdrawing: 'coordinator',
  saved_widgets: 'coordinator',
  unsaved_widgets: 'coordinator',
  widget_managers: 'coordinator',
  widget_counts: 'coordinator',
  settings: 'coordinator',
  counters: 'coordinator',
  profiles: 'coordinator',
  digests: 'coordinator',
  trial_lookups: 'coordinator',
  projects: 'coordinator',
  project_managers: 'coordinator',
  invitations: 'coordinator',
  project_origins: 'coordinator',
  project_tags: 'coordinator',
  project_texts: 'coordinator',
  project_stems: 'coordinator',
  search_terms: 'coordinator',
  search_slips: 'coordinator',
  areas: 'coordinator',
  area_cells: 'coordinator',
  area_middles: 'coordinator',
  project_areas: 'coordinator',
  image_jobs: 'coordinator',
  pictures: 'coordinator',
  picture_uploads: 'coordinator',
  tallies: 'coordinator',
  rates: 'coordinator',
  start_notices: 'coordinator',
  mails: 'coordinator',
  project_follows: 'coordinator',
  mail_blocks: 'coordinator',
  embed_copies: 'coordinator',
  audit: 'coordinator',
  project_words: 'coordinator',
  kysely_migration: 'coordinator',
  kysely_migration_lock: 'coordinator',
};

/** The distributed tables; the others are placed with the first of them. */
export const distributedTables = Object.entries(tableHomes)
  .filter(([, home]) => home === 'distributed')
  .map(([table]) => table);

/** Which of these tables Citus has distributed; none on a PostgreSQL without the extension. */
export async function tablesOnWorkers(query: PostgresQuery): Promise<string[]> {
  const { rows: extension } = await query("select 1 from pg_extension where extname = 'citus'");
  if (extension.length === 0) return [];
  const { rows } = await query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace`,
  );
  return distributedTables.filter((table) => rows.some(({ name }) => name === table));
}

/**
 * Whether Citus has distributed the store. Throws `StoreFault` if it has distributed a part of it: after an interrupted
 * `distribute`, or an update that adds a table.
 */
export async function isWhollyDistributed(query: PostgresQuery): Promise<boolean> {
  const distributed = await tablesOnWorkers(query);
  const missing = distributedTables.filter((table) => !distributed.includes(table));
  if (distributed.length > 0 && missing.length > 0)
    throw new StoreFault(
      `This store is distributed in part (${missing.join(', ')} not yet): run \`npm run operator -- distribute\` again.`,
    );
  return distributed.length > 0;
}

/** Why a store whose tables are on workers is not backed up here. */
export const onSeveralServers =
  'This store is distributed by Citus, and pg_dump cannot read all servers at one moment: back up each server with PostgreSQL, or stop the service and use copy-to.';
