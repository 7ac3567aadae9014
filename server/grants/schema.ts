/** The tables of the sites that may credit people, in the same forms as schema.ts. */
import type { Generated } from 'kysely';

export type GrantTables = {
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
    /** When they agreed, the person read that the project's managers see what they contribute. */
    is_told: Generated<number>;
  };
  /** The tokens of a grant: every use adds one; older ones end when a newer one is used. */
  grant_tokens: { digest: string; grant_id: number; serial: number };
  connect_codes: {
    digest: string;
    profile_id: number;
    project_id: number;
    origin: string;
    challenge: string;
    expires_at: number;
    used_at: number | null;
    is_told: Generated<number>;
  };
  join_flows: {
    digest: string;
    address_digest: string;
    project_id: number;
    origin: string;
    code: string;
    /** Entries so far, including the correct one. */
    tries: number;
    expires_at: number;
    used_at: number | null;
    /** The embed's language, for later mails to an account that this makes. */
    lang: Generated<string | null>;
  };
  /**
   * How often the message was shown, per project, origin and day, and when last (null in rows from before this was
   * stored); nothing about a person.
   */
  shown: { project_id: number; origin: string; day: string; count: number; last_at: number | null };
  /** The last signs of a project's embeds on a site; nothing about a person. */
  site_signs: {
    project_id: number;
    /** A keyed digest of its origin. */
    site: string;
    loaded_at: number | null;
    recorded_at: number | null;
    refused_at: number | null;
    /** The code of the refusal, as in replies. */
    refused_code: string | null;
    /** The latest of them. */
    seen_at: number;
  };
};
