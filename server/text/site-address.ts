/**
 * One form of a web address, so that its different spellings match: without scheme, `www.`, usual port, fragment,
 * trailing slashes and campaign parameters.
 */
import { createHash } from 'node:crypto';
import { isOfTheWeb, webUrl } from '../../src/contract/fields/web-url.ts';

const tracking = /^(utm_\w+|fbclid|gclid|mc_cid|mc_eid)$/i;

/**
 * Also accepts an address without its scheme, as people type it; returns undefined for anything that is not a web
 * address.
 */
export function siteAddress(address: string): string | undefined {
  const text = address.trim();
  if (text === '') return undefined;
  const url = webUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`);
  if (!url || !isOfTheWeb(url) || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  // The usual port of the other scheme is ignored as well, because http and https count as one here.
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const path = pathOf(url).replace(/%[0-9a-f]{2}/gi, plain);
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !tracking.test(pair.split('=', 1)[0] ?? ''))
    .join('&');
  return indexable(`${host}${port}${path}${query && `?${query.replace(/%[0-9a-f]{2}/gi, plain)}`}`);
}

// Matches to the last character that is not a slash: `/\/+$/` would search for the end from every slash.
const pathOf = ({ pathname }: URL): string => /^.*[^/]/s.exec(pathname)?.[0] ?? '';

/** Bytes: PostgreSQL's indexes allow no entry above 2,700. */
const indexable = (address: string): string =>
  address.length <= 1000
    ? address
    : `${address.slice(0, 900)}#${createHash('sha256').update(address).digest('hex')}`;

/** Decodes letters that need no percent-encoding, and writes other percent-encodings in capitals. */
function plain(encoded: string): string {
  const letter = String.fromCharCode(parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : encoded.toUpperCase();
}

const page = /^\/project\/(\d{1,16})(?:-[^/]*)?(?:\/[^/]*)?$/;

/** The site that an address leads to and, if it is a project's page here, the project; `base` is our address. */
export function siteOf(text: string, base: string): { address: string; projectId?: number } | undefined {
  const address = siteAddress(text);
  if (address === undefined) return undefined;
  const home = siteAddress(base) ?? '';
  const path = address.startsWith(`${home}/`) ? (address.slice(home.length).split('?', 1)[0] ?? '') : '';
  const id = Number(page.exec(path)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? { address, projectId: id } : { address };
}
