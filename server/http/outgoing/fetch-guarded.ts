/**
 * Fetches an address that somebody gave us, from public addresses only (protection against SSRF). Every request to a
 * given address uses this function: otherwise a caller could make us request hosts that only our own network can reach,
 * or keep us busy for ever.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isOfTheWeb, webUrl } from '../../../src/contract/fields/web-url.ts';
import { isIpv4Compatible, lookupFor, type LookAt } from './look-up.ts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Why a fetch failed; server/images/faults.ts has a sentence for each. */
export type FetchWhy =
  'address' | 'private' | 'unreachable' | 'slow' | 'missing' | 'failing' | 'redirects' | 'large' | 'encoded';

/** Failures that may pass, so that another try makes sense; the others are final. */
const passing: ReadonlySet<FetchWhy> = new Set(['unreachable', 'slow', 'failing']);

export class FetchFault extends Error {
  readonly why: FetchWhy;
  readonly mayPass: boolean;
  constructor(why: FetchWhy, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
    this.mayPass = passing.has(why);
  }
}

const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 3;
const altogether = 10_000;
/** Milliseconds without a byte, after which a silent connection is closed. */
const idle = 5_000;

export type FetchGuarded = (address: string) => Promise<Buffer>;

/** A page: its beginning, the headers of its server, and where redirects led. `isCut`: there was more. */
export type FetchedPage = FetchedReply & { url: URL };
type FetchedReply = { bytes: Buffer; type: string; headers: IncomingHttpHeaders; isCut: boolean };
export type FetchPage = (address: string) => Promise<FetchedPage>;

export type Fetching = {
  /** The User-Agent header of our requests. */
  userAgent: string;
  /** `host:port` of servers that may be requested although they are not public; outside production only. */
  from: readonly string[];
  /** Also pages of this machine, on any port: for the developer of a site, outside production only. */
  isFromHere?: boolean;
  /** The DNS servers; by default those of the system. */
  servers?: readonly string[];
};

/** As the settings say. */
export const fetchingOf = (settings: {
  SERVICE_NAME: string;
  baseUrl: string;
  FETCH_FROM?: string | undefined;
}): Fetching => ({
  userAgent: `${settings.SERVICE_NAME.replace(/[^\x20-\x7e]/g, '')} (+${settings.baseUrl}/)`,
  from: settings.FETCH_FROM?.split(',') ?? [],
});

/** The kind of file that is fetched, and its maximum size. */
type FetchKind = {
  accept: string;
  max: number;
  /** In place of refusing a longer body: its beginning is enough. */
  isCut?: true;
  milliseconds: number;
};
const image: FetchKind = { accept: 'image/*', max: maxBytes, milliseconds: altogether };
// The facts about a page are in its head; somebody waits for them.
const page: FetchKind = {
  accept: 'text/html,application/xhtml+xml',
  max: 256 * 1024,
  isCut: true,
  milliseconds: 6_000,
};

/** Why a page could not be fetched, for the person who gave its address. */
export const fetchFaults: Record<FetchWhy, string> = {
  address: 'Name an http or https address without a port, user or password.',
  private: 'This address, or one that it leads to, is not on the public internet.',
  unreachable: 'The server could not be reached, or interrupted the reply.',
  slow: 'The server did not send the page within six seconds.',
  missing:
    'The server says that the page is not there, or not for everybody. Pages behind a sign-in cannot be read.',
  failing: 'The server answered with a fault of its own. Try again when the page works in a browser.',
  redirects: 'The address leads on to others more than three times. Name the address of the page itself.',
  large: 'The page is too large.',
  encoded: 'The server sends the page compressed, although our request did not allow that.',
};

/** Fetches a file, such as an image; returns the bytes, or throws a FetchFault. */
export function guardedFetcher(fetching: Fetching): FetchGuarded {
  const fetchFrom = guarded(fetching, image);
  return async (address) => (await fetchFrom(address)).bytes;
}

/** Fetches the beginning of a page. */
export const guardedPageFetcher = (fetching: Fetching): FetchPage => guarded(fetching, page);

