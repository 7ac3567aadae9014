/** The origins that may hold a grant. */
import { webUrl } from '../../src/contract/fields/web-url.ts';

/** Codes and grants never cross the network unencrypted; loopback is not a network. */
export function mayHoldGrants(origin: string): boolean {
  const url = webUrl(origin);
  if (!url || url.origin !== origin) return false;
  return url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}
