/** The text of an API key: `mh_`, 32 random base62 characters, and a checksum of 6, which reveals a wrong paste. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyShape = /^mh_[0-9A-Za-z]{38}$/;

const checksum = (random: string): string => {
  let rest = crc32(random);
  let text = '';
  for (let digit = 0; digit < 6; digit++) {
    text = base62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

export function newKeyText(): string {
  let random = '';
  for (let digit = 0; digit < 32; digit++) random += base62.charAt(randomInt(62));
  return `mh_${random}${checksum(random)}`;
}

/** Whether a text can be a key: a mistyped or truncated paste is recognised without querying the store. */
export const isKeyText = (text: string): boolean =>
  keyShape.test(text) && checksum(text.slice(3, 35)) === text.slice(35);
