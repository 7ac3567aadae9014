/**
 * Proofs of W3C Data Integrity (Ed25519): `eddsa-rdfc-2022` over canonical RDF, which Open Badges 3.0 asks for, and
 * `eddsa-jcs-2022` over canonical JSON (RFC 8785). The same credential and key always give the same proofs.
 */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';
import { LRUCache } from 'lru-cache';
import { idleMilliseconds, Thread } from '../threads/thread.ts';

export type Credential = { '@context': string[] } & Record<string, unknown>;
export type SigningKey = { privateKey: KeyObject; verificationMethod: string };
/** `created`: milliseconds. */
export type Signing = SigningKey & { created: number };
export type Signer = ReturnType<typeof credentialSigner>;

type Digests = (documents: object[]) => Promise<Uint8Array[]>;

/** Credentials whose proofs are kept. */
const kept = 500;

const jsonDigests: Digests = async (documents) =>
  documents.map((document) =>
    createHash('sha256')
      .update(canonicalize(document) ?? '')
      .digest(),
  );

async function proofOf(
  cryptosuite: string,
  digests: Digests,
  credential: Credential,
  { privateKey, verificationMethod, created }: Signing,
): Promise<object> {
  // The proof repeats the contexts, so that nobody can change their meaning.
  const options = {
    '@context': credential['@context'],
    type: 'DataIntegrityProof',
    cryptosuite,
    created: isoSeconds(created),
    verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const signature = sign(null, Buffer.concat(await digests([options, credential])), privateKey);
  return { ...options, proofValue: `z${base58.encode(signature)}` };
}

/** Adds both proofs to a credential. The thread for RDF ends when nothing was signed for a while. */
export function credentialSigner() {
  const thread = new Thread<object[]>(
    'rdf',
    () => new Worker(new URL('./rdf.js', import.meta.url)),
    idleMilliseconds,
  );
  const signed = new LRUCache<string, Promise<object[]>>({ max: kept });
  const rdfDigests: Digests = (documents) => thread.ask(documents);

  return async (credential: Credential, signing: Signing): Promise<Credential & { proof: object[] }> => {
    const { verificationMethod, created } = signing;
    const [digest] = await jsonDigests([{ credential, verificationMethod, created }]);
    const name = Buffer.from(digest ?? []).toString('hex');
    let proof = signed.get(name);
    if (!proof) {
      proof = Promise.all([
        proofOf('eddsa-rdfc-2022', rdfDigests, credential, signing),
        proofOf('eddsa-jcs-2022', jsonDigests, credential, signing),
      ]);
      proof.catch(() => signed.delete(name));
      signed.set(name, proof);
    }
    return { ...credential, proof: await proof };
  };
}

/** The public key in the form of the W3C's Multikey: the code of Ed25519 (0xed01), then the 32 bytes. */
export function publicMultikey(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return `z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(x, 'base64url')]))}`;
}

/** A time without fractions of a second, which some verifiers do not read. */
export const isoSeconds = (moment: number): string => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
