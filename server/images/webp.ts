/** WebP: metadata and all but the first image of an animation are removed before decoding. */
import { type Format, latin1, maxProfileBytes, Unreadable } from './format.ts';
import { exifOf, orientationIn } from './orientation.ts';

const pixels = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);
const headBytes = 8;
const extendedBytes = 10;
/** The flags of VP8X for the parts that the file contains. */
const flag = { exif: 0x08, xmp: 0x04 };

/** Keeps the pixels, the colour profile and the orientation. */
function clean(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let extended: Buffer | undefined;
  let orientation = 1;
  const seen = new Set<string>();
  const stop = Math.min(bytes.length, headBytes + bytes.readUInt32LE(4));
  for (let at = 12; at + headBytes <= stop;) {
    const name = latin1(bytes, at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + headBytes + size;
    // Truncated within its pixels: the decoder reports it.
    const data = bytes.subarray(at + headBytes, Math.min(end, stop));
    if (name === 'VP8X' && !seen.has(name) && data.length === extendedBytes) extended = Buffer.from(data);
    else if (name === 'EXIF') orientation = orientationIn(withoutName(data));
    else if (name === 'ICCP' && !seen.has(name)) {
      if (size > maxProfileBytes) throw new Unreadable('broken');
      kept.push(bytes.subarray(at, Math.min(end + (size & 1), stop)));
    } else if (pixels.has(name) && !seen.has(name))
      kept.push(bytes.subarray(at, Math.min(end + (size & 1), stop)));
    seen.add(name);
    at = end + (size & 1);
  }
  if (!extended) return riff(kept);
  extended[0] = ((extended[0] as number) & ~(flag.exif | flag.xmp)) | (orientation === 1 ? 0 : flag.exif);
  return riff([
    chunk('VP8X', extended),
    ...kept,
    ...(orientation === 1 ? [] : [chunk('EXIF', exifOf(orientation))]),
  ]);
}

/** Some programs start the data with a name, as in JPEG. */
const withoutName = (exif: Buffer) => (latin1(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);

function riff(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Our chunks have an even size, so no padding byte is needed. */
function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

export const webp: Format = {
  is: (bytes) => latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP',
  clean,
};
