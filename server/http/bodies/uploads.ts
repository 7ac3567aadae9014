/**
 * Reads posted forms that may have a file. Few of their long bodies are read at a time, because each is held in memory;
 * none waits, because the time for a body runs meanwhile.
 */
import type { Request } from 'express';
import { FairQueue } from '../../limits/fair-queue.ts';
import { networksOf } from '../../limits/network.ts';
import { formWithFile, type RequestFields, readBody } from './body.ts';

/** Bytes of a file. */
export const maxFileBytes = 10 * 1024 * 1024;
/** One address may have two of them, for two people of a household. */
const maxAtOnce = 12;

const advice = 'go back: what you typed is there; try again in a few seconds';

type ReadUpload = (
  request: Request,
  field: string,
  maxBytes: number,
) => Promise<{ fields: RequestFields; file?: Buffer }>;

export function uploadReader(): ReadUpload {
  const queue = new FairQueue({ workers: maxAtOnce, places: maxAtOnce, what: 'files', advice });
  return async (request, field, maxBytes) => {
    const smaller =
      ', of which the file may have 10 MB. Go back: what you typed is there; choose a smaller file';
    const read = () => readBody(request, maxFileBytes + maxBytes, smaller);
    const isLong = Number(request.headers['content-length'] ?? Infinity) > maxBytes;
    const body = await (isLong ? queue.run(networksOf(request.ip ?? ''), read) : read());
    return formWithFile(body, field, maxBytes);
  };
}
