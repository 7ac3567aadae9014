/** Converts fetched bytes into a picture: known formats only, within limits, re-encoded, with no other data kept. */
import sharp, { type Sharp } from 'sharp';
import { isKnownFormat, type PictureWhy } from './format.ts';

/** `large` for a project's own page, `small` for lists; width and height are those of the large one. */
export type Drawn = { width: number; height: number; large: Buffer; small: Buffer };

const maxPixels = 40_000_000;
/** Its decoder takes 24 bytes for each pixel, so that more end at the limit of memory. */
const maxAvifPixels = 16_000_000;
const minSide = 48;
const maxPictureBytes = 200_000;

// Only these decoders may run, whatever the bytes claim to be. No SVG: it can load and run other content.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// One thread of libvips: the service needs the processor, too, and each thread takes memory of its own.
sharp.concurrency(1);
sharp.cache(false);

/** Sizes and qualities, the best first; the first result that is small enough is used. */
const attempts = [
  { share: 1, quality: 80 },
  { share: 1, quality: 60 },
  { share: 0.75, quality: 50 },
  { share: 0.5, quality: 40 },
];

/** Runs in a process of its own (decoder.ts): if a file exploits a decoder, nothing else is harmed. */
export async function readPicture(bytes: Buffer): Promise<Drawn | PictureWhy> {
  if (!isKnownFormat(bytes)) return 'kind';
  try {
    return await draw(bytes);
  } catch {
    return 'broken';
  }
}

async function draw(bytes: Buffer): Promise<Drawn | PictureWhy> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return 'pixels';
  if (format === 'heif' && width * height > maxAvifPixels) return 'heavy';
  if (Math.min(width, height) < minSide) return 'small';
  // The first image of an animation only.
  const image = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
    unlimited: false,
  });
  // Rotated by its orientation, then without any metadata: no place, no camera, no name.
  const whole = await image.autoOrient().toColourspace('srgb').resize(fitting(1280)).png().toBuffer();
  const large = await encoded(() => sharp(whole), 1280);
  const small = await encoded(() => sharp(whole), 640);
  return { width: large.info.width, height: large.info.height, large: large.data, small: small.data };
}

const fitting = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

async function encoded(open: () => Sharp, side: number) {
  for (const { share, quality } of attempts) {
    const picture = await open()
      .resize(fitting(Math.round(side * share)))
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (picture.data.length <= maxPictureBytes) return picture;
  }
  throw new Error('no attempt is small enough');
}
