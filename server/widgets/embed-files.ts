/**
 * The public embed files: filled in with this service's address and name at start, each with a copy named by its
 * content hash for owners who pin it. A file is compressed once, when it is first requested, so that a start does
 * not wait for it. Next to them, the licences of what all built files contain.
 */
import { join } from 'node:path';
import type { Express } from 'express';
import { forEver, publicFile, type PublicFile, sendPublicFile } from '../http/public-file.ts';
import { filledEmbeds, type EmbedSettings } from './filled-embeds.ts';
import type { PinnedCopies } from './pinned-copies.ts';

type EmbedFile = PublicFile & { cacheControl: string };

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
    if (!file) return next();
    response.set(anywhere);
    await sendPublicFile(response, file, { type: 'js', cacheControl: file.cacheControl });
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
  ...publicFile(plain, short),
  cacheControl: forEver,
});

/** Pages of any site may load, measure and pin these files. */
const anywhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};
