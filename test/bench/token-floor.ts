/** A bare oidc-provider with its adapter in memory; `/code` makes a code as the end of an authorization does. */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const port = Number(process.env['PORT']);
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'secret',
      redirect_uris: ['https://river.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['login'],
  routes: { token: '/token' },
  features: { devInteractions: { enabled: false } },
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
});
const answer = provider.callback();

async function newCode(challenge: string): Promise<string> {
  const grant = new provider.Grant({ accountId: '1', clientId: 'bench' });
  grant.addOIDCScope('login');
  const grantId = await grant.save();
  const client = await provider.Client.find('bench');
  if (!client) throw new Error('The client is not registered.');
  const code = new provider.AuthorizationCode({
    ...{ accountId: '1', grantId, scope: 'login', redirectUri: 'https://river.example/callback' },
    ...{ codeChallenge: challenge, codeChallengeMethod: 'S256', gty: 'authorization_code' },
    client,
  });
  return code.save();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/code')
    void newCode(searchParams.get('challenge') ?? '').then((code) => response.end(code));
  else void answer(request, response);
});
server.listen(port, '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
