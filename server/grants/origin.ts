/** Where a grant may live. */

/** Codes and grants never cross the network in the clear; loopback is no network. */
export function mayHoldGrants(origin: string): boolean {
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return false;
  return url.protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}
