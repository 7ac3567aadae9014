/**
 * GET /images/<picture>.webp, and <picture>-640.webp for lists: open to pages of any site once the project is
 * published.
 */
import type { Express, NextFunction, Request, Response } from 'express';
import { isShown } from '../db/standing.ts';
import type { Visitor } from '../http/pages.ts';
import type { ImageStore } from './store.ts';

export type Serving = {
  visitorOf: (cookies: string | undefined, now: number) => Promise<Visitor | undefined>;
  manages: (projectId: number, accountId: number) => Promise<boolean>;
};

const shape = /^([0-9a-f]{32})(-640)?\.webp$/;

export function mountImages(app: Express, images: ImageStore, { visitorOf, manages }: Serving): void {
  /**
   * Before publication, only the project's managers and editors: nobody may use the directory to show an image publicly
   * that no editor has seen.
   */
  const audience = async (picture: string, request: Request): Promise<'all' | 'some' | undefined> => {
    const projects = await images.shownBy(picture);
    if (projects.some(isShown)) return 'all';
    const visitor = projects.length > 0 && (await visitorOf(request.headers.cookie, Date.now()));
    if (!visitor) return undefined;
    if (visitor.role !== 'none') return 'some';
    for (const { project_id: id } of projects) if (await manages(id, visitor.accountId)) return 'some';
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
