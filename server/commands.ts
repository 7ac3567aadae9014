/** The operator's commands: each says what it did, in a sentence and as JSON. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { emailAddress, id } from '../src/contract/fields.ts';
import { expire } from './accounts/expiry.ts';
import { backUp } from './db/backup.ts';
import { purge } from './events/retention.ts';
import type { Features } from './features.ts';
import { mayHoldGrants } from './grants/origin.ts';
import { ownOrigin } from './projects/origins.ts';
import { plainAddress } from './secrets.ts';

export type Options = {
  name: string | undefined;
  owner: string | undefined;
  publish: boolean;
  now: number;
  progress: (line: string) => void;
};
/** `account`: whom it was about, for the record; ids only, never an address. */
export type Done = { text: string; json: object; failed?: boolean; account?: number };
type Command = {
  words: string;
  says: string;
  act: (features: Features, words: string[], options: Options) => Promise<Done>;
};

/** A mistake of the person at the terminal: one sentence. */
export class CommandFault extends Error {}

/** Reads a word by its schema; a mistake names the word. */
function word<T>(shape: z.ZodType<T>, value: string | undefined, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new CommandFault(`The ${what} ${read.error.issues[0]?.message ?? 'is not right'}.`);
}

const address = (value: string | undefined) => word(emailAddress('address'), value, 'e-mail address');
const projectId = (value: string | undefined) => word(id('project'), value, 'project id');

async function mustExist({ projects }: Features, projectIdGiven: number): Promise<void> {
  if (!(await projects.row(projectIdGiven))) throw new CommandFault(`There is no project ${projectIdGiven}.`);
}

const roles = ['operator', 'editor', 'none'] as const;

