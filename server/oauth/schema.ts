/** The rows of the authorization server. */ import type { Generated } from 'kysely';

export type OauthTables = {
  /** Sites that may ask participants to authorize them (OAuth 2 clients), as the operator registered them. */
  oauth_clients: {
    client_id: string;
    name: string;
    owner_id: number;
    /** A JSON list. */
    redirect_uris: string;
    /** Those that it may ask for, joined by a space. */
    scopes: string;
    /** May do without PKCE, and without redirect_uri. */
    is_legacy: number;
    /** Runs where everybody can read it, so it has no secret. */
    is_public: number;
    /** Null for a public client, and until the owner has made the first secret. */
    secret_digest: string | null;
    /** The secret before it, and until when it works. */
    former_digest: string | null;
    former_until: number | null;
    /** The project that it was requested for. */
    project_id: number | null;
    created_at: number;
    disabled_at: number | null;
  };
  /** Owners' requests for a client, until an operator grants or refuses them and afterwards. */
  oauth_requests: {
    request_id: number;
    account_id: number;
    project_id: number;
    name: string;
    /** A JSON list. */
    redirect_uris: string;
    scopes: string;
    is_public: number;
    /** The form that was sent: sent twice, it makes one request. */
    form: string;
    created_at: number;
    decided_at: number | null;
    decided_by: number | null;
    /** The client, if it was granted. */
    client_id: string | null;
    /** For the owner, if it was refused. */
    reason: string | null;
  };
  /** Codes, authorizations and requests under way, by digest; their contents are sealed. Tokens have no rows. */
  oauth_artifacts: {
    digest: string;
    kind: string;
    sealed: string;
    /** For codes: the digest of the authorization that they came from. */
    grant_digest: string | null;
    account_id: number | null;
    client_id: string | null;
    created_at: number;
    expires_at: number;
    consumed_at: number | null;
    /** For authorizations: how many refresh tokens were used; only the next one works. */
    rotations: number;
  };
  /** The scopes that a person grants a site; asked again only for more. */
  oauth_consents: {
    account_id: number;
    client_id: string;
    scopes: string;
    created_at: number;
    used_at: number;
    /** The number of times that the site has read what the person contributed. */
    reads: Generated<number>;
    /** As in grants. */
    is_told: Generated<number>;
  };
  /** Keys that sign ID tokens: private JSON Web Keys, sealed. */
  oauth_signing_keys: { kid: string; sealed: string; created_at: number };
};
