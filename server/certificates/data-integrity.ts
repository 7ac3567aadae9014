/** Proofs of W3C Data Integrity with the suite eddsa-jcs-2022 (Ed25519 over canonical JSON, RFC 8785). */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';

export type Credential = { '@context': string[] } & Record<string, unknown>;

const digestOf = (value: object): Buffer =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest();

/** Adds the proof to a credential. The proof repeats the contexts, so that nobody can change their meaning. */
export function withProof(
  credential: Credential,
  { privateKey, verificationMethod }: { privateKey: KeyObject; verificationMethod: string },
  now: number,
): Credential & { proof: object } {
  const options = {
    '@context': credential['@context'],
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: isoSeconds(now),
    verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const signature = sign(null, Buffer.concat([digestOf(options), digestOf(credential)]), privateKey);
  return { ...credential, proof: { ...options, proofValue: `z${base58.encode(signature)}` } };
}

/** The public key in the form of the W3C's Multikey: the code of Ed25519 (0xed01), then the 32 bytes. */
export function publicMultikey(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return `z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(x, 'base64url')]))}`;
}

/** A time without fractions of a second, which some verifiers do not read. */
export const isoSeconds = (moment: number): string => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
