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
import { scopes } from '../../src/contract/api/user-info.ts';
import { webUrl } from '../../src/contract/fields/web-url.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import { isSame, sha256 } from '../secrets/secrets.ts';
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
  storing: Pick<StoredBytes, 'mayStore'>;
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
  adapter: adapters(deps),
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
    policy: policy(deps.consents),
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
const anybodyMayBe = (client: KoaContextWithOIDC['oidc']['client']): boolean =>
  client?.applicationType === 'native' && client.tokenEndpointAuthMethod === 'none';

/**
 * Without a question (`prompt=none`), somebody who never authorized the client is nobody: otherwise every site could
 * learn which of its visitors are members. It is the first check of all, so that its words are the answer whatever else
 * is asked (`max_age`, `id_token_hint`, a subject).
 */
function policy(consents: Pick<ConsentStore, 'scopes'>) {
  const prompts = interactionPolicy.base();
  const { Check, Prompt } = interactionPolicy;
  const answer = (asks: boolean) => (asks ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT);
  const isUnknown = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
    const { accountId } = oidc.session ?? {};
    if (!oidc.promptPending('none')) return accountId === undefined;
    // Looked up for nobody, too: both answers take the same work.
    const allowed = await consents.scopes(Number(accountId ?? 0), oidc.client?.clientId ?? '');
    return allowed.length === 0 || anybodyMayBe(oidc.client);
  };
  const login = prompts.get('login');
  login?.checks.remove('no_session');
  login?.checks.add(
    new Check('no_session', 'End-User authentication is required', 'login_required', async (ctx) =>
      answer(await isUnknown(ctx)),
    ),
    0,
  );
  login?.checks.add(
    new Check('readable_scope', 'the scope is readable', 'invalid_scope', ({ req, oidc }) => {
      mustBeReadable(factsOf(req).scope ?? String(oidc.params?.['scope']));
      return Check.NO_NEED_TO_PROMPT;
    }),
    0,
  );
  // After `login`, so that a sign-in that must be fresh is asked for first. The page that asks for consent names the
  // account and offers another one.
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 1);
  const consent = prompts.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check(
      'public_native_client',
      'the client cannot be told from others',
      'interaction_required',
      ({ oidc }) => answer(anybodyMayBe(oidc.client) && !oidc.result?.consent),
    ),
  );
  return prompts;
}

/**
 * Refuses a scope that is misspelt, or of which nothing is known: the person would agree to less than the client asked
 * for. Other names are ignored next to known ones (OpenID Connect Core, 3.1.2.1).
 */
function mustBeReadable(scope: string): void {
  const names = scope.split(' ');
  const isKnown = (name: string) => scopes.some((known) => known === name);
  const wrong = names.find((name) => name.includes(',') || (!isKnown(name) && isKnown(name.toLowerCase())));
  if (wrong === undefined && names.some(isKnown)) return;
  const why = wrong?.includes(',')
    ? 'scopes are separated by blanks, not by commas'
    : wrong === undefined
      ? 'no scope is known'
      : 'scopes are written in small letters';
  throw new errors.InvalidScope(`${why}; the scopes are ${scopes.join(' ')}`, scope);
}

/** The authorization that the person has just given, or a new one for what they had allowed before. */
async function rememberedGrant({ oidc }: KoaContextWithOIDC, consents: ConsentStore) {
  const { Grant } = oidc.provider;
  const grantId = oidc.result?.consent?.grantId;
  if (grantId !== undefined) return Grant.find(grantId);
  const { clientId = '' } = oidc.client ?? {};
  const accountId = oidc.account?.accountId ?? '';
  const allowed = await consents.scopes(Number(accountId), clientId);
  const requested = [...oidc.requestParamOIDCScopes];
  if (!requested.every((scope) => allowed.includes(scope))) return undefined;
  const grant = new Grant({ accountId, clientId });
  grant.addOIDCScope(requested.join(' '));
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

/** In place of the library's sentence, which says that authentication failed. */
const howClientsProve =
  'the client is not known, or its secret is not right: send client_id and client_secret in the body, or in an Authorization header (Basic)';

/** Our JSON carries `result` (contract), and the session that the library sees is no cookie of the browser. */
async function shapeReply(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const cookies = ctx.res.getHeader('set-cookie');
  if (Array.isArray(cookies)) {
    const others = cookies.filter((cookie) => !cookie.startsWith(`${cookieNames.session}=`));
    if (others.length > 0) ctx.set('Set-Cookie', others);
    else ctx.remove('Set-Cookie');
  }
  const isJson = typeof ctx.body === 'object' && ctx.body !== null;
  if (isJson && ctx.path.startsWith('/.well-known/o'))
    Object.assign(ctx.body as object, {
      response_modes_supported: ['query'],
      prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
    });
  if (isJson && (ctx.body as { error?: string }).error === 'invalid_client')
    Object.assign(ctx.body as object, { error_description: howClientsProve });
  if (ctx.path === routes.revocation && ctx.status === 200) ctx.body = { result: 'success' };
  else if (
    isJson &&
    (ctx.status >= 400 ||
      [routes.token, routes.introspection, routes.pushed_authorization_request].includes(ctx.path))
  )
    ctx.body = { result: ctx.status < 400 ? 'success' : 'error', ...(ctx.body as object) };
}
