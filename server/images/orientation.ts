/**
 * The only metadata of a camera that a picture needs: how to rotate it. It is read from the Exif data of the file and
 * written into new Exif data, so that everything else (place, camera, names) reaches no decoder.
 */

const orientationTag = 0x0112;
const entryBytes = 12;

/**
 * Reads the orientation, 1 to 8, from Exif data without its `Exif\0\0`; returns 1 if there is none that can be read.
 */
export function orientationIn(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 4);
  if (exif.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return 1;
  const isLittle = order === 'II*\0';
  const read16 = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (directory + 2 > exif.length) return 1;
  const entries = read16(directory);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * entryBytes;
    if (at + entryBytes > exif.length) return 1;
    if (read16(at) !== orientationTag) continue;
    const value = read16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data with the orientation and nothing else. */
export function exifOf(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(orientationTag, 10);
  // Type SHORT, count one, left-aligned in its four bytes; no further directory.
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
