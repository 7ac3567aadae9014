/** Derives the digest by which a profile is found from an address; the address itself is not stored. */
import type { Forms } from '../pepper/ring.ts';
import { plainAddress, sha256, type Keyed } from '../secrets.ts';

/** SHA-256 of the trimmed, lower-cased address: the same that callers who hash send. */
export const addressSha256 = (address: string): string => sha256(plainAddress(address));

/** The stored digest: without the pepper it cannot be compared with a list of addresses. */
export const profileDigest = (keyed: Keyed, sha256OfAddress: string): Forms =>
  keyed.all('address', sha256OfAddress);
