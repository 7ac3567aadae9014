/** Reads the output of the decoding process. If a file has taken over the decoder, the output may be anything. */
import { z } from 'zod';
import { lengthBytes, ready } from './decoder-messages.ts';
import { latin1, type PictureWhy } from './format.ts';
import type { Drawn } from './picture.ts';

/** Bytes: a large and a small picture of at most 200 kB each, and the header. */
export const maxMessageBytes = 512 * 1024;

const refused = z.strictObject({ why: z.enum(['kind', 'broken', 'pixels', 'small', 'heavy']) });
const side = z.int().min(1).max(1280);
const size = z.int().min(1).max(200_000);
const head = z.union([refused, z.strictObject({ width: side, height: side, large: size, small: size })]);

/** `unstarted`: the process ended before it was ready. `heavy`: it ended while decoding, or its output is invalid. */
export function readDrawn(message: Buffer): Drawn | PictureWhy | 'unstarted' {
  if (!message.subarray(0, ready.length).equals(ready)) return 'unstarted';
  const from = ready.length + lengthBytes;
  if (message.length < from) return 'heavy';
  const end = from + message.readUInt32BE(ready.length);
  const details = head.safeParse(readJson(message.toString('utf8', from, end))).data;
  if (!details) return 'heavy';
  if ('why' in details) return details.why;
  const large = message.subarray(end, end + details.large);
  const small = message.subarray(end + details.large);
  const isWhole = small.length === details.small && isWebp(large) && isWebp(small);
  return isWhole ? { width: details.width, height: details.height, large, small } : 'heavy';
}

/** The picture is served as image/webp. */
const isWebp = (bytes: Buffer) => latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
