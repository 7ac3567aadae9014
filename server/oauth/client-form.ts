/** Reads the description of a client that an owner sends. The operator's command checks by the same rules. */
import {
  type ClientFaults,
  longestClientName,
  maxRedirects,
  type TypedClient,
} from '../../src/contract/pages/clients.ts';
import { holdsLink } from '../../src/contract/fields/foreign-link.ts';
import type { Scope } from '../../src/contract/api/user-info.ts';
import type { FormFields } from '../http/bodies/form-fields.ts';
import { redirectUriFault } from './redirect-uri.ts';

/** Characters of an address; many of them must fit into one row. */
const longestRedirect = 500;

export type ClientForm = { name: string; redirectUris: string[]; scopes: Scope[]; isPublic: boolean };

/** Why a name cannot be a client's, as the end of a sentence. */
export function clientNameFault(name: string): string | undefined {
  // Control and format characters could make one name look like another on the page that asks.
  return name === '' || name.length > longestClientName || /[\p{C}<>]/u.test(name) || holdsLink(name)
    ? `must have 1 to ${longestClientName} plain characters, and no link`
    : undefined;
}

/** The scopes behind the boxes of the form. */
function scopesIn(fields: FormFields): Scope[] {
  const [names, address] = [fields['names'] !== undefined, fields['address'] !== undefined];
  return [
    'login',
    'openid',
    ...(names ? (['profile'] as const) : []),
    ...(address ? (['email'] as const) : []),
    ...(names && address ? (['extensive'] as const) : []),
    ...(fields['contributions'] !== undefined ? (['contributions'] as const) : []),
  ];
}

export function readClientForm(fields: FormFields): {
  given: TypedClient;
  faults: ClientFaults;
  read: ClientForm | undefined;
} {
  const typed = (name: string, max: number) => (fields[name] ?? '').slice(0, max).trim();
  const input = {
    name: typed('name', 2 * longestClientName),
    redirects: typed('redirects', maxRedirects * longestRedirect),
    project: typed('project', 20),
    scopes: scopesIn(fields),
    isPublic: fields['public'] !== undefined,
  };
  const redirectUris = [...new Set(input.redirects.split(/\s+/).filter((uri) => uri !== ''))];
  const faults: ClientFaults = {};
  const nameFault = clientNameFault(input.name);
  if (nameFault !== undefined) faults.name = `The name ${nameFault}.`;
  const redirectsFault = faultIn(redirectUris);
  if (redirectsFault !== undefined) faults.redirects = redirectsFault;
  const { name, scopes, isPublic } = input;
  const isRead = Object.keys(faults).length === 0;
  return { given: input, faults, read: isRead ? { name, redirectUris, scopes, isPublic } : undefined };
}

function faultIn(redirectUris: string[]): string | undefined {
  if (redirectUris.length === 0) return 'Give at least one address.';
  if (redirectUris.length > maxRedirects) return `Give at most ${maxRedirects} addresses.`;
  for (const uri of redirectUris) {
    const fault = uri.length > longestRedirect ? 'is too long' : redirectUriFault(uri);
    if (fault !== undefined) return `${uri.slice(0, 100)} ${fault}.`;
  }
  return undefined;
}
