/**
 * The tables in both engines. Times are milliseconds since 1970 UTC, days are yyyy-mm-dd, digests are hex, flags are 0
 * or 1, lists and objects are JSON text: the same value in SQLite and PostgreSQL.
 */
import type { Generated } from 'kysely';
import type { AccountTables } from '../accounts/schema.ts';
import type { EventTables } from '../events/schema.ts';
import type { GrantTables } from '../grants/schema.ts';
import type { OutcomeTables } from '../outcomes/schema.ts';
import type { GroupTables } from '../groups/schema.ts';
import type { ProgrammeTables } from '../programmes/schema.ts';
import type { OauthTables } from '../oauth/schema.ts';
import type { ReviewTables } from '../projects/review/schema.ts';
import type { StatsTables } from '../stats/schema.ts';
import type { VolunteerTables } from '../volunteers/schema.ts';
import type { WebhookTables } from '../webhooks/schema.ts';
import type { WidgetTables } from '../widgets/schema.ts';
import type { ManagedKind } from '../../src/contract/pages/people.ts';
import type { ProjectState } from '../../src/contract/api/project.ts';
import type { Tier } from '../../src/contract/pages/tiers.ts';

export type Tables = AccountTables &
  EventTables &
  GrantTables &
  OauthTables &
  OutcomeTables &
  ProgrammeTables &
  GroupTables &
  ReviewTables &
  StatsTables &
  VolunteerTables &
  WebhookTables &
  WidgetTables & {
    settings: { name: string; value: string };
    /** The next project id; ids are never reused. */
    counters: { name: string; value: number };
    profiles: {
      profile_id: number;
      account_id: number | null;
      /** When it became a member's profile: events that arrived earlier are theirs to take or delete. */
      joined_at: number | null;
      created_at: number;
      used_day: string;
      /** Its person left, and wants nothing to be credited again. */
      objected_at: number | null;
    };
    /** The keyed digest of an address (profiles/address.ts) → profile. A member's address as typed may lead to the same profile. */
    digests: { digest: string; profile_id: number };
    /** Addresses that an account without a published project looked up on one day. */
    trial_lookups: { account_id: number; day: string; digest: string };
    projects: {
      project_id: number;
      state: ProjectState;
      /** Hidden by its status, or withheld by an editor. */
      is_hidden: number;
      is_withheld: number;
      /** Its updates are published at once, except for fields that identify it. */
      is_trusted: number;
      /** The names of the fields that an editor corrected, as JSON: updates do not change them. */
      corrected: string;
      name: string;
      origin: string;
      url: string;
      /** The URL in the one form by which it is found (text/site-address.ts); empty if there is none. */
      site: string;
      /** The project's input fields as read, JSON. */
      fields: string;
      /** The name of the picture that was made from its `image`; empty while there is none. */
      picture: string;
      /** The finder result and the project detail, as JSON, ready to be sent. */
      card: string;
      detail: string;
      /** The text of our own cards besides the finder's result (`Glance`), JSON. */
      glance: string;
      key_lineage: number | null;
      may_send_hashed: number;
      created_at: number;
      updated_at: number;
      published_at: number | null;
      /** Since when it, or a change of it, awaits an editor; null while nothing does. */
      review_since: number | null;
      /** The name in the one form by which near-same names are found (contract/fields/same-name.ts). */
      name_key: string;
      /** Made by an import, and not by its owner. */
      is_imported: Generated<number>;
      /** The organization and the name in the first import of it; null for a project that no import has named. */
      import_origin: Generated<string | null>;
      import_name: Generated<string | null>;
      /** How its managers report, as they chose on the Tools tab; null until then. */
      tier: Generated<Tier | null>;
      /** The signatory for the hours that it reports, as JSON (`Signatory`); null unless a manager named one. */
      signatory: Generated<string | null>;
      /** Its managers said that contributions of one person may overlap truthfully: all their hours count. */
      may_overlap: Generated<number>;
    };
    /** `is_owner`: may also invite, remove and hand over. */
    project_managers: { project_id: number; account_id: number; is_owner: Generated<number> };
    /** Invitations to manage a thing, by the digest of their link; the address is encrypted. */
    invitations: {
      digest: string;
      kind: ManagedKind;
      thing_id: number;
      /** The owner who invited. */
      account_id: number;
      sealed: string;
      expires_at: number;
    };
    project_origins: {
      project_id: number;
      origin: string;
      /** `proof`: a file or a DNS record of the site. */
      how: 'url' | 'editor' | 'proof';
      created_at: number;
    };
    /** `where` is `online` or `anywhere`. */
    /** `kind`: as server/projects/derived/tags.ts names them. */
    project_tags: { kind: string; name: string; project_id: number };
    /** The folded words of each text of a project, for exact phrases: `| words in a row | of each text |`. */
    project_texts: { project_id: number; texts: string };
    /** The stems for ranking: those of title and tags, and those of places and other texts. */
    project_stems: { project_id: number; heads: string; rest: string };
    /** Every word of a project, and the number of projects that have it. */
    search_terms: { term: string; projects: number };
    /** The correction keys of each word (text/misspelling.ts). */
    search_slips: { slip: string; term: string };
    /**
     * Outlines of regions, each stored once however many projects have it; server/geometry/outline.ts defines the format.
     */
    areas: { area_id: number; outline: Uint8Array };
    /** The cells that contain an area (server/geometry/cells.ts), and whether all of a cell belongs to it. */
    area_cells: { cell: number; area_id: number; is_inside: number };
    /** The point that stands for an area on a map (places/middle.ts); none for areas that reach around the world. */
    area_middles: { area_id: number; lng: number; lat: number };
    project_areas: { project_id: number; area_id: number };
    /** The image that a project names: when it is fetched next, or how the fetch ended (images/faults.ts). */
    image_jobs: {
      project_id: number;
      url: string;
      tries: number;
      next_at: number | null;
      fault: string | null;
      done_at: number | null;
      /** The order among those that are due (limits/turns.ts). */
      turn: number;
    };
    /** Fetched images, re-encoded as WebP in two sizes; the name is the digest of the large one. */
    pictures: {
      picture: string;
      width: number;
      height: number;
      large: Uint8Array;
      small: Uint8Array;
      created_at: number;
    };
    /** Uploaded pictures, by the draft or project that they were sent for. */
    picture_uploads: {
      kind: 'draft' | 'project' | 'programme';
      holder_id: number;
      picture: string;
      created_at: number;
    };
    /** Counts per window: mails per address, wrong codes per network. */
    tallies: { name: string; subject: string; starts_at: number; count: number };
    /** Request counts of the current window, shared by the processes on one PostgreSQL; addresses as keyed digests. */
    rates: { name: string; subject: string; starts_at: number; count: number };
    /** People who wait for a project's start: the encrypted address, and its keyed digest as the subject. */
    start_notices: {
      project_id: number;
      subject: string;
      address: string;
      created_at: number;
      next_at: number;
      tries: number;
      /** In which the person asked for the notice. */
      lang: string | null;
    };
    /** Mails that are to be sent, and those that failed; recipient and text are encrypted (mail/mail-store.ts). */
    mails: {
      mail_id: number;
      /** As mail/kinds.ts describes them. */
      kind: 'code' | 'link' | 'notice';
      /** Lower ranks go first. */
      rank: number;
      /** Empty if it failed and must not be sent any more. */
      sealed: string;
      /** The request that caused it, for the log. */
      request_id: string;
      created_at: number;
      /** Null if it failed. */
      next_at: number | null;
      tries: number;
      /** The tries that came to an end; the others were cut off by the end of their process. */
      ended: number;
      fault: string | null;
      failed_at: number | null;
      /** The order among those of its rank (limits/turns.ts). */
      turn: number;
    };
    /** Projects that members follow; `status` and `seen_at`: what the member knows of it. */
    project_follows: {
      follow_id: number;
      account_id: number;
      project_id: number;
      by_mail: number;
      status: string;
      seen_at: number;
      /** The time of the follower's last mail about outcomes. */
      told_at: number | null;
      created_at: number;
      next_at: number;
      tries: number;
    };
    /** Addresses, by digest, that get no mail requested on partner sites. */
    mail_blocks: { digest: string; created_at: number };
    /** Embed files under their content hash, as they were served; owners pin them. */
    embed_copies: { file: string; content: string; created_at: number };
    /** Actions of people with a role. */
    audit: { at: number; actor: string; act: string; subject: string };
  };
