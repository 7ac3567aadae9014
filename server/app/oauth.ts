/** The authorization server, with what it needs of the other features. */
import type { Express } from 'express';
import { consentPages } from '../oauth/consent-pages.ts';
import { mySitesPages } from '../oauth/my-sites.ts';
import { personPage } from '../oauth/person-page.ts';
import { mountOauth } from '../oauth/serve.ts';
import { lazyProvider } from '../oauth/server.ts';
import { callers } from '../keys/caller.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

/** Mounts what programs call and browsers pass through, and answers the pages that people see. */
export function oauthPages(app: Express, { features, heads, limits, site }: Surfaces): PageHandlers {
  const { oauth, keys, log, projects, settings } = features;
  const person = personOf(features);
  const provider = lazyProvider(
    {
      ...oauth,
      person,
      baseUrl: settings.baseUrl,
      errorPage: (description, status) => {
        const title = 'That did not work';
        const message = `The site that sent you here asked in a way that cannot be answered: ${description ?? 'no reason is known'}.`;
        return site.render(
          { name: 'problem', title, status, data: { status, title, message } },
          site.frame,
          '/',
        );
      },
      onServerError: (error) => log.error({ err: error }, 'the authorization server failed'),
    },
    oauth.signingKeys,
  );
  const callerOf = callers(keys, log);
  const ownerOf = async (key: string, now: number) =>
    (await callerOf({ key, place: 'the query', isHeaderForeign: false }, 'any', now)).accountId;
  mountOauth(app, { site, limits, clients: oauth.clients, provider, ownerOf });

  const projectOf = async (ownerId: number, origin: string) => {
    for (const id of await projects.claimants(origin))
      if (await projects.manages(id, ownerId)) return heads.openHead(id);
    return undefined;
  };
  return {
    ...consentPages({ ...oauth, person, provider, projectOf }),
    ...mySitesPages(oauth),
    ...personPage({ person }),
  };
}

/** A member as other sites may see them. */
export const personOf =
  ({ accounts }: Pick<Features, 'accounts'>) =>
  async (accountId: number) => {
    const [names, main] = await Promise.all([accounts.names(accountId), accounts.mainProfile(accountId)]);
    return names && main && { accountId, ...names, ...main };
  };
