/** The data of a person's account page, and of the pages that its forms lead to. */

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

/** The action that the page confirms. */
export const accountConfirmations = [
  'names',
  'main',
  'added',
  'sent',
  'session',
  'sessions',
  'passkey',
  'removed',
  'address-removed',
  'joined',
  'zone',
] as const;

export type AccountPage = {
  userId: number;
  names: Names;
  /** A guardian agreed to the account: nothing of it is shown in public. */
  hasGuardian?: true;
  addresses: { address: string; main: boolean }[];
  /** The maximum number of addresses of an account. */
  maxAddresses: number;
  sessions: OwnSession[];
  /** The number of sessions besides the listed ones. */
  moreSessions: number;
  passkeys: OwnPasskey[];
  maxPasskeys: number;
  done?: (typeof accountConfirmations)[number];
  fault?: AccountFault;
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
