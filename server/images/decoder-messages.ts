/**
 * The output of the decoding process: a byte when it is ready, then a header as JSON, then the bytes of the picture.
 */
import type { PictureWhy } from './format.ts';
import type { Drawn } from './picture.ts';

/** Written as soon as the program has loaded: if the process ends before it, that is not the image's fault. */
export const ready = Buffer.from([1]);

/** Bytes of the header's length, which precedes it. */
export const lengthBytes = 4;

export function frame(picture: Drawn | PictureWhy): Buffer {
  const isRefused = typeof picture === 'string';
  const head = isRefused
    ? { why: picture }
    : { ...picture, large: picture.large.length, small: picture.small.length };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...(isRefused ? [] : [picture.large, picture.small])]);
}
