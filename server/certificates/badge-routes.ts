/** The addresses that verifiers of badges read: the badge, its issuer's keys, and the status lists. */
import type { PageAnswer, PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { certified, type OpenHead } from './certified.ts';
import { badge, issuerDocument, type Issuer, issuerOf, statusList } from './credential.ts';
import type { CredentialKeys } from './credential-keys.ts';
import { type Credential, withProof } from './data-integrity.ts';
import type { CertificateStore } from './store.ts';

type BadgeRoutes = {
  issuer: Issuer;
  certificates: CertificateStore;
  keys: CredentialKeys;
  openHead: OpenHead;
};

/** Verifiers run on other sites, too: the documents are public, and no cookie counts. */
const open = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const nothing = () => new Refusal('not_found', 'There is nothing at this address.');

export function badgeRoutes({ issuer, certificates, keys, openHead }: BadgeRoutes): PageHandlers {
  const signed = async (credential: Credential, now: number): Promise<PageAnswer> => {
    const [key] = await keys.all(now);
    if (!key) throw new Error('There is no key for badges.');
    const method = { privateKey: key.privateKey, verificationMethod: `${issuerOf(issuer)}#${key.kid}` };
    const headers = { ...open, 'Content-Type': 'application/vc' };
    return { json: withProof(credential, method, now), headers };
  };

  return {
    'GET /certificate/:token/badge.json': async ({ params, now }) => {
      const token = params['token'] ?? '';
      const certificate = await certificates.byToken(token);
      if (!certificate || 'endedAt' in certificate) throw nothing();
      const facts = {
        address: `${issuer.baseUrl}/certificate/${token}`,
        issuedAt: certificate.createdAt,
        statusIndex: certificate.statusIndex,
      };
      return signed(badge(issuer, await certified(certificate.statement, openHead), facts), now);
    },

    'GET /credentials/status/:list': async ({ params, now }) => {
      const list = /^[1-9]\d{0,4}$/.test(params['list'] ?? '') ? Number(params['list']) : undefined;
      if (list === undefined) throw nothing();
      return signed(statusList(issuer, list, await certificates.ended(list), now), now);
    },

    'GET /credentials/issuer': async ({ now }) => ({
      json: issuerDocument(issuer, await keys.all(now)),
      headers: { ...open, 'Content-Type': 'application/json' },
    }),
  };
}
