/** The programs that /docs/gold prints; the tests run them as printed, that for Laravel with a stand-in for the framework. */
export const openidClientProgram = (baseUrl: string) => `import * as client from 'openid-client';

const redirect_uri = 'YOUR_CALLBACK';
const config = await client.discovery(new URL('${baseUrl}'), 'YOUR_CLIENT_ID', 'YOUR_CLIENT_SECRET');

/** Where to send the participant. Keep \`verifier\` and \`state\` in their session on your site. */
export async function begin() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'login',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, verifier, state };
}

/** The participant's profile id, from the address at which they came back. Store it. */
export async function finish(cameBackAt, { verifier, state }) {
  const tokens = await client.authorizationCodeGrant(config, new URL(cameBackAt), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const userInfo = new URL('${baseUrl}/api/user_info');
  const reply = await client.fetchProtectedResource(config, tokens.access_token, userInfo, 'GET');
  return (await reply.json()).profile_id;
}
`;

export const plainProgram = (baseUrl: string) => `import { createHash, randomBytes } from 'node:crypto';

const redirect_uri = 'YOUR_CALLBACK';

/** Where to send the participant. Keep \`verifier\` and \`state\` in their session on your site. */
export async function begin() {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'YOUR_CLIENT_ID',
    redirect_uri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { address: '${baseUrl}/authorize?' + query, verifier, state };
}

/** The participant's profile id, from the address at which they came back. Store it. */
export async function finish(cameBackAt, { verifier, state }) {
  const { searchParams: came } = new URL(cameBackAt);
  if (came.get('state') !== state || came.get('iss') !== '${baseUrl}') throw new Error('Not our request.');
  if (came.has('error')) throw new Error(came.get('error'));
  const tokens = await fetch('${baseUrl}/token?key=YOUR_API_KEY', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: came.get('code'),
      redirect_uri,
      client_id: 'YOUR_CLIENT_ID',
      code_verifier: verifier,
    }),
  });
  const { access_token } = await tokens.json();
  const headers = { Authorization: 'Bearer ' + access_token };
  const reply = await fetch('${baseUrl}/api/user_info', { headers });
  return (await reply.json()).profile_id;
}
`;

export const passportProgram = (baseUrl: string) => `import OAuth2Strategy from 'passport-oauth2';

/** For \`passport.use\`; \`request.user.profileId\` is then the profile id. Store it. */
export const strategy = new OAuth2Strategy(
  {
    authorizationURL: '${baseUrl}/authorize',
    tokenURL: '${baseUrl}/token',
    clientID: 'YOUR_CLIENT_ID',
    clientSecret: 'YOUR_CLIENT_SECRET',
    callbackURL: 'YOUR_CALLBACK',
    state: true,
    pkce: true,
  },
  async (accessToken, refreshToken, profile, done) => {
    const headers = { Authorization: 'Bearer ' + accessToken };
    const reply = await fetch('${baseUrl}/api/user_info', { headers });
    done(null, { profileId: (await reply.json()).profile_id });
  },
);
`;

export const authlibProgram = (
  baseUrl: string,
) => `from authlib.integrations.requests_client import OAuth2Session

client = OAuth2Session(
    "YOUR_CLIENT_ID",
    "YOUR_CLIENT_SECRET",
    scope="login",
    redirect_uri="YOUR_CALLBACK",
    code_challenge_method="S256",
)

# Keep verifier and state in the participant's session on your site.
def begin(verifier):
    return client.create_authorization_url("${baseUrl}/authorize", code_verifier=verifier)

def finish(came_back_at, verifier, state):
    client.fetch_token(
        "${baseUrl}/token",
        authorization_response=came_back_at,
        code_verifier=verifier,
        state=state,
    )
    return client.get("${baseUrl}/api/user_info").json()["profile_id"]
`;

/** The tests have PHP check its syntax only: Composer's packages are not among theirs. */
export const socialiteProgram = (baseUrl: string) => `<?php

namespace App\\Socialite;

use Laravel\\Socialite\\Two\\AbstractProvider;
use Laravel\\Socialite\\Two\\User;

// Register it once, in a service provider's boot():
//   Socialite::extend('manyhands', fn ($app) => Socialite::buildProvider(
//       ManyhandsProvider::class, $app['config']['services.manyhands']));
// with client_id, client_secret and redirect in config/services.php. Then, in the routes:
//   return Socialite::driver('manyhands')->redirect();
//   $profileId = Socialite::driver('manyhands')->user()->getId(); // store it
class ManyhandsProvider extends AbstractProvider
{
    protected $scopes = ['login'];
    protected $scopeSeparator = ' ';
    protected $usesPKCE = true;

    protected function getAuthUrl($state)
    {
        return $this->buildAuthUrlFromBase('${baseUrl}/authorize', $state);
    }

    protected function getTokenUrl()
    {
        return '${baseUrl}/token';
    }

    protected function getUserByToken($token)
    {
        $reply = $this->getHttpClient()->get('${baseUrl}/api/user_info', [
            'headers' => ['Authorization' => 'Bearer '.$token],
        ]);

        return json_decode((string) $reply->getBody(), true);
    }

    protected function mapUserToObject(array $user)
    {
        return (new User)->setRaw($user)->map(['id' => $user['profile_id']]);
    }
}
`;
