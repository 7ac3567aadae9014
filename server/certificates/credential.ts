/** A certificate as an Open Badge 3.0, with the document of its issuer and its status list: shapes without a proof. */
import { gzipSync } from 'node:zlib';
import type { Amount, Certified } from '../../src/contract/pages/certificates.ts';
import { endOfDay, startOfDay } from '../text/zone.ts';
import { type Credential, isoSeconds } from './data-integrity.ts';
import { listSize } from './store.ts';

export type Issuer = { baseUrl: string; serviceName: string };

const credentialsV2 = 'https://www.w3.org/ns/credentials/v2';
const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** The issuer of badges: its document is at `/.well-known/did.json` (did:web). */
export const didOf = ({ baseUrl }: Issuer) => `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;
/** The issuer of badges that were made until November 2026: verifiers still read its document and its status lists. */
export const formerIssuerOf = ({ baseUrl }: Issuer) => `${baseUrl}/credentials/issuer`;

/** A verifier accepts a status list of the issuer of its badge only, so both issuers have the same lists. */
export const statusListsOf = {
  did: ({ baseUrl }: Issuer, list: number) => `${baseUrl}/credentials/lists/${list}`,
  former: ({ baseUrl }: Issuer, list: number) => `${baseUrl}/credentials/status/${list}`,
};
const pictureOf = ({ baseUrl }: Issuer, format: 'png' | 'svg') =>
  `${baseUrl}/credentials/contributions.${format}`;

const inWords = ({ events, hours }: Amount) => `${events} contributions and ${hours} hours`;

/** The lines of the certificate as a text: the projects' figures, and separately those that the browser reported. */
function narrative({ lines, others, total, zone }: Certified): string {
  const nameOf = (title: string, id: number) => title || `project number ${id}`;
  return [
    `Reported by the projects, in all: ${inWords(total.reported)}.`,
    ...lines
      .filter(({ reported }) => reported.events > 0)
      .map(
        ({ project, reported, vouches }) =>
          `${nameOf(project.title, project.id)}: ${inWords(reported)}.${vouches ? ` Vouched for by ${[vouches.name, vouches.role, vouches.organisation].filter(Boolean).join(', ')}.` : ''}`,
      ),
    ...(others ? [`${others.projects} other projects: ${inWords(others.reported)}.`] : []),
    ...(total.own.events > 0
      ? [`Reported by the participant's own browser, and not confirmed: ${inWords(total.own)}.`]
      : []),
    `Days are counted in the time zone ${zone}. Of one day, at most 24 hours are counted.`,
  ].join('\n');
}

type BadgeFacts = { address: string; issuedAt: number; untilAt: number | null; statusIndex: number };

/** `address`: that of the certificate, which also identifies its subject: it says nothing about the person. */
const credentialOf = (
  issuer: Issuer,
  { name, holder, subject }: { name: string; holder: string; subject: object },
  facts: BadgeFacts,
): Credential => {
  const statusList = statusListsOf.did(issuer, Math.floor(facts.statusIndex / listSize) + 1);
  const statusListIndex = String(facts.statusIndex % listSize);
  return {
    '@context': [credentialsV2, openBadges],
    id: `${facts.address}/badge.json`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name,
    issuer: {
      id: didOf(issuer),
      type: ['Profile'],
      name: issuer.serviceName,
      url: `${issuer.baseUrl}/`,
    },
    validFrom: isoSeconds(facts.issuedAt),
    ...(facts.untilAt !== null && { validUntil: isoSeconds(facts.untilAt) }),
    credentialSubject: {
      id: facts.address,
      type: ['AchievementSubject'],
      ...(holder !== '' && {
        identifier: [{ type: 'IdentityObject', identityType: 'name', identityHash: holder, hashed: false }],
      }),
      ...subject,
    },
    credentialStatus: {
      id: `${statusList}#${statusListIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex,
      statusListCredential: statusList,
    },
  };
};

const imageOf = (issuer: Issuer) => ({
  id: pictureOf(issuer, 'png'),
  type: 'Image',
  caption: 'A disc of coloured dots',
});

/** The badge of a certificate for a period. */
export function badge(issuer: Issuer, certified: Certified, facts: BadgeFacts): Credential {
  const { holder, from, to, zone } = certified;
  const name = 'Contributions to citizen science';
  const subject = {
    activityStartDate: isoSeconds(startOfDay(zone, from)),
    activityEndDate: isoSeconds(endOfDay(zone, to) - 1000),
    narrative: narrative(certified),
    achievement: {
      id: `${issuer.baseUrl}/credentials/contributions`,
      type: ['Achievement'],
      achievementType: 'CommunityService',
      name,
      image: imageOf(issuer),
      description:
        'Contributions to citizen-science projects in a period, with the hours that were reported.',
      criteria: {
        narrative: `At least one contribution that a project, or the participant's browser, reported to ${issuer.serviceName} in the period.`,
      },
    },
  };
  return credentialOf(issuer, { name, holder, subject }, facts);
}

/** An award in the words of its programme, which says no more than that the rule is fulfilled. */
export type AwardSaid = { name: string; award: string; criteria: string; page: string };

/** The badge of an award: two people's differ in their subject and their place in the status list only. */
export const awardBadge = (
  issuer: Issuer,
  holder: string,
  { name, award, criteria, page }: AwardSaid,
  facts: BadgeFacts,
): Credential =>
  credentialOf(
    issuer,
    {
      name,
      holder,
      subject: {
        achievement: {
          id: page,
          type: ['Achievement'],
          achievementType: 'Award',
          name,
          image: imageOf(issuer),
          description: award,
          criteria: { id: page, narrative: criteria },
        },
      },
    },
    facts,
  );

/**
 * Bitstring Status List v1.0: bit 0 is the highest of the first byte. It is valid from the day of its last change, and
 * tells no moment at which somebody ended a certificate. `of`: its issuer.
 */
export function statusList(
  issuer: Issuer,
  of: keyof typeof statusListsOf,
  list: number,
  { places, validFrom }: { places: number[]; validFrom: number },
): Credential {
  const bits = Buffer.alloc(listSize / 8);
  for (const index of places) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  const id = statusListsOf[of](issuer, list);
  return {
    '@context': [credentialsV2],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: of === 'did' ? didOf(issuer) : formerIssuerOf(issuer),
    validFrom: isoSeconds(validFrom),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  };
}

/** The document from which a verifier reads the public keys of an issuer; also the issuer's profile. */
export function issuerDocument(
  issuer: Issuer,
  of: keyof typeof statusListsOf,
  keys: { kid: string; multikey: string }[],
): object {
  const [did, former] = [didOf(issuer), formerIssuerOf(issuer)];
  const [id, alias] = of === 'did' ? [did, former] : [former, did];
  const methods = keys.map(({ kid, multikey }) => ({
    id: `${id}#${kid}`,
    type: 'Multikey',
    controller: id,
    publicKeyMultibase: multikey,
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1', openBadges],
    id,
    alsoKnownAs: [alias],
    type: ['Profile'],
    name: issuer.serviceName,
    url: `${issuer.baseUrl}/`,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  };
}
