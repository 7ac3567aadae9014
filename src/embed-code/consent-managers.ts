/**
 * The consent managers that most sites use, and how each makes a script wait until the visitor agrees: by their
 * documentation of 2026; Klaro and CookieConsent were tried as packages.
 */
import type { AttributeValues } from './embeds.ts';

export type ConsentManager = {
  name: string;
  /** A part of the address of the manager's own script. */
  script: RegExp;
  /** On a script that waits for it; categories and names are each site's own. */
  attributes: Record<string, string>;
  /** The one of them that tells which manager it is. */
  mark: string;
  /** It makes the value of `data-type` the type of the script. */
  takesDataType?: true;
  /** Where a waiting script has its address, if not in `src`. */
  src?: string;
};

const plain = { type: 'text/plain' };

export const consentManagers: ConsentManager[] = [
  {
    name: 'Cookiebot',
    script: /cookiebot\./i,
    attributes: { ...plain, 'data-cookieconsent': 'preferences' },
    mark: 'data-cookieconsent',
  },
  {
    name: 'OneTrust',
    script: /cookielaw\.org|onetrust/i,
    attributes: { ...plain, class: 'optanon-category-C0003' },
    mark: 'class',
  },
  {
    name: 'Usercentrics',
    script: /usercentrics\./i,
    attributes: { ...plain, 'data-usercentrics': 'Manyhands' },
    mark: 'data-usercentrics',
  },
  {
    name: 'CookieYes',
    script: /cookieyes/i,
    attributes: { 'data-cookieyes': 'cookieyes-functional' },
    mark: 'data-cookieyes',
  },
  {
    name: 'Complianz',
    script: /complianz/i,
    attributes: { ...plain, 'data-category': 'preferences', 'data-service': 'manyhands' },
    mark: 'data-cmplz-src',
    src: 'data-cmplz-src',
  },
  {
    name: 'Klaro',
    script: /klaro/i,
    attributes: { ...plain, 'data-type': 'text/javascript', 'data-name': 'manyhands' },
    mark: 'data-name',
    takesDataType: true,
    src: 'data-src',
  },
  {
    name: 'CookieConsent',
    script: /cookieconsent/i,
    attributes: { ...plain, 'data-category': 'functionality' },
    mark: 'data-category',
    takesDataType: true,
    src: 'data-src',
  },
];

export const managerOf = (attributes: AttributeValues): ConsentManager | undefined =>
  consentManagers.find(({ mark }) =>
    mark === 'class' ? attributes['class']?.includes('optanon-category-') : attributes[mark] !== undefined,
  );

/** The address of a script or frame, also while it waits. */
export const addressOf = (attributes: AttributeValues): string | undefined =>
  attributes['src'] ?? attributes['data-src'] ?? attributes['data-cmplz-src'];
