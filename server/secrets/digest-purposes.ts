/**
 * The purposes of keyed digests and sealed tokens. Each use has a purpose of its own: two uses with one purpose could
 * make the same digest of different data, and one person's request could then block another's.
 */

/** The parts of each purpose's digest. No part may contain a NUL byte, which separates them. */
export type DigestParts = {
  /** The user handle of an account's passkeys (WebAuthn). */
  'passkey-user': [accountId: number];
  /** Finds the profile of an address. */
  address: [sha256OfAddress: string];
  'start-notice': [address: string];
  join: [address: string];
  'join-code': [flow: string, code: string];
  'mail-block': [address: string];
  /** Finds the accounts that a guardian looks after. */
  guardian: [address: string];
  /** Finds the mailed links about an address. */
  'link-subject': [address: string];
  'mail-limit': [address: string];
  'mail-place': [place: string];
  'mail-place-network': [place: string, network: string];
  'mail-ip': [network: string];
  'draft-network': [network: string];
  'picture-upload': [network: string];
  'check-network': [network: string];
  'stored-network': [network: string];
  /** Wrong six-digit codes, of one network and of all. */
  'digits-network': [network: string];
  'digits-all': [];
  /** The line that proves that a project's managers control a site. */
  'origin-proof': [projectId: number, origin: string];
  /** The code of a group; who tried codes; and the contributions of a group in a day. */
  'group-code': [code: string];
  'group-network': [network: string];
  'group-all': [];
  'group-contributions': [groupId: number];
  /** At which count of people a multiple of 5 gives way to the next: for a project or client, and a group. */
  'people-rounding': [scope: number | string, multiple: number, who: number | string];
  /** At which sum a step of what a group did together gives way to the next. */
  'sum-rounding': [scope: number | string, who: number | string, sum: number];
  /** A person who withdrew contributions from a project in a month. */
  withdrawal: [projectId: number, month: string, profileId: number];
  /** A site on which a project's embeds were seen. */
  'site-sign': [projectId: number, origin: string];
  ip: [network: string];
  origin: [origin: string];
  'origin-share': [network: string, origin: string];
  /** An owner's idempotency key in record_event: its scope is the project. */
  'owner-submission': [projectId: number, key: string];
  /** A participant's `event_id` or `ref`: its scope is project and profile, so that nobody can take an owner's keys. */
  'participant-submission': [projectId: number, profileId: number, ref: string];
  /** The number of a submission in a signed link, and the profile that had it credited. */
  'link-claim': [projectId: number, ref: string];
  'link-holder': [projectId: number, profileId: number];
  /** An owner's idempotency key in hashed participation, one for each contribution. */
  'hashed-submission': [projectId: number, key: string, index: number];
};
export type DigestPurpose = keyof DigestParts;

/**
 * The name of each purpose inside its digests; never changed while rows with such digests exist. The submissions of
 * owners and participants share a name and differ in their number of parts.
 */
export const digestNames: Record<DigestPurpose, string> = {
  'passkey-user': 'passkey-user',
  address: 'address',
  'start-notice': 'start-notice',
  join: 'join',
  'join-code': 'join-code',
  'mail-block': 'mail',
  guardian: 'guardian',
  'link-subject': 'link-subject',
  'mail-limit': 'mail-limit',
  'mail-place': 'mail-place',
  'mail-place-network': 'mail-place-network',
  'mail-ip': 'mail-ip',
  'draft-network': 'draft-network',
  'picture-upload': 'picture-upload',
  'check-network': 'check-network',
  'stored-network': 'stored-network',
  'digits-network': 'digits-network',
  'digits-all': 'digits-all',
  'origin-proof': 'origin-proof',
  'group-code': 'group-code',
  'group-network': 'group-network',
  'group-all': 'group-all',
  'group-contributions': 'group-contributions',
  'people-rounding': 'people-rounding',
  'sum-rounding': 'sum-rounding',
  withdrawal: 'withdrawal',
  'site-sign': 'site-sign',
  ip: 'ip',
  origin: 'origin',
  'origin-share': 'origin-share',
  'owner-submission': 'submission',
  'participant-submission': 'submission',
  'link-claim': 'link-claim',
  'link-holder': 'link-holder',
  'hashed-submission': 'hashed-submission',
};

/**
 * Digests that keep the first pepper of a store when it is changed. They name no person by themselves, and are in places
 * where they could not be replaced: authenticators, files of owners' sites, and a row for each contribution. Rounding
 * under another pepper would be a second rounding, to compare with the first.
 */
const lasting: ReadonlySet<DigestPurpose> = new Set<DigestPurpose>([
  ...(['passkey-user', 'origin-proof', 'site-sign'] as const),
  ...(['owner-submission', 'participant-submission', 'hashed-submission'] as const),
  ...(['link-claim', 'link-holder', 'people-rounding', 'sum-rounding'] as const),
]);
export const isKept = (purpose: DigestPurpose): boolean => lasting.has(purpose);

/** The purposes of sealed and signed tokens: a token for one purpose cannot be opened for another. */
export const sealPurposes = [
  'mail-choices',
  'mailing-unsubscribe',
  'status-unsubscribe',
  'assertion',
  'participant',
  'stop',
  'fedcm',
  'sign-in',
  'add-address',
  'guardian',
  'guardian-question',
  'start-notice',
  'start-notice-link',
  'oauth-artifact',
  'oauth-token',
  'oauth-signing-key',
  'project-draft',
  'project-draft-link',
  'review-answer',
  'signed-link',
  'outbox',
  'queued-mail',
  'invitation',
  'certificate',
  'group',
  'group-grant',
  'credential-key',
  'webhook',
  'former-peppers',
] as const;
export type SealPurpose = (typeof sealPurposes)[number];

/**
 * Tokens that are accepted for ever, also of a pepper that leaked: links of mails that only end mail, and addresses that
 * owners printed. A forged one can do no more than that.
 */
const alwaysOpen: ReadonlySet<SealPurpose> = new Set<SealPurpose>([
  'mail-choices',
  'mailing-unsubscribe',
  'status-unsubscribe',
  'signed-link',
]);
export const staysOpen = (purpose: SealPurpose): boolean => alwaysOpen.has(purpose);
