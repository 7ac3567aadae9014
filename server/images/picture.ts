/** From fetched bytes to a picture of our own: known formats only, within limits, drawn anew, nothing else kept. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** Why bytes are no picture for us; faults.ts says each in words. */
export type PictureWhy = 'kind' | 'broken' | 'pixels' | 'small';

/** `large` for a project's own page, `small` for lists; width and height are those of the large one. */
export type Picture = { name: string; width: number; height: number; large: Buffer; small: Buffer };

export const mostPixels = 40_000_000;
const leastSide = 48;
const mostBytes = 200_000;

// Only these decoders may run, whatever the bytes make of themselves. No SVG: it can load and run things.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// One thread of libvips for each picture: the service has other things to do.
sharp.concurrency(1);
sharp.cache(false);

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** By its first bytes; what a server calls it says nothing. */
function isKnownFormat(bytes: Buffer): boolean {
  return (
    text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' ||
    text(bytes, 0, 3) === '\xff\xd8\xff' ||
    /^GIF8[79]a$/.test(text(bytes, 0, 6)) ||
    (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') ||
    /^ftyp(avif|avis)$/.test(text(bytes, 4, 12))
  );
}

/** Sizes and qualities from the best; the first that is small enough is taken. */
const attempts = [
  { share: 1, quality: 80 },
  { share: 1, quality: 60 },
  { share: 0.75, quality: 50 },
  { share: 0.5, quality: 40 },
];

export async function readPicture(bytes: Buffer): Promise<Picture | PictureWhy> {
  if (!isKnownFormat(bytes)) return 'kind';
  // The first picture of an animation only.
  const open = () =>
    sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true }).timeout({
      seconds: 20,
    });
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return 'pixels';
    if (Math.min(width, height) < leastSide) return 'small';
    // Turned as its camera noted, then without a note of any kind: no place, no camera, no name.
    const whole = await open().autoOrient().toColourspace('srgb').resize(fitting(1280)).png().toBuffer();
    const large = await encoded(() => sharp(whole), 1280);
    const small = await encoded(() => sharp(whole), 640);
    return {
      name: createHash('sha256').update(large.data).digest('hex').slice(0, 32),
      width: large.info.width,
      height: large.info.height,
      large: large.data,
      small: small.data,
    };
  } catch {
    return 'broken';
  }
}

const fitting = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

async function encoded(open: () => Sharp, side: number) {
  for (const { share, quality } of attempts) {
    const picture = await open()
      .resize(fitting(Math.round(side * share)))
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (picture.data.length <= mostBytes) return picture;
  }
  throw new Error('no attempt is small enough');
}
