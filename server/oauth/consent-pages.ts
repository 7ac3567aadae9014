/** The page that asks a person whether a site may see who they are, between the two halves of an authorization. */
import type { Provider } from 'oidc-provider';
import { authorizePath, type Scope } from '../../src/contract/api/user-info.ts';
import type { Page, PageData, ProjectHead } from '../../src/contract/pages.ts';
import { languageOfRequest } from '../http/chosen-language.ts';
import { policyWithForms } from '../http/page-headers.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Client, ClientStore } from './clients.ts';
import type { ConsentStore } from './consents.ts';
import { cookieValue } from './library-request.ts';
import { consentPath, cookieNames } from './paths.ts';
import { maySeeAddress, maySeeName, namesInWords, type People } from './person.ts';
import { siteOfRedirect } from './redirect-uri.ts';

export type ConsentPages = People & {
  provider: () => Promise<Provider>;
  clients: Pick<ClientStore, 'find'>;
  consents: ConsentStore;
  storing: Pick<StoredBytes, 'store'>;
  /** The open project that the client was requested for, or one of its owner that registered the site. */
  projectOf: (client: Client, origin: string) => Promise<ProjectHead | undefined>;
};

/** The person agrees to it by a box of its own, which is empty at first. */
const optional = 'contributions' satisfies Scope;

type Interaction = InstanceType<Provider['Interaction']>;
type ConsentRequest = {
  interaction: Interaction;
  client: Client;
  scopes: string[];
  site: string;
  project?: ProjectHead;
};

const page = (data: PageData['authorize'], title: string, status = 200): Page => ({
  name: 'authorize',
  title,
  status,
  data,
});
/** Between the choice of the person and the browser's is that of the site (OpenID Connect Core, 3.1.2.1). */
const languageFor = (visit: Visit, { params }: Interaction): string =>
  languageOfRequest(visit, { lang: params['ui_locales'] });

const over = () => page({ state: 'over' }, 'This request has expired', 400);

/** A sign-in that the site wants to be fresh, or of another person, is one after this request began. */
const mustSignInAgain = ({ prompt, iat }: Interaction, since: number) =>
  prompt.name === 'login' && since < (iat ?? 0) * 1000;

const shown = ({ interaction, client, site, project }: ConsentRequest, lang: string) => ({
  client: client.name,
  site,
  // The pages where somebody signs in on the way are in the same language.
  next: `${consentPath(interaction.uid)}?lang=${lang}`,
  ...(project && { project }),
});

export function consentPages(deps: ConsentPages): PageHandlers {
  const { clients, consents, projectOf } = deps;

  /** Only the browser that began it goes on: another one's person would authorize whoever sent them here (RFC 9700, 4.7). */
  const read = async ({ params, cookies, now }: Visit): Promise<ConsentRequest | undefined> => {
    const uid = params['uid'] ?? '';
    if (cookieValue(cookies, cookieNames.interaction) !== uid) return undefined;
    const interaction = await (await deps.provider()).Interaction.find(uid);
    const client = interaction && (await clients.find(String(interaction.params['client_id']), now));
    if (!client) return undefined;
    const site = siteOfRedirect(String(interaction.params['redirect_uri']));
    const project = await projectOf(client, site);
    const scopes = String(interaction.params['scope']).split(' ');
    const known = scopes.filter((scope) => client.scopes.split(' ').includes(scope));
    return { interaction, client, scopes: known, site, ...(project && { project }) };
  };

  const ask = async (visit: Visit, request: ConsentRequest): Promise<PageAnswer> => {
    const { visitor } = visit;
    const person = visitor && (await deps.person(visitor.accountId));
    const lang = languageFor(visit, request.interaction);
    const about = shown(request, lang);
    if (!visitor || !person) return { ...page({ state: 'sign-in', ...about }, 'Sign in or join'), lang };
    if (mustSignInAgain(request.interaction, visitor.since))
      return { ...page({ state: 'sign-in-again', ...about }, 'Sign in again'), lang };
    const { scopes } = request;
    const sees = {
      ...(maySeeName(scopes) && { name: namesInWords(person) }),
      ...(maySeeAddress(scopes) && { address: person.address }),
      ...(scopes.includes(optional) && { contributions: true as const }),
    };
    const data = { state: 'ask' as const, account: person.address, accountId: person.accountId, sees };
    return {
      ...page({ ...data, ...about }, `Let ${request.client.name} know your profile?`),
      lang,
      // The browser applies the policy to where the form's answer leads on to as well.
      headers: policyWithForms(request.site),
    };
  };

  return {
    'GET /authorize/:uid/consent': async (visit) => {
      const request = await read(visit);
      return request ? ask(visit, request) : over();
    },

    'POST /authorize/:uid/consent': async (visit) => {
      const { visitor, fields, now } = visit;
      const request = await read(visit);
      if (!request) return over();
      const { interaction, client } = request;
      const scopes = request.scopes.filter((scope) => scope !== optional || fields[optional] === 'yes');
      const refuses = fields['answer'] !== 'allow' || scopes.length === 0;
      // The answer is of the person whom the page names; another tab may have changed who is signed in.
      const isSame = String(visitor?.accountId) === fields['account'];
      if (!refuses && (!visitor || !isSame || mustSignInAgain(interaction, visitor.since)))
        return ask(visit, request);
      if (refuses || !visitor)
        interaction.result = { error: 'access_denied', error_description: 'the person did not agree' };
      else {
        // Each press makes an authorization.
        deps.storing.store('authorizations', visit.ip, 0, now);
        const { Grant } = await deps.provider();
        const grant = new Grant({ accountId: String(visitor.accountId), clientId: client.clientId });
        grant.addOIDCScope(scopes.join(' '));
        // Otherwise the library would ask for it again.
        if (scopes.length < request.scopes.length) grant.rejectOIDCScope(optional);
        const grantId = await grant.save();
        await consents.allow(visitor.accountId, client.clientId, scopes, now);
        const ts = Math.floor(visitor.since / 1000);
        interaction.result = {
          login: { accountId: String(visitor.accountId), ts, remember: false },
          select_account: {},
          consent: { grantId },
        };
      }
      // It may have begun with another person, who pressed "Use another account".
      delete interaction.session;
      await interaction.persist();
      return { to: `${authorizePath}/${interaction.uid}` };
    },
  };
}
