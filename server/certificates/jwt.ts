/** A credential as a JWT (Open Badges 3.0, 8.2.4): the same claims, signed with EdDSA. */
import { sign } from 'node:crypto';
import type { Credential, SigningKey } from './data-integrity.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `kid`: the address of the public key as a JWK. */
export function credentialJwt(
  credential: Credential,
  about: { issuer: string; subject: string; issuedAt: number; untilAt: number | null },
  { privateKey, kid }: Pick<SigningKey, 'privateKey'> & { kid: string },
): string {
  const payload = {
    iss: about.issuer,
    sub: about.subject,
    jti: credential['id'],
    nbf: Math.floor(about.issuedAt / 1000),
    ...(about.untilAt !== null && { exp: Math.floor(about.untilAt / 1000) }),
    ...credential,
  };
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT', kid })}.${part(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}
