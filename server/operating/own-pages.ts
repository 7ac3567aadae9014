/**
 * The operator's own imprint, contact and privacy notice: each the address of a page elsewhere, or a text file, whose
 * content gets a page here.
 */
import { readFileSync, statSync } from 'node:fs';
import { type OwnPage, type OwnPageName, ownPageNames } from '../../src/contract/pages.ts';

/** `text`: the contents of the page here; without it, `address` is elsewhere. */
export type OwnPages = { name: OwnPageName; address: string; text?: string }[];

/** In English. */
export const ownPageTitles: Record<OwnPageName, string> = {
  imprint: 'Imprint',
  contact: 'Contact',
  privacy: 'Privacy',
};
const maxBytes = 200_000;

/** Reads the settings of the same names; the keys of `faults` are theirs. */
export function readOwnPages(
  settings: Partial<Record<Uppercase<OwnPageName>, string | undefined>>,
  baseUrl: string,
): { pages: OwnPages; faults: string[] } {
  const pages: OwnPages = [];
  const faults: string[] = [];
  for (const name of ownPageNames) {
    const setting = name.toUpperCase() as Uppercase<OwnPageName>;
    const value = settings[setting];
    if (value === undefined) continue;
    if (/^(https?|mailto):\S+$/.test(value)) pages.push({ name, address: value });
    else {
      const text = textOf(value);
      if (text === undefined)
        faults.push(
          `${setting}: must be an address (https or mailto), or the path of a text file in UTF-8 of at most ${maxBytes} bytes`,
        );
      else pages.push({ name, address: `${baseUrl}/${name}`, text });
    }
  }
  return { pages, faults };
}

function textOf(path: string): string | undefined {
  try {
    if (statSync(path).size > maxBytes) return undefined;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The links in the footer of every page. */
export const ownLinks = (pages: OwnPages): OwnPage[] => pages.map(({ name, address }) => ({ name, address }));

/** The end of every mail: the service, and where its operator is found. */
export const mailSignature = (serviceName: string, pages: OwnPages): string =>
  // `-- ` begins a signature (RFC 3676, 4.3).
  pages.length === 0 ? '' : ['\n-- ', serviceName, ...pages.map(({ address }) => address), ''].join('\n');

export const securityTextPath = '/.well-known/security.txt';

/** Milliseconds; RFC 9116 advises less than a year. */
const securityTextHolds = 180 * 86_400_000;

/** RFC 9116: where somebody reports a weakness of this installation; undefined where its operator names no place. */
export function securityText(pages: OwnPages, baseUrl: string, now: number): string | undefined {
  const at = (wanted: OwnPageName) => pages.find(({ name }) => name === wanted)?.address;
  const contact = at('contact') ?? at('imprint');
  return contact === undefined
    ? undefined
    : [
        `Contact: ${contact}`,
        `Expires: ${new Date(now + securityTextHolds).toISOString()}`,
        `Canonical: ${baseUrl}${securityTextPath}`,
        '',
      ].join('\n');
}
