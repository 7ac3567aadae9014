/**
 * AVIF: the list of its parts is limited, because an image may consist of thousands of tiles, each with a decoder of
 * its own. The content of the parts is left to the decoder; decode-apart.ts limits its memory and time.
 */
import { type Format, latin1, Unreadable } from './format.ts';

/** Bytes of the box that lists the parts; a real one has some hundred, with a colour profile some thousand. */
const maxMetaBytes = 128 * 1024;
const maxBoxes = 64;

/** Pixels. The decoder takes 24 bytes for each: 280 MB for 12 million. */
const maxPixels = 16_000_000;

function clean(bytes: Buffer): Buffer {
  let boxes = 0;
  for (let at = 0; at + 8 <= bytes.length; boxes++) {
    if (boxes === maxBoxes) throw new Unreadable('heavy');
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > bytes.length) throw new Unreadable('broken');
    // 0: to the end of the file; 1: the size follows the name.
    const size =
      short === 0 ? bytes.length - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < 8) throw new Unreadable('broken');
    if (latin1(bytes, at + 4, at + 8) === 'meta' && size > maxMetaBytes) throw new Unreadable('heavy');
    at += size;
  }
  return bytes;
}

export const avif: Format = {
  is: (bytes) => /^ftyp(avif|avis)$/.test(latin1(bytes, 4, 12)),
  clean,
  maxPixels,
};
