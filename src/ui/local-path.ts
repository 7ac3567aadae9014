/** Paths that somebody wrote into an address or a form, such as `next`, and where a browser would really go for them. */

import { webUrl } from '../contract/fields/web-url.ts';

// Any host does; only paths below it are ours.
const anyHost = new URL('https://ours.invalid');
const maxCharacters = 1000;

/**
 * The path that a browser would take for `value` on our site, in its normal form: parsed as URLs are (WHATWG), with
 * `..` resolved and other characters encoded. `otherwise` for everything that leads off the site or is no path.
 */
export function localPath(value: unknown, otherwise = '/'): string {
  // URL parsers drop tabs and line breaks and read a backslash as a slash: nobody who means a path sends those.
  if (typeof value !== 'string' || value.length > maxCharacters || !/^\/[^\s\\]*$/.test(value))
    return otherwise;
  const url = webUrl(value, anyHost);
  if (url?.origin !== anyHost.origin) return otherwise;
  const path = url.pathname + url.search + url.hash;
  // The normal form of `/..//elsewhere.example` begins with two slashes: as an address it leads off the site.
  return path.startsWith('//') || path.length > maxCharacters ? otherwise : path;
}

/** The path of an address of ours without its query and fragment, as it selects a page. */
export const pageOf = (path: string): string | undefined => webUrl(path, anyHost)?.pathname;
