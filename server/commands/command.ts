/** The type of the operator's commands, and the readers of their arguments. */
import type { z } from 'zod';
import { emailAddress, id, realNumber } from '../../src/contract/fields/kinds.ts';
import type { Features } from '../app/features.ts';
import type { StoreSettings } from '../db/store.ts';
import { notMailable, recipient, type Recipient } from '../text/mail-address.ts';

/** All options of commands, by their name in `Options`. */
export const flags = {
  name: '--name <name>',
  scopes: '--scopes <list>',
  owner: '--owner <email>',
  contact: '--contact <email>',
  why: '--why <reason>',
  after: '--after <hours>',
  remove: '--remove <origin>',
  publish: '--publish',
  dryRun: '--dry-run',
  report: '--report <file>',
  no: '--no',
  verify: '--verify',
  redirect: '--redirect <address...>',
  scope: '--scope <scope...>',
  legacy: '--legacy',
  public: '--public',
  retry: '--retry',
  end: '--end',
  trial: '--trial',
} as const;

type Flags = typeof flags;

/** An option with a value is a text, undefined if absent; one without a value is a boolean. */
export type Given = {
  [Name in keyof Flags]?: Flags[Name] extends `${string}...>`
    ? string[]
    : Flags[Name] extends `${string}<${string}>`
      ? string
      : boolean;
};

export type Options = Given & { now: number; progress: (line: string) => void };

/**
 * `account`: the account that the command was about, for the audit record; ids only, never an address. `recorded`: what
 * is recorded instead of the arguments, if they may contain somebody's address or telephone.
 */
export type Done = { text: string; json: object; failed?: boolean; account?: number; recorded?: string };

export type RunCommand = (features: Features, words: string[], options: Options) => Promise<Done>;

export type Command = {
  /** The arguments: `<required>`, `[optional]`, `[the rest...]`. */
  words: string;
  says: string;
  /** The options of this command, with what each does here. */
  options?: { [Name in keyof Flags]?: string };
} &
  /** `copies`: takes the store of a release before 0.2.0, too. */
  (
    | { act: RunCommand; copies?: true }
    /** Works on a store of any release's schema. */
    | { actOnAnySchema: (place: StoreSettings, words: string[], options: Options) => Promise<Done> }
  );

/** A mistake of the operator: one sentence. */
export class CommandFault extends Error {}

/** Reads an argument by its schema; the message of a mistake names the argument. */
export function word<T>(shape: z.ZodType<T>, value: string | undefined, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new CommandFault(`The ${what} ${read.error.issues[0]?.message ?? 'is not right'}.`);
}

/** An address, in the canonical form under which accounts are stored. */
export function address(value: string | undefined): Recipient {
  const to = recipient(word(emailAddress('address'), value, 'email address'));
  if (!to) throw new CommandFault(`The email address ${notMailable}.`);
  return to;
}

export const keyId = (value: string | undefined) => word(id('key'), value, 'key id');

export const hour = 3_600_000;

/** Hours. A new key or secret may be rolled out over weeks, but the old one must not be forgotten. */
export const maxHours = 24 * 90;
export const hoursOf = (after: string | undefined, usual: number): number =>
  after === undefined ? usual : word(realNumber('hours', 0, maxHours), after, 'number of hours');

/** The id of a project that exists. */
export async function knownProject({ projects }: Features, value: string | undefined): Promise<number> {
  const projectId = word(id('project'), value, 'project id');
  if (!(await projects.row(projectId))) throw new CommandFault(`There is no project ${projectId}.`);
  return projectId;
}

/** Says how many test events a publication deleted; nothing if there were none. */
export const testsGone = (tests: number): string =>
  tests === 0 ? '' : ` Test events deleted for good: ${tests}.`;
