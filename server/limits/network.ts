/**
 * The network that a request is counted for: its IPv4 address, or its IPv6 network. A household or a rented server has
 * at least a whole /64 of IPv6 addresses, and often a /56 or /48; a limit per address would not limit it at all.
 */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** `weight`: how many times the limit of one network a wider one may use, because it may contain several households. */
export type Network = { name: string; weight: number };

const ipv6Widths = [
  { bits: 64, weight: 1 },
  { bits: 56, weight: 4 },
  { bits: 48, weight: 16 },
] as const;

// Some proxies write the port into X-Forwarded-For: 203.0.113.7:51234 or [2001:db8::1]:443.
const withPort = /^(?:\[([^\]]{1,64})\]|(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}))(?::\d{1,5})?$/;

/** Those of one client, from narrow to wide. */
export type Networks = readonly [Network, ...Network[]];

/** Characters; with zone, brackets and port. */
const longestAddress = 100;

/** Parsing an address costs more than all else that is done to admit a request. */
const parsedBefore = new LRUCache<string, Networks>({ max: 10_000 });

/** The name of the widest: of a site with many /64 networks, one. */
export const widestOf = (networks: Networks): string => (networks.at(-1) ?? networks[0]).name;

/** The networks of an address, from narrow to wide; all invalid addresses share one network. */
export function networksOf(address: string): Networks {
  const known = parsedBefore.get(address);
  if (known) return known;
  const networks = parse(address);
  // A proxy may pass on a text of any length.
  if (address.length <= longestAddress) parsedBefore.set(address, networks);
  return networks;
}

function parse(address: string): Networks {
  const [, ipv6, ipv4] = withPort.exec(address.trim()) ?? [];
  const plain = ipv6 ?? ipv4 ?? address.trim();
  if (!ipaddr.isValid(plain)) return [{ name: 'unknown', weight: 1 }];
  // IPv4 addresses mapped into IPv6 become IPv4 again, however they are written.
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return [{ name: parsed.toString(), weight: 1 }];
  const bytes = parsed.toByteArray();
  const within = (bits: number) => {
    const prefix = bytes.map((byte, at) => (at * 8 < bits ? byte : 0));
    return `${new ipaddr.IPv6(prefix).toString()}/${bits}`;
  };
  const [narrowest, ...wider] = ipv6Widths.map(({ bits, weight }) => ({ name: within(bits), weight }));
  return [narrowest as Network, ...wider];
}

/** The narrowest network of an address. */
export const networkOf = (address: string): string => networksOf(address)[0].name;
