/** The data of the pages where a person makes, replaces and revokes their own API keys. */
import type { OwnClients } from './clients.ts';
import type { KeyScope } from '../index.ts';

export const keysPath = '/api/key';

/** The permissions of a key: all that keys can ever have, or some of them. */
export type KeyScopes = 'all' | KeyScope[];

/** A key without its text, which nobody can read again. */
export type OwnKey = {
  id: number;
  name: string;
  scopes: KeyScopes;
  made: string;
  /** The day of its last use; absent if it was never used. */
  used?: string;
  /** When a replaced key ends, or when an ended one did. */
  ends?: string;
};

export type KeysPage = {
  keys: OwnKey[];
  /** Keys that ended, newest first. */
  ended: OwnKey[];
  /** The maximum number of keys in use of an account. */
  maxKeys: number;
  /** Whether the person manages a project, and whether one of them is published. */
  manages: 'nothing' | 'unpublished' | 'published';
  /** Identifies the form: each makes one key, however often it is sent. */
  form: string;
  /** The typed values, when the form is shown again. */
  given?: { name: string; scopes: KeyScope[] };
  faults?: { name?: string; scopes?: string; form?: string };
  /** OAuth clients of the person's sites, with the requests for them. */
  own: OwnClients;
  /** The name of the key that was just revoked. */
  revoked?: string;
};

/** The only page that shows a key. */
export type NewKeyPage = {
  key: string;
  name: string;
  scopes: KeyScopes;
  /** A first request to try, as a shell command. */
  call: string;
  /** The key that it replaces; without `ends` that one has ended. */
  replaces?: { ends?: string };
};

/** Asks before a key is revoked or replaced. */
export type EndKeyPage = {
  act: 'revoke' | 'replace';
  key: OwnKey;
  /** The number of projects that were added with it, or with a key that it replaced. */
  projects: number;
  /** The choices for when a replaced key ends, in hours; absent for a key that has ended. */
  hours?: number[];
  form: string;
  fault?: string;
};
