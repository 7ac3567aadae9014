/** Which addresses a client may be sent back to. */
import { webUrl } from '../../src/contract/fields/web-url.ts';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** An http address of this machine: the library then accepts any port (RFC 8252, 7.3). */
const isLoopbackUri = (uri: string): boolean => {
  const url = webUrl(uri);
  return url?.protocol === 'http:' && loopbackHosts.includes(url.hostname);
};

/** Why an address cannot be registered, as the end of a sentence. */
export function redirectUriFault(uri: string): string | undefined {
  const url = webUrl(uri);
  if (!url) return 'must be a complete address, such as https://example.org/callback';
  if (uri.includes('#')) return 'must have no fragment';
  if (url.username !== '' || url.password !== '') return 'must name no user';
  if (/[*\s\\]/.test(uri)) return 'must have no wildcard, backslash or white space';
  // Later compared byte by byte: an address that a browser would rewrite would never match again.
  if (url.href !== uri) return `must be in its normal form: ${url.href}`;
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:')
    return isLoopbackUri(uri) ? undefined : 'must use https; http is for loopback addresses only';
  // A name of one's own domain in reverse, which no other app takes by mistake (RFC 8252, 7.1).
  return url.protocol.includes('.') ? undefined : 'must use https, or a scheme like org.example.app';
}

/** The origin of an address, or its scheme where it has none: for people, and for the policy of the page that asks. */
export function siteOfRedirect(uri: string): string {
  const url = webUrl(uri);
  return !url || url.origin === 'null' ? `${uri.split(':', 1)[0] ?? ''}:` : url.origin;
}
