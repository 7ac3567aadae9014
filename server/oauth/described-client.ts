/** Clients and requests in the form in which pages show them. */
import type { ClientFacts, OwnClient } from '../../src/contract/pages/clients.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import type { Scope } from '../../src/contract/api/user-info.ts';
import type { ClientRow } from './clients.ts';
import type { RequestRow } from './requests.ts';

type DescribedRow = Pick<RequestRow, 'name' | 'redirect_uris' | 'scopes' | 'is_public'>;

export const factsOf = (row: DescribedRow, project: ProjectHead | undefined): ClientFacts => ({
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  scopes: row.scopes.split(' ') as Scope[],
  isPublic: row.is_public === 1,
  ...(project && { project }),
});

export const clientFacts = (
  row: ClientRow,
  project: ProjectHead | undefined,
  now: number,
): Omit<OwnClient, 'people'> => ({
  ...factsOf(row, project),
  clientId: row.client_id,
  hasSecret: Boolean(row.has_secret),
  ...((row.former_until ?? 0) > now && { formerUntil: iso(row.former_until ?? 0) }),
});

export const iso = (time: number): string => new Date(time).toISOString();
