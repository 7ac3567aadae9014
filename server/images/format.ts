/** The interface of the image formats: how a format is recognised, and how a file is reduced before it is decoded. */

/** The reasons why bytes are not accepted as an image; faults.ts has a message for each. */
export type PictureWhy = 'kind' | 'broken' | 'pixels' | 'small' | 'scans' | 'heavy';

/** Thrown by a format to refuse a file. */
export class Unreadable extends Error {
  readonly why: PictureWhy;
  constructor(why: PictureWhy) {
    super(why);
    this.why = why;
  }
}

export type Format = {
  /** Recognises the format by its first bytes; the Content-Type of the server is ignored. */
  is: (bytes: Buffer) => boolean;
  /** Returns the same image without anything that a decoder does not need; linear in the size of the file. */
  clean: (bytes: Buffer) => Buffer;
  /** Set for a format whose decoder takes more memory per pixel than the others. */
  maxPixels?: number;
};

/** Bytes of a colour profile, uncompressed: profiles for print have half a megabyte. */
export const maxProfileBytes = 1024 * 1024;

export const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
