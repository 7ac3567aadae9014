/** Every column that a change of the pepper moves: digests of addresses, and encrypted values. */
import type { SealPurpose } from '../secrets/digest-purposes.ts';

/** `key`: the primary key. `isUnique`: if two rows would have one digest, the one under the new pepper stays. */
export type DigestColumn = { table: string; key: string[]; column: string; isUnique: boolean };
export type SealedColumn = { table: string; key: string[]; column: string; purpose: SealPurpose };

export const digestColumns: DigestColumn[] = [
  { table: 'digests', key: ['digest'], column: 'digest', isUnique: true },
  { table: 'mail_blocks', key: ['digest'], column: 'digest', isUnique: true },
  { table: 'start_notices', key: ['project_id', 'subject'], column: 'subject', isUnique: true },
  { table: 'accounts', key: ['account_id'], column: 'guardian_digest', isUnique: false },
];

export const sealedColumns: SealedColumn[] = [
  {
    table: 'start_notices',
    key: ['project_id', 'subject'],
    column: 'address',
    purpose: 'start-notice',
  },
  { table: 'accounts', key: ['account_id'], column: 'guardian', purpose: 'guardian' },
  { table: 'mails', key: ['mail_id'], column: 'sealed', purpose: 'queued-mail' },
  { table: 'project_drafts', key: ['draft_id'], column: 'sealed', purpose: 'project-draft' },
  { table: 'invitations', key: ['digest'], column: 'sealed', purpose: 'invitation' },
  { table: 'webhooks', key: ['project_id'], column: 'sealed', purpose: 'webhook' },
  { table: 'certificates', key: ['certificate_id'], column: 'sealed', purpose: 'certificate' },
  { table: 'credential_keys', key: ['kid'], column: 'sealed', purpose: 'credential-key' },
  { table: 'oauth_artifacts', key: ['digest'], column: 'sealed', purpose: 'oauth-artifact' },
  { table: 'oauth_signing_keys', key: ['kid'], column: 'sealed', purpose: 'oauth-signing-key' },
];
