/** The authorization server's endpoints, as rows for the fuzzer: RFC 6749, 7009, 7636, 7662 and 9126, OpenID Connect. */
import { z } from 'zod';
import type { Operation } from '../../src/contract/index.ts';
import { authorizePath } from '../../src/contract/api/user-info.ts';
import { clientPaths, openPaths, routes } from '../../server/oauth/paths.ts';

const asking = [
  ...['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'nonce', 'prompt', 'request_uri'],
  ...['code_challenge', 'code_challenge_method', 'max_age', 'ui_locales', 'login_hint', 'id_token_hint'],
  ...['claims', 'response_mode', 'display', 'acr_values', 'resource', 'request'],
];
const proving = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type', 'key'];

const fieldsOf: Record<string, string[]> = {
  [routes.token]: [
    ...proving,
    'grant_type',
    'code',
    'redirect_uri',
    'code_verifier',
    'refresh_token',
    'scope',
  ],
  [routes.revocation]: [...proving, 'token', 'token_type_hint'],
  [routes.introspection]: [...proving, 'token', 'token_type_hint'],
  [routes.pushed_authorization_request]: [...proving, ...asking],
};

const row = (names: string[]) => ({
  auth: 'none' as const,
  input: z.object(Object.fromEntries(names.map((name) => [name, z.unknown()]))),
});

const rows = {
  [`GET ${authorizePath}`]: row(asking),
  [`POST ${authorizePath}`]: row(asking),
  [`GET ${authorizePath}/:uid`]: row(['uid']),
  ...Object.fromEntries(clientPaths.map((path) => [`POST ${path}`, row(fieldsOf[path] ?? [])])),
  ...Object.fromEntries(openPaths.map((path) => [`GET ${path}`, row([])])),
  [`GET ${routes.userinfo}`]: row(['access_token']),
  [`POST ${routes.userinfo}`]: row(['access_token']),
};

/** Their replies are those of the standards, not the contract's. */
export const oauthRows = rows as unknown as Record<string, Operation>;
