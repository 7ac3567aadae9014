/**
 * The rows, as both engines hold them. Times are milliseconds since 1970 UTC, days are yyyy-mm-dd, digests are
 * hex, flags are 0 or 1, lists and objects are JSON text: the same value in SQLite and PostgreSQL.
 */
import type { EventSource, EventType } from '../../src/contract/event.ts';
import type { MailAddress } from '../mail-address.ts';
import type { ProjectState } from '../../src/contract/project.ts';

export type Role = 'none' | 'editor' | 'operator';

export type Tables = {
  settings: { name: string; value: string };
  /** What the next project id is; ids are never reused. */
  counters: { name: string; value: number };
  accounts: { account_id: number; name: string; role: Role; created_at: number; confirmed_at: number | null };
  /** Members' addresses: beside the contact that a project names, the only ones that stand in plain text. */
  addresses: {
    /** In its canonical form. */
    address: MailAddress;
    account_id: number;
    profile_id: number;
    is_main: number;
    verified_at: number;
  };
  sessions: { digest: string; account_id: number; created_at: number; expires_at: number };
  /** Mailed links, by digest; the address travels sealed in the link itself. */
  sign_in_links: {
    digest: string;
    next: string;
    expires_at: number;
    used_at: number | null;
  };
  keys: {
    key_id: number;
    digest: string;
    account_id: number;
    /** The first key of a rotation: a successor may update what its predecessor added. */
    lineage: number;
    name: string;
    scopes: string;
    created_at: number;
    used_day: string | null;
    revoked_at: number | null;
  };
  profiles: {
    profile_id: number;
    account_id: number | null;
    /** When it became a member's: what arrived earlier is theirs to take or delete. */
    joined_at: number | null;
    created_at: number;
    used_day: string;
  };
  /** The keyed digest of an address (profiles/address.ts) → profile. A member's address as typed may lead to the same profile. */
  digests: { digest: string; profile_id: number };
  /** Addresses that an account without a published project looked up on one day. */
  trial_lookups: { account_id: number; day: string; digest: string };
  projects: {
    project_id: number;
    state: ProjectState;
    /** Whether it shows: its status is not `hidden`, and no editor withholds it. */
    is_hidden: number;
    is_withheld: number;
    /** Its updates publish at once, save those of what identifies it. */
    is_trusted: number;
    /** The names of the fields that an editor corrected, JSON: updates leave them as they are. */
    corrected: string;
    name: string;
    origin: string;
    url: string;
    /** That address in the one form by which it is found (projects/site-address.ts); empty when it has none. */
    site: string;
    /** The project's input fields as read, JSON. */
    fields: string;
    /** The name of the picture that was made of its `image`; empty while there is none. */
    picture: string;
    /** One finder result and the project detail, JSON, ready to be sent. */
    card: string;
    detail: string;
    key_lineage: number | null;
    may_send_hashed: number;
    created_at: number;
    updated_at: number;
    published_at: number | null;
  };
  /** What was said of a project, once more than its first version was: each row says what it changed. */
  project_versions: {
    project_id: number;
    version: number;
    /** The whole project in the first row, then what changed; null for what was taken away. JSON. */
    fields: string;
    how: 'first' | 'update' | 'import' | 'correction';
    account_id: number | null;
    key_lineage: number | null;
    created_at: number;
    /** `applied`: in the project. At most one awaits review: a further update takes its place, with all it said. */
    state: 'applied' | 'awaiting_review' | 'rejected' | 'replaced';
    why: string | null;
    decided_at: number | null;
  };
  project_managers: { project_id: number; account_id: number };
  project_origins: {
    project_id: number;
    origin: string;
    how: 'url' | 'editor';
    created_at: number;
  };
  /** `where` is `online` or `anywhere`. */
  project_tags: { kind: 'topic' | 'activity' | 'tag' | 'un' | 'where'; name: string; project_id: number };
  /** The folded words of each text of a project, for exact phrases: `| words in a row | of each text |`. */
  project_texts: { project_id: number; texts: string };
  /** What a project is weighed by: the stems of its title and tags, and those of its places and texts. */
  project_stems: { project_id: number; heads: string; rest: string };
  /** Every word of a project, and how many projects have it. */
  search_terms: { term: string; projects: number };
  /** What a misspelt word has in common with the word that was meant (projects/slips.ts). */
  search_slips: { slip: string; term: string };
  /** Regions that are drawn, each once however many projects have it; server/geometry/outline.ts has the form. */
  areas: { area_id: number; outline: Uint8Array };
  /** The cells that hold an area (server/geometry/cells.ts), and whether all of a cell belongs to it. */
  area_cells: { cell: number; area_id: number; is_inside: number };
  project_areas: { project_id: number; area_id: number };
  /** The image that a project names: when it is fetched next, or how it ended (images/faults.ts). */
  image_jobs: {
    project_id: number;
    url: string;
    tries: number;
    next_at: number | null;
    fault: string | null;
    done_at: number | null;
  };
  /** Fetched images, drawn anew as WebP in two sizes; the name is the digest of the large one. */
  pictures: {
    picture: string;
    width: number;
    height: number;
    large: Uint8Array;
    small: Uint8Array;
    created_at: number;
  };
  /** One row per activity event; project_id leads every key, so that the table can be distributed by it. */
  events: {
    project_id: number;
    event_id: number;
    /** Null when tied to nobody: opted out, undone, or no longer kept. */
    profile_id: number | null;
    type: EventType;
    source: EventSource;
    is_late: number;
    is_test: number;
    happened_at: number;
    arrived_at: number;
    duration: number | null;
    magnitude: number | null;
    place: string | null;
    extra: string | null;
    undone_at: number | null;
  };
  /** Idempotency keys by keyed digest, with a digest of what was said with them. */
  submissions: { project_id: number; digest: string; event_id: number; content: string; created_at: number };
  /** Totals that outlive the events. */
  daily: {
    project_id: number;
    day: string;
    type: EventType;
    source: EventSource;
    is_late: number;
    is_test: number;
    events: number;
    duration: number;
    magnitude: number;
  };
  participation: {
    project_id: number;
    profile_id: number;
    events: number;
    duration: number;
    first_at: number;
    last_at: number;
    /** Null while there are contributions from before the person joined that they have not taken. */
    claimed_at: number | null;
  };
  opt_outs: { project_id: number; profile_id: number; created_at: number };
  grants: {
    grant_id: number;
    profile_id: number;
    project_id: number;
    origin: string;
    how: 'popup' | 'email';
    created_at: number;
    used_at: number;
    expires_at: number;
    revoked_at: number | null;
  };
  /** A grant's tokens: every use adds one; the older ones end when a newer one is used. */
  grant_tokens: { digest: string; grant_id: number; serial: number };
  connect_codes: {
    digest: string;
    profile_id: number;
    project_id: number;
    origin: string;
    challenge: string;
    expires_at: number;
    used_at: number | null;
  };
  join_flows: {
    digest: string;
    address_digest: string;
    project_id: number;
    origin: string;
    code: string;
    /** Entries so far, the right one included. */
    tries: number;
    expires_at: number;
    used_at: number | null;
  };
  /** How often something happened in a window: mails per address, wrong codes per network. */
  tallies: { name: string; subject: string; starts_at: number; count: number };
  /** Requests of the present window, as processes on one PostgreSQL share them; addresses as keyed digests. */
  rates: { name: string; subject: string; starts_at: number; count: number };
  /** How often the message was shown, per project, origin and day; nothing about a person. */
  shown: { project_id: number; origin: string; day: string; count: number };
  /** Who waits for a project's start: the address sealed, and its keyed digest as the subject. */
  start_notices: {
    project_id: number;
    subject: string;
    address: string;
    created_at: number;
    next_at: number;
    tries: number;
  };
  /** Addresses, by digest, that want no mail asked for on partner sites. */
  mail_blocks: { digest: string; created_at: number };
  /** Embed files under their content hash, as they were served; owners pin them. */
  embed_copies: { file: string; content: string; created_at: number };
  /** What people with a role did. */
  audit: { at: number; actor: string; act: string; subject: string };
};
