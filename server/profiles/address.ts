/** From an address to the digest that finds its profile; the address itself is dropped on the way. */
import { plainAddress, sha256, type Keyed } from '../secrets.ts';

/** What a caller who hashes sends: SHA-256 of the trimmed, lower-cased address. */
export const addressSha256 = (address: string): string => sha256(plainAddress(address));

/** What is stored: without the pepper it cannot be matched against a list of addresses. */
export const profileDigest = (keyed: Keyed, sha256OfAddress: string): string =>
  keyed('address', sha256OfAddress);
