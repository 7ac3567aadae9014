/**
 * JPEG: metadata is removed before decoding, and scans are counted: each scan of a progressive JPEG visits every block
 * of the image, so a file of half a megabyte with thousands of scans takes minutes.
 */
import { type Format, latin1, maxProfileBytes, Unreadable } from './format.ts';
import { exifOf, orientationIn } from './orientation.ts';

/** Cameras and programs write between one and about a dozen. */
const maxScans = 100;

/** Tables and headers between scans; a real file has a few dozen. */
const maxSegments = 2_000;

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, app: 0xe0 };
const isApp = (code: number) => code >= marker.app && code <= marker.app + 15;
/** Markers without a length: TEM, the restarts, start of image. */
const isBare = (code: number) => code === 0x01 || (code >= 0xd0 && code <= marker.start);

/**
 * Keeps the parts needed for decoding: tables, frames, scans, colour information (JFIF, Adobe, ICC), and the
 * orientation.
 */
function clean(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let scans = 0;
  let segments = 0;
  let profile = 0;
  let orientation = 1;
  const finish = () => {
    if (orientation !== 1) kept.splice(1, 0, exifSegment(orientation));
    return Buffer.concat(kept);
  };
  for (let at = 2; ;) {
    at = nextMarker(bytes, at);
    const code = bytes[at + 1] as number;
    if (code === marker.end) {
      // Anything after the end is another image, or no image.
      kept.push(bytes.subarray(at, at + 2));
      return finish();
    }
    if (isBare(code)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) throw new Unreadable('broken');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length || ++segments > maxSegments) throw new Unreadable('broken');
    const segment = bytes.subarray(at, end);
    if (code === marker.scan) {
      if (++scans > maxScans) throw new Unreadable('scans');
      const next = endOfScan(bytes, end);
      kept.push(bytes.subarray(at, next));
      // Truncated within its pixels: the decoder reports it.
      if (next === bytes.length) return finish();
      at = next;
      continue;
    }
    const kind = isApp(code) ? noteOf(code, segment) : code === marker.comment ? undefined : 'table';
    if (kind === 'exif') orientation = orientationIn(segment.subarray(10));
    if (kind === 'profile') profile += segment.length;
    if (profile > maxProfileBytes) throw new Unreadable('broken');
    if (kind !== undefined && kind !== 'exif') kept.push(segment);
    at = end;
  }
}

/** Finds the next marker, 0xff and a code, and skips other bytes, as libjpeg does. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff) return at;
  }
  throw new Unreadable('broken');
}

/** Finds the end of a scan's data: a marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

function noteOf(code: number, segment: Buffer): 'colours' | 'profile' | 'exif' | undefined {
  const starts = (text: string) => latin1(segment, 4, 4 + text.length) === text;
  if (code === marker.app && starts('JFIF\0')) return 'colours';
  if (code === marker.app + 14 && starts('Adobe')) return 'colours';
  if (code === marker.app + 2 && starts('ICC_PROFILE\0')) return 'profile';
  return code === marker.app + 1 && starts('Exif\0\0') ? 'exif' : undefined;
}

function exifSegment(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)]);
  const head = Buffer.from([0xff, marker.app + 1, 0, data.length + 2]);
  return Buffer.concat([head, data]);
}

export const jpeg: Format = { is: (bytes) => latin1(bytes, 0, 3) === '\xff\xd8\xff', clean };
