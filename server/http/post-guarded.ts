/** Posts to an address that somebody gave us, under the same guard as every fetch (fetch-guarded.ts). */
import http from 'node:http';
import https from 'node:https';
import { webUrl } from '../../src/contract/web-url.ts';
import { FetchFault, requestGuard, whyOf, type Fetching, type FetchWhy } from './fetch-guarded.ts';

/** Posts JSON and returns the status of the reply, or throws a FetchFault. */
export type PostGuarded = (address: string, headers: Record<string, string>, body: string) => Promise<number>;

/** Milliseconds for the whole exchange. */
const altogether = 15_000;

/**
 * Neither follows a redirect, which could lead a signed message to another receiver, nor reads a body: the connection is
 * closed after the head of the reply, so its length and content cost nothing.
 */
export function guardedPoster(fetching: Fetching): PostGuarded {
  const { mustBeAskable, optionsFor } = requestGuard(fetching);
  return async (address, headers, body) => {
    const url = mustBeAskable(webUrl(address));
    const sent = {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const options = optionsFor(url, sent, AbortSignal.timeout(altogether));
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, { ...options, method: 'POST' });
      const fail = (why: FetchWhy, cause?: unknown) => {
        reject(new FetchFault(why, { cause }));
        request.destroy();
      };
      request.on('timeout', () => fail('slow'));
      request.on('error', (error) => fail(whyOf(error), error));
      request.on('response', ({ statusCode = 0 }) => {
        resolve(statusCode);
        request.destroy();
      });
      request.end(body);
    });
  };
}
