/** How each accepted format begins, and the reasons why bytes are not accepted as an image. */

/** The reasons why bytes are not accepted as an image; faults.ts has a message for each. */
export type PictureWhy = 'kind' | 'broken' | 'pixels' | 'small' | 'heavy';

/** The first bytes of PNG, JPEG, GIF, WebP and AVIF; the Content-Type of the server is ignored. */
const beginning = /^(\x89PNG\r\n.\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi[fs])/s;

export const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

export const isKnownFormat = (bytes: Buffer): boolean => beginning.test(latin1(bytes, 0, 12));
