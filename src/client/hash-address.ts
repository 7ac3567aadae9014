/** Hashes an address for `hashed`, for clients that do not want to send the address itself. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of an email address as 64 hexadecimal digits: trimmed, ASCII letters lower-cased, as UTF-8. Works where
 * `crypto.subtle` does not, such as on plain-http pages.
 */
export const hashAddress = (address: string): string =>
  bytesToHex(sha256(utf8ToBytes(address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()))));
