/** Commands for API keys: make, list, rotate, revoke. */
import { oneOf } from '../../src/contract/fields/kinds.ts';
import { keyScopes } from '../../src/contract/index.ts';
import { address, type Command, CommandFault, hour, hoursOf, keyId, maxHours, word } from './command.ts';

/** Hours. The old key goes on working while the new one is rolled out. */
const usualHours = 24;

export const keyCommands: Record<string, Command> = {
  key: {
    words: '<email>',
    says: 'makes an API key (and the account, if there is none) and prints it once',
    options: {
      name: 'what the list of keys calls it',
      scopes: `what it may do: ${keyScopes.join(', ')}, joined by commas; without this option, everything`,
    },
    act: async ({ membership, makeKey }, [email], { name, scopes: given, now }) => {
      const scopes = scopesOf(given);
      const { accountId } = await membership.join(address(email), now, { isOfAge: false });
      const key = await makeKey({ accountId, name: name ?? 'made by the operator', scopes }, now);
      return { text: key, json: { key } };
    },
  },
  keys: {
    words: '<email>',
    says: "lists a person's keys, without the keys themselves",
    act: async ({ accounts, keys }, [email], { now }) => {
      const account = await accounts.byAddress(address(email).address);
      if (!account) throw new CommandFault('There is no account with this address.');
      const rows = await keys.ofAccount(account.account_id);
      const line = (row: (typeof rows)[number]) =>
        `${row.key_id}  ${row.scopes}  ${endOf(row.revoked_at, now) ?? `last used ${row.used_day ?? 'never'}`}  ${row.name}`;
      return { text: rows.map(line).join('\n') || 'No keys.', json: { keys: rows } };
    },
  },
  'rotate-key': {
    words: '<key_id>',
    says: `makes a successor of a key and prints it once; the old key works for ${usualHours} more hours`,
    options: { after: `the old key ends after this many hours, at most ${maxHours}; 0 ends it now` },
    act: async ({ rotateKey }, [given], { after, now, progress }) => {
      const old = keyId(given);
      const hours = hoursOf(after, usualHours);
      const endsAt = now + hours * hour;
      const key = await rotateKey(old, endsAt, now);
      if (key === undefined) throw new CommandFault(`There is no key ${old}.`);
      const end = new Date(endsAt).toISOString();
      progress(
        `Key ${old} ends ${hours === 0 ? 'now' : `on ${end}; \`revoke-key ${old}\` ends it at once`}.`,
      );
      return { text: key, json: { key, ended: old, ends_at: end } };
    },
  },
  'revoke-key': {
    words: '<key_id>',
    says: 'ends a key, within a second and for good',
    act: async ({ keys }, [given], { now }) => {
      const old = keyId(given);
      const ended = (await keys.revoke(old, now)) ? await keys.reach(old) : undefined;
      if (!ended) throw new CommandFault(`There is no key ${old} in use.`);
      const { name, used_day: day, projects } = ended;
      return {
        text: `Key ${old} (${name}, last used ${day ?? 'never'}) is revoked and cannot be used again. \`key\` makes another one. ${projects} projects were added with it or with a key that it replaced: \`rotate-key ${old}\` makes a successor that may update them.`,
        json: { key_id: old, projects },
      };
    },
  },
};

/** Scopes as the store writes them: `all`, or several joined by a space. */
function scopesOf(text: string | undefined): string {
  const names = text?.split(',').map((name) => name.trim()) ?? ['all'];
  const read = names.map((name) => word(oneOf('scope', ['all', ...keyScopes]), name, 'scope'));
  return read.includes('all') ? 'all' : [...new Set(read)].join(' ');
}

function endOf(endsAt: number | null, now: number): string | undefined {
  if (endsAt === null) return undefined;
  return endsAt <= now ? 'revoked' : `ends ${new Date(endsAt).toISOString()}`;
}
