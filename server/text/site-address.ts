/**
 * One form of a web address, so that the forms in which people write it find each other: without scheme, `www.`,
 * usual port, fragment, trailing slashes and what campaigns append.
 */
import { createHash } from 'node:crypto';
import { isOfTheWeb, webUrl } from '../../src/contract/web-url.ts';

const tracking = /^(utm_\w+|fbclid|gclid|mc_cid|mc_eid)$/i;

/** Also an address without its scheme, as people type it; undefined for what is none of the web. */
export function siteAddress(given: string): string | undefined {
  const text = given.trim();
  if (text === '') return undefined;
  const url = webUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`);
  if (!url || !isOfTheWeb(url) || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  // A port that is usual for the other scheme is as good as none: http and https are one here.
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const path = pathOf(url).replace(/%[0-9a-f]{2}/gi, plain);
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !tracking.test(pair.split('=', 1)[0] ?? ''))
    .join('&');
  return indexable(`${host}${port}${path}${query && `?${query.replace(/%[0-9a-f]{2}/gi, plain)}`}`);
}

// To the last character that is no slash: `/\/+$/` would look for the end from every slash.
const pathOf = ({ pathname }: URL): string => /^.*[^/]/s.exec(pathname)?.[0] ?? '';

/** PostgreSQL's indexes hold no row above 2,700 bytes. */
const indexable = (address: string): string =>
  address.length <= 1000
    ? address
    : `${address.slice(0, 900)}#${createHash('sha256').update(address).digest('hex')}`;

/** A letter that need not be percent-encoded is not; what must be is written in capitals. */
function plain(encoded: string): string {
  const letter = String.fromCharCode(parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : encoded.toUpperCase();
}

const page = /^\/project\/(\d{1,16})(?:-[^/]*)?(?:\/[^/]*)?$/;

/** What an address leads to: a site, and the project whose page here it is; `base` is ours. */
export function siteOf(given: string, base: string): { address: string; projectId?: number } | undefined {
  const address = siteAddress(given);
  if (address === undefined) return undefined;
  const home = siteAddress(base) ?? '';
  const path = address.startsWith(`${home}/`) ? (address.slice(home.length).split('?', 1)[0] ?? '') : '';
  const id = Number(page.exec(path)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? { address, projectId: id } : { address };
}
