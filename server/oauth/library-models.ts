/** Changes to the models of oidc-provider: tokens have no rows, and a token request does no work that nobody needs. */
import { Provider } from 'oidc-provider';
import type { Artifacts } from './artifacts.ts';
import type { Client } from './clients.ts';
import { factsOf } from './request-facts.ts';
import type { TokenKind, TokenPayload } from './signed-tokens.ts';

type Model = { emit: (event: string) => void };
type TokenModel = Model & {
  kind: TokenKind;
  exp?: number;
  /** Seconds. */
  expiration: number;
  getValueAndPayload: () => Promise<{ value: string; payload?: TokenPayload }>;
};
type LibraryClient = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

export function changeModels(provider: Provider, artifacts: Artifacts): void {
  const { AccessToken, RefreshToken, AuthorizationCode, Grant } = provider;
  for (const { prototype } of [AccessToken, RefreshToken])
    withoutRow(prototype as unknown as TokenModel, artifacts);
  for (const { prototype } of [AccessToken, RefreshToken, AuthorizationCode, Grant])
    withoutEvents(prototype as unknown as Model);
  cacheClients(provider);
}

/**
 * The library stores a token by its payload; without one, as with JSON Web Tokens, its value is all there is. It would
 * copy a token's properties twice to make a payload, so they are signed as they are.
 */
function withoutRow(model: TokenModel, { signToken }: Artifacts): void {
  model.getValueAndPayload = async function () {
    const now = Math.floor(Date.now() / 1000);
    const value = signToken(this.kind, { iat: now, ...this, exp: this.exp ?? now + this.expiration });
    return { value };
  };
}

/** Nobody listens to the events of single codes and tokens, whose names the library composes each time. */
function withoutEvents(model: Model): void {
  model.emit = () => undefined;
}

/**
 * The library serializes and hashes the metadata of a client for each request, to see whether they changed. Ours are
 * another object as soon as they are read again (clients.ts).
 */
function cacheClients({ Client: model }: Provider): void {
  const find = model.find.bind(model);
  const models = new WeakMap<Client, LibraryClient>();
  model.find = async (id) => {
    const { client } = factsOf(Provider.ctx?.req);
    if (client?.clientId !== id) return find(id);
    const known = models.get(client) ?? (await find(id));
    if (known) models.set(client, known);
    return known;
  };
}
