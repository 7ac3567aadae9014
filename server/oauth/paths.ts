/** Where the authorization server answers, and the cookies that it sets. */
import { authorizePath, tokenPath } from '../../src/contract/api/user-info.ts';

export const routes = {
  authorization: authorizePath,
  token: tokenPath,
  revocation: `${tokenPath}/revoke`,
  introspection: `${tokenPath}/introspect`,
  pushed_authorization_request: '/par',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
};

/** Addresses where a client says who it is: its API key may come along. */
export const clientPaths: readonly string[] = [
  routes.token,
  routes.revocation,
  routes.introspection,
  routes.pushed_authorization_request,
];

/** Files that everybody may read. */
export const openPaths: readonly string[] = [
  routes.jwks,
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];

export const consentPath = (uid: string): string => `${authorizePath}/${uid}/consent`;

/** `session` never reaches a browser: it is how the library is told who is signed in to our site. */
export const cookieNames = {
  session: 'mh_oauth_session',
  interaction: 'mh_oauth_request',
  resume: 'mh_oauth_resume',
};
