/** The tables of people: accounts, their addresses, sessions, passkeys and keys. schema.ts says how values are written. */
import type { Generated } from 'kysely';
import type { MailAddress } from '../text/mail-address.ts';

export type Role = 'none' | 'editor' | 'operator';

export type AccountTables = {
  accounts: {
    account_id: number;
    /** The name that the person goes by here (the handle of user_info); may be empty. */
    name: string;
    first_name: string;
    last_name: string;
    /** The parts of the name that the public page shows: of `handle` and `name`, joined by a space. */
    shows: string;
    role: Role;
    created_at: number;
    confirmed_at: number | null;
    /** When the person said that they are old enough; null until the first sign-in for one that the operator made. */
    of_age_at: number | null;
    /** When it is deleted, if its person asked for that. */
    ends_at: number | null;
    /** Whether a note then stays that nothing is credited to its addresses again. */
    keeps_objection: number;
    /** The sealed address of the parent or guardian of a person under 16, and its keyed digest. */
    guardian: string | null;
    guardian_digest: string | null;
    /** In which the person used the site last, for mails of a later time. */
    lang: string | null;
    /** The language that the person chose for mails; null: the one above. */
    mail_lang: Generated<string | null>;
    /** The time zone of the person's days, by its IANA name; null: UTC, until their browser has said theirs. */
    zone: Generated<string | null>;
    /** When the person closed the offer of a passkey on their page. */
    passkey_offer_closed_at: Generated<number | null>;
  };
  /** Members' addresses: apart from the contact that a project names, the only ones in plain text. */
  addresses: {
    /** In its canonical form. */
    address: MailAddress;
    account_id: number;
    profile_id: number;
    is_main: number;
    verified_at: number;
  };
  sessions: {
    digest: string;
    account_id: number;
    created_at: number;
    expires_at: number;
    /** To the hour. */
    used_at: number | null;
    /** The kind of browser and system in words, without version or model. */
    device: string;
  };
  passkeys: {
    credential_id: string;
    account_id: number;
    /** COSE, base64url. */
    public_key: string;
    /** The authenticator's signature counter; one that goes backwards reveals a copy. */
    counter: number;
    /** How the browser reaches the authenticator, as JSON. */
    transports: string;
    /** May be copied to the person's other devices, and has been. */
    is_backup_eligible: number;
    is_backed_up: number;
    name: string;
    created_at: number;
    used_at: number | null;
  };
  /** Challenges of passkeys, by digest; `account_id` is null for signing in. */
  passkey_challenges: { digest: string; account_id: number | null; expires_at: number };
  /** Mailed links that work once, by digest; a link has the address and its path inside it, encrypted. */
  sign_in_links: {
    digest: string;
    /** The keyed digest of the address that the link is about. */
    subject: Generated<string | null>;
    expires_at: number;
    used_at: number | null;
  };
  keys: {
    key_id: number;
    digest: string;
    account_id: number;
    /** The first key of a chain of rotations: a successor may update what its predecessors added. */
    lineage: number;
    name: string;
    scopes: string;
    created_at: number;
    used_day: string | null;
    revoked_at: number | null;
    /** The form on the site that made it, so that sending it twice makes one key. */
    form: string | null;
  };
  /** Certificates of contributions. An ended one keeps nothing about the person. */
  certificates: {
    certificate_id: number;
    account_id: number | null;
    /** The digest of the token in its address. */
    digest: string;
    /** The token, encrypted, for the list of the person's own certificates. */
    sealed: string | null;
    /** `Statement` as JSON, with the name that the person typed. */
    content: string | null;
    /** Its place in the status lists of the badges; random, so that neighbours say nothing about each other. */
    status_index: number;
    /** Whether the person's public page lists it. */
    is_shown: number;
    created_at: number;
    ended_at: number | null;
    /** The link works before this moment; null: until it is revoked. */
    until_at: number | null;
    /** Others opened the page so often. */
    reads: Generated<number>;
  };
  /** The keys that sign badges (Ed25519), encrypted; kept as long as the service. */
  credential_keys: { kid: string; sealed: string; created_at: number };
};
