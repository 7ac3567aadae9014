/** OAuth 2 clients: the sites that may ask participants to authorize them. */
import { scopes as allScopes, type Scope } from '../../src/contract/api/user-info.ts';
import { oneOf } from '../../src/contract/fields/kinds.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { clientNameFault } from '../oauth/client-form.ts';
import { redirectUriFault } from '../oauth/redirect-uri.ts';
import {
  address,
  type RunCommand,
  type Command,
  CommandFault,
  hour,
  hoursOf,
  maxHours,
  word,
} from './command.ts';

const defaultScopes: Scope[] = ['login', 'openid'];

export const oauthClientCommands: Record<string, Command> = {
  'oauth-client': {
    words: '<act> [client_id]',
    says: 'add, list, rotate <client_id> or disable <client_id>: sites that participants may authorize',
    options: {
      name: 'add: what participants are shown',
      owner: 'add: the person whose API key may stand for the secret',
      redirect: 'add: where participants are sent back to; once for each address',
      scope: `add: what it may ask for; without this option, ${defaultScopes.join(' and ')}`,
      legacy: 'add: it may do without PKCE, and without redirect_uri',
      after: `rotate: the old secret ends after this many hours, at most ${maxHours}; without this option now`,
      public: 'add: it runs in browsers or apps and cannot keep a secret',
    },
    act: async (features, [act = '', clientId], options) => {
      const does = ownEntry(acts, act);
      if (!does) throw new CommandFault('The act must be add, list, rotate or disable.');
      return does(features, [...(clientId === undefined ? [] : [clientId])], options);
    },
  },
};

const acts: Record<string, RunCommand> = {
  add: async ({ membership, oauth }, _words, options) => {
    const { now, legacy = false, public: isPublic = false } = options;
    const name = nameOf(options.name);
    const redirectUris = redirectsOf(options.redirect);
    const { accountId: ownerId } = await membership.join(address(options.owner), now, { isOfAge: false });
    const clientId = await oauth.clients.add(
      { name, ownerId, redirectUris, scopes: scopesOf(options.scope), isLegacy: legacy, isPublic },
      now,
    );
    const secret = await oauth.clients.newSecret(clientId, { formerUntil: now });
    return {
      text: [
        `client_id:     ${clientId}`,
        ...(secret === undefined ? [] : [`client_secret: ${secret}`]),
      ].join('\n'),
      json: { client_id: clientId, ...(secret !== undefined && { client_secret: secret }) },
      account: ownerId,
    };
  },
  list: async ({ oauth }) => {
    const clients = await oauth.clients.all();
    const lines = clients.map(
      (row) =>
        `${row.client_id}  ${row.disabled_at === null ? `authorized by ${row.people}` : 'disabled'}  ${row.name}  ${(JSON.parse(row.redirect_uris) as string[]).join(' ')}`,
    );
    return { text: lines.join('\n') || 'No clients.', json: { clients } };
  },
  rotate: async ({ oauth }, [clientId = ''], { after, now, progress }) => {
    const hours = hoursOf(after, 0);
    const formerUntil = now + hours * hour;
    const secret = await oauth.clients.newSecret(clientId, { formerUntil });
    if (secret === undefined) throw new CommandFault('There is no such client in use that has a secret.');
    const end = new Date(formerUntil).toISOString();
    progress(
      hours === 0
        ? 'The secret before is refused from now on, and cannot be brought back: give the site this one. What participants authorized stays.'
        : `The secret before is refused from ${end} on: give the site this one until then. What participants authorized stays.`,
    );
    return {
      text: `client_secret: ${secret}`,
      json: { client_id: clientId, client_secret: secret, ends_at: end },
    };
  },
  disable: async ({ oauth }, [clientId = ''], { now }) => {
    const people = await oauth.clients.disable(clientId, now);
    if (people === undefined) throw new CommandFault('There is no such client in use.');
    return {
      text: `The client is disabled for good; ${people} people had authorized it, and their tokens have ended. What was credited to them stays. \`oauth-client add\` registers the site again, under another client_id; each person then authorizes it once more.`,
      json: { client_id: clientId, ended: people },
    };
  },
};

function nameOf(text: string | undefined): string {
  const name = text?.trim() ?? '';
  const fault = clientNameFault(name);
  if (fault !== undefined) throw new CommandFault(`The --name ${fault}.`);
  return name;
}

function redirectsOf(values: string[] | undefined): string[] {
  if (!values || values.length === 0)
    throw new CommandFault('The client needs at least one --redirect address.');
  for (const uri of values) {
    const fault = redirectUriFault(uri);
    if (fault !== undefined) throw new CommandFault(`A redirect address ${fault}.`);
  }
  return [...new Set(values)];
}

const scopesOf = (names: string[] | undefined): Scope[] =>
  names === undefined
    ? defaultScopes
    : [...new Set(names.flatMap((list) => list.split(/[\s,]+/)))].map((name) =>
        word(oneOf('scope', allScopes), name, 'scope'),
      );
