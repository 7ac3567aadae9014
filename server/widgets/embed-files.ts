/**
 * The public embed files: filled in with this service's address and name at start, each with a twin under its
 * content hash, compressed once: when they are first asked for, so that a start does not wait for it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import { embedFiles } from '../../widgets/entries/files.ts';

export type EmbedSettings = { dist: string; baseUrl: string; serviceName: string; slug: string };

type EmbedFile = {
  plain: Buffer;
  gzip: () => Buffer;
  brotli: () => Buffer;
  etag: string;
  cacheControl: string;
};

/** Of each file, the copy under its content hash: for owners who pin it. */
export type Pinned = Record<string, { file: string; integrity: string }>;

export function mountEmbedFiles(app: Express, settings: EmbedSettings): Pinned {
  const files = new Map<string, EmbedFile>();
  const integrity: Pinned = {};
  for (const { file } of embedFiles) {
    const plain = Buffer.from(filledIn(readFileSync(join(settings.dist, 'embeds', file), 'utf8'), settings));
    const short = createHash('sha256').update(plain).digest('base64url').slice(0, 12);
    const twin = file.replace(/\.js$/, `.${short}.js`);
    const compressed = {
      plain,
      gzip: once(() => gzipSync(plain, { level: 9 })),
      brotli: once(() => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
      // Weak: it means every form of the file, whichever way it is compressed.
      etag: `W/"${short}"`,
    };
    const stable = { ...compressed, cacheControl: 'public, max-age=3600, stale-while-revalidate=604800' };
    files.set(file, stable);
    // An operator's slug names the file too: clients of an existing service change nothing.
    files.set(file.replace('_service_', `_${settings.slug}_`), stable);
    files.set(twin, { ...compressed, cacheControl: 'public, max-age=31536000, immutable' });
    integrity[file] = {
      file: twin,
      integrity: `sha384-${createHash('sha384').update(plain).digest('base64')}`,
    };
  }
  app.get('/static/api/manifest.json', (_request, response) => {
    response.set(anywhere).set('Cache-Control', 'public, max-age=300').json(integrity);
  });
  app.get('/static/api/:file', (request, response, next) => {
    const file = files.get(request.params.file);
    if (file) sendFile(request, response, file);
    else next();
  });
  return integrity;
}

function once(compress: () => Buffer): () => Buffer {
  let compressed: Buffer | undefined;
  return () => (compressed ??= compress());
}

/** Any page of any site may load, measure and pin these. */
const anywhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};

function sendFile(request: Request, response: Response, file: EmbedFile): void {
  response
    .set(anywhere)
    .set({ 'Cache-Control': file.cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' });
  const known = request.headers['if-none-match'];
  if (known === '*' || known?.includes(file.etag.slice(2))) {
    response.status(304).end();
    return;
  }
  // Asked one by one: of several, Express answers what the browser names first, and browsers name gzip first.
  const may = (encoding: string) => !!request.acceptsEncodings(encoding);
  response.set('Content-Type', 'text/javascript; charset=utf-8');
  if (may('br')) response.set('Content-Encoding', 'br').end(file.brotli());
  else if (may('gzip')) response.set('Content-Encoding', 'gzip').end(file.gzip());
  else response.end(file.plain);
}

/** The settings' checks keep quotes and backslashes out of both values. */
function filledIn(code: string, { baseUrl, serviceName }: EmbedSettings): string {
  return code.replaceAll('__BASE_URL__', baseUrl).replaceAll('__SERVICE_NAME__', serviceName);
}
