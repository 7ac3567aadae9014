/**
 * Files and pages that anybody may have, compressed. Nothing else is: with what a stranger puts into a reply next to a
 * secret, its compressed length tells the secret letter by letter (BREACH).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** The `Cache-Control` of a file whose name has the digest of its content. */
export const forEver = 'public, max-age=31536000, immutable';

/** A file of the build. It is compressed in another thread, once, when it is first requested. */
export type PublicFile = { plain: Buffer; etag: string; gzip: Compressed; brotli: Compressed };
type Compressed = () => Promise<Buffer>;

/** `digest`: of the content, a part of it or whole. */
export const publicFile = (plain: Buffer, digest: string): PublicFile => ({
  plain,
  // Weak: the same for every form of the file, compressed or not.
  etag: `W/"${digest}"`,
  gzip: once(() => gzipOf(plain, { level: 9 })),
  brotli: once(() => brotliOf(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
});

function once(compress: Compressed): Compressed {
  let compressed: Promise<Buffer> | undefined;
  return () => (compressed ??= compress());
}

/** Checked one by one: given several, Express returns the one that the browser names first, which is gzip. */
const takes = (request: Request, encoding: string): boolean => !!request.acceptsEncodings(encoding);

/** Sends a file in the smallest form that the browser accepts, or nothing if it has the file. */
export async function sendPublicFile(
  response: Response,
  file: PublicFile,
  { type, cacheControl }: { type: string; cacheControl: string },
): Promise<void> {
  response.set({ 'Cache-Control': cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' });
  const known = response.req.headers['if-none-match'];
  if (known === '*' || known?.includes(file.etag.slice(2))) {
    response.status(304).end();
    return;
  }
  response.type(type);
  if (takes(response.req, 'br')) response.set('Content-Encoding', 'br').end(await file.brotli());
  else if (takes(response.req, 'gzip')) response.set('Content-Encoding', 'gzip').end(await file.gzip());
  else response.end(file.plain);
}

/**
 * Returns whether a reply may hold a secret: the names of all our cookies with one begin so. The one of FedCM, which
 * requests of other sites carry, too, is read by its own addresses only, which send no text.
 */
const hasSecrets = ({ headers }: Request): boolean => /mh_(?!fedcm)/.test(headers.cookie ?? '');

/** Sends text that is made for each request, such as a page, compressed if its reader has no secret here. */
export async function sendText(response: Response, type: string, text: string): Promise<void> {
  response.type(type).vary('Accept-Encoding');
  if (hasSecrets(response.req) || !takes(response.req, 'gzip')) response.send(text);
  else response.set('Content-Encoding', 'gzip').send(await gzipOf(text));
}
