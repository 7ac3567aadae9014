/** The page that asks a person whether a site may see who they are, between the two halves of an authorization. */
import type { Provider } from 'oidc-provider';
import { authorizePath } from '../../src/contract/user-info.ts';
import type { Page, PageData, ProjectHead } from '../../src/contract/pages.ts';
import { consentWords, languageOf } from '../languages.ts';
import { policyWithForms, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
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
  /** The open project that the client was requested for, or one of its owner that registered the site. */
  projectOf: (client: Client, origin: string) => Promise<ProjectHead | undefined>;
};

type Interaction = InstanceType<Provider['Interaction']>;
type Asked = {
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
/** The choice of the person comes first, then that of the site (OpenID Connect Core, 3.1.2.1), then the browser's. */
const languageFor = ({ cookies, languages }: Visit, interaction?: Interaction): string =>
  languageOf(
    cookieValue(cookies, cookieNames.language),
    String(interaction?.params['ui_locales'] ?? ''),
    languages,
  );

const over = (visit: Visit) => {
  const speaks = languageFor(visit);
  return page({ state: 'over', speaks }, consentWords(speaks)('over.title'), 400);
};

const yearSeconds = 365 * 24 * 3600;

const languageCookie = (chosen: string): string =>
  `${cookieNames.language}=${languageOf(chosen)}; Path=${authorizePath}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax`;

/** A sign-in that the site wants to be fresh, or of another person, is one after this request began. */
const mustSignInAgain = ({ prompt, iat }: Interaction, since: number) =>
  prompt.name === 'login' && since < (iat ?? 0) * 1000;

const shown = ({ interaction, client, site, project }: Asked, speaks: string) => ({
  client: client.name,
  site,
  speaks,
  // The pages where somebody signs in on the way are in the same language.
  next: `${consentPath(interaction.uid)}?lang=${speaks}`,
  ...(project && { project }),
});

export function consentPages(deps: ConsentPages): PageHandlers {
  const { clients, consents, projectOf } = deps;

  /** Only the browser that began it goes on: another one's person would authorize whoever sent them here (RFC 9700, 4.7). */
  const read = async ({ params, cookies, now }: Visit): Promise<Asked | undefined> => {
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

  const ask = async (visit: Visit, asked: Asked): Promise<PageAnswer> => {
    const { visitor } = visit;
    const person = visitor && (await deps.person(visitor.accountId));
    const speaks = languageFor(visit, asked.interaction);
    const say = consentWords(speaks);
    const about = shown(asked, speaks);
    if (!visitor || !person) return page({ state: 'sign-in', ...about }, say('join.title'));
    if (mustSignInAgain(asked.interaction, visitor.since))
      return page({ state: 'sign-in-again', ...about }, say('again.title'));
    const { scopes } = asked;
    const sees = {
      ...(maySeeName(scopes) && { name: namesInWords(person) }),
      ...(maySeeAddress(scopes) && { address: person.address }),
    };
    const data = { state: 'ask' as const, account: person.address, accountId: person.accountId, sees };
    return {
      ...page({ ...data, ...about }, say('ask.title', { client: asked.client.name })),
      // The browser applies the policy to where the form's answer leads on to as well.
      headers: policyWithForms(asked.site),
    };
  };

  return {
    'GET /authorize/:uid/consent': async (visit) => {
      const { choose } = visit.query;
      if (typeof choose === 'string')
        return {
          to: consentPath(visit.params['uid'] ?? ''),
          headers: { 'Set-Cookie': languageCookie(choose) },
        };
      const asked = await read(visit);
      return asked ? ask(visit, asked) : over(visit);
    },

    'POST /authorize/:uid/consent': async (visit) => {
      const { visitor, fields, now } = visit;
      const asked = await read(visit);
      if (!asked) return over(visit);
      const { interaction, client, scopes } = asked;
      const refuses = fields['answer'] !== 'allow';
      // The answer is of the person whom the page names; another tab may have changed who is signed in.
      const isSame = String(visitor?.accountId) === fields['account'];
      if (!refuses && (!visitor || !isSame || mustSignInAgain(interaction, visitor.since)))
        return ask(visit, asked);
      if (refuses || !visitor)
        interaction.result = { error: 'access_denied', error_description: 'the person did not agree' };
      else {
        const { Grant } = await deps.provider();
        const grant = new Grant({ accountId: String(visitor.accountId), clientId: client.clientId });
        grant.addOIDCScope(scopes.join(' '));
        const grantId = await grant.save();
        await consents.allow(visitor.accountId, client.clientId, scopes, now);
        const ts = Math.floor(visitor.since / 1000);
        interaction.result = {
          login: { accountId: String(visitor.accountId), ts, remember: false },
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
