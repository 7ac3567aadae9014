/** Sends a file that belongs to the site, such as a feed or a picture. Programs ask again with its `ETag`. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { sendText } from './public-file.ts';

export type WholeFile = { content: string | Uint8Array; type: string };

export async function sendFile(response: Response, { content, type }: WholeFile): Promise<void> {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  // Weak: the same for the file and its compressed form.
  response.set('ETag', `W/${etag}`);
  if (response.req.headers['if-none-match']?.includes(etag)) response.status(304).end();
  else if (typeof content === 'string') await sendText(response, type, content);
  else response.set('Content-Type', type).send(Buffer.from(content));
}
