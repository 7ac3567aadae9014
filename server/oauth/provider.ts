/**
 * The authorization server: oidc-provider, with every choice that the contract makes. Every setting that is missing
 * here has the library's default; a feature that is not needed is off.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { scopes } from '../../src/contract/user-info.ts';
import { webUrl } from '../../src/contract/web-url.ts';
import { isSame, sha256 } from '../secrets.ts';
import { adapters } from './adapter.ts';
import type { Artifacts } from './artifacts.ts';
import { ownersKey } from './client-key.ts';
import type { ClientStore } from './clients.ts';
import type { ConsentStore } from './consents.ts';
import { changeModels } from './library-models.ts';
import { consentPath, cookieNames, routes } from './paths.ts';
import { claimsOf, type People } from './person.ts';
import { factsOf } from './request-facts.ts';
import { refreshSeconds } from './signed-tokens.ts';

export type ProviderDeps = People & {
  baseUrl: string;
  artifacts: Artifacts;
  clients: ClientStore;
  consents: ConsentStore;
  /** The page for a person whose request cannot go on, where the client may not be told. */
  errorPage: (description: string | undefined, status: number, headers: IncomingHttpHeaders) => string;
  onServerError: (error: unknown) => void;
};

const hour = 3600;

/** `jwks`: the private keys for ID tokens; the first signs. */
export function newProvider(deps: ProviderDeps, jwks: JWK[]): Provider {
  const provider = new Provider(deps.baseUrl, configuration(deps, jwks));
  // serve.ts sets the headers of a proxy itself, so that no Host header ends up in an address of ours.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = compareSecret;
  changeModels(provider, deps.artifacts);
  provider.on('server_error', (_ctx, error) => deps.onServerError(error));
  provider.use(shapeReply);
  provider.use(commitTokens(deps));
  return provider;
}

const configuration = (deps: ProviderDeps, keys: JWK[]): Configuration => ({
  adapter: adapters(deps.artifacts, deps.clients),
  jwks: { keys },
  routes,
  scopes: [...scopes],
  claims: {
    openid: ['sub', 'profile_id'],
    profile: ['nickname', 'given_name', 'family_name', 'profile'],
    email: ['email', 'email_verified'],
  },
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  extraClientMetadata: { properties: ['owner_id', 'is_legacy'] },
  allowOmittingSingleRegisteredRedirectUri: true,
  pkce: { required: (_ctx, client) => client['is_legacy'] !== true },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
    // A token of another client looks like none.
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: true },
  },
  interactions: {
    url: (_ctx, { uid }) => consentPath(uid),
    policy: policy(),
  },
  loadExistingGrant: (ctx) => rememberedGrant(ctx, deps.consents),
  // An account that is deleted takes its authorizations along, so a token request needs to look for neither its names
  // nor its address, unless it issues an ID token.
  findAccount: async (_ctx, sub) => ({
    accountId: sub,
    claims: async () => {
      const person = await deps.person(Number(sub));
      if (!person) throw new errors.InvalidGrant('the account is gone');
      return claimsOf(person, deps.baseUrl);
    },
  }),
  clientBasedCORS: (_ctx, origin, client) =>
    client.tokenEndpointAuthMethod === 'none' &&
    (client.redirectUris ?? []).some((uri) => webUrl(uri)?.origin === origin),
  // OAuth 2 clients do not know the scope `offline_access`; each authorization is listed and can be revoked.
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  // Signing out here ends no other site's authorization.
  expiresWithSession: () => false,
  ttl: {
    AccessToken: hour,
    AuthorizationCode: 60,
    IdToken: hour,
    Interaction: hour,
    RefreshToken: refreshSeconds,
    Grant: refreshSeconds,
    Session: hour,
  },
  cookies: {
    names: cookieNames,
    short: { httpOnly: true, sameSite: 'lax', signed: false },
    long: { httpOnly: true, sameSite: 'lax', signed: false },
  },
  renderError: (ctx, out) => {
    ctx.type = 'html';
    ctx.body = deps.errorPage(out.error_description, ctx.status, ctx.req.headers);
  },
});

/**
 * A client whose redirect address anybody on the same computer can take is asked about each time, since remembering
 * would answer an imposter; one with a secret is not, since an imposter lacks the secret (RFC 8252, 8.6).
 */
function policy() {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const consent = prompts.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check(
      'public_native_client',
      'the client cannot be told from others',
      'interaction_required',
      ({ oidc }) =>
        oidc.client?.applicationType === 'native' &&
        oidc.client.tokenEndpointAuthMethod === 'none' &&
        !oidc.result?.consent
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
    ),
  );
  return prompts;
}

/** The authorization that the person has just given, or a new one for what they had allowed before. */
async function rememberedGrant({ oidc }: KoaContextWithOIDC, consents: ConsentStore) {
  const { Grant } = oidc.provider;
  const given = oidc.result?.consent?.grantId;
  if (given !== undefined) return Grant.find(given);
  const { clientId = '' } = oidc.client ?? {};
  const accountId = oidc.account?.accountId ?? '';
  const allowed = await consents.scopes(Number(accountId), clientId);
  const asked = [...oidc.requestParamOIDCScopes];
  if (!asked.every((scope) => allowed.includes(scope))) return undefined;
  const grant = new Grant({ accountId, clientId });
  grant.addOIDCScope(asked.join(' '));
  await grant.save();
  return grant;
}

/** Only digests of secrets are stored; with its owner's API key a client needs none (client-key.ts). */
function compareSecret(this: { clientId: string; clientSecret?: string }, actual: string): boolean {
  if (actual === ownersKey) return factsOf(Provider.ctx?.req).provenClient === this.clientId;
  const given = sha256(actual);
  return (this.clientSecret ?? '').split(' ').some((digest) => isSame(digest, given));
}

/** Uses up the code or token of a request, before its reply is sent; a failed one uses nothing up. */
const commitTokens =
  ({ artifacts, onServerError }: ProviderDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { writes } = factsOf(ctx.req);
    if (!writes || ctx.status !== 200) return;
    try {
      if (await artifacts.commit(writes)) return;
      ctx.status = 400;
      ctx.body = { error: 'invalid_grant', error_description: 'it was used already' };
    } catch (error) {
      onServerError(error);
      ctx.status = 500;
      ctx.body = { error: 'server_error', error_description: 'the tokens could not be stored; try again' };
    }
  };

/** Our JSON carries `result` (contract), and the session that the library sees is no cookie of the browser. */
async function shapeReply(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const cookies = ctx.res.getHeader('set-cookie');
  if (Array.isArray(cookies)) {
    const kept = cookies.filter((cookie) => !cookie.startsWith(`${cookieNames.session}=`));
    if (kept.length > 0) ctx.set('Set-Cookie', kept);
    else ctx.remove('Set-Cookie');
  }
  const isJson = typeof ctx.body === 'object' && ctx.body !== null;
  if (isJson && ctx.path.startsWith('/.well-known/o'))
    Object.assign(ctx.body as object, { response_modes_supported: ['query'] });
  if (ctx.path === routes.revocation && ctx.status === 200) ctx.body = { result: 'success' };
  else if (
    isJson &&
    (ctx.status >= 400 || ctx.path === routes.token || ctx.path === routes.pushed_authorization_request)
  )
    ctx.body = { result: ctx.status < 400 ? 'success' : 'error', ...(ctx.body as object) };
}
