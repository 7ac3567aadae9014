/** The addresses that wallets and verifiers read: the badge in four forms, its picture, its issuer's keys, the status lists. */
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { dayLong } from '../text/day.ts';
import { bakedPng, bakedSvg, plainPng, plainSvg } from './baked.ts';
import { certified, isAward, type ProjectsSaid } from './certified.ts';
import {
  awardBadge,
  badge,
  didOf,
  formerIssuerOf,
  type Issuer,
  issuerDocument,
  statusList,
} from './credential.ts';
import type { CredentialKeys } from './credential-keys.ts';
import type { Signer } from './data-integrity.ts';
import { credentialJwt } from './jwt.ts';
import type { CertificateStore } from './store.ts';

type BadgeRoutes = {
  issuer: Issuer;
  certificates: CertificateStore;
  keys: CredentialKeys;
  said: ProjectsSaid;
  sign: Signer;
};

/** Verifiers run on other sites, too: the documents are public, and no cookie counts. */
const open = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const nothing = () => new Refusal('not_found', 'There is nothing at this address.');

const json = (content: object, type = 'application/json'): PageAnswer => ({
  json: content,
  headers: { ...open, 'Content-Type': type },
});
const file = (content: string | Uint8Array, type: string, more: Record<string, string> = {}): PageAnswer => ({
  content,
  type,
  headers: { ...open, ...more },
});
const saved = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

export function badgeRoutes({ issuer, certificates, keys, said, sign }: BadgeRoutes): PageHandlers {
  const did = didOf(issuer);

  /** The badge of a certificate, without a proof. */
  const unsigned = async ({ params, now }: Visit) => {
    const token = params['token'] ?? '';
    const certificate = await certificates.byToken(token, now);
    if (!certificate || 'endedAt' in certificate) throw nothing();
    const { createdAt: issuedAt, untilAt, statusIndex } = certificate;
    const address = `${issuer.baseUrl}/certificate/${token}`;
    const facts = { address, issuedAt, untilAt, statusIndex };
    if (isAward(certificate)) {
      const awarded = await said.awarded(certificate, now);
      if (!awarded) throw nothing();
      return { ...facts, credential: awardBadge(issuer, certificate.statement.holder, awarded.said, facts) };
    }
    const content = await certified(certificate.statement, said);
    return { ...facts, credential: badge(issuer, content, facts) };
  };

  const signedBadge = async (visit: Visit) => {
    const { credential, issuedAt } = await unsigned(visit);
    const { signing } = await keys.all(visit.now);
    const method = { privateKey: signing.privateKey, verificationMethod: `${did}#${signing.kid}` };
    return sign(credential, { ...method, created: issuedAt });
  };

  const list = async ({ params, now }: Visit, of: 'did' | 'former') => {
    const number = /^[1-9]\d{0,4}$/.test(params['list'] ?? '') ? Number(params['list']) : undefined;
    const ended = number === undefined ? undefined : await certificates.ended(number);
    if (number === undefined || !ended) throw nothing();
    const { signing } = await keys.all(now);
    const { places, lastAt = signing.createdAt } = ended;
    const validFrom = Math.floor(lastAt / dayLong) * dayLong;
    const by = of === 'did' ? did : formerIssuerOf(issuer);
    const method = { privateKey: signing.privateKey, verificationMethod: `${by}#${signing.kid}` };
    const credential = statusList(issuer, of, number, { places, validFrom });
    return json(await sign(credential, { ...method, created: validFrom }), 'application/vc');
  };

  return {
    'GET /certificate/:token/badge.json': async (visit) => json(await signedBadge(visit), 'application/vc'),

    'GET /certificate/:token/badge.jwt': async (visit) => {
      const { credential, issuedAt, untilAt, address } = await unsigned(visit);
      const { signing } = await keys.all(visit.now);
      const kid = `${issuer.baseUrl}/credentials/keys/${signing.kid}`;
      const about = { issuer: did, subject: address, issuedAt, untilAt };
      const jwt = credentialJwt(credential, about, { privateKey: signing.privateKey, kid });
      return file(jwt, 'application/jwt', saved('badge.jwt'));
    },

    'GET /certificate/:token/badge.svg': async (visit) =>
      file(bakedSvg(JSON.stringify(await signedBadge(visit))), 'image/svg+xml', saved('badge.svg')),

    'GET /certificate/:token/badge.png': async (visit) =>
      file(await bakedPng(JSON.stringify(await signedBadge(visit))), 'image/png', saved('badge.png')),

    'GET /credentials/contributions.svg': () => file(plainSvg(), 'image/svg+xml'),
    'GET /credentials/contributions.png': async () => file(await plainPng(), 'image/png'),

    'GET /credentials/lists/:list': (visit) => list(visit, 'did'),
    'GET /credentials/status/:list': (visit) => list(visit, 'former'),

    'GET /.well-known/did.json': async ({ now }) =>
      json(issuerDocument(issuer, 'did', (await keys.all(now)).all)),
    'GET /credentials/issuer': async ({ now }) =>
      json(issuerDocument(issuer, 'former', (await keys.all(now)).all)),

    'GET /credentials/keys/:kid': async ({ params, now }) => {
      const key = (await keys.all(now)).all.find(({ kid }) => kid === params['kid']);
      if (!key) throw nothing();
      return json({ kty: 'OKP', crv: 'Ed25519', x: key.x, kid: key.kid, alg: 'EdDSA', use: 'sig' });
    },
  };
}