/** Sends no cookie, no credentials, and nothing about the person who caused it. */
function guarded(fetching: Fetching, kind: FetchKind): FetchPage {
  const { mustBeAskable, optionsFor } = requestGuard(fetching);
  return async (address) => {
    const signal = AbortSignal.timeout(kind.milliseconds);
    const options = (to: URL) => optionsFor(to, { accept: kind.accept }, signal);
    let url = mustBeAskable(webUrl(address));
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await ask(url, options(url), kind);
      if ('bytes' in answer) return { ...answer, url };
      url = mustBeAskable(webUrl(answer.location, url));
    }
    throw new FetchFault('redirects');
  };
}

/** The checks and options that every request to a given address needs. */
export function requestGuard({ userAgent, from, isFromHere, servers }: Fetching) {
  const trusted = new Set(from);
  const isTrusted = ({ host, port, hostname }: URL) =>
    trusted.has(host) ||
    (isFromHere === true && port !== '' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
  // The agents check the resolved IP address when they connect: neither a name that resolves differently the second
  // time (DNS rebinding) nor a redirect gets around the check. No connection is reused.
  const options = { keepAlive: false };
  const agents = {
    'http:': new RequestFilteringHttpAgent(options),
    'https:': new RequestFilteringHttpsAgent(options),
  };
  return {
    optionsFor: (
      url: URL,
      headers: Record<string, string | number>,
      signal: AbortSignal,
      lookAt: LookAt = () => undefined,
    ): RequestOptions => {
      const protocol = url.protocol as keyof typeof agents;
      return {
        lookup: lookupFor(lookAt, isTrusted(url) ? 'system' : servers),
        agent: isTrusted(url)
          ? new (protocol === 'https:' ? https : http).Agent({ keepAlive: false })
          : agents[protocol],
        // No content encoding, so a small reply cannot expand to a large one.
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': userAgent },
        signal,
        timeout: idle,
      };
    },

    mustBeAskable(url: URL | undefined): URL {
      const isAskable =
        url !== undefined &&
        isOfTheWeb(url) &&
        url.username === '' &&
        url.password === '' &&
        // The standard ports of the web: other ports belong to other services.
        (url.port === '' || isTrusted(url));
      if (!isAskable) throw new FetchFault('address');
      // Names of this machine (RFC 6761, section 6.3), which a DNS server need not know.
      const isHere = /(^|\.)localhost\.?$/.test(url.hostname) && !isTrusted(url);
      if (isHere || isIpv4Compatible(url.hostname.replace(/^\[|\]$/g, ''))) throw new FetchFault('private');
      return url;
    },
  };
}

type FetchAnswer = FetchedReply | { location: string };

/** Sends one request; returns the bytes, or the address that it redirects to. */
function ask(url: URL, options: RequestOptions, kind: FetchKind): Promise<FetchAnswer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    const fail = (why: FetchWhy, cause?: unknown) => {
      reject(new FetchFault(why, { cause }));
      request.destroy();
    };
    request.on('timeout', () => fail('slow'));
    request.on('error', (error) => fail(whyOf(error), error));
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
        resolve({ location: headers.location });
        request.destroy();
      } else if (statusCode !== 200) fail(statusCode === 429 || statusCode >= 500 ? 'failing' : 'missing');
      else if ((headers['content-encoding'] ?? 'identity') !== 'identity') fail('encoded');
      else if (!kind.isCut && Number(headers['content-length'] ?? 0) > kind.max) fail('large');
      else
        read(
          response,
          kind,
          (bytes) => {
            resolve({
              bytes,
              type: headers['content-type'] ?? '',
              headers,
              isCut: bytes.length >= kind.max,
            });
            request.destroy();
          },
          fail,
        );
    });
    request.end();
  });
}

function read(
  response: IncomingMessage,
  { max, isCut }: FetchKind,
  resolve: (bytes: Buffer) => void,
  fail: (why: FetchWhy, cause?: unknown) => void,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  response.on('data', (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size <= max) return;
    if (isCut) resolve(Buffer.concat(parts).subarray(0, max));
    else fail('large');
  });
  response.on('error', (error) => fail(whyOf(error), error));
  response.on('end', () => (response.complete ? resolve(Buffer.concat(parts)) : fail('unreachable')));
}

/** The reason for a failed request, from the error that ended it. */
export function whyOf(error: Error): FetchWhy {
  const { code } = error as { code?: string };
  // Errors of Node itself have a code; the agents' error for an address that is not public has none.
  if (code === undefined) return 'private';
  return code === 'ABORT_ERR' ? 'slow' : 'unreachable';
}
