/**
 * PNG: everything except pixels is removed before decoding: a text or profile chunk of 8 kB may inflate to 8 MB, and
 * libpng accepts a thousand of them.
 */
import { crc32 } from 'node:zlib';
import { type Format, latin1, Unreadable } from './format.ts';
import { exifOf, orientationIn } from './orientation.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const headerBytes = 13;
const maxPaletteBytes = 256 * 3;
/** The length, the name and the checksum around a chunk's data. */
const frameBytes = 12;

/**
 * Keeps IHDR, PLTE, tRNS, IDAT and IEND, and the orientation from Exif data. Keeps only the first image of an
 * animation.
 */
function clean(bytes: Buffer): Buffer {
  const kept: Buffer[] = [signature];
  let orientation = 1;
  const seen = new Set<string>();
  for (let at = signature.length; ;) {
    if (at + frameBytes > bytes.length) throw new Unreadable('broken');
    const size = bytes.readUInt32BE(at);
    const end = at + frameBytes + size;
    if (end > bytes.length) throw new Unreadable('broken');
    const name = latin1(bytes, at + 4, at + 8);
    if (name === 'eXIf') orientation = orientationIn(bytes.subarray(at + 8, end - 4));
    if (needed.has(name)) {
      mustBeInPlace(name, size, seen);
      seen.add(name);
      // Before the pixels: a streaming decoder reads nothing after them.
      if (name === 'IEND' && orientation !== 1) kept.splice(2, 0, chunk('eXIf', exifOf(orientation)));
      kept.push(bytes.subarray(at, end));
      if (name === 'IEND') return Buffer.concat(kept);
    }
    at = end;
  }
}

/** The header must come first and have its size; a palette and its transparency come once, before the pixels. */
function mustBeInPlace(name: string, size: number, seen: ReadonlySet<string>): void {
  const isFirst = seen.size === 0;
  const isRight =
    name === 'IHDR'
      ? isFirst && size === headerBytes
      : name === 'IDAT' || name === 'IEND'
        ? !isFirst && (name === 'IDAT' || seen.has('IDAT'))
        : !isFirst && !seen.has(name) && !seen.has('IDAT') && size <= maxPaletteBytes;
  if (!isRight) throw new Unreadable('broken');
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(frameBytes + data.length);
  whole.writeUInt32BE(data.length);
  whole.write(name, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

export const png: Format = { is: (bytes) => bytes.subarray(0, 8).equals(signature), clean };
