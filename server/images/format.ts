/** What each image format has in common here: how it is known, and how a file is bounded before it is decoded. */

/** Why bytes are no picture for us; faults.ts says each in words. */
export type PictureWhy = 'kind' | 'broken' | 'pixels' | 'small' | 'scans' | 'heavy';

/** Thrown by a format that refuses a file. */
export class Unreadable extends Error {
  readonly why: PictureWhy;
  constructor(why: PictureWhy) {
    super(why);
    this.why = why;
  }
}

export type Format = {
  /** By its first bytes; what a server calls it says nothing. */
  is: (bytes: Buffer) => boolean;
  /** The same picture without anything that a decoder need not see; linear in the file's size. */
  clean: (bytes: Buffer) => Buffer;
  /** Where its decoder takes more memory for each pixel than the others do. */
  maxPixels?: number;
};

/** A profile of colours, uncompressed: those for print have half a megabyte. */
export const maxProfileBytes = 1024 * 1024;

export const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
