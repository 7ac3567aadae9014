/**
 * The public embed files: filled in with this service's address and name at start, each with a copy named by its
 * content hash for owners who pin it. A file is compressed once, when it is first requested, so that a start does
 * not wait for it. Next to them, the licences of what all built files contain.
 */
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import { filledEmbeds, type EmbedSettings } from './filled-embeds.ts';
import type { PinnedCopies } from './pinned-copies.ts';

type EmbedFile = {
  plain: Buffer;
  gzip: () => Buffer;
  brotli: () => Buffer;
  etag: string;
  cacheControl: string;
};

/** For each file, this build's copy under its content hash: for owners who pin it. */
export type Pinned = Record<string, { file: string; integrity: string }>;

export async function mountEmbedFiles(
  app: Express,
  copies: PinnedCopies,
  settings: EmbedSettings & { slug: string },
): Promise<Pinned> {
  const files = new Map<string, EmbedFile>();
  const integrity: Pinned = {};
  const filled = filledEmbeds(settings);
  for (const { file, content, short, twin, ...one } of filled) {
    const copy = pinnedFile(Buffer.from(content), short);
    const stable = { ...copy, cacheControl: 'public, max-age=3600, stale-while-revalidate=604800' };
    files.set(file, stable);
    // The operator's slug is part of a file name, too: clients of an existing service change nothing.
    files.set(file.replace('_service_', `_${settings.slug}_`), stable);
    files.set(twin, copy);
    integrity[file] = { file: twin, integrity: one.integrity };
  }
  await copies.keep(
    filled.map(({ twin, content }) => ({ file: twin, content })),
    Date.now(),
  );
  app.get('/static/api/manifest.json', (_request, response) => {
    response.set(anywhere).set('Cache-Control', 'public, max-age=300').json(integrity);
  });
  app.get('/static/api/licences.txt', (_request, response) => {
    response.set(anywhere).set('Cache-Control', 'public, max-age=3600');
    response.sendFile('licences.txt', { root: join(settings.dist, 'embeds') });
  });
  app.get('/static/api/:file', async (request, response, next) => {
    const name = request.params.file;
    const file = files.get(name) ?? (await ofAnotherBuild(name));
    if (file) sendFile(request, response, file);
    else next();
  });

  /** A copy that another build served: an earlier release, or another process during an upgrade. */
  async function ofAnotherBuild(name: string): Promise<EmbedFile | undefined> {
    const [, short] = pinnedName.exec(name) ?? [];
    const content = short && (await copies.find(name));
    if (!short || content === undefined) return undefined;
    const copy = pinnedFile(Buffer.from(content), short);
    files.set(name, copy);
    return copy;
  }

  return integrity;
}

/** The names that `mountEmbedFiles` gives to copies: for any other name, the store is not queried. */
const pinnedName = /^\w{1,100}\.([\w-]{12})\.js$/;

const pinnedFile = (plain: Buffer, short: string): EmbedFile => ({
  plain,
  gzip: once(() => gzipSync(plain, { level: 9 })),
  brotli: once(() => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
  // Weak: the same for every form of the file, compressed or not.
  etag: `W/"${short}"`,
  cacheControl: 'public, max-age=31536000, immutable',
});

function once(compress: () => Buffer): () => Buffer {
  let compressed: Buffer | undefined;
  return () => (compressed ??= compress());
}

/** Pages of any site may load, measure and pin these files. */
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
  // Checked one by one: given several, Express returns the one that the browser names first, which is gzip.
  const may = (encoding: string) => !!request.acceptsEncodings(encoding);
  response.set('Content-Type', 'text/javascript; charset=utf-8');
  if (may('br')) response.set('Content-Encoding', 'br').end(file.brotli());
  else if (may('gzip')) response.set('Content-Encoding', 'gzip').end(file.gzip());
  else response.end(file.plain);
}
