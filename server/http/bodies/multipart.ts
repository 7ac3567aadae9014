/**
 * Reads multipart/form-data. The boundary is parsed from the header once, by the rules for MIME types on the web, and
 * the parser receives the same boundary: if the two read the header differently, a form could pass the limits below.
 */
import { MIMEType } from 'node:util';
import { parseMultipart } from '@remix-run/multipart-parser';
import { Refusal } from '../refusal.ts';

/**
 * Bytes. A part costs the parser far more than its length, and so does each line of its head: both are limited first.
 */
const maxHeadBytes = 1024;
const endOfHead = Buffer.from('\r\n\r\n');
// RFC 2046, section 5.1.1.
const boundaryShape = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function boundaryOf(contentType: string): string {
  let boundary: string | null = null;
  try {
    boundary = new MIMEType(contentType).params.get('boundary');
  } catch {
    // A header that is not a MIME type has no boundary.
  }
  if (boundary === null || !boundaryShape.test(boundary))
    throw new Refusal(
      'unreadable',
      'The header Content-Type of a multipart form must name its boundary: 1 to 70 plain characters.',
    );
  return boundary;
}

/** `isFile`: a file that was chosen; a file field that was left empty is none. */
export type FormPart = { name: string; bytes: Buffer; type: string; isFile: boolean };

/**
 * Returns the fields of a form, in order, each with its own Content-Type. Refuses more than `maxFields` before any is
 * parsed.
 */
export function partsOf(bytes: Buffer, contentType: string, maxFields: number): FormPart[] {
  const boundary = boundaryOf(contentType);
  mustBeFew(bytes, Buffer.from(`--${boundary}`), maxFields);
  const limits = { boundary, maxParts: maxFields, maxFileSize: bytes.length, maxTotalSize: bytes.length };
  // RFC 2046 5.1.1: anything before the first boundary is ignored.
  const form = bytes.subarray(Math.max(0, bytes.indexOf(`--${boundary}`)));
  try {
    return [...parseMultipart(form, limits)].map((part) => ({
      name: part.name ?? '',
      bytes: Buffer.from(part.arrayBuffer),
      type: part.headers['content-type'] ?? '',
      isFile: part.filename !== undefined && part.filename !== '',
    }));
  } catch {
    throw new Refusal('unreadable', 'The body is not readable as a multipart form.');
  }
}

function mustBeFew(bytes: Buffer, delimiter: Buffer, maxFields: number): void {
  let fields = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const start = at + delimiter.length;
    // Two hyphens after the last delimiter end the form.
    if (bytes[start] === 0x2d && bytes[start + 1] === 0x2d) continue;
    if (++fields > maxFields)
      throw new Refusal('unreadable', `A form may have at most ${maxFields} fields; send fewer.`);
    const head = bytes.subarray(start, start + maxHeadBytes + endOfHead.length);
    if (head.length > maxHeadBytes && !head.includes(endOfHead))
      throw new Refusal(
        'unreadable',
        `The head of a field in a multipart form may have at most ${maxHeadBytes} bytes; send a shorter name.`,
      );
  }
}
