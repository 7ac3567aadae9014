/** Where a grant may live. */
import { webUrl } from '../../src/contract/web-url.ts';

/** Codes and grants never cross the network in the clear; loopback is no network. */
export function mayHoldGrants(origin: string): boolean {
  const url = webUrl(origin);
  if (!url || url.origin !== origin) return false;
  return url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}