export const commands: Record<string, Command> = {
  key: {
    words: '<email> [--name N]',
    says: 'makes an API key (and the account, if there is none) and prints it once',
    act: async ({ membership, makeKey }, [email], { name, now }) => {
      const { accountId } = await membership.join(address(email), now);
      const key = await makeKey({ accountId, name: name ?? 'made by the operator', scopes: 'all' }, now);
      return { text: key, json: { key } };
    },
  },
  keys: {
    words: '<email>',
    says: "lists a person's keys, without the keys themselves",
    act: async ({ accounts, keys }, [email]) => {
      const account = await accounts.byAddress(plainAddress(address(email)));
      if (!account) throw new CommandFault('There is no account with this address.');
      const rows = await keys.ofAccount(account.account_id);
      const line = (row: (typeof rows)[number]) =>
        `${row.key_id}  ${row.scopes}  ${row.revoked_at ? 'revoked' : `last used ${row.used_day ?? 'never'}`}  ${row.name}`;
      return { text: rows.map(line).join('\n') || 'No keys.', json: { keys: rows } };
    },
  },
  'revoke-key': {
    words: '<key_id>',
    says: 'ends a key, within a second',
    act: async ({ keys }, [given], { now }) => {
      const keyId = word(id('key'), given, 'key id');
      if (!(await keys.revoke(keyId, now))) throw new CommandFault(`There is no key ${keyId} in use.`);
      return { text: `Key ${keyId} is revoked.`, json: { key_id: keyId } };
    },
  },
  import: {
    words: '<file.json> --owner <email> [--publish]',
    says: "adds or updates projects in the catalogue's format",
    act: async ({ membership, importProjects, events }, [file], { owner, publish, now, progress }) => {
      const entries = readEntries(file);
      const { accountId } = await membership.join(address(owner), now);
      const { added, updated, refused } = await importProjects(entries, {
        accountId,
        publish,
        now,
        onProgress: (done: number) => progress(`${done} of ${entries.length}`),
      });
      if (publish) await events.dropPublishedTests();
      for (const { index, name, fields } of refused)
        progress(
          `entry ${index} (${name}): ${fields.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
        );
      return {
        text: `${added} added, ${updated} updated, ${refused.length} refused.`,
        json: { added, updated, refused },
        failed: refused.length > 0,
      };
    },
  },
  publish: {
    words: '<project_id>',
    says: 'publishes a project; its test events vanish',
    act: async (features, [given], { now }) => {
      const project = projectId(given);
      await mustExist(features, project);
      await features.projects.publish(project, now);
      await features.events.dropPublishedTests();
      return { text: `Project ${project} is published.`, json: { project_id: project, state: 'published' } };
    },
  },
  hide: {
    words: '<project_id>',
    says: 'takes a project out of the directory',
    act: async (features, [given]) => {
      const project = projectId(given);
      await mustExist(features, project);
      await features.projects.setHidden(project, true);
      return { text: `Project ${project} is hidden.`, json: { project_id: project, hidden: true } };
    },
  },
  manager: {
    words: '<project_id> <email>',
    says: 'lets a person manage a project',
    act: async (features, [given, email], { now }) => {
      const project = projectId(given);
      await mustExist(features, project);
      const { accountId } = await features.membership.join(address(email), now);
      await features.projects.addManager(project, accountId);
      return { text: `That person manages project ${project}.`, json: { project_id: project } };
    },
  },
  origin: {
    words: '<project_id> <origin>',
    says: "registers an origin whose pages may hold this project's grants",
    act: async (features, [given, origin], { now }) => {
      const project = projectId(given);
      await mustExist(features, project);
      const url = URL.parse(origin ?? '');
      if (!url || url.origin !== origin?.replace(/\/$/, '') || !mayHoldGrants(url.origin))
        throw new CommandFault('The origin must look like https://example.org, without a path.');
      if (ownOrigin(url.href) === undefined)
        throw new CommandFault(`${url.host} is shared by many by path: each of them could read the grants.`);
      await features.projects.addOrigin(project, url.origin, 'editor', now);
      return {
        text: `${url.origin} is registered for project ${project}.`,
        json: { project_id: project, origin: url.origin },
      };
    },
  },
  'allow-hashed': {
    words: '<project_id>',
    says: 'lets a project send hashed addresses in the record step',
    act: async (features, [given]) => {
      const project = projectId(given);
      await mustExist(features, project);
      await features.projects.allowHashed(project, true);
      return { text: `Project ${project} may send hashes.`, json: { project_id: project } };
    },
  },
  role: {
    words: '<email> operator|editor|none',
    says: 'gives a person a role, or takes it',
    act: async ({ membership, accounts }, [email, given], { now }) => {
      const role = roles.find((known) => known === given);
      if (!role) throw new CommandFault('The role must be operator, editor or none.');
      const { accountId } = await membership.join(address(email), now);
      await accounts.setRole(accountId, role);
      return { text: `Done: ${role}.`, json: { role }, account: accountId };
    },
  },
  'sign-in-link': {
    words: '<email>',
    says: 'prints a sign-in link for a person with a role; recorded',
    act: async ({ accounts, links }, [email], { now }) => {
      const given = address(email);
      const account = await accounts.byAddress(plainAddress(given));
      if (!account || account.role === 'none')
        throw new CommandFault('Only people with a role get a link here; others sign in by mail.');
      const link = await links.make(given, '/me', now);
      return { text: link, json: { link }, account: account.account_id };
    },
  },
  backup: {
    words: '<path>',
    says: 'writes a consistent copy of the store while the service runs',
    act: async ({ settings }, [path]) => {
      if (!path) throw new CommandFault('Where to? Give a path.');
      await backUp(settings, path);
      return { text: `Written to ${path}. The pepper is not in it: keep it elsewhere.`, json: { path } };
    },
  },
  purge: {
    words: '',
    says: 'applies the retention rule now',
    act: async ({ store, settings }, _words, { now }) => {
      const purged = await purge(store.db, settings.ANONYMOUS_RETENTION_DAYS, now);
      const accounts = await expire(store.db, now);
      return {
        text: `${purged.events} events, ${purged.profiles} profiles and ${accounts} unconfirmed accounts are gone.`,
        json: { ...purged, accounts },
      };
    },
  },
};

function readEntries(file: string | undefined): unknown[] {
  if (!file) throw new CommandFault('Which file? Give a path to JSON.');
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandFault(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(entries)) throw new CommandFault(`${file} must hold an array of projects.`);
  return entries;
}

export const usage = `\nnpm run operator -- <command> [--json]\n\n${Object.entries(commands)
  .map(([name, { words, says }]) => `  ${`${name} ${words}`.padEnd(52)} ${says}`)
  .join('\n')}\n`;
