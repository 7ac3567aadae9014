/** The adapter of oidc-provider on our store: one for each of its models. */
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sealedBytes } from '../limits/stored-bytes.ts';
import type { ArtifactKind, Payload } from './artifacts.ts';
import type { Client } from './clients.ts';
import type { ProviderDeps } from './provider.ts';
import { factsOf, sessionName } from './request-facts.ts';

/** As the library names what it knows of a client. `owner_id` and `is_legacy` are ours. */
const metadataOf = (client: Client) => ({
  client_id: client.clientId,
  client_name: client.name,
  redirect_uris: client.redirectUris,
  scope: client.scopes,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
  response_modes: ['query'],
  // Loopback addresses with any port are for `native` clients only (RFC 8252, 7.3).
  application_type: client.redirectUris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
  // Either of basic and post; `none` for those that cannot keep a secret.
  token_endpoint_auth_method: client.isPublic ? 'none' : 'client_secret_basic',
  // Digests: `compareClientSecret` compares them (provider.ts). The library wants a text also before the first secret.
  ...(!client.isPublic && { client_secret: client.secretDigests.join(' ') || 'none' }),
  owner_id: client.ownerId,
  is_legacy: client.isLegacy,
});

const nothing = async () => undefined;

/** Only token requests delay their writes until their end: other requests read their writes again before that. */
const writesOfRequest = () => factsOf(Provider.ctx?.req).writes;

/**
 * The library's session is our site's, seen through its eyes: it is never stored, so it cannot outlive a sign-out or
 * be somebody else's. `serve.ts` gives each request of a signed-in person the cookie by which it looks for one.
 */
const sessionView = {
  find: async (id: string) => {
    const { visitor } = factsOf(Provider.ctx?.req);
    if (!visitor || id !== sessionName(visitor.session)) return undefined;
    const seconds = Math.floor(Date.now() / 1000);
    return {
      kind: 'Session',
      jti: id,
      uid: id,
      accountId: String(visitor.accountId),
      loginTs: Math.floor(visitor.since / 1000),
      iat: seconds,
      exp: seconds + 3600,
    };
  },
};

export function adapters({
  artifacts: store,
  clients,
  storing,
}: Pick<ProviderDeps, 'artifacts' | 'clients' | 'storing'>): (name: string) => Adapter {
  return (name) => {
    const kind = name as ArtifactKind;
    const rest: Adapter = {
      upsert: nothing,
      find: nothing,
      findByUid: nothing,
      findByUserCode: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    };
    if (name === 'Session') return { ...rest, ...sessionView, findByUid: sessionView.find };
    if (name === 'Client')
      return {
        ...rest,
        find: async (id) => {
          const { client: known } = factsOf(Provider.ctx?.req);
          const client = known?.clientId === id ? known : await clients.find(id, Date.now());
          return client && (metadataOf(client) as unknown as AdapterPayload);
        },
      };
    if (name === 'AccessToken' || name === 'RefreshToken')
      return {
        ...rest,
        find: (token) => store.findToken(name, token),
        consume: async (token) => {
          if (!(await store.consume(name, token, Date.now(), writesOfRequest())))
            throw new errors.InvalidGrant('it was used already');
        },
        revokeByGrantId: (grantId) => store.endGrant(grantId),
      };
    return {
      ...rest,
      upsert: async (id, payload, seconds = 0) => {
        const { ip } = factsOf(Provider.ctx?.req);
        const now = Date.now();
        // Anybody may begin, without an account: a request is stored before we know who asks.
        if (ip !== undefined && !storing.mayStore('authorizations', ip, sealedBytes(payload), now))
          throw new errors.TemporarilyUnavailable(
            'more authorizations began in this network than we keep for one in an hour',
          );
        await store.save(kind, id, payload as Payload, { seconds, now });
      },
      find: async (id) => {
        const facts = factsOf(Provider.ctx?.req);
        const payload = await (facts.writes ? store.findRecent(kind, id) : store.find(kind, id));
        // The library refuses an expired code before it looks whether the code was used.
        if (
          kind === 'AuthorizationCode' &&
          payload?.['consumed'] &&
          payload['clientId'] === facts.client?.clientId
        )
          await store.endGrant(String(payload['grantId']));
        return payload;
      },
      consume: async (id) => {
        if (await store.consume(kind, id, Date.now(), writesOfRequest())) return;
        throw kind === 'PushedAuthorizationRequest'
          ? new errors.InvalidRequestUri('the request_uri was used already')
          : new errors.InvalidGrant('it was used already');
      },
      destroy: (id) => store.destroy(kind, id),
      revokeByGrantId: (grantId) => store.endGrant(grantId),
    };
  };
}
