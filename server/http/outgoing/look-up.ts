/** Looks up the hosts of addresses that somebody gave us (fetch-guarded.ts, post-guarded.ts). */
import type { LookupAddress } from 'node:dns';
import * as dns from 'node:dns/promises';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/**
 * IPv4 addresses in the deprecated IPv4-compatible form of IPv6 (::/96, RFC 4291), which the agents take for public
 * ones. Their option denyIPAddressList is not used: it prints a warning for each IPv4 address that it compares with an
 * IPv6 network.
 */
const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet('::', 96, 'ipv6');
/** Whether a host is such an address. */
export const isIpv4Compatible = (address: string): boolean =>
  isIPv6(address) && ipv4Compatible.check(address, 'ipv6');

/** Milliseconds for the first question to a DNS server; the second has twice as many. */
const patience = 1_000;

/** The DNS servers to ask, by default those of the system; or the system's own look-up. */
export type DnsServers = readonly string[] | 'system';

/**
 * The addresses of a name, by questions of our own to the DNS. The system's look-up occupies one of the four threads of
 * the process for as long as the servers of the name keep it waiting: with four such names, one caller would stop
 * everybody's look-ups and files. Names without a dot belong to this machine or network, and only the system knows them;
 * so are hosts that the operator trusts (`system`).
 */
async function addressesOf(name: string, servers?: DnsServers): Promise<LookupAddress[]> {
  if (servers === 'system' || !name.includes('.')) return dns.lookup(name, { all: true });
  const resolver = new dns.Resolver({ timeout: patience, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const ofFamily = (addresses: PromiseSettledResult<string[]>, family: 4 | 6) =>
    addresses.status === 'rejected' ? [] : addresses.value.map((address) => ({ address, family }));
  const all = [...ofFamily(v4, 4), ...ofFamily(v6, 6)];
  // An alias that leads nowhere is an empty answer, and no error.
  if (all.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
  return all;
}

/** Looks at the addresses that a name resolves to, and throws if none of them is to be connected to. */
export type LookAt = (addresses: string[]) => void;

/** The look-up for connections; the agents then check the addresses that it found. */
export const lookupFor =
  (lookAt: LookAt, servers?: DnsServers): LookupFunction =>
  (name, { all }, callback) => {
    addressesOf(name, servers)
      .then((candidates) => {
        const addresses = candidates.map(({ address }) => address);
        if (addresses.some(isIpv4Compatible)) throw new Error('an IPv4-compatible address');
        lookAt(addresses);
        return candidates;
      })
      .then(
        (addresses) =>
          all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
        (error: Error) => callback(error, ''),
      );
  };
