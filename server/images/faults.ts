/** The faults of pictures. Those of fetched ones have their words in `image` of src/ui/words. */
import type { FetchWhy } from '../http/outgoing/fetch-guarded.ts';
import type { PictureWhy } from './format.ts';

export type ImageWhy = FetchWhy | PictureWhy;

/** Why an uploaded file is no picture; the text follows the label of its field. */
const uploaded: Record<PictureWhy | 'large', string> = {
  large: 'has more than 10 MB; choose a smaller one',
  kind: 'is not a PNG, JPEG, WebP, GIF or AVIF image; save an SVG as PNG',
  broken: 'cannot be read to its end; save it again as PNG or JPEG',
  pixels: 'has more than 40 million pixels; save it with at most 5000 pixels on a side',
  heavy: 'takes too much memory or time to decode; save it as JPEG or PNG with at most 2000 pixels on a side',
  small: 'has fewer than 48 pixels on a side; choose a larger one',
};

export const uploadFault = (why: keyof typeof uploaded): string => uploaded[why];
