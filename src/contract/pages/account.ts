/** The data of a person's account page, and of the pages that its forms lead to. */
import type { AuthorizedSite } from './authorize.ts';
import type { Paged, ParticipantsProject } from './me.ts';

export const accountPath = '/account';
export const addressesPath = '/account/addresses';
export const passkeysPath = '/account/passkeys';
export const deletePath = '/account/delete';
/** Everything that is stored about a person, and their contributions as a table. */
export const exportPaths = { json: '/me/export.json', csv: '/me/export.csv' } as const;

/** Sets the time zone of the person's days. */
export const zonePath = '/account/zone';

/** The parts of their public page that a person can show. */
export const shown = ['handle', 'name', 'totals', 'projects'] as const;
type ShownPart = (typeof shown)[number];

/** The names that a person gave. All may be empty; `shows` lists those on the public page. */
export type Names = {
  handle: string;
  firstName: string;
  lastName: string;
  shows: ShownPart[];
};

export type OwnSession = {
  id: string;
  /** The kind of browser and system, in words. */
  device: string;
  since: string;
  /** To the hour; absent for a session from before this was stored. */
  used?: string;
  isThis: boolean;
};

export type OwnPasskey = {
  id: string;
  name: string;
  made: string;
  used?: string;
  /** WebAuthn backup state: synced to other devices, eligible for syncing, or neither. */
  backup: 'copied' | 'possible' | 'none';
};

/** The form that is shown again, and why. */
export type AccountFault = { form: 'names' | 'address' | 'passkey'; field?: keyof Names; text: string };

/** The parts of the page, each of which opens with one press. */
export const accountParts = [
  'names',
  'addresses',
  'projects',
  'grants',
  'sites',
  'mail',
  'passkeys',
  'zone',
  'sessions',
  'data',
] as const;
export type AccountPart = (typeof accountParts)[number];

/** The action that the page confirms, with the part in which it happened. */
export const accountConfirmations = {
  names: 'names',
  main: 'addresses',
  added: 'addresses',
  sent: 'addresses',
  session: 'sessions',
  sessions: 'sessions',
  passkey: 'passkeys',
  removed: 'passkeys',
  'address-removed': 'addresses',
  joined: 'addresses',
  zone: 'zone',
} as const satisfies Record<string, AccountPart>;
export type AccountConfirmation = keyof typeof accountConfirmations;

/** A project to which a person contributes, or which they refused, and what its managers see of them. */
export type CreditedProject = {
  project: ParticipantsProject;
  events: number;
  optedOut: boolean;
  /** The name under which its managers see the person; absent while they see nothing. */
  seenAs?: string;
};

/** A site that may credit a person, and until when. */
export type OwnGrant = {
  id: number;
  project: ParticipantsProject;
  origin: string;
  how: 'popup' | 'email';
  used: string;
  expires: string;
};

export type AccountPage = {
  userId: number;
  names: Names;
  /** A guardian agreed to the account: nothing of it is shown in public. */
  hasGuardian?: true;
  /** `isMailEnded`: other people cannot make us mail it. */
  addresses: { address: string; main: boolean; isMailEnded: boolean }[];
  /** The maximum number of addresses of an account. */
  maxAddresses: number;
  sessions: OwnSession[];
  /** The number of sessions besides the listed ones. */
  moreSessions: number;
  passkeys: OwnPasskey[];
  maxPasskeys: number;
  /** Undefined while a database that holds contributions is away; the rest of the page is not. */
  projects: Paged<CreditedProject> | undefined;
  grants: Paged<OwnGrant>;
  /** The sites that the person authorized by OAuth. */
  sites: AuthorizedSite[];
  /** The language that the person chose for mails; absent: the one in which they use the site. */
  mailLanguage?: string;
  done?: AccountConfirmation;
  fault?: AccountFault;
  /** The part that was used just now. */
  open?: AccountPart;
};

/** Why two accounts cannot become one. */
export type JoinObstacle = 'guardian' | 'ending' | 'role' | 'addresses';

/**
 * The page of a mailed link that adds an address. The address may belong to another account: `join` asks whether that
 * one becomes a part of this one, and `taken` says why it cannot.
 */
export type AddAddressPage = {
  state: 'ask' | 'join' | 'taken' | 'other-person' | 'signed-out' | 'over';
  /** Contents of the other account, which would move here. */
  moves?: AccountCounts;
  obstacle?: JoinObstacle;
  token?: string;
  address?: string;
  /** The main address of the person who is signed in. */
  account?: string;
};

/** The counts of what is deleted with an account, and of the person's work that ends with it. */
export type AccountCounts = {
  contributions: number;
  certificates: number;
  projects: number;
  keys: number;
};

/** `isOnlyOperator`: nobody else could open the operator's pages. */
export type DeleteAccountPage = AccountCounts & { isOnlyOperator: boolean };
