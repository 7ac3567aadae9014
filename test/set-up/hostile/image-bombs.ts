/**
 * Image bombs: small files that make a decoder use gigabytes or minutes, and one honest photograph to compare them
 * with. They are made in code, except for the two AVIF files, which have one colour and a kilobyte: encoding them takes
 * eight seconds.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { root } from '../../../scripts/built.ts';

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}

/** A grey PNG of any declared size, with any pixel data and any chunks before them. */
export function greyPng(width: number, height: number, data: Buffer, before: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    ...before,
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pixel data of a grey PNG: a filter byte before each row. */
const greyRows = (width: number, height: number) => Buffer.alloc((width + 1) * height);

/** A PNG of 100 × 100 with compressed texts of 8 MB each, libpng's limit for one chunk; 8 kB in the file. */
function textPng(texts: number): Buffer {
  const inflated = deflateSync(Buffer.alloc(7_990_000, 'x'), { level: 9 });
  const chunks = Array.from({ length: texts }, (_, index) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`Comment${index}\0\0`, 'latin1'), inflated])),
  );
  return greyPng(100, 100, greyRows(100, 100), chunks);
}

const jpegSegment = (marker: number, ...data: number[]) => {
  const size = data.length + 2;
  return Buffer.from([0xff, marker, size >> 8, size & 255, ...data]);
};

/**
 * A progressive JPEG of four components with as many legal scans as possible: one for each bit of each of the 63
 * frequencies of each component. A scan has some bytes that mean "nothing until the end", and makes the decoder visit
 * every block of the image.
 */
export function scansJpeg(side: number, scans: number): Buffer {
  const components = [1, 2, 3, 4];
  const blocks = Math.ceil(side / 8) ** 2;
  // One table for AC codes: the 15 runs of blocks without coefficients (EOB0 to EOB14), four bits each.
  const runs = Array.from({ length: 15 }, (_, index) => index << 4);
  const codeCounts = [0, 0, 0, 15, ...Array.from({ length: 12 }, () => 0)];
  const noAc = bitsOf((put) => {
    for (let left = blocks; left > 0;) {
      const bits = Math.min(14, Math.floor(Math.log2(left)));
      const run = Math.min(left, 2 ** (bits + 1) - 1);
      put(bits, 4);
      put(run - 2 ** bits, bits);
      left -= run;
    }
  });
  // DC: category 0 for every block is one bit.
  const noDc = bitsOf((put) => {
    for (let block = 0; block < blocks * components.length; block++) put(0, 1);
  });
  const scanOf = (of: number[], [from, to, high, low]: number[], data: Buffer) =>
    Buffer.concat([
      jpegSegment(
        0xda,
        of.length,
        ...of.flatMap((id) => [id, 0]),
        from ?? 0,
        to ?? 0,
        ((high ?? 0) << 4) | (low ?? 0),
      ),
      data,
    ]);
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    jpegSegment(
      0xc2,
      ...[8, side >> 8, side & 255, side >> 8, side & 255, components.length],
      ...components.flatMap((id) => [id, 0x11, 0]),
    ),
    jpegSegment(0xc4, 0x00, 1, ...Array.from({ length: 15 }, () => 0), 0),
    jpegSegment(0xc4, 0x10, ...codeCounts, ...runs),
    scanOf(components, [0, 0, 0, 0], noDc),
  ];
  let left = scans - 1;
  for (const id of components)
    for (let frequency = 1; frequency <= 63; frequency++)
      for (let bit = 13; bit >= 0 && left > 0; bit--, left--)
        parts.push(scanOf([id], [frequency, frequency, bit === 13 ? 0 : bit + 1, bit], noAc));
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

/** Packs bits into bytes, with a zero after each 0xff and ones at the end, as JPEG requires. */
function bitsOf(write: (put: (value: number, bits: number) => void) => void): Buffer {
  const bytes: number[] = [];
  let current = 0;
  let count = 0;
  const putBit = (bit: number) => {
    current = (current << 1) | bit;
    if (++count < 8) return;
    bytes.push(current);
    if (current === 0xff) bytes.push(0);
    current = 0;
    count = 0;
  };
  write((value, bits) => {
    for (let bit = bits - 1; bit >= 0; bit--) putBit((value >> bit) & 1);
  });
  while (count > 0) putBit(1);
  return Buffer.from(bytes);
}

/** A GIF of 64 × 64 with many frames of one dot. */
function framesGif(frames: number): Buffer {
  const screen = Buffer.from([...Buffer.from('GIF89a'), 64, 0, 64, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const dot = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => dot), Buffer.from([0x3b])]);
}

const riffChunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
};

/** A WebP with metadata of any size around its pixels. */
async function notedWebp(noteBytes: number): Promise<Buffer> {
  const plain = await flat(300, 300).webp().toBuffer();
  const extended = Buffer.alloc(10);
  extended[0] = 0x0c;
  extended.writeUIntLE(299, 4, 3);
  extended.writeUIntLE(299, 7, 3);
  const notes = ['EXIF', 'XMP ', 'JUNK'].map((name) => riffChunk(name, Buffer.alloc(noteBytes, 'x')));
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', extended),
    plain.subarray(12),
    ...notes,
  ]);
  const whole = riffChunk('RIFF', body);
  return whole.subarray(0, 8 + body.length);
}

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#2a7' } });

const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

const stored = (name: string) => readFile(join(root, 'test/fixtures', name));

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>');

export type Bomb = {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /** The result: it is shown, or the reason why not. */
  ends: 'shown' | 'heavy' | 'kind' | 'pixels' | 'broken';
};

export const bombs: Bomb[] = [
  { name: 'a PNG with 35 texts of 8 MB', make: () => textPng(35), ends: 'heavy' },
  {
    name: 'a PNG of 900 million pixels',
    make: () => greyPng(30_000, 30_000, Buffer.alloc(1000)),
    ends: 'pixels',
  },
  { name: 'a progressive JPEG with 3,500 scans', make: () => scansJpeg(6000, 3500), ends: 'heavy' },
  { name: 'a GIF with 500,000 pictures', make: () => framesGif(500_000), ends: 'shown' },
  { name: 'a WebP with 9 MB of notes', make: () => notedWebp(3_000_000), ends: 'shown' },
  { name: 'an AVIF of 39 million pixels', make: () => stored('39-million-pixels.avif'), ends: 'heavy' },
  { name: 'an SVG', make: () => svg, ends: 'kind' },
  { name: 'a packed SVG', make: () => gzipSync(svg), ends: 'kind' },
];

/** Honest images of the largest size that the limits must accept. */
export const large: Bomb[] = [
  {
    name: 'a photograph of 6 million pixels',
    make: () => noisy(3000, 2000).jpeg({ quality: 98 }).toBuffer(),
    ends: 'shown',
  },
  { name: 'a JPEG of 36 million pixels in 100 scans', make: () => scansJpeg(6000, 100), ends: 'shown' },
  {
    name: 'an interlaced PNG of 39 million pixels',
    make: () => flat(7800, 5000, 4).png({ progressive: true }).toBuffer(),
    ends: 'shown',
  },
  { name: 'an AVIF of 12 million pixels', make: () => stored('12-million-pixels.avif'), ends: 'shown' },
];
