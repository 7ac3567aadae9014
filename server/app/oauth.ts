/** The authorization server, with what it needs of the other features. */
import { peopleRounding } from '../stats/disclosure.ts';
import type { Express } from 'express';
import type { Page } from '../../src/contract/pages.ts';
import type { Client, ClientRow } from '../oauth/clients.ts';
import { languageOfRequest } from '../http/chosen-language.ts';
import { faultIn } from '../text/languages.ts';
import { siteOfRedirect } from '../oauth/redirect-uri.ts';
import { consentPages } from '../oauth/consent-pages.ts';
import { mySitesPages } from '../oauth/my-sites.ts';
import { personPage } from '../oauth/person-page.ts';
import { mountOauth } from '../oauth/serve.ts';
import { lazyProvider } from '../oauth/server.ts';
import { callers } from '../keys/caller.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Search } from '../finder/search.ts';
import type { Features } from './features.ts';
import { shownWork } from './shown-work.ts';
import type { Surfaces } from './surfaces.ts';

/** Mounts what programs call and browsers pass through, and answers the pages that people see. */
export function oauthPages(
  app: Express,
  { features, heads, limits, site }: Surfaces,
  finder: Search,
): PageHandlers {
  const { oauth, keys, log, projects, settings, storing } = features;
  const person = personOf(features);
  const provider = lazyProvider(
    {
      ...oauth,
      person,
      storing,
      baseUrl: settings.baseUrl,
      errorPage: (description = 'unknown', status, { cookie, 'accept-language': languages }) => {
        const lang = languageOfRequest({ cookies: cookie, languages, fallback: site.language }, {});
        // The reason is the library's, in English, for the developers of the site.
        const message = faultIn(lang, 'badAuthorization', { reason: description });
        const page: Page = {
          name: 'problem',
          title: 'Something went wrong',
          status,
          data: { status, message },
        };
        return site.render(page, { ...site.frame, lang }, '/');
      },
      onServerError: (error) => log.error({ err: error }, 'the authorization server failed'),
    },
    oauth.signingKeys,
  );
  const callerOf = callers(keys, log);
  const ownerOf = async (key: string, now: number) =>
    (await callerOf({ key, place: 'the query', isHeaderForeign: false }, 'any', now)).accountId;
  mountOauth(app, { site, limits, clients: oauth.clients, provider, ownerOf });

  const projectOf = async ({ ownerId, projectId }: Client, origin: string) => {
    if (projectId !== undefined) return heads.openHead(projectId);
    for (const id of await projects.claimants(origin))
      if (await projects.manages(id, ownerId)) return heads.openHead(id);
    return undefined;
  };
  return {
    ...consentPages({ ...oauth, person, provider, projectOf, storing }),
    ...mySitesPages(oauth),
    ...personPage({ person }, shownWork({ features, heads }, finder)),
  };
}

/** The clients of a project's sites, for its Tools: those requested for it, and its managers' for a site of it. */
export const authorizedOf =
  ({ oauth, projects, keyed }: Pick<Features, 'oauth' | 'projects' | 'keyed'>) =>
  async (projectId: number) => {
    const origins = (await projects.origins(projectId)).map(({ origin }) => origin);
    const isOfProject = async (row: ClientRow) =>
      row.project_id === projectId ||
      (row.project_id === null &&
        (JSON.parse(row.redirect_uris) as string[]).some((uri) => origins.includes(siteOfRedirect(uri))) &&
        (await projects.manages(projectId, row.owner_id)));
    const own: ClientRow[] = [];
    for (const row of await oauth.clients.all())
      if (row.disabled_at === null && (await isOfProject(row))) own.push(row);
    const people = own.reduce((sum, row) => sum + Number(row.people), 0);
    const who = own.map((row) => String(row.who)).join();
    return own.length === 0
      ? undefined
      : {
          clients: own.map(({ name }) => name),
          people: peopleRounding(keyed, projectId)({ people, who }),
          isInUse: people > 0,
        };
  };

/** A member as other sites may see them. */
export const personOf =
  ({ accounts }: Pick<Features, 'accounts'>) =>
  async (accountId: number) => {
    const [names, main] = await Promise.all([accounts.names(accountId), accounts.mainProfile(accountId)]);
    return names && main && { accountId, ...names, ...main };
  };
