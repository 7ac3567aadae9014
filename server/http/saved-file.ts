/** Files that a page offers for saving, sent piece by piece: they may be long. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Log } from '../log.ts';

export type SavedFile = { file: AsyncIterable<string>; type: string; name: string; headers?: undefined };

export function sendSavedFile(response: Response, { file, type, name }: SavedFile, log: Log): void {
  response.type(type).attachment(name);
  pipeline(Readable.from(file), response).catch((error: unknown) => {
    // The reader went away, or the store failed: the file ends early, and the browser reports that.
    if (!response.destroyed) log.error({ err: error }, 'a file was not sent whole');
  });
}
