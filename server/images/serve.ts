/**
 * GET /images/<picture>.webp, and <picture>-640.webp for lists: open to pages of any site once the project is
 * published.
 */
import type { Express, NextFunction, Request, Response } from 'express';
import { isShown } from '../projects/visibility.ts';
import type { Visitor } from '../http/pages.ts';
import type { ImageStore } from './store.ts';
import type { UploadStore } from './upload-store.ts';

export type Serving = {
  visitorOf: (cookies: string | undefined, now: number) => Promise<Visitor | undefined>;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
  /** The drafts and projects that an uploaded picture is held for. */
  holders: UploadStore['holders'];
  /** Whether a draft is the visitor's. */
  isDraftOf: (draft: number, cookies: string | undefined, accountId: number | undefined) => Promise<boolean>;
};

const shape = /^([0-9a-f]{32})(-640)?\.webp$/;

export function mountImages(
  app: Express,
  images: ImageStore,
  { visitorOf, manages, holders, isDraftOf }: Serving,
): void {
  /**
   * Before publication, only the project's managers and editors, and the author of a draft: nobody may use the directory to show an image publicly
   * that no editor has seen.
   */
  const audience = async (picture: string, request: Request): Promise<'all' | 'some' | undefined> => {
    const projects = await images.shownBy(picture);
    if (projects.some(isShown)) return 'all';
    const held = await holders(picture);
    if (projects.length + held.length === 0) return undefined;
    const { cookie } = request.headers;
    const visitor = await visitorOf(cookie, Date.now());
    for (const { kind, id } of held)
      if (kind === 'draft' && (await isDraftOf(id, cookie, visitor?.accountId))) return 'some';
    if (!visitor) return undefined;
    const ids = [
      ...projects.map(({ project_id: id }) => id),
      ...held.flatMap(({ kind, id }) => (kind === 'project' ? [id] : [])),
    ];
    if (visitor.role !== 'none' && ids.length > 0) return 'some';
    for (const id of ids) if (await manages(id, visitor.accountId)) return 'some';
    return undefined;
  };

  const answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const [, picture, isSmall] = shape.exec(String(request.params['file'])) ?? [];
    const seenBy = picture === undefined ? undefined : await audience(picture, request);
    if (picture === undefined || seenBy === undefined) return next();
    const etag = `"${picture}${isSmall ?? ''}"`;
    response.set({
      // The name is the digest of the content, so it always means the same content.
      'Cache-Control': seenBy === 'all' ? 'public, max-age=31536000, immutable' : 'private, no-store',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    });
    if (request.headers['if-none-match']?.includes(etag)) {
      response.status(304).end();
      return;
    }
    const row = await images.bytes(picture, isSmall ? 'small' : 'large');
    if (!row) return next();
    response.set('Content-Type', 'image/webp').send(Buffer.from(Object.values(row)[0] as Uint8Array));
  };

  app.get('/images/:file', (request, response, next) => {
    answer(request, response, next).catch(next);
  });
}
