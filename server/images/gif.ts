/** GIF: keeps its first image, without comments and application extensions. Half a million frames fit into 10 MB. */
import { type Format, latin1, Unreadable } from './format.ts';

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const graphicControl = 0xf9;
const screenBytes = 13;
const imageBytes = 10;

/** The size of the colour table that the flags announce. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Keeps the screen, its colours, and everything up to the end of the first image. */
function clean(bytes: Buffer): Buffer {
  let at = screenBytes + tableBytes(bytes[10] ?? 0);
  const kept: Buffer[] = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === block.image) {
      const data = at + imageBytes + tableBytes(bytes[at + 9] ?? 0);
      // A byte with the code size comes before the data.
      const end = endOfBlocks(bytes, data + 1);
      return Buffer.concat([...kept, bytes.subarray(at, end), Buffer.from([block.trailer])]);
    }
    if (kind !== block.extension) break;
    const end = endOfBlocks(bytes, at + 2);
    // If there are several, only the last one counts.
    if (bytes[at + 1] === graphicControl) kept.splice(1, 1, bytes.subarray(at, end));
    at = end;
  }
  throw new Unreadable('broken');
}

/** Skips data blocks, each with its size before it, up to the empty one. */
function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length;) {
    const size = bytes[at] as number;
    at += 1 + size;
    if (size === 0) return at;
  }
  // Truncated within its pixels: the decoder reports it.
  return bytes.length;
}

export const gif: Format = { is: (bytes) => /^GIF8[79]a$/.test(latin1(bytes, 0, 6)), clean };
