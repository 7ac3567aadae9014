/**
 * Reads posted forms that may have a file. Few of their long bodies are read at a time, because each is held in memory;
 * one network has a part of the places, so that it cannot keep others out.
 */
import type { Request } from 'express';
import { networkOf } from '../limits/network.ts';
import { formWithFile, type RequestFields, readBody } from './body.ts';
import { Refusal } from './refusal.ts';

/** Bytes of a file. */
export const maxFileBytes = 10 * 1024 * 1024;
const maxAtOnce = 8;
const maxOfNetwork = 2;

type ReadUpload = (
  request: Request,
  field: string,
  maxBytes: number,
) => Promise<{ fields: RequestFields; file?: Buffer }>;

export function uploadReader(): ReadUpload {
  const reading: string[] = [];

  /** Takes a place for a long body; returns the function that gives it back. */
  const enter = (ip: string): (() => void) => {
    const network = networkOf(ip);
    if (reading.length >= maxAtOnce || reading.filter((one) => one === network).length >= maxOfNetwork)
      throw new Refusal(
        'busy',
        'Too many files are being sent just now. Go back: what you typed is there; try again in a few seconds.',
        { retryAfter: 5 },
      );
    reading.push(network);
    return () => void reading.splice(reading.indexOf(network), 1);
  };

  return async (request, field, maxBytes) => {
    const length = Number(request.headers['content-length'] ?? Infinity);
    const leave = length > maxBytes ? enter(request.ip ?? '') : () => undefined;
    try {
      const advice =
        ', of which the file may have 10 MB. Go back: what you typed is there; choose a smaller file';
      const body = await readBody(request, maxFileBytes + maxBytes, advice);
      return formWithFile(body, field, maxBytes);
    } finally {
      leave();
    }
  };
}
