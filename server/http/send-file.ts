/** Sends a file that belongs to the site, such as a feed or a picture. Programs ask again with its `ETag`. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';

export type WholeFile = { content: string | Uint8Array; type: string };

export function sendFile(response: Response, { content, type }: WholeFile): void {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  response.set('ETag', etag);
  if (response.req.headers['if-none-match']?.includes(etag)) response.status(304).end();
  else response.set('Content-Type', type).send(bytes);
}
