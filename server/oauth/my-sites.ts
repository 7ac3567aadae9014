/** The sites that a person has authorized, for their own page, and the way to end that. */
import type { AuthorizedSite } from '../../src/contract/pages/authorize.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Artifacts } from './artifacts.ts';
import type { ConsentStore } from './consents.ts';
import { maySeeAddress, maySeeName } from './person.ts';
import { siteOfRedirect } from './redirect-uri.ts';

type Deps = { consents: ConsentStore; artifacts: Artifacts };

export const authorizedSites = ({ consents }: Pick<Deps, 'consents'>) => {
  return async (accountId: number): Promise<AuthorizedSite[]> => {
    const rows = await consents.ofAccount(accountId);
    return rows.map((row) => {
      const scopes = row.scopes.split(' ');
      const [redirect = ''] = JSON.parse(row.redirect_uris) as string[];
      return {
        id: row.client_id,
        name: row.name,
        site: siteOfRedirect(redirect),
        sees: { name: maySeeName(scopes), address: maySeeAddress(scopes) },
        ...(scopes.includes('contributions') && { reads: Number(row.reads) }),
        since: new Date(row.created_at).toISOString(),
        used: new Date(row.used_at).toISOString(),
      };
    });
  };
};

export const mySitesPages = ({ consents, artifacts }: Deps): PageHandlers => ({
  'POST /me/sites/revoke': async ({ visitor, fields }) => {
    if (!visitor) return { to: '/sign-in?next=/account' };
    const clientId = fields['id'];
    if (typeof clientId === 'string') {
      // First what is remembered: otherwise a request of this moment could be answered by it.
      await consents.end(visitor.accountId, clientId);
      await artifacts.endAll(visitor.accountId, clientId);
    }
    return { to: '/account?open=sites#sites' };
  },
});
