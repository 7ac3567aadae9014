/**
 * Access and refresh tokens without rows of their own: a token carries what its row would say, signed. The row of its
 * authorization says whether it still works, and how often it was refreshed.
 */
import type { Signer } from '../secrets/secrets.ts';

export type TokenKind = 'AccessToken' | 'RefreshToken';
export type TokenPayload = Record<string, unknown>;

/** How long a refresh token works, and with it its authorization. */
export const refreshSeconds = 180 * 24 * 3600;

const letters: Record<TokenKind, string> = { AccessToken: 'a', RefreshToken: 'r' };

/** In this order, without their names: sites keep tokens in columns of 255 characters. */
const carried = ['grantId', 'iat', 'exp', 'scope', 'gty', 'rotations', 'iiat', 'authTime', 'nonce'] as const;

/** Not carried: the row of the authorization has the first two, and the value stands for the next two. */
const left = [
  'accountId',
  'clientId',
  'jti',
  'kind',
  'sessionUid',
  'expiresWithSession',
  'expiresIn',
  'format',
];

const known = new Set<string>([...carried, ...left]);

export function signToken(signer: Signer, kind: TokenKind, payload: TokenPayload): string {
  for (const [name, value] of Object.entries(payload))
    // Such as a thumbprint: without it, the token would no longer be bound to the key of its client.
    if (value !== undefined && !known.has(name)) throw new Error(`A token cannot carry ${name}.`);
  const values = carried.map((name) => payload[name]);
  while (values.at(-1) === undefined) values.pop();
  return signer.sign([letters[kind], ...values]);
}

export type OpenedToken = TokenPayload & { grantId: string; exp: number; scope?: string; rotations?: number };

/** Returns what a token carries; undefined for one that is not ours, or of another kind. */
export function openToken(signer: Signer, kind: TokenKind, token: string): OpenedToken | undefined {
  const [letter, ...values] = (signer.open(token) ?? []) as unknown[];
  if (letter !== letters[kind]) return undefined;
  const pairs = carried.map((name, index) => [name, values[index] ?? undefined] as const);
  const payload = Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as OpenedToken;
  return { ...payload, kind, jti: token };
}
