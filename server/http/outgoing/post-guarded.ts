/** Posts to an address that somebody gave us, under the same guard as every fetch (fetch-guarded.ts). */
import http from 'node:http';
import https from 'node:https';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import { FetchFault, requestGuard, whyOf, type Fetching, type FetchWhy } from './fetch-guarded.ts';

/**
 * Whether a host, or an IP address to which it resolves, may be reached now. Asked before anything is sent.
 */
type MayReach = (address: string) => boolean;
export class NotNow extends Error {}

/**
 * Posts JSON and returns the status of the reply, with the address that its head names, or throws a FetchFault, or a
 * NotNow if `mayReach` returned false. `forHead`: milliseconds from the end of the request to the end of the reply's head.
 */
export type PostGuarded = (
  address: string,
  message: { headers: Record<string, string>; body: string; forHead: number },
  mayReach: MayReach,
) => Promise<{ status: number; location?: string }>;

/** Milliseconds for the whole exchange. */
export const altogether = 10_000;

/**
 * Neither follows a redirect, which could lead a signed message to another receiver, nor reads a body: the connection is
 * closed after the head of the reply, so its length and content cost nothing. No byte that arrives extends the limits.
 */
export function guardedPoster(fetching: Fetching): PostGuarded {
  const { mustBeAskable, optionsFor } = requestGuard(fetching);
  return async (address, { headers, body, forHead }, mayReach) => {
    const url = mustBeAskable(webUrl(address));
    if (!mayReach(url.hostname.replace(/^\[|\]$/g, ''))) throw new NotNow();
    const sent = {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const options = optionsFor(url, sent, AbortSignal.timeout(altogether), (addresses) => {
      if (!addresses.every(mayReach)) throw new NotNow();
    });
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, { ...options, method: 'POST' });
      const fail = (why: FetchWhy, cause?: unknown) => {
        reject(new FetchFault(why, { cause }));
        request.destroy();
      };
      let head: NodeJS.Timeout | undefined;
      request.on('finish', () => (head = setTimeout(() => fail('slow'), forHead)));
      request.on('close', () => clearTimeout(head));
      request.on('error', (error) => (error instanceof NotNow ? reject(error) : fail(whyOf(error), error)));
      request.on('response', ({ statusCode = 0, headers: { location } }) => {
        resolve({ status: statusCode, ...(location !== undefined && { location }) });
        request.destroy();
      });
      request.end(body);
    });
  };
}
